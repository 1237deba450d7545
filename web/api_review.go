package web

import (
	"context"
	"fmt"
	"time"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/game/minesweeper/minetable"
	"blindsight/internal/percent"
)

// surveyTime is what a review may take beyond the time for its estimates.
const surveyTime = 30 * time.Second

// reviewSeconds is what a review takes where nobody says how long: on large boards there are
// more clicks to look at, and playing on takes longer.
func reviewSeconds(cells int) float64 { return min(max(10, float64(cells)/8), maxSeconds) }

// reviewMoveJSON is what the review says of one click.
type reviewMoveJSON struct {
	Move        int        `json:"move"`
	Action      actionJSON `json:"action"`
	Risk        float64    `json:"risk"`
	LeastRisk   float64    `json:"least_risk"`
	Before      float64    `json:"before"`
	Chosen      float64    `json:"chosen"`
	After       float64    `json:"after"`
	Loss        float64    `json:"loss"`
	Luck        float64    `json:"luck"`
	Low         float64    `json:"low"`
	High        float64    `json:"high"`
	Exact       bool       `json:"exact"`
	Of          string     `json:"of"`
	Plays       int        `json:"plays"`
	First       bool       `json:"first"`
	Best        [2]int     `json:"best"`
	SafeExisted bool       `json:"safe_existed"`
	Position    string     `json:"position"`
	Cells       int        `json:"cells"`
	Text        string     `json:"text,omitempty"`
}

type reviewSummaryJSON struct {
	Result      int     `json:"result"`
	ThreeBV     int     `json:"three_bv"`
	ThreeBVDone int     `json:"three_bv_done"`
	Clicks      int     `json:"clicks"`
	Efficiency  float64 `json:"efficiency"`
	Start       float64 `json:"start"`
	Luck        float64 `json:"luck"`
	Loss        float64 `json:"loss"`
	Worst       int     `json:"worst"`
	Exact       bool    `json:"exact"`
	Text        string  `json:"text"`
}

func (s *Service) getMinesReview(r *call) (int, any, error) {
	_, t, err := s.table(r)
	if err != nil {
		return 0, nil, err
	}
	limit, err := querySeconds(r, reviewSeconds(t.Game().Cells()))
	if err != nil {
		return 0, nil, err
	}
	if !t.Over() {
		return 0, nil, refuse(statusConflict, "the review comes when the game is over")
	}
	out, ctx := openStream(r)
	defer out.close()
	ctx, cancel := context.WithTimeout(ctx, limit+surveyTime)
	defer cancel()
	review := newReview(t, out)
	err = s.searching(ctx, out.queued, func(b *workbench) error {
		review.counter = &minecoach.Analyst{Nodes: countingNodes}
		reviewer := &minecoach.Reviewer{Analyst: b.analyst, Time: limit, Seed: t.m.seed, NoGuess: t.m.noGuess}
		var cells []minesweeper.Cell
		for _, click := range t.Clicks() {
			cells = append(cells, click.Opened...)
		}
		return reviewer.Review(ctx, t.Game().NewView(), cells, t.Shows, review.add)
	})
	if err != nil {
		out.fail(err)
		return 0, nil, nil
	}
	out.event("done", review.finish())
	return 0, nil, nil
}

// review puts the openings of a click together and sends them.
type review struct {
	t       *table
	out     *stream
	counter *minecoach.Analyst
	view    *minesweeper.View // before the click
	clicked int               // clicks that are judged
	move    *reviewMoveJSON
	worst   float64
	summary reviewSummaryJSON
}

func newReview(t *table, out *stream) *review {
	return &review{t: t, out: out, view: t.Game().NewView()}
}

// add adds the judgement of an opening.
func (v *review) add(i int, j *minecoach.Judged) error {
	click, g := &v.t.Clicks()[v.clicked], v.t.Game()
	if v.move == nil {
		pos := minesweeper.Position{View: v.view}
		v.move = &reviewMoveJSON{
			Move: v.clicked + 1, Action: newActionJSON(g, click.Action), LeastRisk: j.LeastRisk, Before: j.Before, Low: j.Low, High: j.High,
			Exact: j.Exact, Of: j.Of, Plays: j.Plays, First: !v.view.Started(), SafeExisted: j.SafeExisted, Position: pos.String(),
		}
		v.move.Best = cellsJSON(g, []minesweeper.Cell{j.Best})[0]
		if i == 0 {
			v.summary.Start, v.summary.Exact = j.Before, true
		}
	}
	m := v.move
	if click.Together == nil {
		m.Risk = max(m.Risk, j.Risk)
	} else if m.Cells == 0 {
		var err error
		if m.Risk, err = v.counter.RiskOfAny(v.view, click.Together); err != nil {
			return err
		}
	}
	m.Cells++
	m.Exact = m.Exact && j.Exact
	m.Loss += j.Loss()
	m.Luck += j.Luck()
	m.After = j.After
	if err := v.open(j.Cell); err != nil {
		return err
	}
	if m.Cells < len(click.Opened) {
		return nil // more of the same click
	}
	m.Chosen = m.Before - m.Loss
	m.Text = v.words(m)
	v.summary.Exact = v.summary.Exact && m.Exact
	v.summary.Luck += m.Luck
	v.summary.Loss += m.Loss
	if m.Loss > v.worst+1e-9 {
		v.worst, v.summary.Worst = m.Loss, m.Move
	}
	v.out.event("move", m)
	v.move = nil
	v.clicked++
	return nil
}

// open follows the game.
func (v *review) open(c minesweeper.Cell) error {
	for next, forced := c, true; forced; next, forced = v.view.Forced() {
		seen := v.t.Shows(next)
		if seen == minesweeper.Mine {
			return nil
		}
		if err := v.view.Did(next, seen); err != nil {
			return err
		}
	}
	return nil
}

// words says what is worth saying of a click.
func (v *review) words(m *reviewMoveJSON) string {
	best := fmt.Sprintf("%d,%d", m.Best[0], m.Best[1])
	switch {
	case m.SafeExisted && m.Risk == 1: // no guess
		return fmt.Sprintf("This was certain to open a mine, and %s was certainly safe.", best)
	case m.SafeExisted && m.Risk > 0:
		return fmt.Sprintf("A guess at %s, though %s was certainly safe.", percent.Of(m.Risk), best)
	case m.Loss > 0.005:
		return fmt.Sprintf("%s would have won more often: %s against %s.", best, percent.Of(m.Before), percent.Of(m.Chosen))
	case m.First && m.Risk > 0:
		return fmt.Sprintf("Nothing protects the first cell: a guess at %s, wherever it is.", percent.Of(m.Risk))
	case m.Risk > 0:
		return fmt.Sprintf("A guess at %s that had to be made.", percent.Of(m.Risk))
	}
	return ""
}

// finish returns the summary.
func (v *review) finish() *reviewSummaryJSON {
	s := &v.summary
	if v.t.Status() == minetable.Won {
		s.Result = 1
	}
	s.Clicks = len(v.t.Clicks())
	s.ThreeBV, s.ThreeBVDone = v.t.ThreeBV()
	if s.Clicks > 0 {
		s.Efficiency = float64(s.ThreeBVDone) / float64(s.Clicks)
	}
	how := "lost"
	if s.Result == 1 {
		how = "won"
	}
	s.Text = fmt.Sprintf("The game was %s. At the start the chance was %s; luck brought %+.1f points, decisions cost %.1f.",
		how, percent.Of(s.Start), 100*s.Luck, 100*s.Loss)
	return s
}
