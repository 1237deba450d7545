// Package mateplan holds proved wins as files that a stranger can check: plans for
// guaranteed mates in Kriegspiel, their reader and writer, and the checker ([Check]),
// which knows the rules and shares no code with any search.
package mateplan

import (
	"encoding/json"
	"fmt"
	"io"

	"blindsight/game/kriegspiel"
)

// Plan is a plan that is said to mate in every position of a problem, within a depth.
type Plan struct {
	ID    string
	Rules *kriegspiel.Rules
	Depth int
	Root  *Node
}

// Node says what to try, and what to do then.
type Node struct {
	Try     kriegspiel.Attempt
	Illegal *Node    // where it is refused; nil if it never is
	Legal   []Branch // where it is not, by what is heard; of a question, its answers
}

// Branch says what to do when something is heard of an own attempt: nothing if it is
// mate, a node for the answer to a question, else nodes for what is heard of the
// opponent's move.
type Branch struct {
	Heard   kriegspiel.Percept
	Mate    bool
	Answer  *Node
	Replies []Reply
}

// Reply says what to do when something is heard of the opponent's move.
type Reply struct {
	Heard kriegspiel.Percept
	Node  *Node
}

// Size returns the number of nodes of a plan.
func (n *Node) Size() int {
	if n == nil {
		return 0
	}
	size := 1 + n.Illegal.Size()
	for i := range n.Legal {
		size += n.Legal[i].Answer.Size()
		for j := range n.Legal[i].Replies {
			size += n.Legal[i].Replies[j].Node.Size()
		}
	}
	return size
}

// Write writes a plan as one line of JSON.
func Write(w io.Writer, p *Plan) error {
	id, err := json.Marshal(p.ID)
	if err != nil {
		return err
	}
	buf := fmt.Appendf(nil, `{"id":%s,"rules":%q,"depth":%d,"plan":`, id, p.Rules.Name, p.Depth)
	buf = p.Root.AppendJSON(buf)
	_, err = w.Write(append(buf, "}\n"...))
	return err
}

// AppendJSON appends a node as it stands in a plan file, null for nil, and returns the
// buffer.
func (n *Node) AppendJSON(buf []byte) []byte {
	if n == nil {
		return append(buf, "null"...)
	}
	buf = fmt.Appendf(buf, `{"try":%q,"illegal":`, n.Try)
	buf = n.Illegal.AppendJSON(buf)
	buf = append(buf, `,"legal":{`...)
	for i := range n.Legal {
		b := &n.Legal[i]
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = fmt.Appendf(buf, `%q:`, b.Heard)
		switch {
		case b.Mate:
			buf = append(buf, `"mate"`...)
			continue
		case b.Answer != nil:
			buf = b.Answer.AppendJSON(buf)
			continue
		}
		buf = append(buf, '{')
		for j := range b.Replies {
			if j > 0 {
				buf = append(buf, ',')
			}
			buf = fmt.Appendf(buf, `%q:`, b.Replies[j].Heard)
			buf = b.Replies[j].Node.AppendJSON(buf)
		}
		buf = append(buf, '}')
	}
	return append(buf, "}}"...)
}
