package kriegspielcmd

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/game/kriegspiel"
	"blindsight/internal/atomicfile"
	"blindsight/internal/cputime"
	"blindsight/player/kriegspielers/endings"
	"blindsight/player/kriegspielers/loneking"
)

// endingsPlay is the command 'kriegspiel endings play' with its flags.
type endingsPlay struct {
	rules, king string
	games       int
	limit       int
	seed        uint64
	tables      []string
	workers     int
	perGame     string
	asJSON      bool
}

// Kings that run.
const (
	uniformKing = "uniform"
	evaderKing  = "evader"
)

func newEndingsPlay() *cobra.Command {
	p := endingsPlay{}
	cmd := &cobra.Command{
		Use:   "play ENDING",
		Short: "Play an ending against a king that runs, from random placements",
		Long: `Play an ending from random placements, White to move, in which some move leaves no man that
the king could take next, wherever he is; White knows his own men, and that the king may be anywhere.
The king is 'uniform', who makes any of his moves with the same chance, or 'evader', who sees
the board, takes what he can, and else goes where the mate on the open board is furthest.
White plays by the tables that are in the program, or by those of --table.`,
		Example: `  blindsight kriegspiel endings play KRK --king evader --games 200
  blindsight kriegspiel endings play KBBK --rules wild16 --table kbbk.end --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := endings.ParseMaterial(args[0])
			if err != nil {
				return console.BadUsage(err)
			}
			game, err := p.game(cmd.Context(), m)
			if err != nil {
				return err
			}
			return p.run(cmd, game)
		},
		ValidArgsFunction: cobra.FixedCompletions(endings.Names(), cobra.ShellCompDirectiveNoFileComp),
	}
	f := cmd.Flags()
	f.StringVar(&p.rules, "rules", kriegspiel.Names()[0], "rule set, see 'kriegspiel rules'")
	f.StringVar(&p.king, "king", evaderKing, "the king that runs: uniform or evader")
	f.IntVar(&p.games, "games", 200, "how many games")
	f.IntVar(&p.limit, "limit", 100, "moves of each side after which the game is a draw")
	f.Uint64Var(&p.seed, "seed", 1, "seed of placements and kings")
	f.StringArrayVar(&p.tables, "table", nil, "table to play by instead of those in the program: a `FILE`, may be repeated")
	f.IntVar(&p.workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.StringVar(&p.perGame, "per-game", "", "write a line 'game men king certain moves result' for each game to this `FILE`")
	f.BoolVar(&p.asJSON, "json", false, "print one JSON object")
	console.Complete(cmd, "rules", kriegspiel.Names()...)
	console.Complete(cmd, "king", uniformKing, evaderKing)
	return cmd
}

// game returns what is played.
func (p *endingsPlay) game(ctx context.Context, m *endings.Material) (*loneking.Game, error) {
	rules, err := rulesFlag(p.rules)
	if err != nil {
		return nil, err
	}
	switch {
	case p.games < 1:
		return nil, fmt.Errorf("--games %d: must be at least 1", p.games)
	case p.limit < 1:
		return nil, fmt.Errorf("--limit %d: must be at least 1", p.limit)
	case p.workers < 1:
		return nil, fmt.Errorf("--workers %d: must be at least 1", p.workers)
	case p.king != uniformKing && p.king != evaderKing:
		return nil, fmt.Errorf("--king %q: want uniform or evader", p.king)
	}
	g := &loneking.Game{Rules: rules, Ending: m, King: loneking.Uniform{}, Limit: p.limit, Seed: p.seed}
	if g.Library, err = p.library(m); err != nil {
		return nil, err
	}
	if p.king == evaderKing {
		var open []*endings.Open
		for ; m != nil; m = m.Captured() {
			o, err := endings.NewOpen(ctx, m, p.workers)
			if err != nil {
				return nil, console.Failed(err)
			}
			open = append(open, o)
		}
		g.King = loneking.Evader{Open: open}
	}
	return g, nil
}

// library returns the tables to play an ending by.
func (p *endingsPlay) library(m *endings.Material) (*loneking.Library, error) {
	if len(p.tables) == 0 {
		return loneking.Default(), nil
	}
	var tables []*endings.Table
	for _, name := range p.tables {
		t, err := readEnding(name)
		if err != nil {
			return nil, fmt.Errorf("--table: %w", err)
		}
		tables = append(tables, t)
	}
	if !slices.ContainsFunc(tables, func(t *endings.Table) bool { return t.Material() == m }) {
		return nil, fmt.Errorf("--table: none is of %s: 'endings build %s --out FILE' makes one", m, m)
	}
	return loneking.NewLibrary(tables...), nil
}

func (p *endingsPlay) run(cmd *cobra.Command, g *loneking.Game) error {
	perGame, err := atomicfile.Create(p.perGame)
	if err != nil {
		return fmt.Errorf("--per-game: %w", err)
	}
	defer perGame.Discard()
	sum := loneking.Series{Ending: g.Ending.Name, Rules: p.rules, King: p.king, Seed: p.seed}
	cpu := cputime.Seconds()
	bar := console.NewProgress(cmd.ErrOrStderr(), "games", p.games)
	outcomes, err := loneking.PlayAll(cmd.Context(), g, p.games, p.workers, bar.Step)
	bar.Finish()
	if err != nil {
		return console.Failed(err)
	}
	for n := range outcomes {
		o := &outcomes[n]
		sum.Add(o)
		if perGame.Named() {
			fmt.Fprintf(perGame, "%d %q %s %d %d %q\n", n, g.Ending.Format(o.Men), o.King, o.Sure, o.Moves, o.Result) // an error is that of commit
		}
	}
	if err := perGame.Commit(); err != nil {
		return console.Failed(err)
	}
	sum.CPU = cputime.Seconds() - cpu
	if p.asJSON {
		return console.WriteJSON(cmd.OutOrStdout(), sum)
	}
	return sum.Write(cmd.OutOrStdout())
}
