package catalog

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"

	"blindsight"
	"blindsight/certificate/strategy"
	"blindsight/search/cfr"
)

// equilibriumPlayer is the player that every game of two sides has that lists what chance can bring.
var equilibriumPlayer = PlayerDoc{
	Name: "cfr",
	Doc:  "keeps to an equilibrium: one that it finds before it plays (CFR+, or MCCFR where there are too many plays), or that of a file",
	Params: []Param{
		{Name: "iterations", Default: "1000", Doc: "of CFR+"},
		{Name: "plays", Default: "200000", Doc: "of MCCFR"},
		{Name: "memory", Default: "64", Doc: "MiB that the list of plays may take"},
		{Name: "file", Default: "", Doc: "a strategy file, as 'blindsight solve' writes them", Path: true},
	},
	Instant: true,
}

// CheckStranger tells whether a player may be written like this by someone who is not trusted with
// the files of this machine: whoever takes players from the network must ask. It tells nothing
// else that may be wrong.
func (g *Game) CheckStranger(player string) error {
	for _, p := range g.Players {
		_, v, err := Table[int, int]{{Name: p.Name, Params: p.Params}}.parse(player)
		if err != nil {
			continue
		}
		if name, ok := v.path(p.Params); ok {
			return fmt.Errorf("player %s: its parameter %s names a file, and files are read only for who sits at the machine: leave it away", p.Name, name)
		}
	}
	return nil
}

// CheckStrangerSettings is CheckStranger for settings: it must be asked before they are opened.
func (g *Game) CheckStrangerSettings(settings string) error {
	v, err := parseValues(g.Settings, settings)
	if err != nil {
		return nil
	}
	if name, ok := v.path(g.Settings); ok {
		return fmt.Errorf("game %s: its setting %s names a file, and files are read only for who sits at the machine: leave it away", g.Name, name)
	}
	return nil
}

// path returns the first parameter that names a file other than its default.
func (v *Values) path(params []Param) (name string, ok bool) {
	for _, p := range params {
		if text := v.text[p.Name]; p.Path && text != p.Default && !slices.Contains(p.Known, text) {
			return p.Name, true
		}
	}
	return "", false
}

// equilibrium is the solution that was found last, for all players of a setting.
type equilibrium struct {
	mutex sync.Mutex
	asked Solving
	plays int
	found *strategy.Strategy
}

// playersOf returns the players of a setting: those of its description, and the one that keeps to
// an equilibrium.
func (s *typedSetting[G, S, V, A, O]) playersOf() Table[G, blindsight.Planner[V, A]] {
	if !listable[G, S, A, O](len(s.Sides)) {
		return s.Players
	}
	p := equilibriumPlayer
	return append(s.Players[:len(s.Players):len(s.Players)], Entry[G, blindsight.Planner[V, A]]{
		Name: p.Name, Doc: p.Doc, Params: p.Params, Instant: p.Instant,
		Build: func(_ G, v *Values) blindsight.Planner[V, A] {
			f, err := s.equilibriumOf(v)
			if err != nil {
				v.Fail(err)
			}
			return &strategist[V, A, O]{strategy: f, words: s.words(), side: v.Side()}
		},
	})
}

// listable tells whether games of a type list what chance can bring.
func listable[G any, S any, A, O comparable](sides int) bool {
	var g G
	_, ok := any(g).(cfr.Game[S, A, O])
	return ok && sides == 2
}

// equilibriumOf reads or finds the strategy that a player was asked for.
func (s *typedSetting[G, S, V, A, O]) equilibriumOf(v *Values) (*strategy.Strategy, error) {
	o := Solving{Iterations: v.Int("iterations"), Memory: int64(v.Int("memory")) << 20, Workers: 1, Seed: 1}
	plays := v.Int("plays")
	if v.Err() != nil {
		return nil, v.Err()
	}
	if name := v.text["file"]; name != "" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		f, err := strategy.Read(file, name)
		if err != nil {
			return nil, err
		}
		return f, isOf(f, s.Name, s.text)
	}
	e := &s.equilibrium
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.found != nil && e.asked.Iterations == o.Iterations && e.asked.Memory == o.Memory && e.plays == plays {
		return e.found, nil
	}
	solution, err := s.solve(context.Background(), o)
	if errors.Is(err, blindsight.ErrTooMany) {
		sampled := o
		sampled.Sampled, sampled.Iterations, sampled.Memory = true, (plays+1)/2, 0
		solution, err = s.solve(context.Background(), sampled)
	}
	if err != nil {
		return nil, err
	}
	f, err := solution.Strategy()
	if err != nil {
		return nil, err
	}
	e.asked, e.plays, e.found = o, plays, f
	return f, nil
}

// strategist is a player that keeps to a strategy. What it was told it finds there as it is written.
type strategist[V blindsight.View[A, O], A, O comparable] struct {
	strategy *strategy.Strategy
	words    strategy.Words[A, O]
	side     blindsight.Side
	told     []string
	legal    []A
	play     []float64
}

// Begin says that a play begins, or is taken up: of a view that keeps no past, that it begins.
func (p *strategist[V, A, O]) Begin(v V) {
	p.told = p.told[:0]
	if r, ok := any(v).(blindsight.Recalling[A, O]); ok {
		p.told = append(p.told, p.words.Told(r.Past())...)
	}
}

// Did notes what the own side did and saw.
func (p *strategist[V, A, O]) Did(a A, o O) {
	p.told = append(p.told, p.words.Event(blindsight.Event[A, O]{Action: a, Seen: o}))
}

// Heard notes what was heard of the other side.
func (p *strategist[V, A, O]) Heard(o O) {
	p.told = append(p.told, p.words.Event(blindsight.Event[A, O]{Seen: o, Heard: true}))
}

// Mix returns what the strategy says, and uniform play where it says nothing.
func (p *strategist[V, A, O]) Mix(v V, play []float64) error {
	p.legal = v.Legal(p.legal[:0])
	if len(p.legal) != len(play) || len(play) == 0 {
		return blindsight.ErrNotAsked
	}
	says := p.strategy.Find(p.side, p.told)
	found := 0
	for i, a := range p.legal {
		chance, named := says[p.words.Action(a)]
		if named {
			found++
		}
		play[i] = chance
		if says == nil {
			play[i] = 1 / float64(len(play))
		}
	}
	if found < len(says) {
		return fmt.Errorf("the strategy does something that is not legal after %q", p.told)
	}
	return nil
}

// Choose draws what the strategy says.
func (p *strategist[V, A, O]) Choose(_ context.Context, rng *rand.Rand, v V, _ blindsight.Budget) (d blindsight.Decision[A], err error) {
	p.play = append(p.play[:0], make([]float64, len(v.Legal(nil)))...)
	if err := p.Mix(v, p.play); err != nil {
		return d, err
	}
	x := rng.Float64()
	for i, chance := range p.play {
		if chance > 0 {
			d.Action = p.legal[i]
		}
		if x -= chance; x < 0 {
			break
		}
	}
	return d, nil
}
