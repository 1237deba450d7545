package phantoms_test

import (
	"flag"
	"slices"
	"testing"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/phantom"
	"blindsight/internal/randstream"
	"blindsight/player/phantoms"
)

var phantomGames = flag.Int("phantom-games", 500, "games that the player of guaranteed wins plays as first player of dark hex 3x3")

func parse(t testing.TB, settings string) *phantom.Game {
	t.Helper()
	g, err := phantom.Parse(settings)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// play lets two players play a game, with so many simulations for a decision, and returns what side 0
// gains.
func play(t testing.TB, g *phantom.Game, players [2]phantoms.Player, sims int, number uint64, each func(*episode.Move[phantom.Cell, phantom.Answer])) float64 {
	t.Helper()
	var s phantom.State
	var seats []episode.Seat[*phantom.View, phantom.Cell]
	for side := range blindsight.Side(2) {
		seats = append(seats, episode.Seat[*phantom.View, phantom.Cell]{
			View: g.NewView(side), Planner: players[side], Budget: blindsight.Budget{Simulations: sims},
			RNG: randstream.New(1, "player/phantoms", number, uint64(side)),
		})
	}
	gained, err := episode.Play(t.Context(), nil, g, &s, g.Start(nil, &s), seats, each)
	if err != nil {
		t.Fatal(err)
	}
	if gained[0] != -gained[1] {
		t.Fatalf("the sides gain %v", gained)
	}
	return gained[0]
}

// Classical dark hex 3x3 has a guaranteed win for who begins: it is won in every game,
// against uniform play, the same player and uct with 200 simulations.
func TestGuaranteedWinsEveryGame(t *testing.T) {
	g := parse(t, "hex 3x3 classical")
	for _, opponent := range []struct {
		name   string
		player phantoms.Player
		sims   int
		share  int // one of so many games
	}{
		{"uniform", phantoms.NewRandom(), 0, 1},
		{"itself", phantoms.NewGuaranteed(phantoms.GuaranteedOptions{}), 0, 1},
		{"uct", newUCT(t, phantoms.UCTOptions{}), 200, 5},
	} {
		players := [2]phantoms.Player{phantoms.NewGuaranteed(phantoms.GuaranteedOptions{}), opponent.player}
		games := uint64(*phantomGames)
		if games <= 500 {
			games /= uint64(opponent.share) // it takes longer
		}
		for number := range games {
			each := func(m *episode.Move[phantom.Cell, phantom.Answer]) {
				if m.Side == 0 && m.Decision.Value != 1 {
					t.Fatalf("game %d against %s: a decision without a plan", number, opponent.name)
				}
			}
			if gain := play(t, g, players, opponent.sims, number, each); gain != 1 {
				t.Fatalf("game %d against %s: gains %v", number, opponent.name, gain)
			}
		}
	}
}

// Where no win is certain from the start, the player finds one as soon as there is one, keeps
// to its plan, and wins each such game. In the abrupt variant that is rare, since a refusal
// costs a turn; in the classical one it gains more than uniform play, by far more than three
// standard deviations.
func TestGuaranteedWinsWhatItClaims(t *testing.T) {
	for _, c := range []struct {
		settings string
		side     blindsight.Side
		uniform  float64 // what uniform play gains on that side: TestUniformValuesExactly of game/phantom
		claims   int     // at least so many games by a plan
	}{
		{"hex 3x3 classical", 1, -1. / 3, 40},
		{"tictactoe classical", 0, 187. / 630, 40},
		{"hex 3x3 abrupt", 0, -1, 10},
		{"tictactoe abrupt", 1, -1, 3},
	} {
		g := parse(t, c.settings)
		players := [2]phantoms.Player{phantoms.NewRandom(), phantoms.NewRandom()}
		players[c.side] = phantoms.NewGuaranteed(phantoms.GuaranteedOptions{})
		const games = 200
		sum, claims := 0.0, 0
		for number := range uint64(games) {
			claimed := false
			gain := play(t, g, players, 0, number, func(m *episode.Move[phantom.Cell, phantom.Answer]) {
				if m.Side == c.side {
					if claimed && m.Decision.Value != 1 {
						t.Fatalf("%s, game %d: the plan is lost", c.settings, number)
					}
					claimed = m.Decision.Value == 1
				}
			})
			if c.side == 1 {
				gain = -gain
			}
			if claimed {
				claims++
				if gain != 1 {
					t.Errorf("%s, game %d: a win was guaranteed, it gains %v", c.settings, number, gain)
				}
			}
			sum += gain
		}
		t.Logf("%s, side %d: gains %.3f, %d of %d games by a plan", c.settings, c.side, sum/games, claims, games)
		if sum/games <= c.uniform || claims < c.claims {
			t.Errorf("%s, side %d: gains %.3f, want more than %.3f, with %d plans, want %d", c.settings, c.side, sum/games, c.uniform, claims, c.claims)
		}
	}
}

// With Safe the first player of classical phantom tic-tac-toe never loses.
func TestGuaranteedSafe(t *testing.T) {
	g := parse(t, "tictactoe classical")
	for _, opponent := range []phantoms.Player{phantoms.NewRandom(), phantoms.NewGuaranteed(phantoms.GuaranteedOptions{Safe: true})} {
		players := [2]phantoms.Player{phantoms.NewGuaranteed(phantoms.GuaranteedOptions{Safe: true}), opponent}
		for number := range uint64(200) {
			if gain := play(t, g, players, 0, number, nil); gain < 0 {
				t.Fatalf("game %d is lost", number)
			}
		}
	}
}

// What is decided does not depend on games before: players that have played others decide the same.
func TestGuaranteedForgets(t *testing.T) {
	g := parse(t, "hex 3x4 classical")
	record := func(used int) (cells []phantom.Cell) {
		players := [2]phantoms.Player{phantoms.NewGuaranteed(phantoms.GuaranteedOptions{}), phantoms.NewGuaranteed(phantoms.GuaranteedOptions{States: 5000})}
		for number := range used {
			play(t, g, players, 0, uint64(1000+number), nil)
		}
		play(t, g, players, 0, 7, func(m *episode.Move[phantom.Cell, phantom.Answer]) { cells = append(cells, m.Decision.Action) })
		return cells
	}
	fresh, used := record(0), record(3)
	if !slices.Equal(fresh, used) {
		t.Errorf("%v, after three games %v", fresh, used)
	}
}

// told is a fallback that counts what it is told.
type told struct {
	phantoms.Player
	begun, did, heard int
}

func (f *told) Begin(*phantom.View)              { f.begun++ }
func (f *told) Did(phantom.Cell, phantom.Answer) { f.did++ }
func (f *told) Heard(phantom.Answer)             { f.heard++ }

// The fallback is told all that the player is told.
func TestFallbackIsTold(t *testing.T) {
	g := parse(t, "tictactoe classical")
	f := &told{Player: phantoms.NewRandom()}
	own, heard := 0, 0
	play(t, g, [2]phantoms.Player{phantoms.NewGuaranteed(phantoms.GuaranteedOptions{Fallback: f}), phantoms.NewRandom()}, 0, 1, func(m *episode.Move[phantom.Cell, phantom.Answer]) {
		switch {
		case m.Done():
		case m.Side == 0:
			own++
		case !m.Silent:
			heard++
		}
	})
	if f.begun != 1 || f.did != own || f.heard != heard || own == 0 || heard == 0 {
		t.Errorf("told of %d beginnings, %d own attempts of %d, %d turns of %d", f.begun, f.did, own, f.heard, heard)
	}
}

// Nobody decides when it is not his turn.
func TestNothingToTry(t *testing.T) {
	v := parse(t, "hex 3x3").NewView(1)
	for _, p := range []phantoms.Player{phantoms.NewRandom(), phantoms.NewGuaranteed(phantoms.GuaranteedOptions{})} {
		if d, err := p.Choose(t.Context(), randstream.New(1, "x"), v, blindsight.Budget{}); err == nil {
			t.Errorf("%T tries %d", p, d.Action)
		}
	}
}
