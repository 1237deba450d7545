package searchtest

import (
	"fmt"

	"blindsight"
)

// View is the history of a play, as one side knows it.
type View struct {
	*blindsight.History[Action, Seen]
	rules *viewRules
}

// viewRules is what a view knows of the rules.
type viewRules struct {
	name    string
	actions int
	horizon int                               // no more actions after so many events; 0 means any number
	legal   func(past []Event, a Action) bool // nil where all actions always are
}

// Legal appends the legal actions in increasing order.
func (v *View) Legal(buf []Action) []Action {
	if v.over() {
		return buf
	}
	for a := range v.rules.actions {
		if v.legal(Action(a)) {
			buf = append(buf, Action(a))
		}
	}
	return buf
}

func (v *View) over() bool { return v.rules.horizon > 0 && len(v.Past()) == v.rules.horizon }

func (v *View) legal(a Action) bool { return v.rules.legal == nil || v.rules.legal(v.Past(), a) }

// Did adds an action and what was seen after it. It refuses actions that are not legal.
func (v *View) Did(a Action, o Seen) error {
	switch {
	case a < 0 || int(a) >= v.rules.actions:
		return fmt.Errorf("%s has no action %d", v.rules.name, a)
	case v.over():
		return fmt.Errorf("%s is over after %d actions", v.rules.name, v.rules.horizon)
	case !v.legal(a):
		return fmt.Errorf("after %v action %d is not legal", v.Past(), a)
	}
	return v.History.Did(a, o)
}

// Clone returns an independent copy.
func (v *View) Clone() *View { return &View{v.History.Clone(), v.rules} }

// CopyFrom makes v equal to w.
func (v *View) CopyFrom(w *View) {
	v.History.CopyFrom(w.History)
	v.rules = w.rules
}

var (
	_ blindsight.View[Action, Seen] = (*View)(nil)
	_ blindsight.Hearing[Seen]      = (*View)(nil)
	_ blindsight.Copier[*View]      = (*View)(nil)
)
