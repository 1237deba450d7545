package blindsight_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Whoever opens the page without a server loads its engine: it links the standard library and
// rooms that play, nothing that talks to a network, keeps records or draws figures.
func TestTheBrowserLinksWhatItNeeds(t *testing.T) {
	openFolders(t)
	list := exec.Command("go", "list", "-deps", "./web/browser")
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	for _, path := range packages {
		first, _, _ := strings.Cut(path, "/")
		if strings.Contains(first, ".") {
			t.Errorf("the engine links %s: it needs the standard library only", path)
		}
		if path == "net" || path == "net/http" || path == "crypto/tls" || path == "os/exec" || path == "database/sql" {
			t.Errorf("the engine links %s, which is large, and of no use in a browser", path)
		}
		if first == module && slices.Contains([]string{"studies", "experiment", "engine", "cmd"}, roomOf(inHouse(path))) {
			t.Errorf("the engine links %s", path)
		}
	}
	if !slices.Contains(packages, module+"/web") {
		t.Errorf("the engine does not link the API: %v", packages)
	}
}
