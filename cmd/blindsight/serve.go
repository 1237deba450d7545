package main

import (
	"errors"
	"fmt"
	"net"
	"syscall"

	"github.com/spf13/cobra"

	"blindsight/web"
)

func newServe() *cobra.Command {
	var addr string
	var searches int
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the web page: play and analyse both games",
		Long: `Serve the web page, on which both games are played and analysed in a browser, and the
API behind it, which is documented at /api. It needs no other files and no network.

It listens on this machine only, unless --addr says otherwise; there is no password.
Ctrl-C ends it. Games are kept in memory; the page can take them up again after a restart.`,
		Example: `  blindsight serve
  blindsight serve --addr 127.0.0.1:9000`,
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
			at := l.Addr().(*net.TCPAddr)
			fmt.Fprintf(cmd.OutOrStdout(), "Blindsight is at http://%s (Ctrl-C ends it)\n", pageAddress(at))
			if !at.IP.IsLoopback() {
				fmt.Fprintln(cmd.ErrOrStderr(), "blindsight: warning: other machines can reach this page; there is no password")
			}
			s := web.New(web.Config{Version: releaseVersion(), Searches: searches, Loopback: at.IP.IsLoopback()})
			if err := s.Serve(cmd.Context(), l); err != nil {
				return failure{err}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&addr, "addr", "127.0.0.1:8080", "address and port to listen on; port 0 takes a free one")
	f.IntVar(&searches, "searches", 0, "long searches that run at a time, the others wait (default one a core but one)")
	return cmd
}

// pageAddress returns the address to type into a browser.
func pageAddress(at *net.TCPAddr) string {
	if at.IP.IsUnspecified() {
		return fmt.Sprintf("localhost:%d", at.Port)
	}
	return at.String()
}
