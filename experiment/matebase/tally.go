package matebase

// Sizes are the least sizes of beliefs that count as of one kind. Of each kind of
// instance no more than a share may be of one kind of size, so that all are there.
var Sizes = []int{1, 2, 4, 8, 16, 32, 64}

// SizeClass returns the number of the kind of size, in Sizes.
func SizeClass(n int) int {
	class := 0
	for class+1 < len(Sizes) && n >= Sizes[class+1] {
		class++
	}
	return class
}

// Shares, in percent of what is wanted: positions that are known are chess, and there are
// better collections of those. They are ours, the paper took problems as they came: so the
// sizes of our beliefs are not those that games give.
const (
	knownShare = 10
	sizeShare  = 30
)

// kind is what instances are counted by.
type kind struct {
	depth  int
	answer Answer
}

// Tally counts what was kept.
type Tally struct {
	Games  int // played to their end, or to where they were dropped, beginning with Options.Begin
	Counts map[kind]*Count

	options *Options
	keys    map[Key]bool // positions that are in, at whatever depth
	game    int          // the last one of which something was kept
	of      map[kind]int // kept of that game
}

// Count is how many instances of one kind there are.
type Count struct {
	Wanted int
	Kept   int
	Sizes  []int // by SizeClass
	Repeat int   // positions that were in already
}

func newTally(o *Options) *Tally {
	t := &Tally{options: o, Counts: map[kind]*Count{}, keys: map[Key]bool{}, game: -1}
	for _, l := range o.Levels {
		for answer, wanted := range map[Answer]int{Mate: l.Mates, None: l.Near, Unknown: l.Near} {
			t.Counts[kind{l.Depth, answer}] = &Count{Wanted: wanted, Sizes: make([]int, len(Sizes))}
		}
	}
	return t
}

// Count returns the count of a depth and an answer, nil if that is not collected.
func (t *Tally) Count(depth int, a Answer) *Count { return t.Counts[kind{depth, a}] }

// take counts an instance that is kept.
func (t *Tally) take(key Key, i *Instance) {
	if i.Game != t.game {
		t.game, t.of = i.Game, map[kind]int{}
	}
	t.of[kind{i.Depth, i.Answer}]++
	t.count(key, i)
}

// know counts an instance of another collection.
func (t *Tally) know(i *Instance) { t.count(KeyOf(&i.Problem), i) }

func (t *Tally) count(key Key, i *Instance) {
	t.keys[key] = true
	if c := t.Counts[kind{i.Depth, i.Answer}]; c != nil {
		c.Kept++
		c.Sizes[SizeClass(len(i.Belief))]++
	}
}

// choose returns the instances of a position that are to be kept, and counts them.
func (t *Tally) choose(p position) []*Instance {
	if t.keys[p.key] {
		for _, i := range p.instances {
			t.Counts[kind{i.Depth, i.Answer}].Repeat++
		}
		return nil
	}
	var kept []*Instance
	for _, i := range p.instances {
		if t.room(i) {
			t.take(p.key, i)
			kept = append(kept, i)
		}
	}
	return kept
}

// room reports whether an instance is wanted.
func (t *Tally) room(i *Instance) bool {
	k := kind{i.Depth, i.Answer}
	c := t.Counts[k]
	share := sizeShare
	if len(i.Belief) == 1 {
		share = knownShare
	}
	return c.Kept < c.Wanted && c.Sizes[SizeClass(len(i.Belief))] < (c.Wanted*share+99)/100 &&
		(i.Game != t.game || t.of[k] < t.options.PerGame)
}

// Full reports whether there are as many mates and near misses as wanted.
func (t *Tally) Full() bool { return t.fullFrom(0) }

// fullFrom reports whether this is so from a level on.
func (t *Tally) fullFrom(level int) bool {
	for _, l := range t.options.Levels[level:] {
		for _, a := range []Answer{Mate, None} {
			if c := t.Count(l.Depth, a); c.Kept < c.Wanted {
				return false
			}
		}
	}
	return true
}

// Kept returns the number of mates and near misses.
func (t *Tally) Kept() int { return t.sum(func(c *Count) int { return c.Kept }) }

func (t *Tally) wanted() int { return t.sum(func(c *Count) int { return c.Wanted }) }

func (t *Tally) sum(value func(*Count) int) int {
	n := 0
	for _, l := range t.options.Levels {
		n += value(t.Count(l.Depth, Mate)) + value(t.Count(l.Depth, None))
	}
	return n
}
