package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"blindsight/game/minesweeper"
	"blindsight/internal/randstream"
	players "blindsight/player/minesweeper"
)

// analyzeRequest asks for the analysis of a position.
type analyzeRequest struct {
	Position    string  `json:"position"`
	Seconds     float64 `json:"seconds"`
	Simulations int     `json:"simulations"`
	Quick       bool    `json:"quick"`
}

// maxSimulations is how many plays of each cell a request may ask for.
const maxSimulations = 1_000_000

// analysisJSON is an analysis: what 'mines analyze --json' prints, and why.
type analysisJSON struct {
	*players.Report
	Fraction string  `json:"win_fraction,omitempty"`
	Why      whyJSON `json:"why"`
}

type whyJSON struct {
	Text    string       `json:"text"`
	Cell    *[2]int      `json:"cell,omitempty"`
	Reasons []reasonJSON `json:"reasons"`
}

type reasonJSON struct {
	Cells   [][2]int `json:"cells"`
	Mine    bool     `json:"mine"`
	Numbers [][2]int `json:"numbers"`
	Count   bool     `json:"count"`
	Text    string   `json:"text"`
}

// readPosition reads the one position of a text.
func readPosition(text string) (*minesweeper.Position, error) {
	reader := minesweeper.NewPositionReader(strings.NewReader(text), "position", minesweeper.Rules{})
	p, err := reader.Next()
	if err == io.EOF {
		return nil, refuse(http.StatusBadRequest, "there is no position: want a line HEIGHTxWIDTH/MINES RULE and the rows")
	}
	if err != nil {
		return nil, bad(err)
	}
	if _, err := reader.Next(); err != io.EOF {
		return nil, refuse(http.StatusBadRequest, "there is more than one position")
	}
	return p, nil
}

// analyse returns an analysis with its words. It is given the view and nothing else.
func analyse(ctx context.Context, n *players.Analyst, v *minesweeper.View) (*players.Analysis, *analysisJSON, error) {
	a, err := n.Analyse(ctx, v)
	if err != nil {
		return nil, nil, err
	}
	g := v.Game()
	j := &analysisJSON{Report: players.NewReport(g, a)}
	if a.Win != nil {
		j.Fraction = a.Win.String()
	}
	advice := n.Advise(v, a)
	j.Why = whyJSON{Text: advice.Text, Reasons: []reasonJSON{}}
	if !advice.None {
		j.Why.Cell = &cellsJSON(g, []minesweeper.Cell{advice.Cell})[0]
	}
	for i := range advice.Reasons {
		r := &advice.Reasons[i]
		j.Why.Reasons = append(j.Why.Reasons, reasonJSON{cellsJSON(g, r.Cells), r.Mine, cellsJSON(g, r.Numbers), r.Count, r.Words(v)})
	}
	return a, j, nil
}

func cellsJSON(g *minesweeper.Game, cells []minesweeper.Cell) [][2]int {
	list := make([][2]int, len(cells))
	for i, c := range cells {
		list[i][0], list[i][1] = g.RowCol(c)
	}
	return list
}

// exactTime is how long the exact win chances of one position may take.
const exactTime = 5 * time.Second

func (s *Server) postAnalyze(w http.ResponseWriter, r *http.Request) (int, any, error) {
	v, err := readAnalyze(w, r)
	if err != nil {
		return 0, nil, err
	}
	quick, j, err := s.count(r.Context(), v.View)
	if err != nil || v.quick || !players.Affordable(v.View, quick, exactPlacements) {
		return http.StatusOK, j, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), exactTime)
	defer cancel()
	var exact *analysisJSON
	err = s.working(ctx, func(b *workbench) (err error) {
		_, exact, err = analyse(ctx, b.analyst, v.View)
		return err
	})
	switch {
	case err == nil:
		j = exact
	case errors.Is(err, errBusy), r.Context().Err() == nil && ctx.Err() != nil: // the risks are known
	default:
		return 0, nil, err
	}
	return http.StatusOK, j, nil
}

// analyzed is a request that was read and found good.
type analyzed struct {
	*minesweeper.View
	quick       bool
	time        time.Duration
	simulations int // at most, 0 for no limit
}

func readAnalyze(w http.ResponseWriter, r *http.Request) (*analyzed, error) {
	var q analyzeRequest
	if err := readJSON(w, r, smallBody, &q); err != nil {
		return nil, err
	}
	limit, err := seconds(q.Seconds, 5)
	if err != nil {
		return nil, err
	}
	if q.Simulations < 0 || q.Simulations > maxSimulations {
		return nil, refuse(http.StatusBadRequest, "simulations %d: want 0 to %d", q.Simulations, maxSimulations)
	}
	p, err := readPosition(q.Position)
	if err != nil {
		return nil, err
	}
	return &analyzed{p.View, q.Quick, limit, q.Simulations}, nil
}

// count analyses by counting alone, at once.
func (s *Server) count(ctx context.Context, v *minesweeper.View) (a *players.Analysis, j *analysisJSON, err error) {
	err = s.counting(ctx, func(n *players.Analyst) (err error) {
		a, j, err = analyse(ctx, n, v)
		return err
	})
	return a, j, err
}

// estimatesJSON is what a search knows by then.
type estimatesJSON struct {
	Cells       []estimateJSON `json:"cells"`
	Simulations int            `json:"simulations"`
	Seconds     float64        `json:"seconds,omitempty"`
	Text        string         `json:"text"`
	Player      string         `json:"player"`
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

// Events of estimates: the first comes soon, then they come rarely enough to be read.
const (
	firstEstimate = 100 * time.Millisecond
	nextEstimate  = 400 * time.Millisecond
)

func (s *Server) postAnalyzeStream(w http.ResponseWriter, r *http.Request) (int, any, error) {
	v, err := readAnalyze(w, r)
	if err != nil {
		return 0, nil, err
	}
	a, j, err := s.count(r.Context(), v.View)
	if err != nil {
		return 0, nil, err
	}
	out, ctx := openStream(w, r)
	defer out.close()
	out.event("analysis", j)
	switch {
	case v.quick || len(a.Best) == 0:
		out.event("done", struct{}{})
		return 0, nil, nil
	case players.Affordable(v.View, a, exactPlacements):
		ctx, cancel := context.WithTimeout(ctx, v.time)
		var exact *analysisJSON
		err := s.searching(ctx, out.queued, func(b *workbench) (err error) {
			_, exact, err = analyse(ctx, b.analyst, v.View)
			return err
		})
		cancel()
		if err == nil {
			out.event("analysis", exact)
			out.event("done", struct{}{})
			return 0, nil, nil
		}
		if ctx.Err() == nil {
			out.fail(err)
			return 0, nil, nil
		}
	}
	var last *estimatesJSON
	err = s.searching(ctx, out.queued, func(*workbench) (err error) {
		last, err = forecast(ctx, v, a, func(e *estimatesJSON) { out.event("estimates", e) })
		return err
	})
	if err != nil {
		out.fail(err)
		return 0, nil, nil
	}
	out.event("done", last)
	return 0, nil, nil
}

// forecast estimates win chances until the time is over or the plays are done.
func forecast(ctx context.Context, v *analyzed, a *players.Analysis, send func(*estimatesJSON)) (*estimatesJSON, error) {
	start := time.Now()
	// The stream of random numbers depends on what is seen, so that equal questions
	// get equal answers.
	text := (&minesweeper.Position{View: v.View}).String()
	f := players.NewForecast(v.View, a, randstream.New(0, "web forecast "+text))
	next := start.Add(firstEstimate)
	for f.Plays() == 0 || time.Since(start) < v.time {
		if v.simulations > 0 && f.Plays() >= v.simulations {
			break
		}
		if err := f.Play(ctx); err != nil {
			return nil, err
		}
		if v.simulations == 0 && time.Now().After(next) {
			next = time.Now().Add(nextEstimate)
			send(estimates(v.View.Game(), f, time.Since(start)))
		}
	}
	passed := time.Since(start)
	if v.simulations > 0 {
		passed = 0 // the answer shall be the same every time
	}
	return estimates(v.View.Game(), f, passed), nil
}

func estimates(g *minesweeper.Game, f *players.Forecast, passed time.Duration) *estimatesJSON {
	e := &estimatesJSON{Simulations: f.Plays(), Seconds: passed.Seconds(), Player: "csp", Cells: []estimateJSON{}}
	cells := f.Cells()
	for i := range cells {
		row, col := g.RowCol(cells[i].Cell)
		win, low, high := cells[i].Win()
		e.Cells = append(e.Cells, estimateJSON{row, col, cells[i].Mine, win, low, high, false, cells[i].Plays})
	}
	e.Text = forecastWords(g, f)
	return e
}

// forecastWords puts estimates into a sentence, with no more certainty than they have.
func forecastWords(g *minesweeper.Game, f *players.Forecast) string {
	cells := f.Cells()
	best, least := cells[0], cells[0]
	for _, c := range cells {
		if c.Mine < least.Mine {
			least = c
		}
	}
	name := func(p *players.Prospect) string {
		row, col := g.RowCol(p.Cell)
		return fmt.Sprintf("%d,%d", row, col)
	}
	value := func(p *players.Prospect) string {
		win, low, high := p.Win()
		return fmt.Sprintf("%.0f%% (%.0f to %.0f)", 100*win, 100*low, 100*high)
	}
	if best.Cell == least.Cell || best.Mine == least.Mine {
		return fmt.Sprintf("%s seems best: it wins %s of the time.", name(&best), value(&best))
	}
	text := fmt.Sprintf("Least risk is %s (%s), but %s (%s) seems to win more often: %s against %s",
		name(&least), players.Percent(least.Mine), name(&best), players.Percent(best.Mine), value(&best), value(&least))
	if _, low, _, err := f.Better(best.Cell, least.Cell); err == nil && low <= 0 {
		return text + "; that is not sure yet."
	}
	return text + "."
}
