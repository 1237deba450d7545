package web

import (
	"slices"
	"strings"

	"blindsight"
	"blindsight/game/kriegspiel"
	"blindsight/game/minesweeper"
	players "blindsight/player/kriegspielers"
	"blindsight/player/sweepers"
)

type namedJSON struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// playerJSON is a player that can be watched. An instant one needs no budget.
type playerJSON struct {
	Name    string `json:"name"`
	Doc     string `json:"doc"`
	Instant bool   `json:"instant"`
}

type ruleSetJSON struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Doc   string `json:"doc"`
	Any   bool   `json:"any"`
	Pawns string `json:"pawns"`
}

// pawnsOf says how a side learns that a pawn can capture.
func pawnsOf(r *kriegspiel.Rules) string {
	return map[kriegspiel.Tries]string{
		kriegspiel.TriesCounted:   "before each turn the referee says how many captures the pawns have",
		kriegspiel.TriesYesNo:     "before each turn the referee says whether a pawn can capture",
		kriegspiel.TriesSquares:   "before each turn the referee names the squares on which a pawn can capture",
		kriegspiel.TriesUntold:    "nothing is said about pawn captures, just try one",
		kriegspiel.TriesOnRequest: "who wants to know whether a pawn can capture asks",
	}[r.Tries]
}

// opponentJSON is a player as people choose it: by strength and a name that says how it plays.
type opponentJSON struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Strength string `json:"strength"`
	Doc      string `json:"doc"`
}

// opponentLevel is an opponent with who plays it, and how many simulations a decision has.
type opponentLevel struct {
	opponentJSON
	player      string
	simulations int
}

// opponents are the players of the catalogue but for those that others are measured by, the weakest first. In 40 games of hunter
// against greedy each won 4: they are of one strength. Foresight has levels: with 2,100 simulations it scores 72.5% (60.6 to
// 79.3) against itself with 300, and takes no longer, since most of the time goes into its belief:
//
//	blindsight match kriegspiel foresight,pace=7 foresight --lines setups --sims 300 --games 60 --seed 701
var opponents = []opponentLevel{
	{opponentJSON{"random", "Beginner", "easy", "moves at random"}, "random", opponentSimulations},
	{opponentJSON{"greedy", "Attacker", "medium", "takes and checks where it can, and forgets at once"}, "greedy", opponentSimulations},
	{opponentJSON{"hunter", "Hunter", "medium", "guesses where your men are, and goes for them"}, "hunter", opponentSimulations},
	{opponentJSON{"belief", "Thinker", "hard", "keeps track of every position you may have, and mates when it can"}, "belief", opponentSimulations},
	{opponentJSON{"foresight-glance", "Seer, at a glance", "hard", "knows what you would have done, and plans for what the referee refuses, by a few looks"}, "foresight", opponentSimulations},
	{opponentJSON{"foresight", "Seer", "very hard", "knows what you would have done, and plans for what the referee refuses"}, "foresight", 2000},
	{opponentJSON{"foresight-long", "Seer, with time", "very hard", "looks at five times as much as the Seer, and takes its time for it"}, "foresight", 10_000},
}

// levelOf returns who plays an opponent, a level or a player of the catalogue, and the effort of a decision: a number of simulations,
// so that the same game can be taken up again, and a time in case that they take long.
func levelOf(name string) (player string, effort blindsight.Budget, err error) {
	effort = blindsight.Budget{Simulations: opponentSimulations, Time: opponentTime}
	for _, o := range opponents {
		if o.Name == name {
			effort.Simulations = o.simulations
			return o.player, effort, nil
		}
	}
	names := players.Catalogue.Names()
	if slices.Contains(names, name) {
		return name, effort, nil
	}
	for _, o := range opponents {
		if o.Name != o.player {
			names = append(names, o.Name)
		}
	}
	return "", effort, refuse(statusBadRequest, "player %q: use one of %s, without parameters", name, strings.Join(names, ", "))
}

type optionsJSON struct {
	Version string `json:"version"`
	Mines   struct {
		Presets    []string     `json:"presets"`
		Rules      []string     `json:"rules"`
		Neighbours []string     `json:"neighbours"`
		MaxSide    int          `json:"max_side"`
		NoGuess    []string     `json:"no_guess_presets"`
		Advisers   []namedJSON  `json:"advisers"`
		Players    []playerJSON `json:"players"`
	} `json:"mines"`
	Kriegspiel struct {
		Rules     []ruleSetJSON  `json:"rules"`
		Opponents []opponentJSON `json:"opponents"`
		MaxBelief int            `json:"max_belief"`
		MaxMoves  int            `json:"max_moves"`
	} `json:"kriegspiel"`
	MaxSeconds float64 `json:"max_seconds"`
}

func (s *Service) getOptions(*call) (int, any, error) {
	o := &optionsJSON{Version: s.scope.Version, MaxSeconds: maxSeconds}
	o.Mines.Presets = []string{"9x9/10", "16x16/40", "16x30/99", "4x4/6"}
	o.Mines.NoGuess = []string{"9x9/10", "16x16/40", "16x30/99"}
	o.Mines.Rules = minesweeper.FirstNames()
	o.Mines.Neighbours = minesweeper.NeighbourhoodNames()
	o.Mines.MaxSide = minesweeper.MaxSide
	for _, player := range advisers() {
		name, _, _ := strings.Cut(player, ",")
		for _, e := range sweepers.Catalogue {
			if e.Name == name {
				o.Mines.Advisers = append(o.Mines.Advisers, namedJSON{player, e.Doc})
			}
		}
	}
	for _, e := range sweepers.Catalogue {
		o.Mines.Players = append(o.Mines.Players, playerJSON{e.Name, e.Doc, e.Instant})
	}
	for _, r := range kriegspiel.All() {
		o.Kriegspiel.Rules = append(o.Kriegspiel.Rules, ruleSetJSON{r.Name, titleOf(r), r.Doc, r.Tries == kriegspiel.TriesOnRequest, pawnsOf(r)})
	}
	for _, one := range opponents {
		o.Kriegspiel.Opponents = append(o.Kriegspiel.Opponents, one.opponentJSON)
	}
	o.Kriegspiel.MaxBelief, o.Kriegspiel.MaxMoves = maxBelief, maxMoves
	return statusOK, o, nil
}
