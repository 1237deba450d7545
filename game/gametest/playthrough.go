package gametest

import (
	"fmt"
	"strings"

	"blindsight"
)

// Playthrough plays one random game and returns all that can be asked on the way
// as text: what the side to act knows, what is legal, what it plays, sees and gains, what
// the other side, if there is one, knows and hears, and what the abilities of the game say. The seed decides everything. Where states can
// be copied, the play begins with 8·(seed mod 8) moves that avoid what would end it,
// as far as a few tries can tell, so that there is something to read.
//
// It returns the text so far and the reason if the game breaks off in error. At the
// Horizon of the game the play is cut.
func Playthrough[S any, V View[V, A, O], A, O comparable](g Case[S, V, A, O], seed uint64) string {
	k := newKit(g)
	var b strings.Builder
	if k.Name != "" {
		fmt.Fprintf(&b, "game: %s\n", k.Name)
	}
	fmt.Fprintf(&b, "seed: %d\n", seed)
	p := k.play(seed)
	var total [2]float64
	for p.choose() {
		fmt.Fprintf(&b, "\nmove %d%s\n", len(p.moves), k.bySide(p.turn))
		k.printView(&b, p)
		p.step()
		if p.err != nil {
			break
		}
		total[p.turn] += p.last.Reward
		total[p.turn.Other()] += p.last.Other
		fmt.Fprintf(&b, "play: %s\n", k.ShowAction(p.action))
		fmt.Fprintf(&b, "seen: %s\n", k.ShowSeen(p.last.Seen))
		if k.Sides == 2 {
			k.printOther(&b, p)
			continue
		}
		fmt.Fprintf(&b, "reward: %.6g\n", p.last.Reward)
		fmt.Fprintf(&b, "done: %t\n", p.last.Done())
	}
	if p.err != nil {
		fmt.Fprintf(&b, "\nerror: %v\n", p.err)
		return b.String()
	}
	how := "end"
	if p.cut {
		how = "cut"
	}
	fmt.Fprintf(&b, "\n%s after %d moves\n", how, len(p.gained))
	if k.Sides == 2 {
		fmt.Fprintf(&b, "rewards in all: side 0 %.6g, side 1 %.6g\n", total[0], total[1])
	} else {
		fmt.Fprintf(&b, "reward in all: %.6g\n", total[0])
	}
	if k.ShowState != nil {
		fmt.Fprintf(&b, "hidden state:\n%s\n", strings.TrimRight(k.ShowState(&p.state), "\n"))
	}
	return b.String()
}

// bySide says in a heading who acts, where there are two.
func (k *kit[S, V, A, O]) bySide(side blindsight.Side) string {
	if k.Sides == 1 {
		return ""
	}
	return fmt.Sprintf(", side %d", side)
}

// printOther writes what a step brings where there are two sides, and what the other side
// knew when it was played.
func (k *kit[S, V, A, O]) printOther(b *strings.Builder, p *play[S, V, A, O]) {
	other, heard := p.turn.Other(), k.ShowSeen(p.last.Heard)
	if p.last.Silent {
		heard = "(nothing)"
	}
	fmt.Fprintf(b, "heard by side %d: %s\n", other, heard)
	fmt.Fprintf(b, "rewards: %.6g, other side %.6g\n", p.last.Reward, p.last.Other)
	if p.last.Done() {
		b.WriteString("next: nobody\n")
	} else {
		fmt.Fprintf(b, "next: side %d\n", p.last.Next)
	}
	if k.ShowView != nil {
		fmt.Fprintf(b, "side %d knew:\n%s\n", other, strings.TrimRight(k.ShowView(p.views[other]), "\n"))
	}
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
		var c sums
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
