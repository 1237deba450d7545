package servecmd

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/web"
)

// serveAccess says who may reach a page.
type serveAccess struct {
	token, tokenFile string
	cert, key        string
}

// minToken is how long a token must be: one of letters and digits is then beyond guessing.
const minToken = 16

func (a *serveAccess) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&a.token, "token", "", "what visitors must know; others on this machine can see it, so better use")
	f.StringVar(&a.tokenFile, "token-file", "", "`FILE` with the token (or put it into "+console.TokenVariable+")")
	f.StringVar(&a.cert, "tls-cert", "", "`FILE` with a certificate (PEM): the page is then at https://")
	f.StringVar(&a.key, "tls-key", "", "`FILE` with its key")
}

// configure puts token and certificate into the settings of a server, and refuses to
// serve others without any of them.
func (a *serveAccess) configure(cmd *cobra.Command, addr string, c *web.Config) error {
	if err := a.readToken(cmd, c); err != nil {
		return err
	}
	switch {
	case (a.cert == "") != (a.key == ""):
		return errors.New("--tls-cert and --tls-key belong together: give both")
	case a.cert != "":
		pair, err := tls.LoadX509KeyPair(a.cert, a.key)
		if err != nil {
			return fmt.Errorf("--tls-cert %s, --tls-key %s: %w", a.cert, a.key, err)
		}
		c.TLS = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	if c.Loopback || c.Token != "" || c.TLS != nil {
		return nil
	}
	return fmt.Errorf("--addr %s: other machines can reach this address, so serve wants a token or a certificate:\n"+
		"  a token: write %d or more random characters into a file and add --token-file FILE (or put them into %s);\n"+
		"    visitors then open the page once with /?token= and the token at the end\n"+
		"  a certificate: --tls-cert FILE --tls-key FILE, as files in PEM; without a token everybody may come in\n"+
		"best are both; for this machine alone leave out --addr, or give 127.0.0.1", addr, minToken, console.TokenVariable)
}

// readToken puts the token into the settings of a server. The variable, which experiments
// use too, counts only where other machines can come.
func (a *serveAccess) readToken(cmd *cobra.Command, c *web.Config) (err error) {
	if c.Loopback && a.token == "" && a.tokenFile == "" {
		return nil
	}
	if c.Token, err = console.ReadToken(cmd, a.token, a.tokenFile); err != nil {
		return err
	}
	if c.Token != "" && len(c.Token) < minToken {
		return fmt.Errorf("%s: a token of %d characters can be guessed: use at least %d random ones", a.tokenSource(), len(c.Token), minToken)
	}
	return nil
}

// tokenSource names where the token came from, without it.
func (a *serveAccess) tokenSource() string {
	switch {
	case a.token != "":
		return "--token"
	case a.tokenFile != "":
		return "--token-file " + a.tokenFile
	}
	return console.TokenVariable
}

// greet says where the page is. The token is never printed: what is printed may be kept.
func greet(at *net.TCPAddr, c *web.Config, source string) (lines, warnings []string) {
	scheme := "http"
	if c.TLS != nil {
		scheme = "https"
	}
	page := fmt.Sprintf("%s://%s", scheme, pageAddress(at))
	lines = append(lines, fmt.Sprintf("Blindsight is at %s (Ctrl-C ends it)", page))
	if c.Token != "" {
		lines = append(lines, fmt.Sprintf("open it once as %s/?token=TOKEN, with the token of %s", page, source))
	}
	if at.IP.IsUnspecified() {
		for _, host := range console.OwnAddresses() {
			lines = append(lines, fmt.Sprintf("for other machines: %s://%s", scheme, net.JoinHostPort(host, fmt.Sprint(at.Port))))
		}
	}
	if !at.IP.IsLoopback() {
		switch {
		case c.Token == "":
			warnings = append(warnings, "other machines can reach this page; there is no token, so everybody may come in")
		case c.TLS == nil:
			warnings = append(warnings, "other machines can reach this page; without a certificate whoever is on the way can read the token")
		}
	}
	return lines, warnings
}

// keepGames makes a server keep games between people in a folder.
func keepGames(s *web.Server, folder string) error {
	if folder == "" {
		return nil
	}
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return fmt.Errorf("--games %s: it is a file: want a folder", folder)
	}
	if err := s.KeepGames(folder); err != nil {
		return fmt.Errorf("--games %s: %w", folder, err)
	}
	return nil
}
