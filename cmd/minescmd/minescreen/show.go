package minescreen

import (
	"context"
	"fmt"
	"io"

	tea "charm.land/bubbletea/v2"

	"blindsight/cmd/console"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/game/minesweeper/minetable"
)

// Show plays on the terminal until the person quits or the context ends.
func Show(ctx context.Context, in io.Reader, out io.Writer, game *Game, hint *minecoach.Adviser) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel() // ends a hint that nobody waits for any more
	screen := newScreen(inner, game, hint)
	_, err := tea.NewProgram(screen, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler()).Run()
	return err
}

// Report is what 'mines human --json' prints.
type Report struct {
	Board      string  `json:"board"`
	Rule       string  `json:"rule"`
	Neighbours string  `json:"neighbours"`
	Seed       uint64  `json:"seed"`
	Game       uint64  `json:"game"`
	Won        bool    `json:"won"`
	Score      float64 `json:"score"`
	Moves      int     `json:"moves"`
	Finished   bool    `json:"finished"`
	Seconds    float64 `json:"seconds"`
}

// Report returns how the game went.
func (h *Game) Report() Report {
	r := h.rules.Rules()
	return Report{
		Board: r.Board(), Rule: r.First.String(), Neighbours: r.Neighbours.String(), Seed: h.seed, Game: h.number,
		Won: h.table.Status() == minetable.Won, Score: h.score(), Moves: len(h.table.Clicks()), Finished: h.finished(), Seconds: h.elapsed().Seconds(),
	}
}

// Summary tells in a line how the game went and how to play it again.
func (h *Game) Summary() string {
	r := h.rules.Rules()
	again := console.Called() + " mines human --board " + r.Board()
	if r.First != minesweeper.Windows {
		again += " --rule " + r.First.String()
	}
	if r.Neighbours != minesweeper.Eight {
		again += " --neighbours " + r.Neighbours.String()
	}
	if !r.AutoOpen {
		again += " --auto-open=false"
	}
	again += fmt.Sprintf(" --seed %d --game %d", h.seed, h.number)
	how := "unfinished"
	if h.finished() {
		how = h.table.Status().String()
	}
	return fmt.Sprintf("%s: score %.3f, %s, %s; again: %s", how, h.score(), h.moves(), clock(h.elapsed()), again)
}
