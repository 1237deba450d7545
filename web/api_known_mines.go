package web

import (
	"context"
	"errors"
	"fmt"

	"blindsight"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/internal/percent"
)

// riskOfKnown says what risks are where flags are taken for mines.
const riskOfKnown = "Flags are taken for mines. The chance to win is not computed then."

// withKnownMines analyses a position whose flags are mines that somebody knows.
func (s *Service) withKnownMines(ctx context.Context, v *analyzed) (*analysisJSON, error) {
	var a *minecoach.Analysis
	err := s.counting(ctx, func(n *minecoach.Analyst) (err error) {
		a, err = n.KnownMines(ctx, v.View, v.known)
		return err
	})
	g := v.Game()
	var contra *minecoach.Contradiction
	if errors.Is(err, blindsight.ErrInconsistent) && !errors.As(err, &contra) {
		return nil, &misplaced{cellsJSON(g, v.known)}
	}
	if err != nil {
		return nil, err
	}
	j := analysed(v.View, &minecoach.Counsel{Analysis: a, None: true})
	j.RiskOf, j.Best = riskOfKnown, cellsJSON(g, a.Best)
	j.Why.Text = knownWords(g, a, len(j.Certain.Safe))
	if len(a.Best) > 0 {
		j.Why.Cell = &j.Best[0]
	}
	return j, nil
}

func knownWords(g *minesweeper.Game, a *minecoach.Analysis, safe int) string {
	if len(a.Best) == 0 {
		return "Nothing is left to open."
	}
	row, col := g.RowCol(a.Best[0])
	switch risk := a.Cells[indexOf(a, a.Best[0])].Mine; {
	case safe == 1:
		return fmt.Sprintf("With the flags as mines %d,%d is certainly safe.", row, col)
	case safe > 1:
		return fmt.Sprintf("With the flags as mines %d cells are certainly safe.", safe)
	default:
		return fmt.Sprintf("With the flags as mines nothing is certainly safe; the least risk is %s, on %d,%d.", percent.Of(risk), row, col)
	}
}

func indexOf(a *minecoach.Analysis, c minesweeper.Cell) int {
	for i := range a.Cells {
		if a.Cells[i].Cell == c {
			return i
		}
	}
	return 0
}

// misplaced is the error of flags that cannot all be mines.
type misplaced struct{ cells [][2]int }

func (m *misplaced) Error() string {
	return "the flags cannot all be mines: no placement that agrees with the numbers has them"
}
