package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"blindsight/coach/minecoach"
	"blindsight/player/sweepers"
)

// decide lets a player of the catalogue decide, and mostly does what it says.
func (w *witness) decide() {
	w.did["decide"]++
	names := sweepers.Catalogue.Names()
	var d decisionJSON
	q := decideRequest{Position: w.game.Position, Player: names[w.rng.IntN(len(names))], Sims: 1 + w.rng.IntN(30)}
	if q.Player == "optimal" && len(w.truth.list) > minecoach.TriedPlacements {
		if a := w.ask("POST", "/api/mines/decide", q); a.Code/100 == 2 && w.game.Opened > 0 {
			w.hold(fmt.Sprintf("optimal decides with %d placements left", len(w.truth.list)), q)
		}
		return
	}
	w.must("POST", "/api/mines/decide", q, &d)
	w.hold(w.truth.decision(&d), d)
	if c := d.Action[0]*w.k.width + d.Action[1]; strings.Join(w.game.Rows, "")[c] == '.' {
		w.act("open", c)
	}
}

// advise asks a player for advice, as 'mines advise' does.
func (w *witness) advise() {
	w.did["advise"]++
	names := advisers()
	var a minecoach.CounselReport
	w.must("POST", "/api/mines/advise", minesAdviceRequest{Position: w.game.Position, Player: names[w.rng.IntN(len(names))], Sims: 1 + w.rng.IntN(30)}, &a)
	w.hold(w.truth.advice(&a), a)
}

// edit changes a cell of the position, as the page's editor does, and asks again.
func (w *witness) edit() {
	w.did["edit"]++
	rows := strings.Fields(w.game.Position)
	rows = rows[len(rows)-w.k.height:]
	for range 1 + w.rng.IntN(2) {
		row, col := w.rng.IntN(w.k.height), w.rng.IntN(w.k.width)
		line := []byte(rows[row])
		line[col] = ".F012345678"[w.rng.IntN(7)]
		rows[row] = string(line)
	}
	w.asked(w.k, rows)
}

// otherRule asks about the same cells by another rule.
func (w *witness) otherRule() {
	w.did["rule"]++
	rows := strings.Fields(w.game.Position)
	rows = rows[len(rows)-w.k.height:]
	for _, other := range w.boards {
		if other.board() == w.k.board() && other.shape == w.k.shape && other.rule != w.k.rule && w.rng.IntN(2) == 0 {
			w.asked(other, rows)
			return
		}
	}
}

// asked asks about any position.
func (w *witness) asked(k *reckoning, rows []string) {
	truth := k.reckon(rows)
	position := k.header() + "\n" + strings.Join(rows, "\n") + "\n"
	answer := w.ask("POST", "/api/mines/analyze", analyzeRequest{Position: position})
	servable, zero := false, !truth.started
	for c := range k.cells() {
		servable = servable || k.servable(c)
		zero = zero || truth.seen.open>>c&1 != 0 && truth.seen.numbers[c] == 0 && k.servable(c)
	}
	possible := len(truth.list) > 0 && servable && (k.rule != "gnomine" || zero)
	if answer.Code != http.StatusOK {
		if w.did["contradiction"]++; possible || answer.Code/100 != 4 {
			w.hold(fmt.Sprintf("%d placements explain it: %d %s", len(truth.list), answer.Code, answer.Body), position)
		}
		return
	}
	if !possible {
		w.hold("no placement explains it", position)
	}
	var a analysisJSON
	if err := json.Unmarshal(answer.Body.Bytes(), &a); err != nil {
		w.t.Fatal(err)
	}
	w.hold(truth.analysis(&a), map[string]any{"position": position, "said": a})
}

// stream asks the coach of the page: its last word is exact, and the same.
func (w *witness) stream() {
	w.did["stream"]++
	if len(w.truth.list) > maxReckoned {
		return
	}
	events := w.events("POST", "/api/mines/analyze/stream", analyzeRequest{Position: w.game.Position, Seconds: 0.1})
	for _, e := range events {
		if e.name == "analysis" {
			var a analysisJSON
			e.read(w.t, &a)
			if a.Win != "" {
				w.hold(w.truth.analysis(&a), a)
			}
		}
	}
	if e := events[len(events)-2]; e.name != "analysis" || !strings.Contains(e.data, `"method":"exact"`) {
		w.hold("the stream's last word is not exact", events)
	}
}

// review checks what is said of the whole game.
func (w *witness) review() {
	w.did["review"]++
	n := 0
	result := 0.0
	if w.game.Status == "won" {
		result = 1
	}
	total := 0.0
	for _, e := range w.events("GET", "/api/mines/games/"+w.game.ID+"/review?seconds=0.1", nil) {
		if e.name == "done" {
			var sum reviewSummaryJSON
			e.read(w.t, &sum)
			if !nearly(sum.Start+sum.Luck-sum.Loss, result) || float64(sum.Result) != result || sum.Clicks != len(w.clicked) || !nearly(total, result) {
				w.hold("the account does not add up", sum)
			}
			continue
		}
		var m reviewMoveJSON
		e.read(w.t, &m)
		if n++; m.Move != n || n > len(w.clicked) {
			w.hold("a move that was not made", m)
		}
		at := w.clicked[n-1]
		after := result
		if n < len(w.clicked) && w.clicked[n].before.best != nil {
			after, _ = w.clicked[n].before.best.Float64()
		} else if n < len(w.clicked) {
			after = m.After
		}
		if n == 1 {
			total = m.Before
		}
		total += m.Luck - m.Loss
		if w.begun.NoGuess {
			if m.Before != 1 || !nearly(m.After, max(result, boolFloat(n < len(w.clicked)))) || at.before.started && m.Action.Do == "open" && !nearly(m.Loss, at.before.risk[*m.Action.Row*w.k.width+*m.Action.Col]) {
				w.hold("the review of a board without guessing", m)
			}
			continue
		}
		w.hold(at.before.reviewed(&m, at.together, after), m)
	}
	if n != len(w.clicked) {
		w.hold(fmt.Sprintf("%d of %d moves are told", n, len(w.clicked)), nil)
	}
}

func boolFloat(b bool) float64 { return float64(boolMask(b)) }
