package servecmd

import (
	"errors"
	"fmt"
	"net"
	"syscall"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/docs"
	"blindsight/studies"
	"blindsight/web"
)

// New returns the command serve.
func New() *cobra.Command {
	var addr, games string
	var searches int
	var access serveAccess
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the web page: play and analyse both games",
		Long: `Serve the web page, on which both games are played and analysed in a browser, and the
API behind it, which is documented at /api. It needs no other files and no network.

It listens on this machine only, unless --addr says otherwise; then it wants a token
that visitors must know, or a certificate, or best both. A visitor opens the page once
with /?token= and the token at the end; his browser remembers it for a month. The links
of a game between people need no token.

Ctrl-C ends it. Games are kept in memory; the page can take them up again after a restart.
Games between people it cannot: --games keeps them in a folder, with the keys of their
links, so nobody else should be able to read it.`,
		Example: `  blindsight serve
  blindsight serve --addr 127.0.0.1:9000
  blindsight serve --addr 0.0.0.0:8443 --token-file token --tls-cert cert.pem --tls-key key.pem --games games`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if searches < 0 {
				return fmt.Errorf("--searches %d: must not be negative", searches)
			}
			l, err := net.Listen("tcp", addr)
			if errors.Is(err, syscall.EADDRINUSE) {
				return fmt.Errorf("--addr %s: the port is taken: end the program that uses it, or choose another port", addr)
			}
			if err != nil {
				return fmt.Errorf("--addr %s: %w", addr, err)
			}
			defer l.Close()
			at := l.Addr().(*net.TCPAddr)
			c := web.Config{Version: console.ReleaseVersion(), Searches: searches, Loopback: at.IP.IsLoopback(), Library: studies.Library{}, Docs: docs.Pages}
			if err := access.configure(cmd, addr, &c); err != nil {
				return err
			}
			s := web.New(c)
			if err := keepGames(s, games); err != nil {
				return err
			}
			lines, warnings := greet(at, &c, access.tokenSource())
			for _, line := range lines {
				fmt.Fprintln(cmd.OutOrStdout(), line)
			}
			for _, line := range warnings {
				fmt.Fprintln(cmd.ErrOrStderr(), "blindsight: warning: "+line)
			}
			if err := s.Serve(cmd.Context(), l); err != nil {
				return console.Failed(err)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&addr, "addr", "127.0.0.1:8080", "address and port to listen on; port 0 takes a free one")
	f.IntVar(&searches, "searches", 0, "long searches that run at a time, the others wait (default one a core but one, at least two)")
	f.StringVar(&games, "games", "", "`FOLDER` in which games between people are kept, else they end with the program")
	access.add(cmd)
	return cmd
}

// pageAddress returns the address to type into a browser.
func pageAddress(at *net.TCPAddr) string {
	if at.IP.IsUnspecified() {
		return fmt.Sprintf("localhost:%d", at.Port)
	}
	return at.String()
}
