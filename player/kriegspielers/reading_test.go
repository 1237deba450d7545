package kriegspielers

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/cputime"
	"blindsight/internal/randstream"
)

var (
	readGames = flag.Int("read", 0, "play so many games and print how they went, with the true board")
	readSims  = flag.Int("read-sims", 5000, "simulations a decision in these games")
	readCPU   = flag.Duration("read-cpu", 0, "processor time a decision, instead of simulations")
	readEvery = flag.Int("read-every", 0, "print the position after so many moves each, too")
	readA     = flag.String("read-a", "foresight", "whose games these are")
	readB     = flag.String("read-b", "belief-1", "against whom")
)

// TestReadGames plays games and prints how they went, when told so by -read: each capture with the true balance of men, how deep it went, and the end.
// It is for finding out why games are lost.
//
//	go test ./player/kriegspielers -run TestReadGames -read 10 -v
func TestReadGames(t *testing.T) {
	if *readGames == 0 {
		t.Skip("without -read")
	}
	for n := range uint64(*readGames) {
		readGame(t, n)
	}
}

// readChoice asks a player, with the budget of the flags.
func readChoice(p Player, rng *rand.Rand, v *kriegspiel.View) (blindsight.Decision[kriegspiel.Attempt], error) {
	if *readCPU == 0 {
		return p.Choose(context.Background(), rng, v, blindsight.Budget{Simulations: *readSims})
	}
	ctx, stop := cputime.Limit(context.Background(), *readCPU)
	defer stop()
	return p.Choose(ctx, rng, v, blindsight.Budget{CPU: *readCPU, Time: 20 * *readCPU})
}

func readGame(t *testing.T, number uint64) {
	rules := kriegspiel.MustRules([]string{"berkeley", "wild16"}[number/2%2])
	us := chess.Color(number % 2)
	start := chess.Start()
	g := kriegspiel.NewReferee(rules, &start, 0)
	var players [2]Player
	var told [2]feed
	var lines [2]kriegspiel.Line
	for side, name := range []string{*readA, *readB} {
		p, err := Catalogue.New(name, rules)
		if err != nil {
			t.Fatal(err)
		}
		players[us^chess.Color(side)] = p
		lines[side] = kriegspiel.Setups().Draw(77, number/2, chess.Color(side))
	}
	streams := [2]*rand.Rand{randstream.New(5, "read", number, 0), randstream.New(5, "read", number, 1)}
	var text strings.Builder
	most, least, value := 0.0, 0.0, 0.0
	for g.Result() == kriegspiel.Unfinished {
		side, before := g.Side(), g.Position()
		v := g.View(side)
		told[side].tell(players[side].(Follower), v)
		a, given := lines[side].Next(v)
		note := ""
		if !given {
			d, err := readChoice(players[side], streams[side], v)
			if err != nil {
				t.Fatal(err)
			}
			a = d.Action
			if side == us {
				value = d.Value
				b := players[side].(*foresight).tracker
				note = fmt.Sprintf(" [%.1f; %d%s]", value, len(b.States()), map[bool]string{true: " guessed"}[b.Guessed()])
			}
		}
		h, err := g.Try(a)
		if err != nil {
			t.Fatal(err)
		}
		if !h.Move() {
			continue
		}
		after := g.Position()
		balance := frozenScale.strength(&after, us) - frozenScale.strength(&after, us.Other())
		most, least = max(most, balance), min(least, balance)
		_, kind := before.Captured(a.Move())
		every := side == us && *readEvery > 0 && v.Turns()/2%*readEvery == 0
		if every || kind != chess.NoKind || a.Move().Promotion() != chess.NoKind || h.Check() != 0 {
			who := "  "
			if side != us {
				who = "    he "
			}
			fmt.Fprintf(&text, "%s%d. %s %s", who, v.Turns()/2+1, before.KindAt(a.Move().From()), a)
			if kind != chess.NoKind {
				fmt.Fprintf(&text, " x %s", kind)
			}
			if h.Check() != 0 {
				text.WriteString("+")
			}
			fmt.Fprintf(&text, " (%+.1f)%s  %s\n", balance, note, after.FEN())
		}
	}
	p := g.Position()
	score := g.Result().Score()
	if us == chess.Black {
		score = map[string]string{"1-0": "0-1", "0-1": "1-0"}[score]
	}
	t.Logf("game %d %s, as %s: %s by %s after %d moves, most %+.1f, least %+.1f, at the end %+.1f, thought %+.1f; %s\n%s", number, rules, us, score, g.Result(), g.View(us).Turns()/2, most, least,
		frozenScale.strength(&p, us)-frozenScale.strength(&p, us.Other()), value, p.FEN(), text.String())
}
