package program

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"blindsight/experiment/store"
)

// version is the program's version where the linker sets it:
// see [Main].
var version string

// programVersion returns what must be equal for games to be comparable: the version
// of a release or of a clean checkout, otherwise also a hash of the program itself, so
// that two builds of changed source are never taken for one.
func programVersion() (string, error) {
	if version != "" {
		return version, nil
	}
	name := "devel"
	if info, ok := debug.ReadBuildInfo(); ok && strings.HasPrefix(info.Main.Version, "v") {
		name = info.Main.Version
		if !strings.HasSuffix(name, "+dirty") {
			return name, nil
		}
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return name + "-" + hex.EncodeToString(h.Sum(nil)[:6]), nil
}

// thisMachine describes where the program runs.
func thisMachine() store.Machine {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return store.Machine{Host: host, System: runtime.GOOS + "/" + runtime.GOARCH + " " + runtime.Version(), CPUs: runtime.NumCPU()}
}

// processName names this process among all that ever play for a record.
func processName(m store.Machine) string {
	return fmt.Sprintf("%s/%d/%s", m.Host, os.Getpid(), store.Fresh())
}
