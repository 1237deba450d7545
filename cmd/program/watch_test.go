package program

import (
	"context"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/cmd/minescmd/minescreen"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
)

// asked notes the positions on which another player is asked.
type asked struct {
	sweepers.Player
	positions []string
}

func (a *asked) Choose(ctx context.Context, rng *rand.Rand, v *minesweeper.View, b blindsight.Budget) (blindsight.Decision[minesweeper.Cell], error) {
	a.positions = append(a.positions, (&minesweeper.Position{View: v}).String())
	return a.Player.Choose(ctx, rng, v, b)
}

// What --watch shows are the positions on which the player decided, those that forced
// moves opened included, and 'mines analyze' reads each of them.
func TestWatchShowsThePosition(t *testing.T) {
	forced := 0
	for seed := range uint64(12) {
		g, err := minesweeper.New(minesweeper.Rules{Height: 6, Width: 6, Mines: 4, AutoOpen: true, First: minesweeper.First(seed % 2)})
		if err != nil {
			t.Fatal(err)
		}
		player, err := sweepers.Catalogue.New("sps", g)
		if err != nil {
			t.Fatal(err)
		}
		p := &asked{Player: player}
		game := episode.MinesweeperGame{Game: g}
		g.Deal(seed, 0, &game.State)
		first := minesweeper.Cell(0)
		if seed >= 6 {
			b, err := g.Board(seed, 0, first)
			if err != nil {
				t.Fatal(err)
			}
			g.Lay(b, &game.State)
			game.Opened = &first
		}
		var out strings.Builder
		w := minescreen.NewWatcher(&out, g, &game.State)
		r, err := game.Play(context.Background(), episode.MinesweeperStream(seed, 0), p, blindsight.Budget{Simulations: 1}, func(v *minesweeper.View, m *episode.MinesweeperMove) {
			if m.Forced {
				forced++
			}
			w.Move(v, m)
		})
		if err != nil {
			t.Fatal(err)
		}
		shown := regexp.MustCompile(`(?m)^6x6/4 .*\n([.0-8]{6}\n){6}`).FindAllString(out.String(), -1)
		if !slices.Equal(shown, p.positions) {
			t.Errorf("seed %d: shown\n%s\nasked\n%s", seed, strings.Join(shown, "\n"), strings.Join(p.positions, "\n"))
		}
		if ends := map[bool]string{true: "Won:\n", false: "Lost:\n"}[r.Won]; !strings.Contains(out.String(), ends) {
			t.Errorf("seed %d: the end is not shown:\n%s", seed, out.String())
		}
		if len(shown) == 0 {
			continue
		}
		if _, message, code := runCommand(t, strings.Join(shown, "\n"), "mines", "analyze", "--placements", "0"); code != exitFine {
			t.Errorf("seed %d: exit %d, %s", seed, code, message)
		}
	}
	if forced < 20 {
		t.Errorf("only %d forced moves", forced)
	}
}

// Boards with a header are played as what it says, and as nothing else.
func TestBoardsHeader(t *testing.T) {
	boards, _, code := runCommand(t, "", "mines", "boards", "--board", "4x4/6", "--games", "2", "--header")
	plain, _, _ := runCommand(t, "", "mines", "boards", "--board", "4x4/6", "--games", "2")
	if code != exitFine || boards != "# 4x4/6 windows\n"+plain {
		t.Fatalf("exit %d, %s", code, boards)
	}
	for board, want := range map[string]int{"4x4/6": exitFine, "5x5/6": exitUsage} {
		if _, message, code := runCommand(t, boards, "mines", "play", "--player", "sps", "--board", board, "--boards", "-"); code != want {
			t.Errorf("%s: exit %d, %s", board, code, message)
		}
	}
}
