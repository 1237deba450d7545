package gamescmd

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blindsight/catalog"
	"blindsight/cmd/console"
	"blindsight/engine"
	"blindsight/experiment"
	"blindsight/experiment/match"
	"blindsight/internal/atomicfile"
	"blindsight/internal/elo"
	"blindsight/registry"
)

// pairOptions are what 'match' was asked for.
type pairOptions struct {
	settings string
	lines    string
	pairs    match.Pairs
	sprt     string
	perGame  string
	asJSON   bool
}

// How many games a match has that does not say: with a test at most so many.
const (
	defaultMatch = 100
	defaultSPRT  = 20_000
)

// NewMatch returns the command match.
func NewMatch() *cobra.Command {
	var o pairOptions
	cmd := &cobra.Command{
		Use:   "match GAME A B",
		Short: "Let two players of a game meet in pairs of games, and tell which is better",
		Long: `Let two players meet in pairs of games: twice the same seed, with A on the first side
and then on the second, so that luck is shared. It tells the score of A (a draw is half a
point), the difference in Elo (logistic) with its 95% interval, and how many pairs brought
A 0, 1/2, 1, 3/2 and 2 points: the interval is made of these, since the games of a pair are
not independent. Who gained more has won; where gains are other than 1, 0 and -1 the mean
gain of A is told too.

--sprt LO,HI stops as soon as it is decided whether A is rather LO or HI Elo better: a
sequential test, wrong in about 5% where either is true. --games is then the most.

--lines FILE gives each side of a game of Kriegspiel the first moves that it must make, drawn from
the file by the number of the pair, and unknown to the other side: 'setups' is a list that comes with
the program. It is the setting lines of the game, which plans of experiments have too.

Where one side plays alone, both players play the same deals, and the difference of what
they gain is told with its interval.

With --sims the result is the same on every run and for any number of workers. 'blindsight
games GAME' tells which settings and players there are; docs/match.md says more.

` + aboutPrograms,
		Example: `  blindsight match phantom uct random --set board=hex --games 200 --sims 200
  blindsight match phantom uct uct,opponent=uniform --sims 500 --sprt 0,50
  blindsight match kriegspiel belief greedy --games 40 --sims 1000 --json
  blindsight match kriegspiel hunter greedy --lines setups --games 20 --sims 1
  blindsight match minesweeper csp sps --set board=9x9/10 --games 200 --sims 1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := registry.Find(args[0])
			if err != nil {
				return err
			}
			o.pairs.Players = [2]string(args[1:])
			host := engine.NewHost(cmd.ErrOrStderr())
			defer host.Close()
			setting, err := o.check(cmd, g, host.Door)
			if err != nil {
				return err
			}
			return o.run(cmd, setting)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.settings, "set", "", "settings of the game, as NAME=VALUE,…")
	f.StringVar(&o.lines, "lines", "", "Kriegspiel: secret first moves of each side, from this `FILE` of lines, or setups")
	f.IntVar(&o.pairs.Games, "games", defaultMatch, fmt.Sprintf("how many games, an even number; with --sprt at most so many (then %d unless you say)", defaultSPRT))
	f.StringVar(&o.sprt, "sprt", "", "stop when it is decided whether A is `LO,HI` Elo better")
	console.AddBudget(cmd, &o.pairs.Budget)
	console.AddCPU(cmd, &o.pairs.Budget)
	f.Uint64Var(&o.pairs.Seed, "seed", experiment.DefaultSeed, "seed of the games and of the players")
	f.IntVar(&o.pairs.Workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.StringVar(&o.perGame, "per-game", "", "write a line 'pair A's-side A's-score A's-gain steps' for each game to this `FILE`, with what the game counts of A and B, their seconds of thinking (the one thing that differs from run to run), and the reason of a forfeit; where one side plays alone, 'pair player gain steps'")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	return cmd
}

// check tells what is wrong with the flags, and returns what they ask for.
func (o *pairOptions) check(cmd *cobra.Command, g *catalog.Game, door catalog.Door) (*catalog.Setting, error) {
	if err := console.CheckBudget(cmd, &o.pairs.Budget); err != nil {
		return nil, err
	}
	if o.sprt != "" {
		test, err := elo.ParseSPRT(o.sprt)
		if err != nil {
			return nil, fmt.Errorf("--sprt %w", err)
		}
		if len(g.Sides) == 1 {
			return nil, fmt.Errorf("--sprt: %s is played by one side, and has no Elo: leave it away, and the players are compared on the same deals", g.Name)
		}
		if o.pairs.Test = &test; !cmd.Flags().Changed("games") {
			o.pairs.Games = defaultSPRT
		}
	}
	switch {
	case o.pairs.Games < 2 || o.pairs.Games%2 == 1:
		return nil, fmt.Errorf("--games %d: must be even and at least 2, since games come in pairs", o.pairs.Games)
	case o.pairs.Workers < 1:
		return nil, fmt.Errorf("--workers %d: must be at least 1", o.pairs.Workers)
	}
	setting, err := openWith(o.settings, o.lines, g, door)
	if err != nil {
		return nil, err
	}
	for _, player := range o.pairs.Players {
		for side := range g.Sides {
			if err := setting.Check(player, side); err != nil {
				return nil, console.BadUsage(err)
			}
		}
	}
	return setting, nil
}

// openWith opens a game with the settings of --set and --lines, for players of its own and those that come by a door.
func openWith(settings, lines string, g *catalog.Game, door catalog.Door) (*catalog.Setting, error) {
	all, err := withLines(settings, lines, g)
	if err != nil {
		return nil, err
	}
	setting, err := g.Open(all)
	if err != nil {
		flag := "--set"
		if _, wrong := g.Open(settings); wrong == nil {
			flag = "--lines"
		}
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	return setting.Admit(door), nil
}

// withLines returns settings with --lines as the one that it is.
func withLines(settings, lines string, g *catalog.Game) (string, error) {
	switch {
	case lines == "":
		return settings, nil
	case !slices.ContainsFunc(g.Settings, func(p catalog.Param) bool { return p.Name == "lines" }):
		return "", fmt.Errorf("--lines %s: %s has no lines: they are for kriegspiel", lines, g.Name)
	case strings.Contains(lines, ","):
		return "", fmt.Errorf("--lines %s: a name with a comma: give the file another one", lines)
	case strings.Contains(","+settings, ",lines="):
		return "", fmt.Errorf("--lines %s: --set has lines as well: leave one away", lines)
	case settings != "":
		settings += ","
	}
	return settings + "lines=" + lines, nil
}

func (o *pairOptions) run(cmd *cobra.Command, s *catalog.Setting) error {
	perGame, err := atomicfile.Create(o.perGame)
	if err != nil {
		return fmt.Errorf("--per-game: %w", err)
	}
	defer perGame.Discard()
	progress := console.NewProgress(cmd.ErrOrStderr(), "pairs", o.pairs.Games/2)
	sum := match.NewPairSum(s, o.pairs.Test)
	start := time.Now()
	err = o.pairs.Play(cmd.Context(), s, sum, func(n int, p *match.Pair) {
		if perGame.Named() {
			match.ExportPair(perGame, s.Game, n, p)
		}
		progress.Step()
	})
	progress.Finish()
	if err != nil && cmd.Context().Err() == nil {
		return console.Failed(err)
	}
	if sum.Count() == 0 {
		return console.Failed(fmt.Errorf("interrupted before a pair of games was finished"))
	}
	if err := perGame.Commit(); err != nil {
		return console.Failed(err)
	}
	report := o.pairs.Report(s, sum, time.Since(start))
	return printReport(cmd.OutOrStdout(), report, o.asJSON, err != nil)
}

// printReport prints what came of games, and says so if they were not all.
func printReport(w io.Writer, report interface{ Write(io.Writer) error }, asJSON, partial bool) error {
	var err error
	if asJSON {
		err = console.WriteJSON(w, report)
	} else {
		err = report.Write(w)
	}
	if err == nil && partial {
		return console.ErrPartial
	}
	return err
}
