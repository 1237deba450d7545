package kriegspiel

import "fmt"

// Replay returns the view of one side after all turns of a record that is filtered for
// it, and the number of the turn that cannot have happened, with an error, if there is one.
func Replay(r *Record) (v *View, turn int, err error) {
	side, ok := r.Scope.Side()
	if !ok {
		return nil, 0, fmt.Errorf("the record is unfiltered: filter it for a side")
	}
	v = NewView(r.Rules, side, &r.Start)
	v.clock = r.Clock
	for i := range r.Turns {
		if err := v.hearTurn(&r.Turns[i]); err != nil {
			return v, i, err
		}
	}
	if v.over == Unfinished {
		v.over = r.Result
	}
	return v, len(r.Turns), nil
}

// hearTurn adds a whole turn of either side.
func (v *View) hearTurn(t *Turn) error {
	if t.Hidden != (v.own.Side() != v.side) {
		return fmt.Errorf("it is the turn of %s", v.own.Side())
	}
	if v.over != Unfinished {
		return fmt.Errorf("the game is over: %s", v.over)
	}
	if t.Hidden {
		if t.Illegal > 0 && !v.rules.RefusalsHeard {
			return fmt.Errorf("%d refusals: under %s they are heard by the mover only", t.Illegal, v.rules.Name)
		}
		return v.hearMove(*t)
	}
	for _, try := range t.Tries {
		if err := v.Did(try.Attempt, try.Heard); err != nil {
			return err
		}
	}
	return nil
}
