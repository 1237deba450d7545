package minecoach

import (
	"fmt"
	"strings"

	"blindsight/game/minesweeper"
)

// Words returns the reason as a sentence: "1,2 is safe: the 1 on 0,1 and the 2 on 0,2
// leave no room for a mine there". Cells are row,column.
func (r *Reason) Words(v *minesweeper.View) string {
	var b strings.Builder
	b.WriteString(cellNames(v.Game(), r.Cells, 4))
	switch {
	case r.Mine && len(r.Cells) == 1:
		b.WriteString(" is a mine: ")
	case r.Mine:
		b.WriteString(" are mines: ")
	case len(r.Cells) == 1:
		b.WriteString(" is safe: ")
	default:
		b.WriteString(" are safe: ")
	}
	if len(r.Numbers) == 1 && !r.Count {
		number := v.At(r.Numbers[0])
		if !r.Mine && number == 0 {
			fmt.Fprintf(&b, "beside the %s there is none", numberNames(v, r.Numbers))
			return b.String()
		}
		fmt.Fprintf(&b, "the %s has no other closed neighbours", numberNames(v, r.Numbers))
		return b.String()
	}
	var because []string
	if len(r.Numbers) > 0 {
		because = append(because, "the "+numberNames(v, r.Numbers))
	}
	if r.Count {
		because = append(because, fmt.Sprintf("the number of mines, %d in all,", v.Game().Rules().Mines))
	}
	b.WriteString(strings.Join(because, " together with "))
	one := len(r.Numbers) == 0 || len(r.Numbers) == 1
	switch {
	case r.Mine && one:
		b.WriteString(" leaves nothing else there")
	case r.Mine:
		b.WriteString(" leave nothing else there")
	case one:
		b.WriteString(" leaves no room for a mine there")
	default:
		b.WriteString(" leave no room for a mine there")
	}
	return b.String()
}

// numberNames returns "1 on 0,1, the 2 on 0,2 and the 1 on 3,3".
func numberNames(v *minesweeper.View, cells []minesweeper.Cell) string {
	const most = 6
	names := make([]string, 0, len(cells))
	for i, c := range cells {
		if i == most && len(cells) > most+1 {
			names = append(names, fmt.Sprintf("%d numbers more", len(cells)-most))
			break
		}
		row, col := v.Game().RowCol(c)
		name := fmt.Sprintf("%d on %d,%d", v.At(c), row, col)
		if i > 0 {
			name = "the " + name
		}
		names = append(names, name)
	}
	return join(names)
}

// cellNames returns "0,1, 0,2 and 3 more".
func cellNames(g *minesweeper.Game, cells []minesweeper.Cell, most int) string {
	names := make([]string, 0, len(cells))
	for i, c := range cells {
		if i == most && len(cells) > most+1 {
			names = append(names, fmt.Sprintf("%d more", len(cells)-most))
			break
		}
		row, col := g.RowCol(c)
		names = append(names, fmt.Sprintf("%d,%d", row, col))
	}
	return join(names)
}

// join joins words by commas and, before the last, "and".
func join(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
