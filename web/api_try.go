package web

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspielers"
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
	Rules      string            `json:"rules"`
	Status     string            `json:"status"`
	FEN        string            `json:"fen"`
	Certain    string            `json:"certain"`
	Ghosts     map[string]string `json:"ghosts"`
	Positions  []string          `json:"positions"`
	Size       int               `json:"size"`
	MovesLeft  int               `json:"moves_left"`
	WonAtStart *bool             `json:"won_at_start,omitempty"`
	Won        *bool             `json:"won,omitempty"`
	Wrong      *int              `json:"wrong,omitempty"`
	Legal      []string          `json:"legal"`
	MayAsk     bool              `json:"may_ask"`
	Due        bool              `json:"due"`
	Tries      []toldJSON        `json:"tries"`
	Answer     *toldJSON         `json:"answer,omitempty"`
	Transcript []turnJSON        `json:"transcript"`
	Attempts   []string          `json:"attempts"`
	Text       string            `json:"text"`
}

func (s *Service) postTry(r *call) (int, any, error) {
	p, attempts, err := readAttempts(r, s.problems)
	if err != nil {
		return 0, nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), tryTime)
	defer cancel()
	var j *tryJSON
	err = s.working(ctx, func(*workbench) (err error) {
		j, err = try(ctx, p, attempts)
		return err
	})
	return statusOK, j, err
}

// readAttempts reads a problem and attempts at it, the body of both /why and /try.
func readAttempts(r *call, sets problemSets) (*kriegspiel.Problem, []kriegspiel.Attempt, error) {
	var q struct {
		Problem  problemRequest `json:"problem"`
		Attempts []string       `json:"attempts"`
	}
	if err := readJSON(r, largeBody, &q); err != nil {
		return nil, nil, err
	}
	p, err := q.Problem.parse(sets)
	if err != nil {
		return nil, nil, err
	}
	if len(q.Attempts) > maxTries {
		return nil, nil, refuse(statusBadRequest, "%d attempts: at most %d", len(q.Attempts), maxTries)
	}
	var attempts []kriegspiel.Attempt
	for _, text := range q.Attempts {
		a, err := kriegspiel.ParseAttempt(text)
		if err != nil {
			return nil, nil, bad(err)
		}
		attempts = append(attempts, a)
	}
	return p, attempts, nil
}

// try plays attempts at a problem against the least favourable answers.
func try(ctx context.Context, p *kriegspiel.Problem, attempts []kriegspiel.Attempt) (*tryJSON, error) {
	solver := players.NewSolver(p.Rules, andor.Options{Time: tryEach, Memory: tryMemory})
	d := players.NewAdversary(p, solver)
	j := &tryJSON{Rules: p.Rules.Name, Attempts: []string{}}
	won := d.Won(ctx)
	j.WonAtStart = decided(won)
	gaveAway := "" // the attempt that was wrong, as its player would write it
	for _, a := range attempts {
		if d.Status != players.TryOpen {
			return nil, refuse(statusBadRequest, "%s: the problem is over", a)
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
		if answer.Won == andor.None && won != andor.None && j.Wrong == nil {
			wrong := len(j.Attempts)
			j.Wrong, gaveAway = &wrong, cmp.Or(j.Answer.SAN, attemptName(a, &own))
		}
		won = answer.Won
		j.Attempts = append(j.Attempts, a.String())
	}
	j.show(d, p)
	j.Won = decided(won)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	j.Text = tryWords(d, j, gaveAway)
	return j, nil
}

// decided returns a verdict as JSON has it, nil where it is not known.
func decided(v andor.Verdict) *bool {
	if v == andor.Unknown {
		return nil
	}
	won := v == andor.Win
	return &won
}

// show fills in how things stand.
func (j *tryJSON) show(d *players.Adversary, p *kriegspiel.Problem) {
	own := d.View.Own()
	j.Status, j.FEN, j.Due = d.Status.String(), own.FEN(), d.View.Due()
	j.Certain, j.Ghosts = certainMen(d.Belief, p.Side).FEN(), ghosts(d.Belief, p.Side)
	j.Positions, j.Size = fens(d.Belief, shownTries), len(d.Belief)
	j.MovesLeft = (d.Depth + 1) / 2
	j.Legal, j.MayAsk = []string{}, false
	if d.Status == players.TryOpen {
		j.Legal, j.MayAsk = legalOf(d.View)
	}
	j.Transcript, j.Tries = transcript(d.View.Record(), p.Side)
}

// tryWords says how things stand. Wrong is the attempt that gave the mate away, if one did.
func tryWords(d *players.Adversary, j *tryJSON, wrong string) string {
	left := fmt.Sprintf("%s left, %s possible", count(j.MovesLeft, "move"), count(j.Size, "position"))
	start := len(j.Attempts) == 0
	switch {
	case d.Status == players.TryMated:
		return "Checkmate, whatever the position was: solved."
	case d.Status == players.TryFailed && j.MovesLeft == 0 && d.Failed != nil && !over(d.Failed):
		return "The moves are used up, and here it is no mate."
	case d.Status == players.TryFailed:
		return "The game has ended otherwise."
	case j.Won == nil && start:
		return fmt.Sprintf("Mate in %s? %s possible.", count(j.MovesLeft, "move"), count(j.Size, "position"))
	case j.Won == nil:
		return left + "."
	case *j.Won && start:
		return fmt.Sprintf("Mate in %s, %s possible: find the mate that is certain.", count(j.MovesLeft, "move"), count(j.Size, "position"))
	case *j.Won:
		return left + ": the mate is still there."
	case wrong != "":
		return fmt.Sprintf("%s gave the certain mate away: %s.", wrong, left)
	case start:
		return fmt.Sprintf("Under the rules %s there is no guaranteed mate in %s here.", j.Rules, count(j.MovesLeft, "move"))
	}
	return left + ": there is no guaranteed mate."
}

func over(p *chess.Position) bool { return !p.HasMove() }

// count returns "1 move", "2 moves".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
