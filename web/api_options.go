package web

import (
	"strings"

	"blindsight/game/kriegspiel"
	"blindsight/game/minesweeper"
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

// opponents are the players of the catalogue but for those that others are measured by, the weakest first. In 40 games of hunter
// against greedy each won 4: they are of one strength.
var opponents = []opponentJSON{
	{"random", "Beginner", "easy", "moves at random"},
	{"greedy", "Attacker", "medium", "takes and checks where it can, and forgets at once"},
	{"hunter", "Hunter", "medium", "guesses where your men are, and goes for them"},
	{"belief", "Thinker", "hard", "keeps track of every position you may have, and mates when it can"},
	{"foresight", "Seer", "hard", "knows what you would have done, and plans for what the referee refuses"},
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
	o.Kriegspiel.Opponents = opponents
	o.Kriegspiel.MaxBelief, o.Kriegspiel.MaxMoves = maxBelief, maxMoves
	return statusOK, o, nil
}
