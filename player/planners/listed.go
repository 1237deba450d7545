package planners

import (
	"math"
	"slices"

	"blindsight"
	"blindsight/belief/discrete"
	"blindsight/search/bounded"
)

// listed are the beliefs of any problem that is written out: the states that are possible, and how likely each is. Beliefs that are equal to nine
// digits are one.
type listed struct {
	*bounds
	tables  *blindsight.Tables
	ends    []bool
	weights [2][]float64 // by state, at random: their means tell beliefs apart

	beliefs []list
	index   map[[2]int64]int32
	states  []int32 // of all beliefs
	chances []float64

	next     []float64 // by state, 0 between two uses
	found    []int32   // states of which next is not
	seen     []int32   // observations
	parts    []part    // by observation
	split    []float64 // chances of the states after the action, observation by observation
	splitted []int32   // and these
}

// list is where the states of a belief are.
type list struct{ first, count int }

// part is what an observation leaves of the states that an action leads to.
type part struct {
	first, count int
	chance       float64
}

func newListed(t *blindsight.Tables, b *bounds) *listed {
	s := &listed{bounds: b, tables: t, ends: t.Ends(), next: make([]float64, t.States), parts: make([]part, t.Observations)}
	for i := range s.weights {
		s.weights[i] = make([]float64, t.States)
		for state := range s.weights[i] {
			s.weights[i][state] = 1 + float64(scramble(uint64(2*state+i))>>11)/(1<<53)
		}
	}
	s.begin()
	return s
}

// scramble returns a number that depends on every bit of x.
func scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// clear forgets all beliefs.
func (s *listed) clear() {
	s.beliefs, s.states, s.chances, s.index = s.beliefs[:0], s.states[:0], s.chances[:0], map[[2]int64]int32{}
}

// begin forgets all beliefs but the first one, which is number 0.
func (s *listed) begin() int32 {
	s.clear()
	var states []int32
	var chances []float64
	for state, p := range discrete.NewBelief(s.tables, false).All() {
		states, chances = append(states, int32(state)), append(chances, p)
	}
	return s.keep(states, chances)
}

// rebase forgets all beliefs but one, and returns its new number.
func (s *listed) rebase(belief int32) int32 {
	states, chances := s.of(belief)
	states, chances = slices.Clone(states), slices.Clone(chances)
	s.clear()
	return s.keep(states, chances)
}

// of returns a belief.
func (s *listed) of(belief int32) (states []int32, chances []float64) {
	l := s.beliefs[belief]
	return s.states[l.first : l.first+l.count], s.chances[l.first : l.first+l.count]
}

// keep returns the number of a belief, of which it keeps copies.
func (s *listed) keep(states []int32, chances []float64) int32 {
	key := [2]int64{
		int64(math.Round(mean(states, chances, s.weights[0]) * (1 << 32))),
		int64(math.Round(mean(states, chances, s.weights[1]) * (1 << 32))),
	}
	if number, ok := s.index[key]; ok && s.like(number, states, chances) {
		return number
	}
	number := int32(len(s.beliefs))
	s.index[key] = number
	s.beliefs = append(s.beliefs, list{len(s.states), len(states)})
	s.states, s.chances = append(s.states, states...), append(s.chances, chances...)
	return number
}

// like tells whether a belief is this one, to nine digits.
func (s *listed) like(belief int32, states []int32, chances []float64) bool {
	other, likely := s.of(belief)
	if !slices.Equal(states, other) {
		return false
	}
	for i, p := range chances {
		if math.Abs(p-likely[i]) > 1e-9 {
			return false
		}
	}
	return true
}

func (s *listed) Actions() int { return s.tables.Actions }

func (s *listed) Discount() float64 { return s.tables.Discount }

func (s *listed) Bounds(belief int32) (lower, upper float64, first int) {
	states, chances := s.of(belief)
	lower, first = s.lower(states, chances)
	return lower, s.upper(states, chances), first
}

func (s *listed) Promise(belief int32, upper []float64) {
	states, chances := s.of(belief)
	for a, class := range s.class {
		if first := slices.Index(s.class, class); first < a {
			upper[a] = upper[first]
		} else {
			upper[a] = mean(states, chances, s.above[class])
		}
	}
}

// Act is the Bayes filter (package discrete), for all observations at once.
func (s *listed) Act(belief int32, action int, buf []bounded.Outcome) (reward float64, outcomes []bounded.Outcome) {
	states, chances := s.of(belief)
	reward = mean(states, chances, s.tables.Rewards[action])
	s.predict(states, chances, action)
	s.part(action)
	for _, o := range s.seen {
		p := &s.parts[o]
		states, chances := s.splitted[p.first:p.first+p.count], s.split[p.first:p.first+p.count]
		for i := range chances {
			chances[i] /= p.chance
		}
		buf = append(buf, bounded.Outcome{Chance: p.chance, Seen: o, To: s.keep(states, chances)})
		*p = part{}
	}
	return reward, buf
}

// predict sets found and next to where an action leads, those that end the play left out.
func (s *listed) predict(states []int32, chances []float64, action int) {
	moves := &s.tables.Moves[action]
	s.found = s.found[:0]
	rising, last := true, int32(-1)
	for i, state := range states {
		to, likely := moves.Row(int(state))
		for j, end := range to {
			p := chances[i] * likely[j]
			if !(p > 0) || s.ends[end] {
				continue
			}
			if s.next[end] == 0 {
				s.found = append(s.found, end)
				rising, last = rising && end > last, end
			}
			s.next[end] += p
		}
	}
	if !rising {
		slices.Sort(s.found)
	}
}

// part parts what was predicted by what is observed then, and clears it. Afterwards seen are the observations, rising.
func (s *listed) part(action int) {
	signals := &s.tables.Signals[action]
	s.seen = s.seen[:0]
	for _, state := range s.found {
		columns, likely := signals.Row(int(state))
		for i, o := range columns {
			if both := s.next[state] * likely[i]; both > 0 {
				p := &s.parts[o]
				if p.count == 0 {
					s.seen = append(s.seen, o)
				}
				p.count++
				p.chance += both
			}
		}
	}
	slices.Sort(s.seen)
	total := 0
	for _, o := range s.seen {
		p := &s.parts[o]
		p.first, total = total, total+p.count
		p.count = 0
	}
	s.split, s.splitted = slices.Grow(s.split[:0], total)[:total], slices.Grow(s.splitted[:0], total)[:total]
	for _, state := range s.found {
		columns, likely := signals.Row(int(state))
		for i, o := range columns {
			if both := s.next[state] * likely[i]; both > 0 {
				p := &s.parts[o]
				s.split[p.first+p.count], s.splitted[p.first+p.count] = both, state
				p.count++
			}
		}
		s.next[state] = 0
	}
}

func (s *listed) Held() int64 {
	const each = 16 + 2*24 // of a belief in its list and in the index
	return int64(len(s.beliefs))*each + 12*int64(len(s.states))
}
