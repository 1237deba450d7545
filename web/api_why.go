package web

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

// shownLines is how many positions of a refutation are sent.
const shownLines = 12

// whyTryJSON says why an attempt at a problem does not win.
type whyTryJSON struct {
	Rules  string        `json:"rules"`
	Try    string        `json:"try"`
	Name   string        `json:"name"`
	Result string        `json:"result"`
	Reason string        `json:"reason,omitempty"`
	Heard  string        `json:"heard,omitempty"`
	Reply  string        `json:"reply,omitempty"`
	Moves  int           `json:"moves_left"`
	Size   int           `json:"size"`
	Lines  []whyLineJSON `json:"lines"`
	Text   string        `json:"text"`
}

// whyLineJSON is a position with what refutes the attempt in it.
type whyLineJSON struct {
	From  string `json:"from"`
	Reply string `json:"reply,omitempty"`
	SAN   string `json:"san,omitempty"`
	To    string `json:"to"`
}

func (s *Service) postWhy(r *call) (int, any, error) {
	p, attempts, err := readAttempts(r, s.problems)
	if err != nil {
		return 0, nil, err
	}
	if len(attempts) == 0 {
		return 0, nil, refuse(statusBadRequest, "there is no attempt: the last one of the list is explained")
	}
	ctx, cancel := context.WithTimeout(r.Context(), tryTime)
	defer cancel()
	var j *whyTryJSON
	err = s.working(ctx, func(*workbench) (err error) {
		j, err = whyTry(ctx, p, attempts)
		return err
	})
	return statusOK, j, err
}

// whyTry plays all attempts but the last against the least favourable answers, and says why
// the last one does not win from there.
func whyTry(ctx context.Context, p *kriegspiel.Problem, attempts []kriegspiel.Attempt) (*whyTryJSON, error) {
	solver := players.NewSolver(p.Rules, andor.Options{Time: tryEach, Memory: tryMemory})
	d := players.NewAdversary(p, solver)
	last := attempts[len(attempts)-1]
	for _, a := range attempts[:len(attempts)-1] {
		if _, err := d.Try(ctx, a); err != nil {
			return nil, cmp.Or(ctx.Err(), bad(err))
		}
	}
	if d.Status != players.TryOpen {
		return nil, refuse(statusBadRequest, "%s: the problem is over", last)
	}
	if err := d.View.Sense(last); err != nil {
		return nil, bad(err)
	}
	here := &kriegspiel.Problem{ID: p.ID, Rules: p.Rules, Side: p.Side, Depth: d.Depth, Belief: d.Belief}
	var refused []kriegspiel.Attempt
	for _, t := range d.View.Tries() {
		refused = append(refused, t.Attempt)
	}
	f, r := players.Why(ctx, solver, here, last, refused...)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	own := d.View.Own()
	j := newWhyTry(here, last, f, attemptName(last, &own))
	j.Result = map[andor.Verdict]string{andor.Win: "wins", andor.None: "refuted", andor.Unknown: "unknown"}[r.Verdict]
	if f.Kind == players.NeverLegal {
		j.Result = "idle"
	}
	j.Text = whyWords(j, f, p.Side)
	return j, nil
}

// attemptName returns an attempt as its player would write it.
func attemptName(a kriegspiel.Attempt, own *chess.Position) string {
	if a == kriegspiel.Any {
		return "“Any?”"
	}
	return kriegspiel.Try{Attempt: a, Heard: kriegspiel.Silent}.SAN(own)
}

func newWhyTry(p *kriegspiel.Problem, a kriegspiel.Attempt, f *players.Refutation, name string) *whyTryJSON {
	j := &whyTryJSON{Rules: p.Rules.Name, Try: a.String(), Name: name, Moves: (f.Left + 1) / 2, Size: len(f.Lines), Lines: []whyLineJSON{}}
	j.Reason = map[players.RefutationKind]string{
		players.NeverLegal: "never-legal", players.NoMate: "no-mate", players.Refused: "refused",
		players.Replied: "replies", players.OpponentEnds: "opponent-ends", players.Obliged: "obliged",
	}[f.Kind]
	if f.Kind >= players.NoMate {
		j.Heard = f.Heard.String()
	}
	if f.Kind == players.Replied || f.Kind == players.OpponentEnds {
		j.Reply = f.Reply.String()
	}
	for i := range f.Lines[:min(shownLines, len(f.Lines))] {
		l := &f.Lines[i]
		line := whyLineJSON{From: l.From.FEN(), To: l.To.FEN()}
		if l.Reply != chess.Move(0) {
			after := l.From.Make(a.Move())
			line.Reply, line.SAN = l.Reply.String(), after.SAN(l.Reply)
		}
		j.Lines = append(j.Lines, line)
	}
	return j
}

// whyWords says a refutation in words.
func whyWords(j *whyTryJSON, f *players.Refutation, side chess.Color) string {
	them := kriegspiel.SideName(side.Other())
	mate := "mate in " + count(j.Moves, "move")
	positions := "the position below is possible, and there is no " + mate
	if j.Size > 1 {
		positions = fmt.Sprintf("these %d positions are possible, and nothing is a %s in all of them", j.Size, mate)
	}
	switch {
	case j.Result == "wins":
		return j.Name + " keeps the mate."
	case j.Result == "unknown":
		return "The time was over before a reason was found."
	}
	switch f.Kind {
	case players.NeverLegal:
		return j.Name + " is legal in none of the possible positions."
	case players.NoMate:
		if f.Heard.Stalemate() {
			return j.Name + " stalemates in the position below."
		}
		return j.Name + " does not mate in the position below, and no move is left."
	case players.Refused:
		return fmt.Sprintf("The referee may say “%s”. Then %s.", f.Heard.Words(side), positions)
	case players.Obliged:
		return fmt.Sprintf("The referee may say “%s”. Then a pawn capture must be tried, and none leads to a %s in the position%s below.",
			f.Heard.Words(side), mate, strings.Repeat("s", min(1, j.Size-1)))
	case players.OpponentEnds:
		return fmt.Sprintf("%s can answer %s, and the game is over: %s.", them, j.Lines[0].SAN, f.Reply.Words(side.Other()))
	}
	if j.Size == 1 {
		return fmt.Sprintf("%s can answer %s. Then %s.", them, j.Lines[0].SAN, positions)
	}
	return fmt.Sprintf("%s can answer so that you hear only “%s”. Then %s.", them, f.Reply.Words(side.Other()), positions)
}
