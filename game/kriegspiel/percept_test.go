package kriegspiel

import (
	"slices"
	"strings"
	"testing"

	"blindsight/game/chess"
)

// naivePercept composes the words from the definitions, without the package's own codes.
func naivePercept(r *Rules, p *chess.Position, m chess.Move) string {
	var words []string
	q := p.Make(m)
	if s, k := p.Captured(m); k != chess.NoKind {
		word := "capture:" + s.String()
		if r.KindTold {
			if k == chess.Pawn {
				word += ":pawn"
			} else {
				word += ":piece"
			}
		}
		words = append(words, word)
	}
	if r.PromotionTold && m.Promotion() != chess.NoKind {
		words = append(words, "promotion")
	}
	if q.InCheck() {
		words = append(words, "check:"+q.CheckDirections().String())
	}
	legal := q.Moves(nil)
	if len(legal) == 0 {
		if q.InCheck() {
			words = append(words, "checkmate")
		} else {
			words = append(words, "stalemate")
		}
	} else if r.Tries < TriesUntold {
		words = append(words, naiveTries(r, &q, legal))
	}
	if len(words) == 0 {
		return "silent"
	}
	return strings.Join(words, " ")
}

func naiveTries(r *Rules, q *chess.Position, legal []chess.Move) string {
	type step struct{ from, to chess.Square }
	steps := make(map[step]bool)
	var squares chess.Bitboard
	for _, m := range legal {
		if _, k := q.Captured(m); k != chess.NoKind && q.KindAt(m.From()) == chess.Pawn {
			steps[step{m.From(), m.To()}] = true
			squares |= m.To().Bitboard()
		}
	}
	switch {
	case r.Tries == TriesCounted:
		return "tries:" + string(rune('0' + len(steps)/10))[:len(steps)/10] + string(rune('0'+len(steps)%10))
	case r.Tries == TriesYesNo && len(steps) > 0:
		return "tries:yes"
	case r.Tries == TriesYesNo:
		return "tries:no"
	case squares == 0:
		return "tries:none"
	}
	return "tries:" + strings.ReplaceAll(squares.String(), " ", ",")
}

// What is heard is what the definitions say, can be written and read back, and Try and
// Replies agree; refused is exactly what is not a legal move.
func TestPercepts(t *testing.T) {
	distinct := make(map[Percept]string)
	texts := make(map[string]Percept)
	eachGame(t, "percepts", 10, 40, func(g *Referee, a Attempt, heard Percept) {
		p := g.Position()
		r := g.Rules()
		legal := p.Moves(nil)
		var to chess.Position
		i := 0
		r.Replies(&p, &to, func(h Percept) bool {
			m := legal[i]
			i++
			text := naivePercept(r, &p, m)
			if h.String() != text || to != p.Make(m) {
				t.Fatalf("%s: %s in %s is heard as %q, want %q", r, m, &p, h, text)
			}
			if back, err := r.ParsePercept(text, p.Side()); err != nil || back != h {
				t.Fatalf("%s: %q read back is %q, %v", r, text, back, err)
			}
			distinct[h], texts[text] = text, h
			var single chess.Position
			if again, ok := r.Try(&p, Attempt(m), &single); !ok || again != h || single != to {
				t.Fatalf("%s: Try and Replies differ on %s in %s", r, m, &p)
			}
			return true
		})
		if i != len(legal) {
			t.Fatalf("%d replies, want %d", i, len(legal))
		}
		refused, refusedCaptures, told := 0, 0, g.View(p.Side()).LastHeard()
		for _, a := range Attempts(&p, nil) {
			to := p
			h, ok := r.Try(&p, a, &to)
			if ok != slices.Contains(legal, a.Move()) || !ok && (h != Illegal || to != p) {
				t.Fatalf("%s: %s in %s: %q, %t", r, a, &p, h, ok)
			}
			own := p.Only(p.Side())
			switch capture := isPawnCapture(&own, a); {
			case ok || capture && contradicts(g.Rules(), told.String(), a):
			case capture:
				refusedCaptures++
				fallthrough
			default:
				refused++
			}
		}
		if n, captures := r.CountIllegal(&p, told); n != refused || captures != refusedCaptures {
			t.Fatalf("%d illegal attempts, %d of them pawn captures, in %s: want %d, %d", n, captures, &p, refused, refusedCaptures)
		}
	}, nil)
	if len(distinct) != len(texts) || len(texts) < 500 {
		t.Errorf("%d percepts for %d texts", len(distinct), len(texts))
	}
}

// contradicts reports, from the words heard before a turn, whether a pawn capture was announced not to be
// legal by rules that call it nonsense.
func contradicts(r *Rules, told string, a Attempt) bool {
	_, tries, announced := strings.Cut(told, "tries:")
	switch r.Name {
	case "cincinnati":
		return announced && tries == "no"
	case "rand":
		return announced && !strings.Contains(tries, a.Move().To().String())
	}
	return false
}

// All legal moves are attempts, each attempt comes once, and attempts depend on the own
// men alone.
func TestAttempts(t *testing.T) {
	eachGame(t, "attempts", 5, 40, func(g *Referee, _ Attempt, _ Percept) {
		p := g.Position()
		own := p.Only(p.Side())
		list := Attempts(&p, nil)
		if !slices.Equal(list, Attempts(&own, nil)) {
			t.Fatalf("attempts in %s depend on hidden men", &p)
		}
		slices.Sort(list)
		if len(slices.Compact(slices.Clone(list))) != len(list) {
			t.Fatalf("attempts in %s come twice: %v", &p, list)
		}
		for _, m := range p.Moves(nil) {
			if _, found := slices.BinarySearch(list, Attempt(m)); !found {
				t.Fatalf("the legal move %s in %s is no attempt", m, &p)
			}
		}
	}, nil)
}

func TestParsePerceptErrors(t *testing.T) {
	for _, c := range []struct{ rules, text, want string }{
		{"berkeley", "", `heard "": unknown word "": want silent`},
		{"berkeley", "loud", `unknown word "loud"`},
		{"berkeley", "capture:e9", `square "e9"`},
		{"berkeley", "capture:e4:pawn", `berkeley does not tell what was captured: want capture:e4`},
		{"wild16", "capture:e4 tries:0", `wild16 tells what was captured: want capture:e4:pawn or capture:e4:piece`},
		{"wild16", "capture:e4:rook tries:0", `want pawn or piece after the square`},
		{"wild16", "silent", `wild16 says a word tries:`},
		{"wild16", "tries:17", `want the number of legal pawn captures, 0 to 16`},
		{"wild16", "tries:02", `want each word once and in order, as in "tries:2"`},
		{"wild16", "nonsense", `wild16 says "illegal" instead`},
		{"cincinnati", "tries:maybe", `want tries:yes or tries:no`},
		{"rand", "tries:e9", `square "e9"`},
		{"rand", "tries:e8", `no pawn of black captures on e8`},
		{"rand", "tries:d5,c5", `want each word once and in order, as in "tries:c5,d5"`},
		{"berkeley", "tries:0", `berkeley tells nothing of pawn captures unasked`},
		{"berkeley", "promotion", `berkeley does not announce promotions`},
		{"berkeley", "check:up", `want one or two of knight, rank, file, long, short`},
		{"berkeley", "check:file,rank", `in this order`},
		{"berkeley", "check:rank,file,long", `want one or two`},
		{"berkeley", "check:rank check:rank", `each word once`},
		{"berkeley", "checkmate", `checkmate comes with its check`},
		{"berkeley", "check:rank stalemate", `there is no check in stalemate`},
		{"berkeley", "check:rank capture:e4", `want each word once and in order, as in "capture:e4 check:rank"`},
		{"berkeley", "capture:e4  check:rank", `unknown word ""`},
		{"berkeley", "yes", `berkeley knows no question`},
		{"wild16", "draw tries:0", `want each word once and in order, as in "draw"`},
		{"berkeley", "check:rank checkmate draw", `want each word once and in order, as in "check:rank draw"`},
	} {
		_, err := MustRules(c.rules).ParsePercept(c.text, chess.White)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q: got %v, want %s", c.rules, c.text, err, c.want)
		}
	}
}

// What a search asks again and again does not allocate.
func TestNoAllocations(t *testing.T) {
	p := mustFEN(t, starts[1])
	var to chess.Position
	start := chess.Start()
	g := NewReferee(MustRules("english"), &start, 0)
	buf := make([]Attempt, 0, 512)
	visit := func(Percept) bool { return true }
	for _, rules := range All() {
		for what, f := range map[string]func(){
			"Replies":      func() { rules.Replies(&p, &to, visit) },
			"Try":          func() { rules.Try(&p, Attempt(chess.NewMove(chess.D5, chess.E6, 0)), &to) },
			"Any":          func() { rules.Any(&p) },
			"CountIllegal": func() { rules.CountIllegal(&p, Silent) },
			"Attempts":     func() { buf = Attempts(&p, buf[:0]) },
			"Legal":        func() { buf = g.View(0).Legal(buf[:0]) },
		} {
			if n := testing.AllocsPerRun(100, f); n != 0 {
				t.Errorf("%s: %s allocates %g times", rules, what, n)
			}
		}
	}
}
