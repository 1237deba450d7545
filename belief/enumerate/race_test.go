//go:build race

package enumerate_test

// raceDetector says that everything is ten times slower.
const raceDetector = true
