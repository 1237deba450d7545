// Site writes the page without a server: the built page, the engine as WebAssembly, and all
// answers that are always the same, as files for any static host.
//
//	go run ./cmd/site [-o site] [-version v1.2.3]
//	go run ./cmd/site -engine engine.wasm
//
// The second writes the engine alone, as it is before it is compressed: for those who run it elsewhere than in a browser.
// It needs the go command, and nothing else. The folder is replaced as a whole.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"blindsight/docs"
	"blindsight/player/kriegspielers/problemset"
	"blindsight/studies"
	"blindsight/web"
)

func main() {
	out := flag.String("o", "site", "`FOLDER` to write; what is in it is lost")
	version := flag.String("version", "devel", "told to the page")
	engine := flag.String("engine", "", "write only the engine, to this `FILE`")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "site: unexpected argument %q: see -help\n", flag.Arg(0))
		os.Exit(2)
	}
	var err error
	if *engine != "" {
		err = compileEngine(*engine, *version)
	} else {
		err = build(*out, *version)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// build writes the site beside its place, and puts it there when it is whole.
func build(out, version string) error {
	out = filepath.Clean(out)
	if err := replaceable(out); err != nil {
		return err
	}
	folder, err := os.MkdirTemp(filepath.Dir(out), ".site")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	s := &site{files: map[string][]byte{}, version: version}
	if err := s.collect(folder); err != nil {
		return err
	}
	for name, data := range s.files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.Rename(folder, out); err != nil {
		return err
	}
	fmt.Printf("%s: %d files, %d bytes, of which the engine has %d; host it anywhere\n", out, len(s.files), s.bytes(), len(s.files[s.engine]))
	return nil
}

// replaceable refuses to remove a folder that is no site.
func replaceable(out string) error {
	list, err := os.ReadDir(out)
	if os.IsNotExist(err) || err == nil && len(list) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(out, worker)); err != nil {
		return fmt.Errorf("%s is not empty, and no site: remove it, or choose another folder with -o", out)
	}
	return nil
}

// site is the files of a site by name.
type site struct {
	files   map[string][]byte
	version string
	engine  string // its name
}

func (s *site) bytes() (sum int) {
	for _, data := range s.files {
		sum += len(data)
	}
	return sum
}

// engineMost is how large the engine may be, compressed.
const engineMost = 3_000_000

// collect makes all files. Those that are not of the page have a hash of their content in
// their names, so that no browser takes an old one for the new one.
func (s *site) collect(scratch string) error {
	path := filepath.Join(scratch, "engine.wasm")
	if err := compileEngine(path, s.version); err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil {
		return err
	}
	engine := compressed(data) // few hosts compress what they do not know
	if len(engine) > engineMost {
		return fmt.Errorf("the engine has %d bytes, more than the %d that a visitor is made to load: see what it links (TestTheBrowserLinksWhatItNeeds)", len(engine), engineMost)
	}
	s.engine = hashed("engine", engine) + ".wasm.gz"
	s.files[s.engine] = engine
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	starter, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return fmt.Errorf("the file of the go command that starts programs in browsers: %w", err)
	}
	starterName := hashed("starter", starter) + ".js"
	s.files[starterName] = starter
	answers, err := s.addAnswers()
	if err != nil {
		return err
	}
	if err := s.addPage(map[string]string{
		"blindsight-engine": "./" + s.engine, "blindsight-starter": "./" + starterName, "blindsight-answers": "./" + answers,
	}); err != nil {
		return err
	}
	return s.addApp()
}

// words are the packages that make texts and read requests, and that of large whole numbers, whose loops call nothing. The engine has them without
// inlining: that spares a thirtieth of it, and nothing that computes for long is in them.
var words = []string{
	"fmt", "encoding/json", "encoding/base64", "time", "reflect", "strings", "strconv", "internal/strconv", "bytes", "net/url", "net/netip", "bufio",
	"math/big", "os", "io", "io/fs", "syscall", "internal/poll", "internal/fmtsort", "internal/godebug", "internal/bisect", "context",
	"unique", "weak", "unicode", "unicode/utf16", "path", "errors", "internal/reflectlite", "blindsight",
	"blindsight/web", "blindsight/catalog", "blindsight/registry", "blindsight/internal/jsontree", "blindsight/internal/nearest",
	"blindsight/coach/minecoach", "blindsight/game/minesweeper/minetable", "blindsight/internal/percent", "blindsight/internal/plural",
	"blindsight/player/sweepers/openings", "blindsight/player/kriegspielers/problemset", "blindsight/certificate/mateplan", "blindsight/certificate/strategy",
}

// compileEngine writes the engine to a file.
func compileEngine(path, version string) error {
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.version=" + version, "-o", path}
	for _, name := range words {
		args = append(args, "-gcflags="+name+"=-l")
	}
	cmd := exec.Command("go", append(args, "blindsight/web/browser")...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building the engine: %w\n%s", err, said)
	}
	return nil
}

func compressed(data []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is one
	}
	_, _ = w.Write(data)
	_ = w.Close() // a buffer takes everything
	return out.Bytes()
}

// hashed returns a name with the hash of a content.
func hashed(name string, data []byte) string {
	sum := sha256.Sum256(data)
	return name + "-" + hex.EncodeToString(sum[:6])
}

// addAnswers writes down the answers that are always the same, as the program gives them,
// and the collected problems; it returns their folder.
func (s *site) addAnswers() (string, error) {
	answers, err := fixedAnswers(web.New(web.Config{Version: s.version, Library: studies.Library{}, Docs: docs.Pages}))
	if err != nil {
		return "", err
	}
	list, err := studies.CollectedMates.Problems()
	if err != nil {
		return "", err
	}
	var problems bytes.Buffer
	if err := problemset.Write(&problems, list); err != nil {
		return "", err
	}
	answers[studies.CollectedMates.Name+".jsonl.gz"] = compressed(problems.Bytes())
	var all []byte
	for _, name := range sortedKeys(answers) {
		all = append(append(append(all, name...), 0), answers[name]...)
	}
	folder := hashed("answers", all) + "/"
	for name, data := range answers {
		s.files[folder+name] = data
	}
	return folder, nil
}
