package strong

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"blindsight/internal/nearest"
)

// Constants are the numbers of the player that are chosen by what they win, beside the weights of its guesses. Those in use, and what others
// were measured to gain, are in constants_fitted.go ('mines tune'). Numbers that only bound time or memory are not among them, nor are those
// that say what a feature of a guess is: the weights are fitted to these.
type Constants struct {
	// Candidates is how many cells are looked at closely, at most, Loose how many of
	// them may lie beside no number.
	Candidates, Loose int
	// Window is the least chance to survive that a candidate may have, as a share of
	// the safest cell's.
	Window float64

	// Playouts is the number of cells not known from which down guesses are compared by as
	// many playouts as there are simulations in the budget. Above it there are fewer by the factor EarlyShare,
	// and none while more than the share Beginning of all cells is not known.
	Playouts   int
	EarlyShare int
	Beginning  float64
	// Guesses that are worse than the best by more than Reach, by the weights, are not played out.
	Reach float64
	// LateDoubt is how far the weights are off, as a standard deviation, EarlyDoubt the same while more than the share
	// Early of the cells is not known. Then they are truer, and playouts vary more.
	LateDoubt, EarlyDoubt, Early float64
	// Round is how many playouts of each guess there are before anything is dropped, and between.
	Round int
	// A guess that is not likely to be better by more than Worthwhile, as a share of the doubt, is dropped.
	Worthwhile float64
	// LeastVariance is what the variance of a difference is at least: a few playouts may all be equal.
	LeastVariance float64

	// Close says which cells of small boards go on to the next breadth of the narrow search: those whose value is less
	// than the best by no more than this share, divided by the breadth.
	Close float64
	// Caution is that of the simulations on small boards, see uct.Config.
	Caution float64
	// UsualLead is by how much, as a share, the usual first cell is thought to be the best before
	// anything is known, FirstDoubt how far that is off, as a standard deviation.
	UsualLead, FirstDoubt float64
}

// Tuned returns the constants in use.
func Tuned() Constants { return constants }

// Check tells what is wrong with the constants.
func (c *Constants) Check() error {
	switch {
	case c.Candidates < 1:
		return errors.New("candidates: must be at least 1")
	case c.Loose < 0:
		return errors.New("loose: must not be negative")
	case c.Round < 1 || c.EarlyShare < 1:
		return errors.New("constants Round, EarlyShare: must be at least 1")
	case !(c.LeastVariance > 0 && c.LateDoubt > 0 && c.EarlyDoubt > 0 && c.FirstDoubt > 0):
		return errors.New("constants LeastVariance, LateDoubt, EarlyDoubt, FirstDoubt: must be positive")
	case !(c.Reach >= 0 && c.Worthwhile >= 0 && c.Caution >= 0 && c.UsualLead >= 0):
		return errors.New("constants Reach, Worthwhile, Caution, UsualLead: must not be negative")
	}
	for _, share := range []struct {
		name string
		x    float64
	}{{"window", c.Window}, {"Early", c.Early}, {"Beginning", c.Beginning}, {"Close", c.Close}} {
		if !(share.x >= 0 && share.x <= 1) {
			return errors.New(share.name + ": must be between 0 and 1")
		}
	}
	return nil
}

// ConstantNames returns the names of the fields of [Constants], in their order.
func ConstantNames() []string {
	return []string{
		"Candidates", "Loose", "Window", "Playouts", "EarlyShare", "Beginning", "Reach", "LateDoubt", "EarlyDoubt", "Early", "Round", "Worthwhile", "LeastVariance",
		"Close", "Caution", "UsualLead", "FirstDoubt",
	}
}

// field returns the constant of a number in [ConstantNames], an *int or a *float64.
func (c *Constants) field(k int) any {
	return [...]any{
		&c.Candidates, &c.Loose, &c.Window, &c.Playouts, &c.EarlyShare, &c.Beginning, &c.Reach, &c.LateDoubt, &c.EarlyDoubt, &c.Early, &c.Round, &c.Worthwhile,
		&c.LeastVariance, &c.Close, &c.Caution, &c.UsualLead, &c.FirstDoubt,
	}[k]
}

// At returns the constant of a number in [ConstantNames].
func (c *Constants) At(k int) float64 {
	if n, ok := c.field(k).(*int); ok {
		return float64(*n)
	}
	return *c.field(k).(*float64)
}

// Set changes the constant of a number in [ConstantNames]. Of one that is a whole number the fraction is dropped.
func (c *Constants) Set(k int, x float64) {
	switch p := c.field(k).(type) {
	case *int:
		*p = int(x)
	case *float64:
		*p = x
	}
}

// ParseConstants changes those constants that a text names: NAME:NUMBER, separated by slashes, as in Reach:0.1/Round:8. What comes of it
// may not pass its Check.
func (c *Constants) ParseConstants(text string) error {
	for part := range strings.SplitSeq(text, "/") {
		name, value, _ := strings.Cut(part, ":")
		k := slices.Index(ConstantNames(), name)
		if k < 0 {
			return fmt.Errorf("constant %q: there is none of that name%s: use one of %s", part, nearest.Hint(name, ConstantNames()), strings.Join(ConstantNames(), ", "))
		}
		x, err := strconv.ParseFloat(value, 64)
		if _, whole := c.field(k).(*int); err != nil || x-x != 0 || whole && (x != float64(int32(x))) {
			return fmt.Errorf("constant %q: want NAME:NUMBER, as in Reach:0.1 or Round:8", part)
		}
		c.Set(k, x)
	}
	return nil
}
