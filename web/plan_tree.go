package web

import (
	"blindsight/certificate/mateplan"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// The limits of a plan as a tree: nodes in all, and positions shown at each.
const (
	maxTreeNodes = 3000
	treeBoards   = 4
)

// planNodeJSON is a node of a plan with the boards that are possible there.
type planNodeJSON struct {
	Try       string           `json:"try"`
	SAN       string           `json:"san"`
	Own       string           `json:"own"`
	Size      int              `json:"size"`
	Positions []string         `json:"positions"`
	Illegal   *planNodeJSON    `json:"illegal,omitempty"`
	Legal     []planBranchJSON `json:"legal"`
	Cut       bool             `json:"cut,omitempty"`
}

type planBranchJSON struct {
	Heard     string          `json:"heard"`
	Words     string          `json:"words"`
	Mate      bool            `json:"mate"`
	Size      int             `json:"size"`
	Positions []string        `json:"positions"`
	Answer    *planNodeJSON   `json:"answer,omitempty"`
	Replies   []planReplyJSON `json:"replies"`
}

type planReplyJSON struct {
	Heard string        `json:"heard"`
	Words string        `json:"words"`
	Node  *planNodeJSON `json:"node"`
}

// planTree returns a plan with the positions that are possible at every node, as far as
// the limit goes; deeper nodes are cut.
func planTree(p *kriegspiel.Problem, plan *mateplan.Plan) *planNodeJSON {
	t := &planter{rules: p.Rules, side: p.Side}
	return t.node(plan.Root, p.Belief)
}

type planter struct {
	rules *kriegspiel.Rules
	side  chess.Color
	nodes int
}

func (t *planter) node(n *mateplan.Node, belief []chess.Position) *planNodeJSON {
	t.nodes++
	own := belief[0].Only(t.side)
	j := &planNodeJSON{
		Try: n.Try.String(), SAN: n.Try.String(), Own: own.FEN(), Size: len(belief), Positions: fens(belief, treeBoards), Legal: []planBranchJSON{},
	}
	var stay []chess.Position
	moved := map[kriegspiel.Percept][]chess.Position{}
	for i := range belief {
		var to chess.Position
		switch h, ok := t.rules.Try(&belief[i], n.Try, &to); {
		case ok:
			moved[h] = append(moved[h], to)
		case h == kriegspiel.Illegal:
			stay = append(stay, belief[i])
		default: // the answer to a question
			moved[h] = append(moved[h], belief[i])
		}
	}
	if n.Try != kriegspiel.Any {
		j.SAN = planSAN(n.Try, moved, &own)
	}
	if t.nodes > maxTreeNodes {
		j.Cut = true
		return j
	}
	if n.Illegal != nil && len(stay) > 0 {
		j.Illegal = t.node(n.Illegal, stay)
	}
	for i := range n.Legal {
		if b := &n.Legal[i]; len(moved[b.Heard]) > 0 {
			j.Legal = append(j.Legal, t.branch(b, moved[b.Heard]))
		}
	}
	return j
}

// planSAN returns a try in SAN. A capture or a check is in it only where it is certain.
func planSAN(a kriegspiel.Attempt, moved map[kriegspiel.Percept][]chess.Position, own *chess.Position) string {
	try := kriegspiel.Try{Attempt: a, Heard: kriegspiel.Silent}
	if len(moved) == 1 {
		for h := range moved {
			try.Heard = h
		}
	}
	return try.SAN(own)
}

func (t *planter) branch(b *mateplan.Branch, after []chess.Position) planBranchJSON {
	j := planBranchJSON{
		Heard: b.Heard.String(), Words: b.Heard.Words(t.side), Mate: b.Mate, Size: len(after),
		Positions: fens(after, treeBoards), Replies: []planReplyJSON{},
	}
	if b.Answer != nil {
		j.Answer = t.node(b.Answer, after)
		return j
	}
	replies := map[kriegspiel.Percept][]chess.Position{}
	type sound struct {
		heard kriegspiel.Percept
		to    chess.Position
	}
	seen := map[sound]bool{}
	for i := range after {
		var to chess.Position
		t.rules.Replies(&after[i], &to, func(h kriegspiel.Percept) bool {
			if !seen[sound{h, to}] {
				seen[sound{h, to}] = true
				replies[h] = append(replies[h], to)
			}
			return true
		})
	}
	for i := range b.Replies {
		r := &b.Replies[i]
		if states := replies[r.Heard]; len(states) > 0 {
			j.Replies = append(j.Replies, planReplyJSON{r.Heard.String(), r.Heard.Words(t.side.Other()), t.node(r.Node, states)})
		}
	}
	return j
}
