package experiment

import (
	"crypto/rand"
	"encoding/hex"
	"runtime"
	"time"
)

// Machine describes where a process runs.
type Machine struct {
	Host   string `json:"host"`
	System string `json:"system"` // operating system, processor, Go version
	CPUs   int    `json:"cpus"`
}

// ThisMachine describes where this process runs, on a host of this name.
func ThisMachine(host string) Machine {
	return Machine{Host: host, System: runtime.GOOS + "/" + runtime.GOARCH + " " + runtime.Version(), CPUs: runtime.NumCPU()}
}

// Info is what a record says of itself.
type Info struct {
	Run     string // a random name, by which workers know it
	Plan    *Plan  // that it was opened with, or all that was ever asked of it
	Version string // of the program that plays
	Created time.Time
}

// Fresh returns a random name that no other process has.
func Fresh() string {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
