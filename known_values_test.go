package blindsight_test

import (
	"bufio"
	"context"
	"errors"
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/catalog"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/game/minesweeper"
	ksplayers "blindsight/player/kriegspielers"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/optimum"
	"blindsight/registry"
	"blindsight/search/reveal"
)

// Every line of testdata/known_values.tsv holds.
func TestKnownValues(t *testing.T) {
	f, err := os.Open("testdata/known_values.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	walked := 0
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 4 || fields[3] == "" {
			t.Fatalf("%q: want quantity, value, tolerance, source", lines.Text())
		}
		want, ok1 := new(big.Rat).SetString(fields[1])
		tolerance, ok2 := new(big.Rat).SetString(fields[2])
		if !ok1 || !ok2 {
			t.Fatalf("%q: value and tolerance must be numbers", lines.Text())
		}
		got := knownQuantity(t, fields[0])
		if diff := new(big.Rat).Sub(got, want); diff.Abs(diff).Cmp(tolerance) > 0 {
			t.Errorf("%s is %s, want %s (%s)", fields[0], got.RatString(), want.RatString(), fields[3])
		}
		walked++
	}
	if err := lines.Err(); err != nil || walked == 0 {
		t.Fatalf("%d lines, %v", walked, err)
	}
}

// knownQuantity computes a quantity of the table.
func knownQuantity(t *testing.T, quantity string) *big.Rat {
	t.Helper()
	words := strings.Fields(quantity)
	if len(words) < 4 {
		t.Fatalf("unknown quantity %q", quantity)
	}
	if words[0] == "perft" {
		return perft(t, words[1], strings.Join(words[2:], " "))
	}
	if words[0] == "equilibrium" {
		return equilibrium(t, words[1], words[2], words[3])
	}
	if words[0] == "silent" {
		return silent(t, words[1], words[3:])
	}
	var r minesweeper.Rules
	err1 := r.Parse(words[1], words[2], minesweeper.Eight.String())
	g, err2 := minesweeper.New(r)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatalf("%q: %v", quantity, err)
	}
	switch {
	case words[0] == "evaluate" && len(words) == 4:
		return worth(t, g, words[3])
	case words[0] == "solve" && len(words) >= 5:
		objective, err := minesweeper.ParseObjective(words[3])
		if err != nil {
			t.Fatalf("%q: %v", quantity, err)
		}
		return bestPlay(t, g.WithObjective(objective), words[4:])
	}
	t.Fatalf("unknown quantity %q", quantity)
	return nil
}

// perft returns the number of ways to play so many moves of chess.
func perft(t *testing.T, depth, fen string) *big.Rat {
	t.Helper()
	p, err1 := chess.ParseFEN(fen)
	n, err2 := strconv.Atoi(depth)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	return new(big.Rat).SetUint64(p.Perft(n))
}

// silent returns how many positions there can be after moves of White's, and as many of
// Black's, of which nothing was heard.
func silent(t *testing.T, rules string, moves []string) *big.Rat {
	t.Helper()
	r, err := kriegspiel.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	rec := &kriegspiel.Record{Rules: r, Scope: kriegspiel.ForWhite, Start: chess.Start()}
	for _, text := range moves {
		a, err := kriegspiel.ParseAttempt(text)
		if err != nil {
			t.Fatal(err)
		}
		rec.Turns = append(rec.Turns, kriegspiel.Turn{Tries: []kriegspiel.Try{{Attempt: a}}}, kriegspiel.Turn{Hidden: true})
	}
	e, err := ksplayers.NewEstimate(context.Background(), rec, chess.White, enumerate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return new(big.Rat).SetInt64(int64(e.Size))
}

// worth returns the exact win probability of a player.
func worth(t *testing.T, g *minesweeper.Game, player string) *big.Rat {
	t.Helper()
	p, err := sweepers.Catalogue.New(player, g)
	if err != nil {
		t.Fatal(err)
	}
	e, err := optimum.Evaluate(context.Background(), g, p, blindsight.Budget{}, 1, optimum.EvaluateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return e.Value
}

// bestPlay returns the best value of a game, or that of a first cell.
func bestPlay(t *testing.T, g *minesweeper.Game, which []string) *big.Rat {
	t.Helper()
	first, err := optimum.Solve(context.Background(), g, reveal.New(reveal.Options{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	best := new(big.Rat)
	for _, f := range first {
		if which[0] == "first" {
			if cell, err := g.ParseCell(which[1]); err == nil && f.Cell == cell {
				return f.Lower
			}
		}
		if f.Lower.Cmp(best) > 0 {
			best = f.Lower
		}
	}
	if which[0] != "best" {
		t.Fatalf("no such cell: %v", which)
	}
	return best
}

// equilibrium returns the middle of the bounds that CFR+ proves for the value of a game.
func equilibrium(t *testing.T, game, settings, iterations string) *big.Rat {
	t.Helper()
	n, err := strconv.Atoi(iterations)
	if err != nil {
		t.Fatal(err)
	}
	g, err := registry.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Open(settings)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Solve(t.Context(), catalog.Solving{Iterations: n, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if r.Gap() > 0.001 {
		t.Errorf("%s, %s: the bounds are %v and %v", game, settings, r.Lo, r.Hi)
	}
	return new(big.Rat).SetFloat64((r.Lo + r.Hi) / 2)
}
