package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers"
)

// heardInLessons is what the referee must say in the examples of the lessons, written down
// from the comparison of the rule sets, not from the program. A rule set whose line is
// missing says what "" has.
var heardInLessons = map[string]map[string]string{
	"refusal": {
		"":           "illegal, capture:a6",
		"wild16":     "illegal, capture:a6:pawn tries:0",
		"cincinnati": "illegal, capture:a6:pawn tries:no",
		"rand":       "illegal, capture:a6:pawn tries:none",
	},
	"capture": {
		"":           "capture:a6",
		"wild16":     "capture:a6:pawn tries:0 | capture:a6:piece tries:0",
		"cincinnati": "capture:a6:pawn tries:no | capture:a6:piece tries:no",
		"rand":       "capture:a6:pawn tries:none | capture:a6:piece tries:none",
	},
	"check": {
		"":           "check:file | check:rank | check:long | check:short | check:knight",
		"wild16":     "check:file tries:0 | check:rank tries:0 | check:long tries:0 | check:short tries:0 | check:knight tries:0",
		"cincinnati": "check:file tries:no | check:rank tries:no | check:long tries:no | check:short tries:no | check:knight tries:no",
		"rand":       "check:file tries:none | check:rank tries:none | check:long tries:none | check:short tries:none | check:knight tries:none",
	},
	"pawns": {
		"berkeley":   "illegal, capture:e5",
		"wild16":     "tries:2, capture:e5:piece tries:0",
		"cincinnati": "tries:yes, capture:e5:piece tries:no",
		"rand":       "tries:c5,e5, capture:e5:piece tries:none",
		"english":    "yes, capture:e5 | yes, illegal, silent | no, silent",

		"berkeley-any": "yes, illegal, nonsense, capture:c5 | no, nonsense, silent",
	},
	"passant": {
		"":           "silent, capture:d5",
		"wild16":     "tries:1, capture:d5:pawn tries:0",
		"cincinnati": "tries:yes, capture:d5:pawn tries:no",
		"rand":       "tries:d6, capture:d5:pawn tries:none",
	},
	"promotion": {
		"":           "silent",
		"wild16":     "tries:0",
		"cincinnati": "tries:no",
		"rand":       "promotion tries:none",
	},
	"nonsense": {
		"":           "nonsense",
		"wild16":     "illegal",
		"cincinnati": "nonsense | tries:no, nonsense",
		"rand":       "nonsense | tries:none, nonsense",
	},
	"end": {
		"":           "check:rank checkmate | stalemate | capture:f3 draw",
		"wild16":     "check:rank checkmate | stalemate | capture:f3:pawn draw",
		"cincinnati": "check:rank checkmate | stalemate | capture:f3:pawn draw",
		"rand":       "check:rank checkmate | stalemate | capture:f3:pawn draw",
	},
}

// Every example of every page is what the referee says: by the published comparison, and by
// the rules applied to the position of the example, try by try.
func TestRulePagesAreTrue(t *testing.T) {
	c := newClient(t, Config{})
	for _, rules := range kriegspiel.All() {
		var page rulesJSON
		c.get("/api/kriegspiel/rules/"+rules.Name, &page)
		if page.Title == "" || page.Doc != rules.Doc || len(page.Lessons) != len(heardInLessons) {
			t.Errorf("%s: %q, %q, %d lessons", rules, page.Title, page.Doc, len(page.Lessons))
		}
		for _, lesson := range page.Lessons {
			var heard []string
			for _, scene := range lesson.Examples {
				heard = append(heard, strings.Join(checkScene(t, rules, &scene), ", "))
			}
			want, ok := heardInLessons[lesson.Key][rules.Name]
			if !ok {
				want = heardInLessons[lesson.Key][""]
			}
			if got := strings.Join(heard, " | "); got != want {
				t.Errorf("%s, %s: the referee says %q, want %q", rules, lesson.Key, got, want)
			}
		}
	}
	if status, _ := c.ask("GET", "/api/kriegspiel/rules/chess", nil); status != 404 {
		t.Errorf("a rule set that does not exist: %d", status)
	}
}

// checkScene plays an example with the rules alone and returns what was heard.
func checkScene(t *testing.T, rules *kriegspiel.Rules, scene *sceneJSON) (heard []string) {
	t.Helper()
	pos, err := chess.ParseFEN(scene.FEN)
	if err != nil {
		t.Fatal(err)
	}
	for _, try := range scene.Tries {
		where := fmt.Sprintf("%s, %q, %s", rules, scene.Caption, try.Attempt)
		a, err := kriegspiel.ParseAttempt(try.Attempt)
		if err != nil || pos.Side().String() != try.Color {
			t.Fatalf("%s: %v", where, err)
		}
		next := pos
		says, moved := rules.Try(&pos, a, &next)
		if moved {
			says = rules.Drawn(&next, says)
		}
		told := ""
		if len(heard) > 0 {
			_, told, _ = strings.Cut(heard[len(heard)-1], "tries:")
		}
		pawn := pos.KindAt(a.Move().From()) == chess.Pawn && a.Move().From().File() != a.Move().To().File()
		contradicts := pawn && (told == "no" || told == "none")
		if rules.Name == "berkeley-any" && a != kriegspiel.Any { // the examples are of one turn
			contradicts = pawn && slices.Contains(heard, "no") || !pawn && slices.Contains(heard, "yes")
		}
		if (!slices.Contains(kriegspiel.Attempts(&pos, nil), a) || contradicts) && a != kriegspiel.Any && rules.Nonsense {
			says, next = kriegspiel.Nonsense, pos
		}
		if try.Heard != says.String() || try.Mover != says.Words(pos.Side()) {
			t.Errorf("%s: the page says %q, %q; the rules %q", where, try.Heard, try.Mover, says)
		}
		loud := rules.Name == "cincinnati" || rules.Name == "rand"
		secret := says == kriegspiel.Nonsense && !loud || says == kriegspiel.Illegal && !rules.RefusalsHeard
		if (try.Other == "") != secret {
			t.Errorf("%s: the other side hears %q", where, try.Other)
		}
		if pos = next; try.FEN != pos.FEN() {
			t.Errorf("%s: the board is %s, not %s", where, pos.FEN(), try.FEN)
		}
		heard = append(heard, try.Heard)
	}
	return heard
}

// Every player of the catalogue, but for those that are kept to measure others by, and every
// rule set can be chosen, by a name of its own; a level is a player with another effort.
func TestOpponentsAndRulesHaveNames(t *testing.T) {
	c := newClient(t, Config{})
	var o optionsJSON
	c.get("/api/options", &o)
	var names []string
	titles := map[string]bool{}
	efforts := map[string]int{}
	for _, one := range o.Kriegspiel.Opponents {
		player, effort, err := levelOf(one.Name)
		if err != nil {
			t.Error(err)
		}
		if effort.Simulations == efforts[player] {
			t.Errorf("%s is there twice", one.Name)
		}
		efforts[player] = effort.Simulations
		if !slices.Contains(names, player) {
			names = append(names, player)
		}
		titles[one.Title] = true
		if one.Doc == "" || one.Title == one.Name {
			t.Errorf("%+v", one)
		}
	}
	all := kriegspielers.Catalogue.Names()
	measuring := []string{"belief-1", "simple", "paranoid", "hider"}
	all = slices.DeleteFunc(all, func(name string) bool { return slices.Contains(measuring, name) })
	slices.Sort(names)
	slices.Sort(all)
	if !slices.Equal(names, all) || len(titles) != len(o.Kriegspiel.Opponents) {
		t.Errorf("the opponents %v, the catalogue %v", names, all)
	}
	for _, r := range o.Kriegspiel.Rules {
		if r.Title == "" || r.Title == r.Name || r.Pawns == "" {
			t.Errorf("%+v", r)
		}
	}
}
