package andor

// SetRaceStates sets after how many states best searches attempts at the same time, and
// returns what it was.
func SetRaceStates(n int64) (was int64) {
	was, raceStates = raceStates, n
	return was
}

// Held returns the bytes that the solver still holds after a search.
func (s *Solver[S, A, O]) Held() int64 { return s.work.held }
