package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"blindsight/game/minesweeper"
	players "blindsight/player/minesweeper"
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
	*players.Report
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

// analysed returns what a coach has said, as an analysis with its words.
func analysed(v *minesweeper.View, c *players.Counsel) *analysisJSON {
	g := v.Game()
	j := &analysisJSON{Report: players.NewReport(g, c.Analysis), Started: v.Started(), NoGuess: c.NoGuess}
	j.Certain = certainJSON{[][2]int{}, [][2]int{}}
	if c.Analysis.Win != nil {
		j.Fraction, j.Of = c.Analysis.Win.String(), players.BestPlay
	}
	if c.NoGuess && !c.None {
		j.Of, j.RiskOf = players.CertainOnly, riskOfAll
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
func glance(ctx context.Context, n *players.Analyst, v *analyzed, patience time.Duration) (*players.Counsel, error) {
	coach := &players.Coach{Analyst: n, Seed: players.CoachSeed, NoGuess: v.noGuess, Time: patience}
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

func (s *Server) postAnalyze(w http.ResponseWriter, r *http.Request) (int, any, error) {
	v, err := readAnalyze(w, r)
	if err != nil {
		return 0, nil, err
	}
	if len(v.known) > 0 {
		j, err := s.withKnownMines(r.Context(), v)
		return http.StatusOK, j, err
	}
	quick, err := s.count(r.Context(), v)
	if err != nil {
		return 0, nil, err
	}
	j := analysed(v.View, quick)
	if v.quick || v.noGuess || !players.Affordable(v.View, quick.Analysis, players.CoachReach) {
		return http.StatusOK, j, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), exactTime)
	defer cancel()
	var exact *players.Counsel
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
	return http.StatusOK, j, nil
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
	v := &analyzed{View: p.View, quick: q.Quick, noGuess: q.NoGuess, time: limit, simulations: q.Simulations}
	if q.KnownMines && p.View.Started() {
		v.known = p.Flags
	}
	return v, nil
}

// count says what counting alone can tell, at once.
func (s *Server) count(ctx context.Context, v *analyzed) (c *players.Counsel, err error) {
	err = s.counting(ctx, func(n *players.Analyst) (err error) {
		c, err = glance(ctx, n, v, 0)
		return err
	})
	return c, err
}

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
	Advice *players.CounselReport `json:"advice"`
}

func (s *Server) postAnalyzeStream(w http.ResponseWriter, r *http.Request) (int, any, error) {
	v, err := readAnalyze(w, r)
	if err != nil {
		return 0, nil, err
	}
	if len(v.known) > 0 {
		j, err := s.withKnownMines(r.Context(), v)
		if err != nil {
			return 0, nil, err
		}
		out, _ := openStream(w, r)
		defer out.close()
		out.event("analysis", j)
		out.event("done", struct{}{})
		return 0, nil, nil
	}
	quick, err := s.count(r.Context(), v)
	if err != nil {
		return 0, nil, err
	}
	out, ctx := openStream(w, r)
	defer out.close()
	out.event("analysis", analysed(v.View, quick))
	if v.quick || quick.None || v.noGuess { // then all is known by counting
		out.event("done", struct{}{})
		return 0, nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, coachTime)
	defer cancel()
	var c *players.Counsel
	start := time.Now()
	err = s.searching(ctx, out.queued, func(b *workbench) (err error) {
		start = time.Now()
		coach := players.NewCoach(b.analyst, v.simulations, 0)
		if v.simulations > 0 {
			c, err = coach.Advise(ctx, v.View, "", nil)
			return err
		}
		coach.Time = v.time
		coach.Heard = func(c *players.Counsel) { out.event("estimates", estimates(v.View, c, time.Since(start))) }
		key := positionKey(v.View)
		coach.Before = s.thoughts.take(key)
		if coach.Before != nil {
			coach.Heard(coach.Before)
		}
		c, err = coach.Advise(ctx, v.View, "", nil)
		s.thoughts.keep(key, c) // also when it was broken off
		return err
	})
	if err != nil {
		out.fail(err)
		return 0, nil, nil
	}
	done := coachedJSON{Advice: players.NewCounselReport(v.View.Game(), c)}
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
func estimates(v *minesweeper.View, c *players.Counsel, passed time.Duration) *estimatesJSON {
	g := v.Game()
	e := &estimatesJSON{
		Simulations: c.Plays, Needed: players.LeastPlays, Resumed: c.Resumed, Seconds: passed.Seconds(),
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
