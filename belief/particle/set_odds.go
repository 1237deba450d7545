package particle

import (
	"math/rand/v2"

	"blindsight"
)

// A set whose game says how likely the other side's steps are ([Hooks.Likely]) has a sample that is drawn by these odds, as
// a particle filter draws (sequential importance resampling): what is kept counts by its odds, and is led on in proportion to them. The exact set, and what
// is found again or guessed, has none at first: all of it counts alike.

// level makes all odds alike where there are none.
func (b *set[S, V, A, O]) level() {
	if len(b.odds) != len(b.wide) {
		b.odds = b.odds[:0]
		for range b.wide {
			b.odds = append(b.odds, 1)
		}
	}
}

// filterByOdds is filter, with odds.
func (b *set[S, V, A, O]) filterByOdds(t blindsight.Trail[S]) bool {
	b.level()
	b.pool, b.poolOdds = b.pool[:0], b.poolOdds[:0]
	var to S
	odds := 0.0
	visit := func() bool {
		b.pool, b.poolOdds = append(b.pool, to), append(b.poolOdds, odds)
		return len(b.pool) <= len(b.wide)
	}
	for i := range b.wide {
		if i%hasteEvery == 0 && len(b.pool) > 0 && b.f.hasty() {
			break // what follows is in no order that counts
		}
		if odds = b.odds[i]; !t.Successors(0, &b.wide[i], &to, visit) {
			return false
		}
	}
	b.f.health.Draws += int64(len(b.wide))
	b.wide, b.pool, b.odds, b.poolOdds = b.pool, b.wide, b.poolOdds, b.odds
	return true
}

// expandByOdds is expand, with odds: the more likely are led on, and all that follows has the odds of both.
func (b *set[S, V, A, O]) expandByOdds(t blindsight.Trail[S], past []blindsight.Event[A, O], rng *rand.Rand) {
	b.level()
	b.able *= 2 // there may be more time now
	enough := b.f.options.Particles
	if b.able > 0 {
		enough = min(enough, b.able)
	}
	for n := enough; ; n = b.drawMore(n, enough) {
		b.draw(n, rng)
		b.pool, b.poolOdds = b.pool[:0], b.poolOdds[:0]
		var to S
		var from *S
		var likely func(*S) float64 // from there, nil until something follows: often nothing agrees with what was heard
		odds := 0.0
		visit := func() bool {
			if likely == nil {
				likely = b.f.hooks.Likely(past, from)
			}
			if x := odds * likely(&to); x > 0 {
				b.pool, b.poolOdds = append(b.pool, to), append(b.poolOdds, x)
			}
			return true
		}
		// Not in their order, so that those left out in haste are any of them.
		step := stride(len(b.places))
		for n, k := 0, 0; n < len(b.places); n, k = n+1, (k+step)%len(b.places) {
			if n%hasteEvery == 0 && len(b.pool) > 0 && b.f.hasty() {
				b.able = n
				break
			}
			from, likely, odds = &b.wide[b.places[k]], nil, b.drawn[k]
			t.Successors(0, from, &to, visit)
		}
		b.f.health.Draws += int64(len(b.pool))
		if len(b.pool) >= enough || n > enough || len(b.places) == len(b.wide) || b.f.hasty() {
			break
		}
	}
	b.wide, b.pool, b.odds, b.poolOdds = b.pool, b.wide, b.poolOdds, b.odds
}

// drawMore returns how many states to draw where too little followed from n: rather more than will do, if as much follows from each.
func (b *set[S, V, A, O]) drawMore(n, enough int) int {
	return min(mostExpanded*enough, enough*(n*5/4)/max(1, len(b.pool)))
}

// stride returns a step by which n places are gone through one after the other, each once, far apart.
func stride(n int) int {
	step := max(1, n*5/8)
	for ; gcd(step, n) != 1; step++ {
	}
	return step
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// draw draws so many of the states by their odds, systematically: places are those of different ones, drawn their odds since
// then, which are on average those of before.
func (b *set[S, V, A, O]) draw(n int, rng *rand.Rand) {
	b.places, b.drawn = b.places[:0], b.drawn[:0]
	total := 0.0
	for _, x := range b.odds {
		total += x
	}
	step := total / float64(n)
	next := step * rng.Float64()
	b.seen.reset()
	sum := 0.0
	for i, x := range b.odds {
		times := 0
		for sum += x; next < sum; next += step {
			times++
		}
		odds := float64(times) * step
		if len(b.wide) <= n {
			odds = x
		}
		if odds <= 0 {
			continue
		}
		s := &b.wide[i]
		if at := b.seen.find(b.f.fingerprint(s), func(number int) bool { return b.wide[b.places[number]] == *s }); at >= 0 {
			b.drawn[at] += odds
		} else {
			b.places, b.drawn = append(b.places, i), append(b.drawn, odds)
		}
	}
}

// thinByOdds makes the list, and its odds, of the sample.
func (b *set[S, V, A, O]) thinByOdds(rng *rand.Rand) {
	b.level()
	b.list, b.listOdds = b.list[:0], b.listOdds[:0]
	if len(b.wide) == 0 {
		return
	}
	b.draw(b.f.options.Particles, rng)
	for k, i := range b.places {
		b.list, b.listOdds = append(b.list, b.wide[i]), append(b.listOdds, b.drawn[k])
	}
}

// keepOdds gives a sample that was filled up the odds that it had: what was added has their mean. Where all is new, or guessed, it has none.
func (b *set[S, V, A, O]) keepOdds() {
	n := len(b.listOdds)
	if n == 0 || n > len(b.list) || b.f.guessed {
		b.listOdds = b.listOdds[:0]
		return
	}
	mean := 0.0
	for _, x := range b.listOdds {
		mean += x / float64(n)
	}
	for range len(b.list) - n {
		b.listOdds = append(b.listOdds, mean)
	}
	b.odds = append(b.odds, b.listOdds...)
}

// odd returns the odds of the list, nil where all count alike.
func (b *set[S, V, A, O]) odd() []float64 {
	if b.f.exact || len(b.listOdds) != len(b.list) {
		return nil
	}
	return b.listOdds
}
