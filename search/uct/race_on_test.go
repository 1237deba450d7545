//go:build race

package uct_test

const raceEnabled = true
