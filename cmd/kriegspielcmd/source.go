package kriegspielcmd

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// problemSource says where problems come from, and what goes before what a file says.
type problemSource struct {
	fen, rules   string
	men          []string
	moves, depth int
}

func (s *problemSource) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.fen, "fen", "", "one position instead of a file")
	f.StringArrayVar(&s.men, "man", nil, "a hidden man that --fen leaves out, KINDS@SQUARES: k@a8,b8 is a king on one of two squares, q|r|-@d5 a queen, a rook or nothing, n@f6-g7 a knight on one of four; several are combined")
	f.IntVar(&s.moves, "moves", 0, "own moves within which it must be mate")
	f.IntVar(&s.depth, "depth", 0, "moves of both sides within which it must be mate, odd")
	f.StringVar(&s.rules, "rules", "", "rule set, see 'kriegspiel rules' (default that of the problem, or berkeley)")
	console.Complete(cmd, "rules", kriegspiel.Names()...)
}

// each reads the problems and hands them to visit.
func (s *problemSource) each(cmd *cobra.Command, args []string, visit func(*kriegspiel.Problem) error) error {
	var rules *kriegspiel.Rules
	if s.rules != "" {
		var err error
		if rules, err = rulesFlag(s.rules); err != nil {
			return err
		}
	}
	depth, given, err := s.depthGiven(cmd)
	if err != nil {
		return err
	}
	fix := func(p *kriegspiel.Problem) error {
		if rules != nil {
			p.Rules = rules
		}
		if given {
			p.Depth = depth
			if err := p.Check(); err != nil {
				return fmt.Errorf("--depth: %w", err)
			}
		}
		return visit(p)
	}
	if s.fen != "" {
		if len(args) > 0 {
			return console.BadUsage(errors.New("a file and --fen: choose one"))
		}
		belief, err := s.belief(cmd)
		if err != nil {
			return err
		}
		if !given {
			return errors.New("--fen: say how soon it must be mate, --moves N or --depth N")
		}
		return fix(&kriegspiel.Problem{ID: "1", Rules: kriegspiel.All()[0], Side: belief[0].Side(), Belief: belief})
	}
	if len(s.men) > 0 {
		return errors.New("--man: give the other men by --fen")
	}
	in, name, err := console.OpenInput(cmd, args)
	if err != nil {
		return err
	}
	defer in.Close()
	n := 0
	err = kriegspiel.ReadProblems(in, name, func(p *kriegspiel.Problem) error { n++; return fix(p) })
	if err == nil && n == 0 {
		err = fmt.Errorf("%s: no problem", name)
	}
	return err
}

// belief returns the positions of --fen and --man. Illegal ones are left out with a note.
func (s *problemSource) belief(cmd *cobra.Command) ([]chess.Position, error) {
	if len(s.men) == 0 {
		pos, err := chess.ParseFEN(s.fen)
		if err != nil {
			return nil, fmt.Errorf("--fen: %w", err)
		}
		return []chess.Position{pos}, nil
	}
	p, err := kriegspiel.ParsePattern(s.fen, s.men)
	if err != nil {
		return nil, fmt.Errorf("--fen with --man: %w", err)
	}
	if p.Dropped > 0 {
		cmd.PrintErrf("%d positions; %d ways to place the men are none, the first because of this: %s\n", len(p.Belief), p.Dropped, p.Why)
	}
	return p.Belief, nil
}

// depthGiven returns the depth that --moves or --depth give, and whether one of them is
// given.
func (s *problemSource) depthGiven(cmd *cobra.Command) (depth int, given bool, err error) {
	set := cmd.Flags().Changed
	switch {
	case set("moves") && set("depth"):
		return 0, false, errors.New("--moves and --depth: choose one")
	case set("moves") && s.moves < 1:
		return 0, false, fmt.Errorf("--moves %d: must be at least 1", s.moves)
	case set("moves"):
		return 2*min(s.moves, kriegspiel.MaxDepth) - 1, true, nil
	}
	return s.depth, set("depth"), nil
}

// histories returns the records of a file in their order. An error ends them; a file
// without any is one.
func histories(in *kriegspiel.Reader, name string) iter.Seq2[*kriegspiel.Record, error] {
	return func(yield func(*kriegspiel.Record, error) bool) {
		for n := 0; ; n++ {
			rec, err := in.Next()
			if errors.Is(err, io.EOF) {
				if n > 0 {
					return
				}
				err = fmt.Errorf("%s: no history", name)
			}
			if !yield(rec, err) || err != nil {
				return
			}
		}
	}
}
