package experimentcmd

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"regexp"
	"strings"

	"blindsight/cmd/console"
)

// invitation says what to type on the machines that shall play for a run: a line for each
// address by which this machine can be reached, and how to come by what must be shown.
func (q *runQueue) invitation(address string) []string {
	flags, notes := q.workerFlags()
	where := "workers join with"
	addresses := []string{address}
	if at, err := url.Parse(address); err == nil {
		if ip := net.ParseIP(at.Hostname()); ip != nil && ip.IsUnspecified() {
			where = "on another machine type"
			addresses = nil
			for _, host := range console.OwnAddresses() {
				addresses = append(addresses, at.Scheme+"://"+net.JoinHostPort(host, at.Port()))
			}
		}
	}
	var lines []string
	for i, a := range addresses {
		if i > 0 {
			where = "or"
		}
		lines = append(lines, fmt.Sprintf("%s: blindsight worker --connect %s%s", where, a, flags))
	}
	return append(lines, notes...)
}

// workerFlags returns what a worker needs beside the address, and notes about files. A
// token is repeated only if it was on the command line or made up.
func (q *runQueue) workerFlags() (flags string, notes []string) {
	switch {
	case q.nkeys != "":
		flags += " --nkey FILE"
		notes = append(notes, "FILE holds the secret half of a key in "+q.nkeys+", see 'blindsight experiment key'")
	case q.token != "":
		flags += " --token " + quoted(q.token)
	case q.tokenFile != "":
		flags += " --token-file " + quoted(q.tokenFile)
		notes = append(notes, "copy "+q.tokenFile+" there, or put the token that it holds into "+console.TokenVariable)
	case os.Getenv(console.TokenVariable) != "":
		notes = append(notes, "put the same token into "+console.TokenVariable+" there")
	}
	if q.cert != "" {
		flags += " --tls-ca ca.pem"
		notes = append(notes, "ca.pem is the certificate of the authority behind "+q.cert+", or that file itself if it is its own")
	}
	if q.ca != "" {
		flags += " --tls-cert cert.pem --tls-key key.pem"
		notes = append(notes, "cert.pem and key.pem are the worker's own, of the authority in "+q.ca)
	}
	return flags, notes
}

var plainWord = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// quoted returns a word as a shell reads it.
func quoted(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
