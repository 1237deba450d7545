package summary

import "blindsight"

// Health is [blindsight.Health] as reports tell it, over all games.
type Health struct {
	Exact bool `json:"exact"`
	// Simulations are told here where they are told nowhere else, else it is nil.
	Simulations *int64  `json:"simulations,omitempty"`
	Samples     int64   `json:"samples"`
	Draws       int64   `json:"draws"`
	Acceptance  float64 `json:"acceptance"`
	Distinct    int64   `json:"distinct"`
	Failures    int64   `json:"failures"`
	Fallbacks   int64   `json:"fallbacks"`
	Full        int64   `json:"full,omitempty"`      // decisions with a full tree
	Scattered   int64   `json:"scattered,omitempty"` // decisions whose outcomes never recurred
	// Inconsistent counts samples that contradict what was seen.
	Inconsistent int64 `json:"inconsistent,omitempty"`
	// Guessed counts samples that agree with what was seen last alone, Effective is the
	// effective sample size of weighted beliefs, summed over decisions.
	Guessed   int64   `json:"guessed,omitempty"`
	Effective float64 `json:"effective,omitempty"`
}

// HealthOf returns a health for a report.
func HealthOf(h blindsight.Health) Health {
	return Health{
		Exact: !h.Asymptotic, Samples: h.Samples, Draws: h.Draws, Acceptance: h.Acceptance(), Distinct: h.Distinct, Failures: h.Failures,
		Fallbacks: h.Fallbacks, Full: h.Full, Scattered: h.Scattered, Inconsistent: h.Inconsistent, Guessed: h.Guessed, Effective: h.Effective,
	}
}
