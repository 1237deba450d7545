package kriegspielers

import "fmt"

// Check tells what is wrong with the options: a negative limit.
func (o TrackerOptions) Check() error {
	for _, limit := range []struct {
		name string
		n    int
	}{{"exact", o.Exact}, {"sample", o.Sample}, {"effort", o.Effort}} {
		if limit.n < 0 {
			return fmt.Errorf("%s %d: must not be negative", limit.name, limit.n)
		}
	}
	return nil
}

// Check tells what is wrong with the options.
func (o HunterOptions) Check() error { return o.Tracker.Check() }

// Check tells what is wrong with the options: a negative limit, or a worth of a bit that is not a number.
func (o BelieverOptions) Check() error {
	switch {
	case o.Mate < 0:
		return fmt.Errorf("mate %d: must not be negative", o.Mate)
	case o.Depth < 0:
		return fmt.Errorf("depth %d: must not be negative", o.Depth)
	case !(o.Bit >= 0 && o.Bit < 1e9):
		return fmt.Errorf("bit %v: must be a worth in pawns, not negative", o.Bit)
	}
	return o.Tracker.Check()
}

// Check tells what is wrong with the options.
func (o ForesightOptions) Check() error {
	if !(o.Pace >= 0 && o.Pace < 1e9) {
		return fmt.Errorf("pace %v: must not be negative", o.Pace)
	}
	if !(o.Wary >= 0 && o.Wary <= 1) {
		return fmt.Errorf("wary %v: must be a share, from 0 to 1", o.Wary)
	}
	if !(o.Again >= 0 && o.Again < 1e9) {
		return fmt.Errorf("again %v: must be a worth in pawns, not negative", o.Again)
	}
	if o.Weights != nil {
		if err := o.Weights.Check(); err != nil {
			return err
		}
	}
	return o.BelieverOptions.Check()
}

// must panics with what is wrong with options: a mistake of the programmer.
func must(err error) {
	if err != nil {
		panic("kriegspielers: " + err.Error())
	}
}
