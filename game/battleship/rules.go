package battleship

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"blindsight/internal/nearest"
)

// The limits of a game.
const (
	MaxSide  = 16 // height and width of a board
	MaxCells = MaxSide * MaxSide
	MaxShips = 16
)

// Rules are the parameters of a game.
type Rules struct {
	Height, Width int
	Fleet         []int   // the lengths of the ships
	Apart         bool    // no two ships touch, not even diagonally
	Silent        bool    // a ship that is sunk is not announced
	Bonus         float64 // what the last hit brings
	ByShip        bool    // fleets are drawn ship by ship, see [ShipByShip]
}

// Usual returns the rules of the usual game.
func Usual() Rules { return Rules{Height: 10, Width: 10, Fleet: []int{5, 4, 3, 3, 2}} }

// SilverVeness returns the rules of Silver and Veness (2010).
func SilverVeness() Rules {
	return Rules{Height: 10, Width: 10, Fleet: []int{5, 4, 3, 2}, Apart: true, Silent: true, Bonus: 100}
}

// The settings that have a name.
var (
	settingNames = []string{"usual", "silver-veness"}
	settings     = []func() Rules{Usual, SilverVeness}
)

// SettingNames returns the names that ParseRules knows.
func SettingNames() []string { return slices.Clone(settingNames) }

// The words that may follow a board.
const (
	wordApart  = "apart"
	wordSilent = "silent"
	wordByShip = "ship-by-ship"
	wordBonus  = "bonus="
)

// ParseRules reads a setting: a name, as in usual, or a board HEIGHTxWIDTH/LENGTHS, as in
// 10x10/5,4,3,3,2, either of them followed by any of
//
//	apart         no two ships touch, not even diagonally
//	silent        a ship that is sunk is not announced
//	bonus=100     what the last hit brings
//	ship-by-ship  how fleets are drawn
//
// It checks the form only; [New] and [NewShipByShip] check the rest.
func ParseRules(s string) (Rules, error) {
	words := strings.Fields(s)
	if len(words) == 0 {
		return Rules{}, fmt.Errorf("no setting: use one of %s, or HEIGHTxWIDTH/LENGTHS, as in 10x10/5,4,3,3,2", strings.Join(settingNames, ", "))
	}
	var r Rules
	if i := slices.Index(settingNames, words[0]); i >= 0 {
		r = settings[i]()
	} else {
		var err error
		if r, err = parseBoard(words[0]); err != nil {
			return Rules{}, err
		}
	}
	for _, w := range words[1:] {
		switch bonus, isBonus := strings.CutPrefix(w, wordBonus); {
		case w == wordApart:
			r.Apart = true
		case w == wordSilent:
			r.Silent = true
		case w == wordByShip:
			r.ByShip = true
		case isBonus:
			b, err := strconv.ParseFloat(bonus, 64)
			if err != nil || math.IsNaN(b) || math.IsInf(b, 0) {
				return Rules{}, fmt.Errorf("%q: want bonus= and a number, as in bonus=100", w)
			}
			r.Bonus = b
		default:
			known := []string{wordApart, wordSilent, wordByShip, wordBonus}
			return Rules{}, fmt.Errorf("unknown word %q%s: use any of %s, %s, %s, bonus=100", w, nearest.Hint(w, known), wordApart, wordSilent, wordByShip)
		}
	}
	return r, nil
}

// parseBoard reads HEIGHTxWIDTH/LENGTHS.
func parseBoard(s string) (r Rules, err error) {
	bad := func() (Rules, error) {
		return Rules{}, fmt.Errorf("setting %q%s: want one of %s, or HEIGHTxWIDTH/LENGTHS, as in 10x10/5,4,3,3,2",
			s, nearest.Hint(s, settingNames), strings.Join(settingNames, ", "))
	}
	size, lengths, ok := strings.Cut(s, "/")
	h, w, ok2 := strings.Cut(size, "x")
	if !ok || !ok2 {
		return bad()
	}
	number := func(text string) int {
		n, e := strconv.ParseUint(text, 10, 16)
		if e != nil {
			err = e
		}
		return int(n)
	}
	r.Height, r.Width = number(h), number(w)
	for _, l := range strings.Split(lengths, ",") {
		r.Fleet = append(r.Fleet, number(l))
	}
	if err != nil {
		return bad()
	}
	return r, nil
}

// String returns the form that ParseRules reads, with the board written out.
func (r Rules) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%d/", r.Height, r.Width)
	for i, l := range r.Fleet {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(l))
	}
	for _, w := range []struct {
		said bool
		word string
	}{{r.Apart, wordApart}, {r.Silent, wordSilent}, {r.ByShip, wordByShip}} {
		if w.said {
			b.WriteString(" " + w.word)
		}
	}
	if r.Bonus != 0 {
		b.WriteString(" " + wordBonus + strconv.FormatFloat(r.Bonus, 'g', -1, 64))
	}
	return b.String()
}

// Cells returns the number of cells of the fleet.
func (r Rules) Cells() int {
	sum := 0
	for _, l := range r.Fleet {
		sum += l
	}
	return sum
}

// check tells what is wrong with the rules.
func (r Rules) check() error {
	if r.Height < 1 || r.Height > MaxSide || r.Width < 1 || r.Width > MaxSide {
		return fmt.Errorf("board %s: height and width must be 1 to %d", r, MaxSide)
	}
	if len(r.Fleet) < 1 || len(r.Fleet) > MaxShips {
		return fmt.Errorf("board %s: %d ships: must be 1 to %d", r, len(r.Fleet), MaxShips)
	}
	for _, l := range r.Fleet {
		if l < 1 || l > max(r.Height, r.Width) {
			return fmt.Errorf("board %s: a ship of length %d: must be 1 to %d, the longer side", r, l, max(r.Height, r.Width))
		}
	}
	return nil
}
