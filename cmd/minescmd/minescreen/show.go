package minescreen

import (
	"context"
	"fmt"
	"io"

	tea "charm.land/bubbletea/v2"

	"blindsight/cmd/console"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/internal/plural"
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
		Won: h.outcome == gameWon, Score: h.score(), Moves: h.moves, Finished: h.outcome != gameOpen, Seconds: h.elapsed().Seconds(),
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
	return fmt.Sprintf("%s: score %.3f, %s, %s; again: %s",
		[]string{gameOpen: "unfinished", gameWon: "won", gameLost: "lost"}[h.outcome],
		h.score(), plural.Form(h.moves, "1 move", "%d moves"), clock(h.elapsed()), again)
}
