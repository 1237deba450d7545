package minescmd

import (
	"fmt"

	"blindsight/cmd/console"
	"blindsight/experiment"
	"blindsight/experiment/match"
	"blindsight/experiment/minesexchange"
)

// head returns what the file of --outcomes says of the games.
func (o *playOptions) head(r *match.MinesReport) (minesexchange.Head, error) {
	v, err := console.ProgramVersion()
	h := minesexchange.Head{
		Board: r.Board, Rule: r.Rule, Neighbours: r.Neighbours, Player: r.Player, Budget: experiment.Budget{Budget: o.budget}.String(),
		CPU: 1000 * r.CPU, Version: v,
	}
	if o.boards == "" {
		h.Seed = fmt.Sprint(r.Seed)
	}
	if len(r.First) == 1 {
		h.First = fmt.Sprintf("%d,%d", r.First[0].Row, r.First[0].Col)
	}
	h.Command = o.command(r)
	return h, err
}

// command returns what makes the same games again; what else is written, and by how many
// workers, changes nothing about them.
func (o *playOptions) command(r *match.MinesReport) string {
	text := fmt.Sprintf("blindsight mines play --board %s --rule %s", r.Board, r.Rule)
	if r.Neighbours != "8" {
		text += " --neighbours " + r.Neighbours
	}
	if !r.AutoOpen {
		text += " --auto-open=false"
	}
	text += " --player " + r.Player
	if r.Sims > 0 {
		text += fmt.Sprintf(" --sims %d", r.Sims)
	} else {
		text += " --time " + o.budget.Time.String()
	}
	if o.boards != "" {
		text += " --boards " + o.boards
	} else {
		text += fmt.Sprintf(" --games %d", o.games)
	}
	return text + fmt.Sprintf(" --seed %d", r.Seed)
}
