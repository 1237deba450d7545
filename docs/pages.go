// Package docs holds the pages for readers, as Markdown files, so that the program can show them
// on its own page. README.md is the one to begin with: who reads what.
//
// The browser's engine does not link them; on the page without a server they are files beside it
// (cmd/site).
package docs

import "embed"

// Pages are the pages of this folder, NAME.md.
//
//go:embed *.md
var Pages embed.FS
