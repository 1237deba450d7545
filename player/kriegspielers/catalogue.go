package kriegspielers

import (
	"fmt"
	"slices"
	"strings"

	"blindsight/catalog"
	"blindsight/game/kriegspiel"
)

// Catalogue lists the players of Kriegspiel.
var Catalogue = catalog.Table[*kriegspiel.Rules, Player]{
	{
		Name:  "random",
		Doc:   "tries whatever makes sense, uniformly at random",
		Build: func(*kriegspiel.Rules, *catalog.Values) Player { return NewRandom() },
	},
	{
		Name:  "simple",
		Doc:   "tries the pawn captures it is told of and takes back, else at random",
		Build: func(*kriegspiel.Rules, *catalog.Values) Player { return NewSimple() },
	},
	{
		Name:  "greedy",
		Doc:   "captures and checks first, by what was heard; no belief",
		Build: func(*kriegspiel.Rules, *catalog.Values) Player { return NewGreedy() },
	},
	{
		Name:   "belief",
		Doc:    "keeps its belief, exact while it is small, plays guaranteed mates, else looks one ply ahead in all positions",
		Params: withEndings("false"),
		Build: func(_ *kriegspiel.Rules, v *catalog.Values) Player {
			options := believerOptions(v)
			options.Endings = v.Bool("endings")
			return NewBeliever(checked(v, options))
		},
	},
	{
		Name:   "foresight",
		Doc:    "the strongest: its belief is drawn by what a blind opponent would do, refusals are planned for, and, if told so, it looks two own moves ahead",
		Params: append(withEndings("true"), foresightParams...),
		Build: func(_ *kriegspiel.Rules, v *catalog.Values) Player {
			return NewForesight(checked(v, foresightOptions(v)))
		},
	},
	{
		Name:   "belief-1",
		Doc:    "belief as it was in November 2026, frozen: others are measured by it",
		Params: believerParams,
		Build: func(_ *kriegspiel.Rules, v *catalog.Values) Player {
			return NewBeliever1(checked(v, believerOptions(v)))
		},
	},
	{
		Name: "hunter",
		Doc:  "likely captures and checks first, over a limited belief, else at random",
		Params: []catalog.Param{
			{Name: "exact", Default: "100", Doc: "positions up to which the belief is exact"},
			{Name: "sample", Default: "100", Doc: "positions kept of a larger belief"},
		},
		Build: func(_ *kriegspiel.Rules, v *catalog.Values) Player {
			return NewHunter(HunterOptions{Tracker: TrackerOptions{Exact: max(1, v.Int("exact")), Sample: max(1, v.Int("sample"))}})
		},
	},
	{
		Name:   "paranoid",
		Doc:    "takes positions of its belief for open chess, in which the opponent sees all; a style to measure others by",
		Params: believerParams[:2],
		Build: func(_ *kriegspiel.Rules, v *catalog.Values) Player {
			return NewParanoid(TrackerOptions{Exact: max(1, v.Int("exact")), Sample: max(1, v.Int("sample"))})
		},
	},
	{
		Name:  "hider",
		Doc:   "never approaches, moves protected men to and fro; a style to measure others by",
		Build: func(*kriegspiel.Rules, *catalog.Values) Player { return NewHider() },
	},
}

var believerParams = []catalog.Param{
	{Name: "exact", Default: "20000", Doc: "positions up to which the belief is exact"},
	{Name: "sample", Default: "6000", Doc: "positions kept of a larger belief"},
	{Name: "mate", Default: "200", Doc: "positions up to which guaranteed mates are searched for, 0 for never"},
	{Name: "depth", Default: "7", Doc: "of guaranteed mates, in moves of both sides"},
	{Name: "bit", Default: "0.06", Doc: "worth of a bit of what is heard, in pawns; more is an aggressive style that keeps its belief small"},
}

// withEndings adds the setting that belief has as well as foresight, and the frozen belief-1 has not.
func withEndings(usual string) []catalog.Param {
	return append(slices.Clip(believerParams), catalog.Param{Name: "endings", Default: usual, Doc: "hunt a lone king by tables of guaranteed mates, and over the exact belief", Choices: truths})
}

// checked returns options that pass their Check: where they do not, it tells the parameters, of which no player is made then, and returns none.
func checked[O interface{ Check() error }](v *catalog.Values, o O) O {
	if err := o.Check(); err != nil {
		v.Fail(err)
		var none O
		return none
	}
	return o
}

func believerOptions(v *catalog.Values) BelieverOptions {
	return BelieverOptions{
		Tracker: TrackerOptions{Exact: max(1, v.Int("exact")), Sample: max(1, v.Int("sample"))},
		Mate:    v.Int("mate"), Depth: v.Int("depth"), Bit: v.Float("bit"),
	}
}

var foresightParams = []catalog.Param{
	{Name: "chain", Default: "true", Doc: "refusals are planned for, several deep", Choices: truths},
	{Name: "weigh", Default: "true", Doc: "positions count by how plausible they are", Choices: truths},
	{Name: "ahead", Default: "false", Doc: "the best tries are looked at two own moves deep; no match has shown a gain yet", Choices: truths},
	{Name: "likely", Default: "true", Doc: "a sample of the belief is drawn by how likely the moves of a blind opponent are", Choices: truths},
	{Name: "rates", Default: "true", Doc: "what hangs is taken as often as in games, not as belief takes it, where wary is below 1", Choices: truths},
	{Name: "answers", Default: "true", Doc: "what hangs is taken as often as the model of the opponent takes it, instead of at rates, where wary is below 1", Choices: truths},
	{Name: "styles", Default: "true", Doc: "learn from what is heard which of four players the opponent plays like", Choices: truths},
	{Name: "wary", Default: "1", Doc: "share that an opponent who sees the board has in what his answer costs, from 0 to 1, beside one who is blind"},
	{Name: "again", Default: "0.05", Doc: "what a move costs, in pawns, for each time that the own men stood as they do after it, while ahead, and much more for a third time that may be a draw"},
	{Name: "pace", Default: "1", Doc: "how much of the budget is used, to measure what time is worth"},
	{Name: "weights", Default: "fitted", Doc: "weights of the evaluation that differ, in pawns, as in Queen:8.5/Ring:0.2: " + strings.Join(EvaluationNames(), ", ") + "; Prey, PawnPrey and Reach count where wary is below 1"},
}

var truths = []string{"true", "false"}

func foresightOptions(v *catalog.Values) ForesightOptions {
	pace := v.Float("pace")
	if pace < 0.01 || pace > 100 {
		v.Fail(fmt.Errorf("pace=%g: want a number from 0.01 to 100", pace))
	}
	var weights *Evaluation
	if text := v.Choice("weights"); text != "fitted" {
		e, err := ParseEvaluation(text)
		if err != nil {
			v.Fail(err)
		}
		weights = &e
	}
	options := believerOptions(v)
	options.Tracker.Likely, options.Tracker.Styles, options.Endings = v.Bool("likely"), v.Bool("styles"), v.Bool("endings")
	return ForesightOptions{
		BelieverOptions: options,
		Chain:           v.Bool("chain"), Weigh: v.Bool("weigh"), Ahead: v.Bool("ahead"), Rates: v.Bool("rates"), Answers: v.Bool("answers"), Wary: v.Float("wary"), Again: v.Float("again"), Pace: pace, Weights: weights,
	}
}
