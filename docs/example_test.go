package docs_test

import (
	"fmt"
	"io/fs"
	"strings"

	"blindsight/docs"
)

// The page to begin with.
func Example() {
	text, err := fs.ReadFile(docs.Pages, "README.md")
	if err != nil {
		fmt.Println(err)
		return
	}
	title, _, _ := strings.Cut(string(text), "\n")
	fmt.Println(title)
	// Output: # Documentation, by reader
}
