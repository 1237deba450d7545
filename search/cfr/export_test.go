package cfr

// Share lets a solver share its work between so many workers, however little there is.
func (s *Solver[A, O]) Share(workers int) { s.workers = workers }
