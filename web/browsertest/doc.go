// Package browsertest plays on the page as people do: its tests start the program,
// open its page in Chromium, click, tap and type, and read what is shown. They fail on
// any message on the console, any failed request, and any request to another server.
//
// The same tests drive the page without a server, as any static host has it:
//
//	make site
//	go test ./web/browsertest -site ../../site
//
// They need chromium in PATH, and skip without it; `make test` installs it where it may.
package browsertest
