package matebase

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"blindsight/game/kriegspiel"
)

// A near miss: the rook mates the king on g8, but not the one on f8. The history is of no
// account here but for its form.
const nearMiss = `{"id":"g0-p2-d1","rules":"berkeley","side":"white","depth":1,"answer":"none","seed":1,"game":0,"ply":2,"start":"7k/8/6K1/8/8/8/8/R7 b - -","history":[{"black":{"heard":"silent","illegal":0}}],"belief":["6k1/8/6K1/8/8/8/8/R7 w - -","5k2/8/6K1/8/8/8/8/R7 w - -"],"part":[0],"plan_depth":1,"plan":{"try":"a1a8","illegal":null,"legal":{"check:rank checkmate":"mate"}}}
`

func TestRead(t *testing.T) {
	list := instances(t, nearMiss)
	if len(list) != 1 || list[0].Check() != nil || string(list[0].AppendJSON(nil)) != nearMiss {
		t.Errorf("read %s", list[0].AppendJSON(nil))
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	io.WriteString(w, nearMiss)
	w.Close()
	if list := instances(t, packed.String()); len(list) != 1 || string(list[0].AppendJSON(nil)) != nearMiss {
		t.Error("compressed, it is read otherwise")
	}
	n := 0
	err := kriegspiel.ReadProblems(strings.NewReader(nearMiss), "x", func(p *kriegspiel.Problem) error {
		n++
		if p.ID != "g0-p2-d1" || p.Depth != 1 || len(p.Belief) != 2 {
			t.Errorf("as a problem: %+v", p)
		}
		return nil
	})
	if err != nil || n != 1 {
		t.Errorf("as problems: %d, %v", n, err)
	}
}

// What is wrong is said with its place.
func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"answer":"none"`, `"answer":"no"`, `2:1: answer "no": want mate, none or unknown`},
		{`"answer":"none"`, `"answer":"mate"`, `2:1: least depth 0: want an odd number`},
		{`"answer":"none"`, `"answer":"none","least":1`, `2:1: least depth 1, but the answer is none`},
		{`"part":[0]`, `"part":[]`, `the part that is proved has 0 of 2 positions`},
		{`"part":[0]`, `"part":[0,1]`, `the part that is proved has 2 of 2 positions`},
		{`"part":[0]`, `"part":[2]`, `part [2]: want numbers of positions`},
		{`"part":[0]`, `"part":"all"`, `"part": string does not fit`},
		{`"plan":{`, `"note":{`, `unknown key "note"`},
		{`"try":"a1a8"`, `"try":"a1a9"`, `2:302: move "a1a9"`},
		{`"depth":1,`, `"depth":2,`, `2:60: depth 2: want an odd number`},
		{`"history":[`, `"story":[`, `unknown key "story"`},
		{`"heard":"silent"`, `"heard":"nothing"`, `2:169: heard "nothing"`},
		{`5k2/8/6K1/8/8/8/8/R7 w`, `5k2/8/6K1/8/8/8/8/1R6 w`, `position 2: white has nothing on a1`},
		{`"side":"white",`, ``, `want a list`},
	} {
		text := nearMiss + strings.Replace(nearMiss, c.old, c.new, 1)
		err := Read(strings.NewReader(text), "p.jsonl", func(*Instance) error { return nil })
		var where *kriegspiel.ReadError
		if !errors.As(err, &where) || where.Line != 2 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.new, err, c.want)
		}
	}
	if err := Read(strings.NewReader("\x1f\x8bxx"), "p.gz", func(*Instance) error { return nil }); err == nil {
		t.Error("a broken compressed file was read")
	}
	i := instances(t, strings.Replace(nearMiss, `"part":[0]`, `"part":[1]`, 1))[0]
	if err := i.Check(); err == nil || !strings.Contains(err.Error(), "the plan: ") {
		t.Errorf("a plan for another position: %v", err)
	}
	if i.Plan = nil; i.Check() == nil || !strings.Contains(i.Check().Error(), `there is no "plan"`) {
		t.Errorf("without a plan: %v", i.Check())
	}
}

// No text makes the reader panic, and what it reads is written and read back equal.
func FuzzRead(f *testing.F) {
	f.Add(nearMiss)
	f.Add(strings.Replace(nearMiss, `"answer":"none"`, `"answer":"unknown"`, 1))
	f.Fuzz(func(t *testing.T, text string) {
		var list []*Instance
		Read(strings.NewReader(text), "fuzz", func(i *Instance) error {
			list = append(list, i)
			return nil
		})
		for _, i := range list {
			once := i.AppendJSON(nil)
			err := Read(bytes.NewReader(once), "again", func(j *Instance) error {
				if twice := j.AppendJSON(nil); !bytes.Equal(once, twice) {
					t.Errorf("%sthen %s", once, twice)
				}
				return nil
			})
			if err != nil {
				t.Errorf("%s: %v", once, err)
			}
		}
	})
}
