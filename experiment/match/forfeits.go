package match

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"blindsight/catalog"
	"blindsight/internal/plural"
)

// forfeits counts games that were lost without being played to their end, by reason and by who
// lost them: a side, or in a match a player.
type forfeits map[catalog.Forfeit]int

// add counts a game, if it was forfeited.
func (f *forfeits) add(lost *catalog.Forfeit) {
	if lost == nil {
		return
	}
	if *f == nil {
		*f = make(forfeits)
	}
	(*f)[*lost]++
}

// sorted lists them, first side and most frequent reason first.
func (f forfeits) sorted() []catalog.Forfeit {
	var list []catalog.Forfeit
	for lost := range f {
		list = append(list, lost)
	}
	slices.SortFunc(list, func(a, b catalog.Forfeit) int {
		return cmp.Or(cmp.Compare(a.Side, b.Side), cmp.Compare(f[b], f[a]), cmp.Compare(a.Reason, b.Reason))
	})
	return list
}

// list names those who lost.
func (f forfeits) list(names []string) []ForfeitReport {
	var list []ForfeitReport
	for _, lost := range f.sorted() {
		list = append(list, ForfeitReport{names[lost.Side], lost.Reason, f[lost]})
	}
	return list
}

// writeForfeits says which games were forfeited and why, if any were.
func writeForfeits(out io.Writer, indent string, list []ForfeitReport) {
	for _, f := range list {
		fmt.Fprintf(out, "%s%s forfeited by %s: %s\n", indent, plural.Form(f.Games, "1 game", "%d games"), f.By, f.Reason)
	}
}

// ForfeitReport is a reason for which games were forfeited.
type ForfeitReport struct {
	By     string `json:"by"`
	Reason string `json:"reason"`
	Games  int    `json:"games"`
}
