package andor

// SetRaceStates sets after how many states best searches attempts at the same time, and
// returns what it was.
func SetRaceStates(n int64) (was int64) {
	was, raceStates = raceStates, n
	return was
}
