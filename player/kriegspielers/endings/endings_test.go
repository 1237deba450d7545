package endings

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"blindsight/certificate/mateplan"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

var thorough = flag.Bool("thorough", false, "build KQK and KRK whole, and hold them against what is known of them")

// built returns a table up to so many moves, fewer if it is complete before.
func built(t testing.TB, name string, o Options) *Table {
	t.Helper()
	m, err := ParseMaterial(name)
	if err != nil {
		t.Fatal(err)
	}
	table, err := Build(context.Background(), m, o)
	if err != nil && !errors.Is(err, ErrUnfinished) {
		t.Fatal(err)
	}
	return table
}

func TestSymmetries(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for g := range symmetry(symmetries) {
		for range 100 {
			b := chess.Bitboard(rng.Uint64())
			want := chess.Bitboard(0)
			for s := range b.All() {
				want |= g.square(s).Bitboard()
				if g.inverse().square(g.square(s)) != s {
					t.Fatalf("symmetry %d: its inverse does not undo it on %s", g, s)
				}
			}
			if got := g.set(b); got != want {
				t.Fatalf("symmetry %d of %s: %s, want %s", g, b, got, want)
			}
		}
	}
}

// The numbers are those of Burnside's lemma. Two men: 64*63 placements, of which each of the
// two diagonal mirrors leaves 8*7 as they are: (4032+112)/8 = 518. KRRK: 64*63*62/2 = 124,992; a diagonal mirror leaves the
// king on it (8), and both rooks on it (7*6/2), or exchanged (28): 8*(21+28) = 392: (124992+784)/8 = 15,722. KBBK: 64*32*32 less
// those on the king's square: 64*32*31 = 63,488; no mirror across a diagonal leaves bishops of both colours: 7,936.
func TestPlacements(t *testing.T) {
	for _, c := range []struct {
		name string
		want int
	}{{"KQK", 518}, {"KRK", 518}, {"KRRK", 15722}, {"KBBK", 7936}} {
		m, _ := ParseMaterial(c.name)
		ps := newPlacements(m)
		if len(ps.list) != c.want {
			t.Errorf("%s: %d placements, want %d", c.name, len(ps.list), c.want)
		}
		for k := range ps.index {
			men := unpack(k, len(m.men)+1)
			if !m.stands(men) {
				continue
			}
			i, by := ps.of(men)
			moved := make(Men, len(men))
			for j, s := range men {
				moved[j] = by.square(s)
			}
			slices.Sort(moved[1:])
			if want := slices.Clone(ps.list[i]); !slices.Equal(moved, want) {
				t.Fatalf("%s: men on %v become %v, want %v", c.name, men, moved, want)
			}
		}
	}
}

// reference is the rule set by which tries are held against the rules. All others announce as much.
var reference = kriegspiel.MustRules("berkeley")

// What a try does, worked out by what is attacked, is what the rules do with it.
func TestTriesAreThoseOfTheRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for _, m := range Materials() {
		ps := newPlacements(m)
		left := func(men Men, king chess.Square) (int, bool) { return 3, king.File() != 0 }
		if m.captured == nil {
			left = nil
		}
		for range 60 {
			men := ps.list[rng.IntN(len(ps.list))]
			own := m.Position(men, chess.NoSquare, chess.White)
			var want []try
			for _, mv := range own.Moves(nil) {
				if y := byRules(ps, men, mv, left); y.legal != 0 {
					want = append(want, y)
				}
			}
			if got := ps.tries(men, left); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s on %v: tries\n%+v\nby the rules\n%+v", m, men, got, want)
			}
		}
	}
}

// byRules returns what a try does, by playing it on every square of the king.
func byRules(ps *placements, men Men, mv chess.Move, left sub) try {
	y := try{move: mv}
	after := slices.Clone(men)
	after[slices.Index(men, mv.From())] = mv.To()
	next, by := ps.of(after)
	y.next, y.by = int32(next), by
	for s := range ps.material.Possible(men).All() {
		p := ps.material.Position(men, s, chess.White)
		var to, then chess.Position
		h, moved := reference.Try(&p, kriegspiel.Attempt(mv), &to)
		if !moved {
			continue
		}
		y.legal |= s.Bitboard()
		if h.Checkmate() {
			y.mates |= s.Bitboard()
		}
		if h.Over() {
			continue
		}
		var replies chess.Bitboard
		since := 0
		reference.Replies(&to, &then, func(heard kriegspiel.Percept) bool {
			switch taken := heard.Captured(); {
			case heard.Over():
				since = never
			case taken == chess.NoSquare:
				replies |= then.KingSquare(chess.Black).Bitboard()
			default:
				since = max(since, lost(after, taken, left))
			}
			return true
		})
		if since < never {
			y.classOf(h.Check()).add(s, by.set(replies), since)
		}
	}
	return y
}

// One table serves all rule sets: they refuse the same tries, and what they announce splits the
// squares of the king alike.
func TestRuleSetsAnnounceAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, m := range Materials() {
		ps := newPlacements(m)
		for range 6 {
			men := ps.list[rng.IntN(len(ps.list))]
			own := m.Position(men, chess.NoSquare, chess.White)
			for _, mv := range own.Moves(nil) {
				for _, r := range kriegspiel.All() {
					alike(t, m, men, kriegspiel.Attempt(mv), r)
				}
			}
		}
	}
}

// alike checks that a rule set splits the squares of the king as the reference does.
func alike(t *testing.T, m *Material, men Men, a kriegspiel.Attempt, r *kriegspiel.Rules) {
	t.Helper()
	there, back := map[kriegspiel.Percept]kriegspiel.Percept{}, map[kriegspiel.Percept]kriegspiel.Percept{}
	hear := func(want, got kriegspiel.Percept) {
		if old, ok := there[want]; ok && old != got {
			t.Fatalf("%s on %v: %s: %s says %q and %q where the reference says %q", m, men, a, r, old, got, want)
		}
		if old, ok := back[got]; ok && old != want {
			t.Fatalf("%s on %v: %s: %s says %q where the reference says %q and %q", m, men, a, r, got, old, want)
		}
		there[want], back[got] = got, want
	}
	for s := range m.Possible(men).All() {
		p := m.Position(men, s, chess.White)
		if err := p.Check(); err != nil {
			t.Fatalf("%s: %v", p.FEN(), err)
		}
		var to, then chess.Position
		want, _ := reference.Try(&p, a, &to)
		got, moved := r.Try(&p, a, &to)
		hear(want, got)
		if !moved || got.Over() {
			continue
		}
		var heard []kriegspiel.Percept
		reference.Replies(&to, &then, func(h kriegspiel.Percept) bool { heard = append(heard, h); return true })
		i := 0
		r.Replies(&to, &then, func(h kriegspiel.Percept) bool { hear(heard[i], h); i++; return true })
	}
}

// Where the king is known, no table can promise a mate sooner than the open board, whose
// greatest distances are known (KQK 10, KRK 16, KBBK 19, KRRK 7: every table of endings says so).
func TestOpenBoard(t *testing.T) {
	for _, c := range []struct {
		name     string
		greatest int
	}{{"KQK", 10}, {"KRK", 16}, {"KBBK", 19}, {"KRRK", 7}} {
		if len(c.name) == 4 && !*thorough {
			continue // they take a while
		}
		m, _ := ParseMaterial(c.name)
		open, err := NewOpen(context.Background(), m, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := open.Greatest(); got != c.greatest {
			t.Errorf("%s: the open board takes %d moves, want %d", c.name, got, c.greatest)
		}
		table := built(t, c.name, Options{Levels: 5})
		for i, men := range table.places.list {
			for s := range m.Possible(men).All() {
				n, least := table.won[i].moves(s.Bitboard()), open.Moves(men, s)
				if n > 0 && (least == 0 || n < least) {
					t.Fatalf("%s: men on %v, king on %s: %d moves, and %d on the open board", c.name, men, s, n, least)
				}
			}
		}
	}
}

// Every won set has a try that wins it, smaller sets do too, and none that is added wins
// what is not in the table.
func TestTriesWin(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	table := built(t, "KRK", Options{Levels: 12})
	for range 300 {
		i := rng.IntN(len(table.won))
		if len(table.won[i].all) == 0 {
			continue
		}
		set := table.won[i].all[rng.IntN(len(table.won[i].all))]
		men := table.places.list[i]
		for _, kings := range []chess.Bitboard{set, set & chess.Bitboard(rng.Uint64())} {
			if a := table.Ask(men, kings); kings != 0 && (a.Moves == 0 || len(a.Tries) == 0) {
				t.Fatalf("men on %v, king on %s: %+v", men, kings, a)
			}
		}
	}
}

// The checker, which knows the rules and no search, accepts plans that are taken from tables,
// under all rule sets, and of distilled tables too.
func TestPlansAreAccepted(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, c := range []struct {
		name   string
		levels int
	}{{"KQK", 4}, {"KRK", 8}, {"KRRK", 2}, {"KBBK", 8}} {
		if c.name == "KRRK" && !*thorough {
			continue // it needs KRK whole
		}
		table := built(t, c.name, Options{Levels: c.levels})
		small := table.Distil(false)
		if small.Sets() >= table.Sets() {
			t.Errorf("%s: of %d sets %d are left", c.name, table.Sets(), small.Sets())
		}
		for n := 0; n < 12; {
			i := rng.IntN(len(table.won))
			of := table.won[i].of(c.levels)
			if len(of) == 0 {
				continue
			}
			n++
			r := kriegspiel.All()[n%len(kriegspiel.All())]
			for _, from := range []*Table{table, small} {
				checkPlan(t, from, r, table.places.list[i], of[rng.IntN(len(of))])
			}
		}
	}
}

func checkPlan(t *testing.T, table *Table, r *kriegspiel.Rules, men Men, kings chess.Bitboard) {
	t.Helper()
	problem, plan, err := table.Plan("x", r, men, kings)
	if err != nil {
		t.Fatal(err)
	}
	if err := mateplan.Check(problem, plan); err != nil {
		t.Fatalf("%s, men on %v, king on %s: %v", table.material, men, kings, err)
	}
	problem.Depth -= 2
	if plan.Depth -= 2; table.exact && problem.Depth > 0 {
		if mateplan.Check(problem, plan) == nil {
			t.Fatalf("%s, men on %v, king on %s: a move less is enough", table.material, men, kings)
		}
	}
}

// A distilled table wins what the whole one wins, whatever part of a set the king is known to be in.
func TestDistilled(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	table := built(t, "KRK", Options{Levels: 14})
	small := table.Distil(false)
	for i := range small.won {
		for _, g := range small.places.stabilizer(i) {
			for _, set := range small.won[i].all {
				if a, b := small.won[i].moves(set), small.won[i].moves(g.set(set)); a != b {
					t.Fatalf("men on %v, king on %s: %d moves, and %d on the other side of the board", small.places.list[i], set, a, b)
				}
			}
		}
	}
	for i := range table.won {
		for _, set := range greatest(slices.Clone(table.won[i].all)) {
			kings := set & chess.Bitboard(rng.Uint64()|rng.Uint64())
			if kings == 0 || rng.IntN(20) > 0 {
				continue
			}
			g := symmetry(rng.IntN(symmetries))
			men := table.material.image(table.places.list[i], g)
			kings = g.set(kings)
			least, a := table.Moves(men, kings), small.Ask(men, kings)
			if a.Moves < least || len(a.Tries) == 0 {
				t.Fatalf("men on %v, king on %s: %+v, and %d moves in the whole table", men, kings, a, least)
			}
			if rng.IntN(10) == 0 {
				checkPlan(t, small, reference, men, kings)
			}
		}
	}
}

func TestWorkersAndStopsChangeNothing(t *testing.T) {
	write := func(table *Table) []byte {
		var out bytes.Buffer
		if err := table.Write(&out); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	want := write(built(t, "KRK", Options{Levels: 9, Workers: 1}))
	if !bytes.Equal(want, write(built(t, "KRK", Options{Levels: 9, Workers: 8}))) {
		t.Error("8 workers build another table than one")
	}
	half := write(built(t, "KRK", Options{Levels: 4}))
	from, err := Read(bytes.NewReader(half), "half")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, write(built(t, "KRK", Options{Levels: 9, From: from}))) {
		t.Error("a table that was stopped and gone on with is another one")
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Build(ctx, krk, Options{}); !errors.Is(err, ErrUnfinished) || !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if _, err := Build(context.Background(), krk, Options{Memory: 1 << 20}); !errors.Is(err, ErrMemory) {
		t.Errorf("with a megabyte: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	var out bytes.Buffer
	if err := built(f, "KQK", Options{Levels: 2}).Write(&out); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes())
	f.Add(out.Bytes()[:100])
	f.Add([]byte("KQK"))
	f.Fuzz(func(t *testing.T, text []byte) {
		table, err := Read(bytes.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := table.Write(&again); err != nil {
			t.Fatal(err)
		}
		if same, err := Read(&again, "again"); err != nil || same.Sets() != table.Sets() {
			t.Fatalf("written and read again: %v", err)
		}
	})
}

// What is known of the whole tables. The greatest depths are ours: the commands 'kriegspiel endings build' and 'show' print them.
func TestWhole(t *testing.T) {
	if !*thorough {
		t.Skip("-thorough")
	}
	for _, c := range []struct {
		name       string
		moves, won int // greatest number of moves from where the king may be anywhere, and how many placements are won so
	}{{"KQK", 18, 518}, {"KRK", 33, 315}} {
		table := built(t, c.name, Options{})
		sum := table.Summary()
		if !table.Complete() || sum.Moves != c.moves || sum.Won != c.won {
			t.Errorf("%s: %+v", c.name, sum)
		}
	}
}
