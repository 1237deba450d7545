package web

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
)

// analyzeRequest asks for the analysis of a position.
type analyzeRequest struct {
	Position    string  `json:"position"`
	Seconds     float64 `json:"seconds"`
	Simulations int     `json:"simulations"`
	Quick       bool    `json:"quick"`
	NoGuess     bool    `json:"no_guess"`
	KnownMines  bool    `json:"known_mines"`
}

// maxSimulations is how many simulations a request may ask for.
const maxSimulations = 100_000

// analysisJSON is an analysis: what 'mines analyze --json' prints, and why.
type analysisJSON struct {
	*minecoach.Report
	Fraction string      `json:"win_fraction,omitempty"`
	Of       string      `json:"win_of,omitempty"`
	Started  bool        `json:"started"`
	Certain  certainJSON `json:"certain"`
	NoGuess  bool        `json:"no_guess,omitempty"`
	RiskOf   string      `json:"risk_of,omitempty"`
	Why      whyJSON     `json:"why"`
}

// certainJSON is what is certain of closed cells once one is open.
type certainJSON struct {
	Safe  [][2]int `json:"safe"`
	Mines [][2]int `json:"mines"`
}

// riskOfAll says what risks are on a board that was chosen so that no guess is needed.
const riskOfAll = "Risks are counted over all boards that agree with the numbers."

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
	reader := minesweeper.NewPositionReader(strings.NewReader(text), "position", minesweeper.Rules{AutoOpen: true})
	reader.New = games.new
	p, err := reader.Next()
	if err == io.EOF {
		return nil, refuse(statusBadRequest, "there is no position: want a line HEIGHTxWIDTH/MINES RULE and the rows")
	}
	if err != nil {
		return nil, bad(err)
	}
	if _, err := reader.Next(); err != io.EOF {
		return nil, refuse(statusBadRequest, "there is more than one position")
	}
	return p, nil
}

// analysed returns what a coach has said, as an analysis with its words.
func analysed(v *minesweeper.View, c *minecoach.Counsel) *analysisJSON {
	g := v.Game()
	j := &analysisJSON{Report: minecoach.NewReport(g, c.Analysis), Started: v.Started(), NoGuess: c.NoGuess}
	j.Certain = certainJSON{[][2]int{}, [][2]int{}}
	if c.Analysis.Win != nil {
		j.Fraction, j.Of = c.Analysis.Win.String(), minecoach.BestPlay
	}
	if c.NoGuess && !c.None {
		j.Of, j.RiskOf = minecoach.CertainOnly, riskOfAll
	}
	if !c.None {
		j.Best = cellsJSON(g, c.Best)
	}
	for i := range c.Analysis.Cells {
		switch cell := &c.Analysis.Cells[i]; {
		case !v.Started():
		case cell.Mine == 0:
			j.Certain.Safe = append(j.Certain.Safe, cellsJSON(g, []minesweeper.Cell{cell.Cell})...)
		case cell.Mine == 1:
			j.Certain.Mines = append(j.Certain.Mines, cellsJSON(g, []minesweeper.Cell{cell.Cell})...)
		}
	}
	j.Why = whyJSON{Text: c.Text(), Reasons: []reasonJSON{}}
	if !c.None {
		j.Why.Cell = &cellsJSON(g, []minesweeper.Cell{c.Cell})[0]
	}
	for i := range c.Proofs {
		r := &c.Proofs[i]
		j.Why.Reasons = append(j.Why.Reasons, reasonJSON{cellsJSON(g, r.Cells), r.Mine, cellsJSON(g, r.Numbers), r.Count, r.Words(v)})
	}
	return j
}

// glance is what the coach says at once, exactly where the analyst can. It is given the
// view and nothing else.
func glance(ctx context.Context, n *minecoach.Analyst, v *analyzed, patience time.Duration) (*minecoach.Counsel, error) {
	coach := &minecoach.Coach{Analyst: n, Seed: minecoach.DefaultSeed, NoGuess: v.noGuess, Time: patience}
	return coach.Glance(ctx, v.View)
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

func (s *Service) postAnalyze(r *call) (int, any, error) {
	v, err := readAnalyze(r)
	if err != nil {
		return 0, nil, err
	}
	if len(v.known) > 0 {
		j, err := s.withKnownMines(r.Context(), v)
		return statusOK, j, err
	}
	quick, err := s.count(r.Context(), v)
	if err != nil {
		return 0, nil, err
	}
	j := analysed(v.View, quick)
	if v.quick || v.noGuess || !minecoach.Affordable(v.View, quick.Analysis, minecoach.TriedPlacements) {
		return statusOK, j, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), exactTime)
	defer cancel()
	var exact *minecoach.Counsel
	err = s.working(ctx, func(b *workbench) (err error) {
		exact, err = glance(ctx, b.analyst, v, exactTime)
		return err
	})
	switch {
	case err == nil:
		j = analysed(v.View, exact)
	case errors.Is(err, errBusy), r.Context().Err() == nil && ctx.Err() != nil: // the risks are known
	default:
		return 0, nil, err
	}
	return statusOK, j, nil
}

// analyzed is a request that was read and found good.
type analyzed struct {
	*minesweeper.View
	quick       bool
	noGuess     bool // the board was chosen so that no guess is needed
	time        time.Duration
	simulations int // at most, 0 for no limit

	known []minesweeper.Cell // mines that are known from elsewhere; nil unless asked for
}

func readAnalyze(r *call) (*analyzed, error) {
	var q analyzeRequest
	if err := readJSON(r, smallBody, &q); err != nil {
		return nil, err
	}
	limit, err := seconds(q.Seconds, 5)
	if err != nil {
		return nil, err
	}
	if q.Simulations < 0 || q.Simulations > maxSimulations {
		return nil, refuse(statusBadRequest, "simulations %d: want 0 to %d", q.Simulations, maxSimulations)
	}
	p, err := readPosition(q.Position)
	if err != nil {
		return nil, err
	}
	v := &analyzed{View: p.View, quick: q.Quick, noGuess: q.NoGuess, time: limit, simulations: q.Simulations}
	if q.KnownMines && p.View.Started() {
		v.known = p.Flags
	}
	return v, nil
}

// count says what counting alone can tell, at once.
func (s *Service) count(ctx context.Context, v *analyzed) (c *minecoach.Counsel, err error) {
	err = s.counting(ctx, func(n *minecoach.Analyst) (err error) {
		c, err = glance(ctx, n, v, 0)
		return err
	})
	return c, err
}
