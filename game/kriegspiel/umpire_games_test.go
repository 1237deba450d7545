package kriegspiel_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
)

// answer says what both sides hear of an attempt, "" for nothing, and how the game stands.
func (u *umpire) answer(attempt string) (mover, other string) {
	if why := u.nonsense(attempt); why {
		switch u.rules {
		case "wild16":
			return "illegal", ""
		case "cincinnati", "rand":
			return "nonsense", "nonsense"
		}
		return "nonsense", ""
	}
	if attempt == "any?" {
		u.asked = "no"
		if slices.ContainsFunc(u.pos.moves, u.pos.takes) {
			u.asked, u.due = "yes", true
		}
		return u.asked, u.asked
	}
	if !slices.Contains(u.pos.moves, attempt) {
		u.refused[attempt] = true
		if u.rules == "english" {
			u.due = false
		}
		if u.rules == "wild16" {
			return "illegal", ""
		}
		return "illegal", "illegal"
	}
	heard := u.move(attempt)
	return heard, heard
}

// nonsense reports whether an attempt makes no sense to a player who knows his men and what he heard.
func (u *umpire) nonsense(attempt string) bool {
	onRequest := u.rules == "english" || u.rules == "berkeley-any"
	if attempt == "any?" {
		return !onRequest || u.asked != ""
	}
	if !slices.Contains(u.pos.attempts(), attempt) || u.refused[attempt] {
		return true
	}
	takes := u.pos.takes(attempt)
	switch {
	case u.due && !takes:
		return true
	case !takes:
		return false
	case u.rules == "cincinnati":
		return u.told == "tries:no"
	case u.rules == "rand":
		return u.told != "" && !strings.Contains(u.told, attempt[2:4])
	case u.rules == "berkeley-any":
		return u.asked == "no"
	}
	return false
}

// move makes a legal move and returns what is heard of it.
func (u *umpire) move(m string) string {
	var words []string
	next, at, taken := u.pos.play(m)
	next.moves = next.legal()
	pawn := lower(u.pos.board[squareOf(m)]) == 'p'
	if at >= 0 {
		word := "capture:" + nameOf(at)
		switch kindTold := u.rules == "wild16" || u.rules == "cincinnati" || u.rules == "rand"; {
		case kindTold && lower(taken) == 'p':
			word += ":pawn"
		case kindTold:
			word += ":piece"
		}
		words = append(words, word)
	}
	if u.rules == "rand" && len(m) == 5 {
		words = append(words, "promotion")
	}
	if check := next.directions(); check != "" {
		words = append(words, "check:"+check)
	}
	white := map[bool]string{false: "White", true: "Black"}[u.pos.black]
	check := next.directions() != ""
	u.pos, u.told, u.asked, u.due = next, "", "", false
	clear(u.refused)
	u.plies++
	if u.clock++; pawn || at >= 0 {
		u.clock = 0
	}
	u.seen[next.name()]++
	counts := u.rules == "wild16" || u.rules == "cincinnati" || u.rules == "rand"
	stuck := len(next.moves) == 0
	switch {
	case stuck && check:
		u.over = white + " mates"
		words = append(words, "checkmate")
	case stuck:
		u.over = "draw by stalemate"
		words = append(words, "stalemate")
	case u.tooLittle(&next):
		u.over = "draw by too little material"
		words = append(words, "draw")
	case counts && u.seen[next.name()] >= 3:
		u.over = "draw by repetition"
	case counts && u.clock >= 100:
		u.over = "draw by fifty moves without capture or pawn move"
	case u.plies >= 2*u.limit:
		u.over = "draw at the limit of moves"
	default:
		if u.told = u.tries(&next); u.told != "" {
			words = append(words, u.told)
		}
	}
	if len(words) == 0 {
		return "silent"
	}
	return strings.Join(words, " ")
}

var umpireGames = flag.Int("umpire-games", 30, "games of each rule set in which two referees are held against one another")

// umpireStarts are the initial position and others from which random games come soon to what is rare: promotions,
// castling, en passant, mates, stalemates, bare kings, few minor pieces.
var umpireStarts = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
	"4k3/1P1p1p2/8/2P1P3/2p2p2/8/4P1p1/4K3 w - -",
	"8/PPP1k3/8/8/8/8/3Kppp1/8 b - -",
	"8/8/3bk3/4n3/4N3/3BK3/8/8 w - -",
	"2b1k3/8/4b3/8/3p4/5B2/8/4KB2 b - -",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
	"8/8/8/4k3/8/4Kp2/8/8 w - -",
	"7k/8/5K2/8/8/8/8/6Q1 w - -",
	"7k/5p1p/5P1P/8/8/p1p5/P1P5/K7 w - -",
}

// Two referees, who share nothing but the description of the rules, say the same of every attempt, sense or nonsense, to
// the mover and to the other side, and end games for the same reasons. More games are held against one another by
//
//	go test ./game/kriegspiel -run TwoReferees -umpire-games 400
func TestTwoReferees(t *testing.T) {
	ended, said, attempts := map[string]int{}, map[string]int{}, 0
	for i, rules := range kriegspiel.All() {
		for number := range *umpireGames {
			fen := umpireStarts[number%len(umpireStarts)]
			rng := randstream.New(1, "kriegspiel/umpire", uint64(i), uint64(number))
			limit := 20 + 40*(number%5)
			clock := 30 * (number % 4)
			u, start := newUmpire(rules.Name, fen, clock, limit), mustPosition(t, fen)
			g := kriegspiel.NewGame(rules, &start, limit).After(clock)
			var s kriegspiel.Referee
			g.Start(nil, &s)
			for u.over == "" {
				text := randomAttempt(rng, u)
				a, err := kriegspiel.ParseAttempt(text)
				if err != nil {
					t.Fatal(err)
				}
				before := s.Position()
				mover, other := u.answer(text)
				step := g.Step(nil, &s, a)
				heard := ""
				if !step.Silent {
					heard = step.Heard.String()
				}
				over := s.Result().String()
				if u.over == "" {
					over = strings.TrimSuffix(over, "unfinished")
				}
				if step.Seen.String() != mover || heard != other || over != u.over || (step.Next == blindsight.Over) != (u.over != "") {
					t.Fatalf("%s, game %d: %s is heard as %q, and by the other side as %q, %s; the second referee says %q and %q, %s: in %s\n%s",
						rules, number, text, step.Seen, heard, over, mover, other, u.over, &before, s.Record().AppendJSON(nil))
				}
				attempts++
				said[strings.SplitN(mover, ":", 2)[0]]++
			}
			ended[u.over]++
		}
	}
	t.Logf("%d attempts, heard %v, ended %v", attempts, said, ended)
	if attempts < 1000 || len(ended) < 6 || said["nonsense"] < 100 || said["draw"] == 0 {
		t.Errorf("%d attempts, heard %v, ended %v: too little happened", attempts, said, ended)
	}
}

// randomAttempt returns an attempt: as a rule one that the own men could make, sometimes a question, or anything at all.
func randomAttempt(rng *rand.Rand, u *umpire) string {
	switch rng.IntN(12) {
	case 0:
		return "any?"
	case 1: // anything
		from := rng.IntN(64)
		return nameOf(from) + nameOf((from+1+rng.IntN(63))%64)
	case 2, 3: // a pawn capture, of which there are few
		if list := u.pos.pawnCaptures(); len(list) > 0 {
			return list[rng.IntN(len(list))]
		}
	case 4, 5: // a legal move
		list := u.pos.moves
		return list[rng.IntN(len(list))]
	}
	list := u.pos.attempts()
	return list[rng.IntN(len(list))]
}

// mustPosition reads a position.
func mustPosition(t testing.TB, fen string) chess.Position {
	t.Helper()
	p, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
