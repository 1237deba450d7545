// Blindsight plays and solves games with hidden boards. See blindsight --help.
package main

import "blindsight/cmd/program"

// version is set by the linker: go build -ldflags "-X main.version=v1.2.3".
var version string

func main() { program.Main("blindsight", version) }
