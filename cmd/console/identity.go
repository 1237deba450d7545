package console

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"strings"
)

// House is what the program is called in this house, and so in the text of its commands.
const House = "blindsight"

// The program as it is called here, and its version where the linker set it.
var called, version = House, ""

// Begin says what the program is called and which release it is, "" where the linker set none. It is
// called once, before any command.
func Begin(name, release string) { called, version = name, release }

// Called returns what the program is called here: what help and errors say.
func Called() string { return called }

// ReleaseVersion returns the version that the linker set, else that of the module.
func ReleaseVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "unknown"
}

// ProgramVersion returns what must be equal for games to be comparable: the version
// of a release or of a clean checkout, otherwise also a hash of the program itself, so
// that two builds of changed source are never taken for one.
func ProgramVersion() (string, error) {
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
