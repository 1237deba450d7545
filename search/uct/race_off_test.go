//go:build !race

package uct_test

const raceEnabled = false
