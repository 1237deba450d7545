package gametest

import (
	"fmt"
	"strings"

	"blindsight"
)

// Playthrough plays one random game and returns all that can be asked on the way
// as text: what the player knows, what is legal, what he plays, sees and gains, and
// what the abilities of the game say. The seed decides everything. Where states can
// be copied, the play begins with 8·(seed mod 8) moves that avoid what would end it,
// as far as a few tries can tell, so that there is something to read.
//
// It returns the text so far and the reason if the game breaks off in error. At the
// Horizon of the game the play is cut.
func Playthrough[S any, V View[V, A, O], A, O comparable](g Game[S, V, A, O], seed uint64) string {
	k := newKit(g)
	var b strings.Builder
	if k.Name != "" {
		fmt.Fprintf(&b, "game: %s\n", k.Name)
	}
	fmt.Fprintf(&b, "seed: %d\n", seed)
	p := k.play(seed)
	total := 0.0
	for p.choose() {
		fmt.Fprintf(&b, "\nmove %d\n", len(p.past))
		k.printView(&b, p)
		p.step()
		if p.err != nil {
			break
		}
		total += p.last.Reward
		fmt.Fprintf(&b, "play: %s\n", k.ShowAction(p.action))
		fmt.Fprintf(&b, "seen: %s\n", k.ShowSeen(p.last.Seen))
		fmt.Fprintf(&b, "reward: %.6g\n", p.last.Reward)
		fmt.Fprintf(&b, "done: %t\n", p.last.Done)
	}
	if p.err != nil {
		fmt.Fprintf(&b, "\nerror: %v\n", p.err)
		return b.String()
	}
	how := "end"
	if p.cut {
		how = "cut"
	}
	fmt.Fprintf(&b, "\n%s after %d moves\nreward in all: %.6g\n", how, len(p.reward), total)
	if k.ShowState != nil {
		fmt.Fprintf(&b, "hidden state:\n%s\n", strings.TrimRight(k.ShowState(&p.state), "\n"))
	}
	return b.String()
}

// printView writes what can be asked before an action is played.
func (k *kit[S, V, A, O]) printView(b *strings.Builder, p *play[S, V, A, O]) {
	if k.ShowView != nil {
		fmt.Fprintf(b, "%s\n", strings.TrimRight(k.ShowView(p.view), "\n"))
	}
	fmt.Fprintf(b, "legal (%d):", len(p.legal))
	for _, a := range p.legal {
		fmt.Fprintf(b, " %s", k.ShowAction(a))
	}
	b.WriteByte('\n')
	view := any(p.view)
	if f, ok := view.(blindsight.Forcing[A]); ok {
		if a, forced := f.Forced(); forced {
			fmt.Fprintf(b, "forced: %s\n", k.ShowAction(a))
		}
	}
	if s, ok := view.(blindsight.Symmetric[A]); ok {
		_, transformation := s.Canonical()
		fmt.Fprintf(b, "legal up to symmetry: %d\n", len(s.CanonicalLegal(transformation, nil)))
	}
	if r, ok := view.(blindsight.Ranged); ok {
		lo, hi := r.Range()
		fmt.Fprintf(b, "range: %.6g to %.6g\n", lo, hi)
	}
	if k.sums != nil {
		var c blindsight.Sums
		if k.sums.Constraints(p.view, &c) {
			fmt.Fprintf(b, "constraints: %d of %d unknowns, %d sums\n", c.Total, c.Unknowns, len(c.Sums))
		} else {
			b.WriteString("constraints: none\n")
		}
	}
	if k.lister != nil {
		n := 0
		for range k.lister.States(p.view) {
			n++
		}
		fmt.Fprintf(b, "states: %d\n", n)
	}
}
