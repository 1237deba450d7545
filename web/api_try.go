package web

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspiel"
	"blindsight/search/andor"
)

// The limits of the searches behind one try.
const (
	tryTime    = 20 * time.Second // in all
	tryEach    = 3 * time.Second  // for one belief
	tryMemory  = 256 << 20
	maxTries   = 500
	shownTries = 50 // positions
)

// tryJSON is how an attempt at a problem stands.
type tryJSON struct {
	Rules      string     `json:"rules"`
	Status     string     `json:"status"`
	FEN        string     `json:"fen"`
	Positions  []string   `json:"positions"`
	Size       int        `json:"size"`
	MovesLeft  int        `json:"moves_left"`
	Won        *bool      `json:"won,omitempty"`
	Legal      []string   `json:"legal"`
	MayAsk     bool       `json:"may_ask"`
	Due        bool       `json:"due"`
	Tries      []toldJSON `json:"tries"`
	Answer     *toldJSON  `json:"answer,omitempty"`
	Transcript []turnJSON `json:"transcript"`
	Attempts   []string   `json:"attempts"`
	Text       string     `json:"text"`
}

func (s *Server) postTry(w http.ResponseWriter, r *http.Request) (int, any, error) {
	var q struct {
		Problem  problemRequest `json:"problem"`
		Attempts []string       `json:"attempts"`
	}
	if err := readJSON(w, r, largeBody, &q); err != nil {
		return 0, nil, err
	}
	p, err := q.Problem.parse()
	if err != nil {
		return 0, nil, err
	}
	if len(q.Attempts) > maxTries {
		return 0, nil, refuse(http.StatusBadRequest, "%d attempts: at most %d", len(q.Attempts), maxTries)
	}
	var attempts []kriegspiel.Attempt
	for _, text := range q.Attempts {
		a, err := kriegspiel.ParseAttempt(text)
		if err != nil {
			return 0, nil, bad(err)
		}
		attempts = append(attempts, a)
	}
	ctx, cancel := context.WithTimeout(r.Context(), tryTime)
	defer cancel()
	var j *tryJSON
	err = s.working(ctx, func(*workbench) (err error) {
		j, err = try(ctx, p, attempts)
		return err
	})
	return http.StatusOK, j, err
}

// try plays attempts at a problem against the least favourable answers.
func try(ctx context.Context, p *kriegspiel.Problem, attempts []kriegspiel.Attempt) (*tryJSON, error) {
	solver, err := players.NewSolver(p.Rules, andor.Options{Time: tryEach, Memory: tryMemory})
	if err != nil {
		return nil, err
	}
	d := players.NewAdversary(p, solver)
	j := &tryJSON{Rules: p.Rules.Name, Attempts: []string{}}
	for _, a := range attempts {
		if d.Status != players.TryOpen {
			return nil, refuse(http.StatusBadRequest, "%s: the problem is over", a)
		}
		own := d.View.Own()
		sense := d.View.Sense(a)
		answer, err := d.Try(ctx, a)
		if err != nil {
			return nil, err
		}
		j.Answer = tell(kriegspiel.Try{Attempt: a, Heard: answer.Heard}, p.Side, &own)
		if sense != nil {
			j.Answer.Words += ": " + sense.Error()
			continue
		}
		j.Attempts = append(j.Attempts, a.String())
	}
	j.show(d, p)
	switch d.Won(ctx) {
	case andor.Win:
		yes := true
		j.Won = &yes
	case andor.None:
		no := false
		j.Won = &no
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	j.Text = tryWords(d, j)
	return j, nil
}

// show fills in how things stand.
func (j *tryJSON) show(d *players.Adversary, p *kriegspiel.Problem) {
	own := d.View.Own()
	j.Status, j.FEN, j.Due = d.Status.String(), own.FEN(), d.View.Due()
	j.Positions, j.Size = fens(d.Belief, shownTries), len(d.Belief)
	j.MovesLeft = (d.Depth + 1) / 2
	j.Legal, j.MayAsk = []string{}, false
	if d.Status == players.TryOpen {
		j.Legal, j.MayAsk = legalOf(d.View)
	}
	j.Transcript, j.Tries = transcript(d.View.Record(), p.Side)
}

// tryWords says how things stand.
func tryWords(d *players.Adversary, j *tryJSON) string {
	switch {
	case d.Status == players.TryMated:
		return "Checkmate, whatever the position was: solved."
	case d.Status == players.TryFailed && j.MovesLeft == 0 && d.Failed != nil && !over(d.Failed):
		return "The moves are used up, and here it is no mate."
	case d.Status == players.TryFailed:
		return "The game has ended otherwise."
	case j.Won == nil:
		return fmt.Sprintf("%s, %s possible.", count(j.MovesLeft, "move"), count(j.Size, "position"))
	case *j.Won:
		return fmt.Sprintf("%s left, %s possible: the mate is still there.", count(j.MovesLeft, "move"), count(j.Size, "position"))
	}
	return fmt.Sprintf("%s left, %s possible: there is no guaranteed mate any more.", count(j.MovesLeft, "move"), count(j.Size, "position"))
}

func over(p *chess.Position) bool { return !p.HasMove() }

// count returns "1 move", "2 moves".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
