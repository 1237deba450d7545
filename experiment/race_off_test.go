//go:build !race

package experiment_test

const raceDetector = false
