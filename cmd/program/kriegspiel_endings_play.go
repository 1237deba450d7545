package program

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

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
	rules, err := kriegspiel.ParseRules(p.rules)
	if err != nil {
		return nil, fmt.Errorf("--rules: %w", err)
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
	if g.Library, err = p.library(); err != nil {
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

// library returns the tables to play by.
func (p *endingsPlay) library() (*loneking.Library, error) {
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
	return loneking.NewLibrary(tables...), nil
}

// endingGames is what 'kriegspiel endings play --json' prints.
type endingGames struct {
	Ending     string  `json:"ending"`
	Rules      string  `json:"rules"`
	King       string  `json:"king"`
	Seed       uint64  `json:"seed"`
	Games      int     `json:"games"`
	Mates      int     `json:"mates"`
	Stalemates int     `json:"stalemates"`
	Lost       int     `json:"men_lost"`
	Drawn      int     `json:"draws_declared"` // by repetition, fifty moves
	Limit      int     `json:"limit_reached"`
	Certain    int     `json:"certain"` // mate was promised at the start
	Fifty      int     `json:"mates_within_50"`
	Mean       float64 `json:"mean_moves"`
	Most       int     `json:"most_moves"`
	CPU        float64 `json:"cpu_seconds"`
}

// add counts a game.
func (s *endingGames) add(o *loneking.Outcome) {
	s.Games++
	if o.Sure > 0 {
		s.Certain++
	}
	switch o.Result {
	case kriegspiel.WhiteMates:
		s.Mates++
		if o.Moves <= 50 {
			s.Fifty++
		}
		s.Mean += (float64(o.Moves) - s.Mean) / float64(s.Mates)
		s.Most = max(s.Most, o.Moves)
	case kriegspiel.DrawStalemate:
		s.Stalemates++
	case kriegspiel.DrawMaterial:
		s.Lost++
	case kriegspiel.DrawLimit:
		s.Limit++
	default:
		s.Drawn++
	}
}

func (p *endingsPlay) run(cmd *cobra.Command, g *loneking.Game) error {
	perGame, err := atomicfile.Create(p.perGame)
	if err != nil {
		return fmt.Errorf("--per-game: %w", err)
	}
	defer perGame.Discard()
	sum := endingGames{Ending: g.Ending.Name, Rules: p.rules, King: p.king, Seed: p.seed}
	cpu := cputime.Seconds()
	outcomes, err := p.play(cmd, g)
	if err != nil {
		return console.Failed(err)
	}
	for n := range outcomes {
		o := &outcomes[n]
		sum.add(o)
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
	return sum.print(cmd.OutOrStdout())
}

// play plays the games, on all workers.
func (p *endingsPlay) play(cmd *cobra.Command, g *loneking.Game) ([]loneking.Outcome, error) {
	ctx, stop := context.WithCancelCause(cmd.Context())
	defer stop(nil)
	bar := console.NewProgress(cmd.ErrOrStderr(), "games", p.games)
	defer bar.Finish()
	outcomes := make([]loneking.Outcome, p.games)
	var next atomic.Int64
	var group sync.WaitGroup
	for range p.workers {
		group.Go(func() {
			for ctx.Err() == nil {
				n := int(next.Add(1)) - 1
				if n >= p.games {
					return
				}
				var err error
				if outcomes[n], err = g.Play(ctx, n); err != nil {
					stop(err)
				}
				bar.Step()
			}
		})
	}
	group.Wait()
	return outcomes, context.Cause(ctx)
}

func (s *endingGames) print(out io.Writer) error {
	_, err := fmt.Fprintf(out, `%s against the %s king, %s, seed %d: %d mates in %d games
  %d stalemates, %d with too little left, %d drawn by repetition or fifty moves, %d at the limit
  mate was certain from the start in %d games; %d mates within fifty moves
  moves to mate: %.1f on the mean, %d at most
`, s.Ending, s.King, s.Rules, s.Seed, s.Mates, s.Games, s.Stalemates, s.Lost, s.Drawn, s.Limit, s.Certain, s.Fifty, s.Mean, s.Most)
	return err
}
