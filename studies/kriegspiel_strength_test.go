package studies

import (
	"strings"
	"testing"

	"blindsight/experiment/report"
	"blindsight/experiment/summary"
	"blindsight/internal/elo"
)

// TestDoublingWords has games at other paces against a rival and against itself: only what time changes counts.
func TestDoublingWords(t *testing.T) {
	met := func(player, opponent string, pairs elo.Pairs) report.Meeting {
		return report.Meeting{Player: player, Opponent: opponent, Games: 2 * pairs.Count(), Duel: summary.DuelOf(pairs)}
	}
	even, better, worse := elo.Pairs{100, 50, 100, 50, 100}, elo.Pairs{60, 40, 100, 60, 140}, elo.Pairs{140, 60, 100, 40, 60}
	for _, c := range []struct {
		want string
		list []report.Meeting
	}{
		{", a gain.", []report.Meeting{met("foresight,pace=2", "foresight", better)}},
		{", a loss.", []report.Meeting{met("foresight,pace=2", "foresight", worse)}},
		{", a gain.", []report.Meeting{met("foresight", "belief-1", even), met("foresight,pace=2", "belief-1", better)}},
		{", a loss.", []report.Meeting{met("foresight,pace=0.5", "belief-1", better), met("foresight", "belief-1", even)}},
		{"to say that it gains.", []report.Meeting{met("foresight", "belief-1", better), met("foresight,pace=2", "belief-1", better)}},
		{"too few to say what", []report.Meeting{met("foresight", "belief-1", better), met("foresight,pace=2", "belief-2", better)}},
	} {
		if got := doublingWords(c.list); !strings.HasSuffix(got, c.want) && !strings.Contains(got, "are "+c.want) {
			t.Errorf("%v: %s", c.list[0].Player, got)
		}
	}
	// Who was met at one pace only says nothing.
	text := doublingWords([]report.Meeting{met("foresight,pace=2", "foresight", better), met("foresight", "belief-1", better)})
	if !strings.Contains(text, ", 800 games in all") {
		t.Error(text)
	}
	// A score of 0.6125 is 79.5 Elo; at a quarter of the time that is two doublings.
	_, text, _ = strings.Cut(doublingWords([]report.Meeting{met("foresight,pace=2", "foresight,pace=0.5", better)}), "worth ")
	_, one, _ := strings.Cut(doublingWords([]report.Meeting{met("foresight,pace=2", "foresight", better)}), "worth ")
	if !strings.HasPrefix(text, "+40 Elo") || !strings.HasPrefix(one, "+80 Elo") {
		t.Errorf("two doublings %s, one %s", text, one)
	}
}

// TestBareWords: what is adjudged and not scored was missed.
func TestBareWords(t *testing.T) {
	met := func(score, adjudged float64) []report.Meeting {
		m := report.Meeting{Games: 8, Measures: []report.Measure{{Name: "bare", Own: 0.5, Other: 0.25}, {Name: "adjudged", Own: adjudged}}}
		m.Score = score
		return []report.Meeting{m}
	}
	for _, c := range []struct {
		list []report.Meeting
		want string
	}{
		{met(0.75, 0.75), "in 4 games, the other one in 2; nothing that was adjudged there was lost, on balance of both."},
		{met(0.75, 0.8125), "; 0.5 points that were adjudged there were not made, on balance of both."},
		{met(0.5, 0.75), "; 2 points"},
		{met(0.75, 0.6875), "; -0.5 points that were adjudged there were not made, on balance of both."},
		{[]report.Meeting{{}}, "not counted"},
	} {
		if got := bareWords(c.list); !strings.Contains(got, c.want) {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
