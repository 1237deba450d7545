package minetable

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/game/minesweeper"
)

// naive is the second road: it keeps nothing but what was done, and works everything out from the start each time, with
// sets of cells and by listing all placements of the mines.
type naive struct {
	g     *minesweeper.Game
	board func(first minesweeper.Cell) []minesweeper.Cell
	done  []Action // undos and all
}

// cellSet is a set of cells of a small board.
type cellSet uint32

func (s cellSet) has(c minesweeper.Cell) bool { return s>>c&1 != 0 }

func setOf(cells []minesweeper.Cell) (s cellSet) {
	for _, c := range cells {
		s |= 1 << c
	}
	return s
}

// picture is all that a game comes to.
type picture struct {
	mines, open, flags cellSet
	begun, lost        bool
	hit                minesweeper.Cell
	clicks             []Click // with sets in increasing order
	assisted, undone   int
}

func (n *naive) all() cellSet { return 1<<n.g.Cells() - 1 }

func (n *naive) near(c minesweeper.Cell) cellSet { return setOf(n.g.Neighbours(c)) }

func (s cellSet) list() (cells []minesweeper.Cell) {
	for c := minesweeper.Cell(0); s>>c != 0; c++ {
		if s.has(c) {
			cells = append(cells, c)
		}
	}
	return cells
}

// shows returns the number of a cell if these are the mines.
func (n *naive) shows(mines cellSet, c minesweeper.Cell) (count int) {
	return bits.OnesCount32(uint32(mines & n.near(c)))
}

// won tells whether all cells without a mine are open.
func (n *naive) won(p *picture) bool { return p.begun && p.open == n.all()&^p.mines }

// open opens a cell and then, again and again, whatever lies beside an open 0.
func (n *naive) open(p *picture, c minesweeper.Cell, click *Click) {
	click.Opened = append(click.Opened, c)
	if p.mines.has(c) {
		p.lost, p.hit = true, c
		return
	}
	p.open |= 1 << c
	for more := n.g.Rules().AutoOpen; more; {
		before := p.open
		for _, c := range p.open.list() {
			if n.shows(p.mines, c) == 0 {
				p.open |= n.near(c)
			}
		}
		more = p.open != before
	}
	click.Swept = append(click.Swept, (p.flags & p.open).list()...)
	p.flags &^= p.open
}

// certain returns the closed cells without a mine in all placements that show what is seen.
func (n *naive) certain(p *picture) cellSet {
	somewhere := cellSet(0)
	for mines := range n.all() + 1 {
		if bits.OnesCount32(uint32(mines)) != n.g.Rules().Mines || mines&p.open != 0 {
			continue
		}
		if !slices.ContainsFunc(p.open.list(), func(c minesweeper.Cell) bool { return n.shows(mines, c) != n.shows(p.mines, c) }) {
			somewhere |= mines
		}
	}
	return n.all() &^ p.open &^ somewhere
}

// reckon works the game out. Which clicks were taken back it finds from the end: each undo waits for a click before it.
func (n *naive) reckon() *picture {
	p := &picture{}
	waiting := 0
	var list []Action
	for _, a := range slices.Backward(n.done) {
		switch {
		case a.Deed == Undo:
			waiting++
		case a.Deed == Flag || waiting == 0:
			list = append(list, a)
		default:
			waiting--
			p.undone++
		}
	}
	slices.Reverse(list)
	for _, a := range list {
		n.do(p, a)
	}
	return p
}

// do does something that is possible.
func (n *naive) do(p *picture, a Action) {
	click := Click{Action: Action{Deed: a.Deed, Cell: a.Cell}}
	switch a.Deed {
	case Flag:
		p.flags ^= 1 << a.Cell
		return
	case Open:
		if !p.begun {
			p.begun, p.mines = true, setOf(n.board(a.Cell))
		}
		n.open(p, a.Cell, &click)
	case Chord:
		click.Together = (n.near(a.Cell) &^ p.open &^ p.flags).list()
		for _, c := range click.Together {
			if !p.lost && !n.won(p) && !p.open.has(c) {
				n.open(p, c, &click)
			}
		}
	case Certain:
		p.assisted++
		for more := true; more && !n.won(p); {
			more = false
			for _, c := range (n.certain(p) &^ p.flags).list() {
				if more = true; !p.open.has(c) {
					n.open(p, c, &click)
				}
			}
		}
	}
	p.clicks = append(p.clicks, click)
}

// refusal returns why something is not possible, or "".
func (n *naive) refusal(p *picture, a Action) string {
	row, col := n.g.RowCol(a.Cell)
	at := func(format string, more ...any) string {
		return fmt.Sprintf("%d,%d "+format, append([]any{row, col}, more...)...)
	}
	over, open, flagged := p.lost || n.won(p), p.open.has(a.Cell), p.flags.has(a.Cell)
	flags, shows := len((p.flags & n.near(a.Cell)).list()), n.shows(p.mines, a.Cell)
	room := n.g.Cells() - len(n.g.Zone(a.Cell))
	for _, c := range []struct {
		is   bool
		deed Deed
		text string
	}{
		{len(p.clicks) == 0, Undo, "there is nothing to take back"},
		{over, Open, "the game is over"},
		{over, Flag, "the game is over"},
		{over, Chord, "the game is over"},
		{over, Certain, "the game is over"},
		{open, Open, at("is open")},
		{open, Flag, at("is open")},
		{!open, Chord, at("is closed")},
		{flagged, Open, at("has a flag")},
		{!p.begun && room < n.g.Rules().Mines, Open, "the gnomine rule cannot serve this cell first: the mines do not fit around it"},
		{flags != shows, Chord, at("has %d flags around it, and shows %d", flags, shows)},
		{n.near(a.Cell)&^p.open&^p.flags == 0, Chord, fmt.Sprintf("nothing is closed around %d,%d", row, col)},
		{!p.begun, Certain, "open a first cell yourself: before it nothing is certain"},
	} {
		if c.is && c.deed == a.Deed {
			return c.text
		}
	}
	if a.Deed == Certain {
		switch safe := n.certain(p); {
		case safe == 0:
			return "nothing is certainly safe"
		case safe&^p.flags == 0:
			return "the cells that are certainly safe have flags: take them off first"
		}
	}
	return ""
}

// look returns what is to be seen, line by line, of a game as the second road has it.
func (n *naive) look(p *picture) string {
	symbols := ""
	over := p.lost || n.won(p)
	for c := range minesweeper.Cell(n.g.Cells()) {
		switch mine, flag := p.mines.has(c), p.flags.has(c); {
		case p.open.has(c):
			symbols += fmt.Sprint(n.shows(p.mines, c))
		case p.lost && p.hit == c:
			symbols += "X"
		case flag && (mine || !over):
			symbols += "F"
		case flag:
			symbols += "!"
		case mine && over:
			symbols += "*"
		default:
			symbols += "."
		}
	}
	status := "playing"
	switch {
	case p.lost:
		status = "lost"
	case n.won(p):
		status = "won"
	case p.open == 0:
		status = "new"
	}
	return fmt.Sprintf("%s %s, hit %d %v\nflags %v\nassisted %d, undone %d\n%s", symbols, status, p.hit, p.lost, p.flags.list(), p.assisted, p.undone, written(p.clicks))
}

// written writes clicks with sorted cells, since the roads open what is certain in orders of their own.
func written(clicks []Click) (text string) {
	for _, k := range clicks {
		slices.Sort(k.Swept)
		text += fmt.Sprintf("%s %d together %v opened %v swept %v\n", k.Action.Deed, k.Action.Cell, k.Together, k.Opened, k.Swept)
	}
	return text
}

// look returns the same of the table.
func (t *Table) look() string {
	symbols := ""
	for c := range minesweeper.Cell(t.game.Cells()) {
		symbols += string(rune(t.Symbol(c)))
	}
	var clicks []Click
	for _, k := range t.Clicks() {
		k.Swept = slices.Clone(k.Swept)
		clicks = append(clicks, k)
	}
	hit, lost := t.Hit()
	return fmt.Sprintf("%s %s, hit %d %v\nflags %v\nassisted %d, undone %d\n%s", symbols, t.Status(), hit, lost, t.Position().Flags, t.Assisted(), t.Undone(), written(clicks))
}

// listedSafe finds what is certain by the states that the game lists.
func listedSafe(_ context.Context, v *minesweeper.View) (safe []minesweeper.Cell, err error) {
	g := v.Game()
	mined := make([]bool, g.Cells())
	for s := range g.States(v) {
		for c := range minesweeper.Cell(g.Cells()) {
			mined[c] = mined[c] || s.Mine(c)
		}
	}
	for c := range minesweeper.Cell(g.Cells()) {
		if v.At(c) == minesweeper.Covered && !mined[c] {
			safe = append(safe, c)
		}
	}
	return safe, nil
}

// Whatever is done, in games of all rules, the table comes to what the second road works out from the start; and it tells
// nothing of the board before the end.
func TestTableAgainstTheNaiveRoad(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 23))
	did := map[string]int{}
	for number := range uint64(240) {
		size := [][3]int{{3, 3, 2}, {2, 4, 2}, {3, 3, 4}, {1, 7, 2}, {2, 5, 3}}[rng.IntN(5)]
		g, err := minesweeper.New(minesweeper.Rules{
			Height: size[0], Width: size[1], Mines: size[2], AutoOpen: rng.IntN(4) > 0,
			First: minesweeper.First(rng.IntN(3)), Neighbours: minesweeper.Neighbours(rng.IntN(5)),
		})
		if err != nil {
			continue // gnomine has no room
		}
		n := &naive{g: g, board: func(first minesweeper.Cell) []minesweeper.Cell {
			b, err := g.Board(5, number, first)
			if err != nil {
				t.Fatal(err)
			}
			return b.Mines
		}}
		deal := Published(g, 5, number)
		if g.Rules().First == minesweeper.None {
			mines := n.board(0)
			n.board = func(minesweeper.Cell) []minesweeper.Cell { return mines }
			deal = Given(mines)
		}
		table, p := New(g, deal, listedSafe), n.reckon()
		for range 25 {
			a := n.something(rng, p)
			want, got := n.refusal(p, a), ""
			if err := table.Do(context.Background(), a); err != nil {
				got = err.Error()
			}
			if want == "" {
				n.done = append(n.done, a)
				p = n.reckon()
			}
			did[fmt.Sprint(a.Deed, want == "")]++
			did[table.Status().String()]++
			for _, k := range p.clicks {
				did["swept"] += min(1, len(k.Swept))
				if k.Action.Deed == Chord {
					did["chord of more"] += min(1, len(k.Opened)-1)
					did["chord cut short"] += min(1, len(k.Together)-len(k.Opened))
				}
			}
			if got != want || table.look() != n.look(p) || len(table.History()) != len(n.done) {
				t.Fatalf("game %d of %v after %v: says %q, want %q; the table is\n%swant\n%s", number, g.Rules(), n.done, got, want, table.look(), n.look(p))
			}
			hidesAndShows(t, n, p, table)
		}
		again := New(g, deal, listedSafe)
		if err := again.Resume(context.Background(), n.done); err != nil || again.look() != table.look() {
			t.Fatalf("game %d of %v taken up again by %v (%v) is\n%swant\n%s", number, g.Rules(), n.done, err, again.look(), table.look())
		}
	}
	for _, what := range []string{"new", "playing", "won", "lost", "open true", "flag true", "chord true", "undo true", "certain true", "open false", "flag false", "chord false", "undo false", "certain false", "swept", "chord of more", "chord cut short"} {
		if did[what] < 20 {
			t.Errorf("%q was hardly tried: %v", what, did)
		}
	}
}

// something returns a deed: anything, but often a flag on a mine and a chord that is possible, of which there are few.
func (n *naive) something(rng *rand.Rand, p *picture) Action {
	a := Action{Deed: []Deed{Open, Open, Flag, Flag, Chord, Chord, Undo, Certain}[rng.IntN(8)]}
	switch over := p.lost || n.won(p); {
	case over && rng.IntN(2) == 0:
		a.Deed = Undo
	case p.open == 0 && rng.IntN(2) == 0:
		a.Deed = Open
	}
	from := n.all()
	switch likely := rng.IntN(2) == 0; {
	case !a.Deed.OnCell():
		return a
	case likely && a.Deed == Flag && p.mines&^p.flags != 0:
		from = p.mines &^ p.flags
	case likely && a.Deed == Chord && p.open != 0:
		from = p.open
		ready := slices.DeleteFunc(p.open.list(), func(c minesweeper.Cell) bool { return n.refusal(p, Action{Deed: Chord, Cell: c}) != "" })
		if len(ready) > 0 {
			from = setOf(ready)
		}
	}
	a.Cell = from.list()[rng.IntN(len(from.list()))]
	return a
}

// hidesAndShows checks what is told of the hidden board: nothing before the end, then all.
func hidesAndShows(t *testing.T, n *naive, p *picture, table *Table) {
	t.Helper()
	over := p.lost || n.won(p)
	for c := range minesweeper.Cell(n.g.Cells()) {
		shows := table.View().At(c)
		if over {
			shows = minesweeper.Mine
			if !p.mines.has(c) {
				shows = minesweeper.Seen(n.shows(p.mines, c))
			}
		}
		if table.Mine(c) != (over && p.mines.has(c)) || table.Shows(c) != shows {
			t.Fatalf("over is %v: of cell %d mine %v and %d are told, want %d", over, c, table.Mine(c), table.Shows(c), shows)
		}
	}
	total, done := 0, 0
	if over {
		var s minesweeper.State
		n.g.Lay(minesweeper.Board{Mines: p.mines.list()}, &s)
		total, done = n.g.ThreeBV(&s, table.View())
	}
	if gotTotal, gotDone := table.ThreeBV(); gotTotal != total || gotDone != done {
		t.Fatalf("over is %v: 3BV %d of %d, want %d of %d", over, gotDone, gotTotal, done, total)
	}
}
