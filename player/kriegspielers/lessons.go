package kriegspielers

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/logit"
	"blindsight/internal/randstream"
)

// LessonPlan says which games a model of a blind opponent is fitted on: games of a player against itself or another one, with secret
// lines, under berkeley and wild16 in turn.
type LessonPlan struct {
	Player  string // of the [Catalogue], who is learnt from
	Against string // likewise, whom he plays; he must keep a belief. Empty stands for the player himself
	Sims    int    // simulations a decision
	Seed    uint64
}

// Check tells what is wrong with a plan.
func (p *LessonPlan) Check() error {
	if p.Sims < 1 {
		return fmt.Errorf("simulations: must be at least 1")
	}
	rules := kriegspiel.MustRules("berkeley")
	if _, err := Catalogue.New(p.Player, rules); err != nil {
		return err
	}
	against, err := Catalogue.New(p.against(), rules)
	if err != nil {
		return err
	}
	if _, ok := against.(believing); !ok {
		return fmt.Errorf("player %s keeps no belief: positions are fitted to those of one, as belief-1 keeps; let him play against such a player", p.against())
	}
	return nil
}

// against returns whom the player plays.
func (p *LessonPlan) against() string {
	if p.Against == "" {
		return p.Player
	}
	return p.Against
}

// players returns who has White and who has Black in a game by its number, and who is learnt from. Against another one the colours
// change after both sets of rules were played.
func (p *LessonPlan) players(number uint64) (names [2]string, learnt [2]bool) {
	switch {
	case p.Against == "":
		return [2]string{p.Player, p.Player}, [2]bool{true, true}
	case number/2%2 == 0:
		return [2]string{p.Player, p.Against}, [2]bool{true, false}
	default:
		return [2]string{p.Against, p.Player}, [2]bool{false, true}
	}
}

// Lesson is what a game tells of a blind opponent, who is learnt from.
type Lesson struct {
	Moves     []logit.Choice // the move that was made, among all legal ones, by the traits of [MoveTraits]
	Positions []logit.Choice // the true position, among some of the other side's belief, by the traits of [PositionTraits]
	// How often men that hung were there, and were taken next: by the kind of the least taker, and see [TookBack], [TookChecker].
	Hung, Taken [9]int
	Values      []Valued // of the positions that moves led to
}

// The numbers of features in a [Lesson].
const (
	MoveTraits     = int(traits)
	PositionTraits = positionTraits
)

// Places in [Lesson].Hung beyond the kinds of takers: a man that stands where it has just captured, and one that gives check.
const (
	TookBack    = 7
	TookChecker = 8
)

// lessonStates is how many positions of a belief are listed beside the true one, at most.
const lessonStates = 60

// rulesOf returns the rules of a game by its number.
func (p *LessonPlan) rulesOf(number uint64) *kriegspiel.Rules {
	return kriegspiel.MustRules([]string{"berkeley", "wild16"}[number%2])
}

// lessonSeat is one side of the game.
type lessonSeat struct {
	player Player
	learnt bool // what it does is learnt, else what it believes of the other
	told   feed
	line   kriegspiel.Line
	rng    *rand.Rand
	took   chess.Square // where its last move captured
}

// Game plays a game, by its number, and notes what each side did, and what the other believed. It depends on plan and
// number alone. The plan must pass its Check; errors are those of the context.
func (p *LessonPlan) Game(ctx context.Context, number uint64) (*Lesson, error) {
	rules := p.rulesOf(number)
	start := chess.Start()
	g := kriegspiel.NewReferee(rules, &start, 0)
	var seats [2]lessonSeat
	names, learnt := p.players(number)
	for side := range seats {
		player, err := Catalogue.New(names[side], rules)
		if err != nil {
			return nil, err
		}
		seats[side] = lessonSeat{
			player: player, learnt: learnt[side], line: kriegspiel.Setups().Draw(p.Seed, number, chess.Color(side)),
			rng: randstream.New(p.Seed, "fit", number, uint64(side)), took: chess.NoSquare,
		}
	}
	var l Lesson
	for g.Result() == kriegspiel.Unfinished {
		if err := l.turn(ctx, g, &seats[g.Side()], seats[g.Side().Other()].learnt, p.Sims); err != nil {
			return nil, err
		}
	}
	for i := range l.Values {
		l.Values[i].Score = scoreOf(g.Result(), l.Values[i].side)
	}
	return &l, nil
}

// turn lets the side to move try something, and notes it, as far as it or the other side is learnt.
func (l *Lesson) turn(ctx context.Context, g *kriegspiel.Referee, s *lessonSeat, other bool, sims int) error {
	before := g.Position()
	v := g.View(g.Side())
	heard := v.LastHeard()
	turns := v.Record().Turns[:v.Turns()]
	lost := lostBefore(len(turns)-1, func(i int) (bool, chess.Square) { return !turns[i].Hidden, turns[i].LastHeard().Captured() })
	keeper, keeps := s.player.(believing)
	if keeps {
		s.told.tell(keeper, v)
	}
	a, given := s.line.Next(v)
	if !given {
		d, err := s.player.Choose(ctx, s.rng, v, blindsight.Budget{Simulations: sims})
		if err != nil {
			return err
		}
		a = d.Action
		if keeps && other && len(v.Tries()) == 0 {
			if b := keeper.keeps(); !b.Guessed() && len(b.States()) > 1 {
				l.Positions = append(l.Positions, believed(v, &before, b.States(), s.rng))
			}
		}
	}
	h, err := g.Try(a)
	if err != nil {
		return err
	}
	if !h.Move() {
		return nil
	}
	if s.learnt {
		hangs(&before, heard.Captured(), func(at chess.Square, how int) {
			if l.Hung[how]++; h.Captured() == at {
				l.Taken[how]++
			}
		})
	}
	if !given && s.learnt {
		l.Moves = append(l.Moves, chosen(&before, a.Move(), knowledge{heard, s.took, lost}))
		if after := g.Position(); !h.Over() {
			l.Values = append(l.Values, valuedAt(&after, h.Captured()))
		}
	}
	s.took = h.Captured()
	return nil
}

// hangs calls note with men of the side that has moved that can be taken with gain, and how: see [Lesson].
func hangs(p *chess.Position, told chess.Square, note func(s chess.Square, how int)) {
	us := p.Side().Other()
	occupied := p.Occupied()
	reach, checkers := attacked(p, us, occupied), p.Checkers()
	for men := p.Men(us) & attacked(p, us.Other(), occupied) &^ p.Pieces(us, chess.King); men != 0; men &= men - 1 {
		s := men.First()
		taker := cheapest(p, p.Attackers(s, us.Other()))
		if frozenScale.exchange(p, s, taker, reach.Has(s)) <= 0 {
			continue
		}
		switch {
		case s == told:
			note(s, TookBack)
		case checkers.Has(s):
			note(s, TookChecker)
		default:
			note(s, int(taker))
		}
	}
}

// chosen returns a move among all legal ones, with their traits.
func chosen(p *chess.Position, m chess.Move, k knowledge) logit.Choice {
	var c logit.Choice
	scene := sceneOf(p, k, attacked(p, p.Side(), p.Occupied()), attacked(p, p.Side().Other(), p.Occupied()))
	for i, other := range p.Moves(nil) {
		var option []logit.Feature
		var l traitList
		scene.traits(other, &l)
		for _, t := range l.noted() {
			option = append(option, logit.Feature{Index: int32(t), Value: 1})
		}
		c.Options = append(c.Options, option)
		if other == m {
			c.Chosen = i
		}
	}
	return c
}

// believed returns the true position among some of a belief.
func believed(v *kriegspiel.View, truth *chess.Position, states []chess.Position, rng *rand.Rand) logit.Choice {
	var c logit.Choice
	var p plausibility
	p.begin(v, &byStyle{likeBelief: 1})
	add := func(s *chess.Position) {
		var option []logit.Feature
		p.traits(s, func(index int, x float64) {
			if x != 0 {
				option = append(option, logit.Feature{Index: int32(index), Value: float32(x)})
			}
		})
		c.Options = append(c.Options, option)
	}
	add(truth)
	other := rand.New(rand.NewPCG(rng.Uint64(), 1))
	if len(states) <= lessonStates {
		for i := range states {
			if states[i] != *truth {
				add(&states[i])
			}
		}
		return c
	}
	for range lessonStates {
		if s := &states[other.IntN(len(states))]; *s != *truth {
			add(s)
		}
	}
	return c
}
