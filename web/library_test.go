//go:build !race

package web

import "blindsight/studies"

// library is what the program gives a server.
var library = studies.Library{}
