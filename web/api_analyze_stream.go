package web

import (
	"context"
	"time"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
)

// estimatesJSON is what a search knows by then: nothing of any cell before enough plays.
type estimatesJSON struct {
	Cells       []estimateJSON `json:"cells"`
	Simulations int            `json:"simulations"`
	Needed      int            `json:"needed"`
	Resumed     int            `json:"resumed"`
	Seconds     float64        `json:"seconds,omitempty"`
	Text        string         `json:"text"`
	Player      string         `json:"player"`
	Of          string         `json:"win_of"`
}

type estimateJSON struct {
	Row         int     `json:"row"`
	Col         int     `json:"col"`
	Mine        float64 `json:"mine"`
	Win         float64 `json:"win"`
	Low         float64 `json:"low"`
	High        float64 `json:"high"`
	Exact       bool    `json:"exact"`
	Simulations int     `json:"simulations"`
}

// coachedJSON is the last word of a stream: the advice, as 'mines advise' gives it, and
// the last estimates, if there are any.
type coachedJSON struct {
	*estimatesJSON
	Advice *minecoach.CounselReport `json:"advice"`
}

func (s *Service) postAnalyzeStream(r *call) (int, any, error) {
	v, err := readAnalyze(r)
	if err != nil {
		return 0, nil, err
	}
	if len(v.known) > 0 {
		j, err := s.withKnownMines(r.Context(), v)
		if err != nil {
			return 0, nil, err
		}
		out, _ := openStream(r)
		defer out.close()
		out.event("analysis", j)
		out.event("done", struct{}{})
		return 0, nil, nil
	}
	quick, err := s.count(r.Context(), v)
	if err != nil {
		return 0, nil, err
	}
	out, ctx := openStream(r)
	defer out.close()
	out.event("analysis", analysed(v.View, quick))
	if v.quick || quick.None || v.noGuess { // then all is known by counting
		out.event("done", struct{}{})
		return 0, nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, coachTime)
	defer cancel()
	var c *minecoach.Counsel
	start := time.Now()
	err = s.searching(ctx, out.queued, func(b *workbench) (err error) {
		start = time.Now()
		coach := minecoach.New(b.analyst, v.simulations, 0)
		if v.simulations > 0 {
			c, err = coach.Advise(ctx, v.View, "", nil)
			return err
		}
		coach.Time = v.time
		coach.Heard = func(c *minecoach.Counsel) { out.event("estimates", estimates(v.View, c, time.Since(start))) }
		key := positionKey(v.View)
		coach.Before = s.thoughts.take(key)
		if coach.Before != nil {
			coach.Heard(coach.Before)
		}
		found, err := coach.Advise(ctx, v.View, "", nil)
		if found != nil {
			own := *found // another request may go on with what is kept while this one is answered
			c = &own
		}
		s.thoughts.keep(key, found) // also when it was broken off
		return err
	})
	if err != nil {
		out.fail(err)
		return 0, nil, nil
	}
	done := coachedJSON{Advice: minecoach.NewCounselReport(v.View.Game(), c)}
	if c.Analysis.Win != nil {
		out.event("analysis", analysed(v.View, c))
	} else {
		passed := time.Since(start)
		if v.simulations > 0 {
			passed = 0 // the answer shall be the same every time
		}
		done.estimatesJSON = estimates(v.View, c, passed)
	}
	out.event("done", done)
	return 0, nil, nil
}

// coachTime is what the coach may take, whatever was asked for.
const coachTime = (maxSeconds + 30) * time.Second

// estimates are what a coach knows of chances to win that the analysis does not have: the
// advised cell first, then the others it was compared with.
func estimates(v *minesweeper.View, c *minecoach.Counsel, passed time.Duration) *estimatesJSON {
	g := v.Game()
	e := &estimatesJSON{
		Simulations: c.Plays, Needed: minecoach.LeastPlays, Resumed: c.Resumed, Seconds: passed.Seconds(),
		Player: "strong", Of: c.Of, Cells: []estimateJSON{}, Text: c.Text(),
	}
	for i := range c.Estimates {
		p := &c.Estimates[i]
		row, col := g.RowCol(p.Cell)
		win, low, high := p.Win()
		e.Cells = append(e.Cells, estimateJSON{row, col, p.Mine, win, low, high, false, p.Plays})
	}
	if len(c.Estimates) == 0 && c.Known { // found by a search, or measured beforehand
		row, col := g.RowCol(c.Cell)
		e.Cells = append(e.Cells, estimateJSON{row, col, c.Mine, c.Win, c.Low, c.High, c.Exact, c.Plays})
	}
	return e
}
