// Package matebase builds and reads a database of guaranteed mates in Kriegspiel and of
// near misses, out of games that programs play (Russell and Wolfe, Efficient Belief-State
// AND-OR Search, with Application to Kriegspiel, 2005, section 3, "the paper").
//
// An [Instance] is a problem with its answer and what proves it, and the history that led
// to it. [Collect] plays games and gathers instances, the same for the same seed on any
// number of workers; [Read] reads them back. Files of instances are files of problems and
// of histories as well: each line has what those readers look for.
package matebase

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"blindsight/certificate/mateplan"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Answer is whether there is a guaranteed mate.
type Answer string

// The answers.
const (
	Mate    Answer = "mate"
	None    Answer = "none" // a near miss: a part of the belief is proved
	Unknown Answer = "unknown"
)

// Instance is a problem with its answer.
type Instance struct {
	kriegspiel.Problem
	Answer Answer
	// Least is the least depth of a mate, 0 where there is none.
	Least int
	// Plan mates in every position of the belief, or, unless the answer is Mate, in those
	// of Part: numbers of positions, from 0, in order, at least half of them.
	Plan *mateplan.Plan
	Part []int
	// History is what the side knows, and the belief what follows from it.
	History *kriegspiel.Record
	// Seed, Game and Ply say where the instance comes from: a game of a run of Collect,
	// after so many moves of both sides.
	Seed uint64
	Game int
	Ply  int
}

// Proved returns the problem that the plan solves: the instance's own, or that of the
// part that is proved.
func (i *Instance) Proved() *kriegspiel.Problem {
	p := i.Problem
	if i.Answer != Mate {
		p.Belief = make([]chess.Position, len(i.Part))
		for k, n := range i.Part {
			p.Belief[k] = i.Belief[n]
		}
	}
	return &p
}

// Check returns what is wrong with an instance, nil if nothing is: it plays the plan out.
// That no mate was missed is not checked, nor that the belief follows from the history.
func (i *Instance) Check() error {
	if err := i.Problem.Check(); err != nil {
		return err
	}
	if err := i.checkAnswer(); err != nil {
		return err
	}
	if err := mateplan.Check(i.Proved(), i.Plan); err != nil {
		return fmt.Errorf("the plan: %w", err)
	}
	return nil
}

// checkAnswer checks that answer, least depth, part and plan fit together.
func (i *Instance) checkAnswer() error {
	if i.Plan == nil {
		return errors.New(`there is no "plan"`)
	}
	if i.Answer == Mate {
		switch {
		case i.Least < 1 || i.Least > i.Depth || i.Least%2 == 0:
			return fmt.Errorf("least depth %d: want an odd number up to the depth, %d", i.Least, i.Depth)
		case i.Plan.Depth != i.Least:
			return fmt.Errorf("the plan is for depth %d, the least depth is %d", i.Plan.Depth, i.Least)
		case i.Part != nil:
			return errors.New("a mate has no part: all positions are proved")
		}
		return nil
	}
	switch n := len(i.Part); {
	case i.Answer != None && i.Answer != Unknown:
		return fmt.Errorf("answer %q: want mate, none or unknown", i.Answer)
	case i.Least != 0:
		return fmt.Errorf("least depth %d, but the answer is %s", i.Least, i.Answer)
	case 2*n < len(i.Belief) || n == 0 || n == len(i.Belief):
		return fmt.Errorf("the part that is proved has %d of %d positions: want at least half, and not all", n, len(i.Belief))
	case i.Part[0] < 0 || i.Part[n-1] >= len(i.Belief) || !increasing(i.Part):
		return fmt.Errorf("part %v: want numbers of positions, from 0, in order", i.Part)
	}
	return nil
}

func increasing(list []int) bool {
	for k := 1; k < len(list); k++ {
		if list[k] <= list[k-1] {
			return false
		}
	}
	return true
}

// AppendJSON appends the instance as one line of JSON:
//
//	{"id", "rules", "side", "depth", "answer", "least", "seed", "game", "ply", "belief": […], "part": […], "plan": <node>, "plan_depth", "start", "history": […]}
//
// Rules, side, depth and belief are those of a problem, start and history those of a
// record, a plan is a node of a plan file.
func (i *Instance) AppendJSON(buf []byte) []byte {
	id, err := json.Marshal(i.ID)
	if err != nil {
		panic(err) // a string is always JSON
	}
	buf = fmt.Appendf(buf, `{"id":%s,"rules":%q,"side":%q,"depth":%d,"answer":%q`, id, i.Rules.Name, i.Side, i.Depth, i.Answer)
	if i.Least > 0 {
		buf = fmt.Appendf(buf, `,"least":%d`, i.Least)
	}
	buf = fmt.Appendf(buf, `,"seed":%d,"game":%d,"ply":%d`, i.Seed, i.Game, i.Ply)
	rest := *i.History
	rest.ID = ""
	history := rest.AppendJSON(nil) // {"id":"","rules":"…","side":"…",<start and history>}
	prefix := fmt.Sprintf(`{"id":"","rules":%q,"side":%q`, rest.Rules.Name, i.Side)
	buf = append(buf, history[len(prefix):len(history)-1]...)
	buf = append(buf, `,"belief":[`...)
	for k := range i.Belief {
		if k > 0 {
			buf = append(buf, ',')
		}
		buf = fmt.Appendf(buf, "%q", i.Belief[k].FEN())
	}
	buf = append(buf, ']')
	if i.Part != nil {
		part, _ := json.Marshal(i.Part) // numbers are always JSON
		buf = append(append(buf, `,"part":`...), part...)
	}
	buf = fmt.Appendf(buf, `,"plan_depth":%d,"plan":`, i.Plan.Depth)
	return append(i.Plan.Root.AppendJSON(buf), "}\n"...)
}

// sortBelief puts positions into the order of their FENs, that of 'kriegspiel estimate
// --list'.
func sortBelief(belief []chess.Position) {
	fens := make(map[chess.Position]string, len(belief))
	for _, p := range belief {
		fens[p] = p.FEN()
	}
	slices.SortFunc(belief, func(a, b chess.Position) int {
		if fens[a] < fens[b] {
			return -1
		}
		return 1
	})
}
