package distinct

// Tally counts different fingerprints decision by decision: those of one decision
// are told apart, the counts of several are added up. It is what estimators report.
type Tally struct {
	past int64 // of earlier decisions
	now  Counter
}

// Add counts a fingerprint, if it is new in this decision.
func (t *Tally) Add(fingerprint uint64) { t.now.Add(fingerprint) }

// Next begins a new decision.
func (t *Tally) Next() {
	t.past += t.now.Count()
	t.now.Reset()
}

// Count returns the sum over all decisions.
func (t *Tally) Count() int64 { return t.past + t.now.Count() }
