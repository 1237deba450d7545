package pomdp

import (
	"slices"
	"strconv"

	"blindsight/internal/nearest"
)

// preamble reads an item of it.
func (p *parser) preamble() error {
	key := p.begin.text
	if p.given[key] {
		return fault(p.begin.place, "%s is given twice: take one away", key)
	}
	if p.given["start"] || p.transitions != nil {
		if key != "discount" && key != "values" && p.transitions != nil {
			return fault(p.begin.place, "%s stands after T, O or R: it must stand before", key)
		}
		if err := p.broken(p.begin.place, key+" after start, T, O or R", "it belongs before them"); err != nil {
			return err
		}
	}
	p.given[key] = true
	if err := p.key(); err != nil {
		return err
	}
	switch key {
	case "discount":
		return p.discount()
	case "values":
		return p.values()
	case "states":
		return p.things(&p.m.States, 0, p.limits.States)
	case "actions":
		return p.things(&p.m.Actions, 1, p.limits.Actions)
	}
	return p.things(&p.m.Observations, 2, p.limits.Observations)
}

func (p *parser) discount() error {
	at := p.now.place
	x, err := p.number("a discount")
	if err != nil {
		return err
	}
	if !(x >= 0 && x <= 1) {
		return fault(at, "discount %v: must be at least 0 and below 1", x)
	}
	if x == 1 {
		if err := p.broken(at, "a discount of 1", "plays without an end then have no value, so give one below 1, or a horizon"); err != nil {
			return err
		}
	}
	p.m.Discount = x
	return nil
}

func (p *parser) values() error {
	t := p.now
	switch {
	case t.kind != word:
		return fault(t.place, "values: want reward or cost, not %v", t)
	case t.text == "cost" || t.text == "costs":
		p.m.Costs = true
	case t.text != "reward" && t.text != "rewards":
		return fault(t.place, "values: want reward or cost, not %v", t)
	}
	if t.text == "rewards" || t.text == "costs" {
		if err := p.broken(t.place, "values: "+t.text, "the word is "+t.text[:len(t.text)-1]); err != nil {
			return err
		}
	}
	return p.take()
}

// things reads how many states, actions or observations there are, or their names.
func (p *parser) things(names *Names, which, limit int) error {
	what := p.begin.text
	if p.now.kind == integer {
		n, err := strconv.Atoi(p.now.text)
		if err != nil || n < 1 {
			return fault(p.now.place, "%s: %v is no number of them: want 1 or more", what, p.now)
		}
		if n > limit {
			return fault(p.now.place, "%d %s: more than the %d that are allowed", n, what, limit)
		}
		*names = Numbered(n)
		return p.take()
	}
	p.numbers[which] = map[string]int{}
	for p.now.kind == word && !slices.Contains(reserved, p.now.text) {
		if _, twice := p.numbers[which][p.now.text]; twice {
			return fault(p.now.place, "%s: the name %v is given twice", what, p.now)
		}
		if len(*names) == limit {
			return fault(p.now.place, "%s: more than the %d that are allowed", what, limit)
		}
		p.numbers[which][p.now.text] = len(*names)
		*names = append(*names, p.now.text)
		if err := p.take(); err != nil {
			return err
		}
	}
	if len(*names) == 0 {
		return fault(p.now.place, "%s: want how many, or their names, not %v", what, p.now)
	}
	return nil
}

// ready checks that the preamble is there, before the first item that needs it, and fills in what may be missing.
func (p *parser) ready() error {
	if p.transitions != nil {
		return nil
	}
	at, where := p.now.place, "before "+p.now.text
	if p.now.kind == endOfFile {
		where = "at the end of the file"
	}
	for _, key := range []string{"states", "actions"} {
		if !p.given[key] {
			return fault(at, "%s: is missing %s: give how many there are, or their names", key, where)
		}
	}
	m := p.m
	if !p.given["observations"] {
		m.Observed, m.Observations, p.numbers[2] = true, m.States, p.numbers[0]
	}
	rows := len(m.States) * len(m.Actions)
	if rows > p.limits.Rows {
		return fault(at, "%d states with %d actions: more than the %d rows that are allowed", len(m.States), len(m.Actions), p.limits.Rows)
	}
	p.transitions, p.looks, p.payments = newWrites("T"), newWrites("O"), newWrites("R")
	return nil
}

// complete checks that discount and values were given anywhere.
func (p *parser) complete() error {
	if !p.given["discount"] {
		p.m.Discount = 0.95
		if err := p.broken(p.now.place, "no discount", "give one", "0.95 is taken"); err != nil {
			return err
		}
	}
	if !p.given["values"] {
		return p.broken(p.now.place, "no values", "give values: reward or values: cost", "reward is taken")
	}
	return nil
}

// start reads the belief before the first step.
func (p *parser) start() error {
	if p.given["start"] {
		return fault(p.begin.place, "start is given twice: take one away")
	}
	if p.transitions != nil {
		if p.given["reset"] {
			return fault(p.begin.place, "start stands after a row that is a reset to it: it must stand before T, O and R")
		}
		if err := p.broken(p.begin.place, "start after T, O or R", "it belongs before them"); err != nil {
			return err
		}
	}
	if !p.given["states"] {
		return fault(p.begin.place, "start stands before states: it must stand after them")
	}
	if err := p.take(); err != nil {
		return err
	}
	p.given["start"] = true
	p.m.Start = make([]float64, len(p.m.States))
	if p.now.kind == word {
		return p.someStates()
	}
	if err := p.colonAfter(p.begin); err != nil {
		return err
	}
	switch {
	case p.now.kind == word && p.now.text == "uniform":
		return p.uniformStart(p.m.Start)
	case p.now.kind == word:
		s, err := p.reference(0)
		if err != nil {
			return err
		}
		if p.now.kind == word && !slices.Contains(reserved, p.now.text) {
			return fault(p.now.place, "start: has one name; for several write start include:")
		}
		p.m.Start[s] = 1
		return nil
	}
	return p.startRow()
}

// uniformStart makes a start in which all is equally likely.
func (p *parser) uniformStart(start []float64) error {
	for s := range start {
		start[s] = 1 / float64(len(start))
	}
	return p.take()
}

// startRow reads a number for each state.
func (p *parser) startRow() error {
	first, sum := p.now, 0.0
	for s := range p.m.Start {
		if s > 0 && p.now.kind != integer && p.now.kind != real {
			return fault(first.place, "start: here are %d numbers of %d chances%s", s, len(p.m.Start), p.meantState(first))
		}
		at := p.now
		x, err := p.number("a chance of the start")
		if err == nil && !(x >= 0 && x <= 1+tolerance) {
			err = fault(at.place, "start: %s is no chance, which is between 0 and 1%s", shorten(at.text), p.meantState(at))
		}
		if err != nil {
			return err
		}
		p.m.Start[s] = x
		sum += x
	}
	if p.now.kind == integer || p.now.kind == real {
		return fault(p.now.place, "start: has %d chances, and this is one more", len(p.m.Start))
	}
	if !near(sum) {
		return fault(first.place, "the chances of the start add up to %v, want 1", sum)
	}
	if sum < 1-exact || sum > 1+exact {
		p.note(first.place, "a start that adds up to 1 only nearly", "made to do so")
		for s := range p.m.Start {
			p.m.Start[s] /= sum
		}
	}
	return nil
}

// meantState adds what a whole number in the start may mean.
func (p *parser) meantState(t token) string {
	if t.kind != integer {
		return ""
	}
	return "; for state " + shorten(t.text) + " write start include: " + shorten(t.text)
}

// someStates reads start include: or start exclude: with states.
func (p *parser) someStates() error {
	k := p.now
	if k.text != "include" && k.text != "exclude" {
		return fault(k.place, "want start:, start include: or start exclude:, not start %s", k.text)
	}
	if err := p.key(); err != nil {
		return err
	}
	listed := make([]bool, len(p.m.States))
	count := 0
	for p.now.kind == integer || p.now.kind == word && !slices.Contains(reserved, p.now.text) {
		s, err := p.reference(0)
		if err != nil {
			return err
		}
		if !listed[s] {
			listed[s] = true
			count++
		}
	}
	if k.text == "exclude" {
		count = len(listed) - count
	}
	if count == 0 {
		return fault(p.now.place, "start %s: leaves no state in which a play can begin", k.text)
	}
	for s, is := range listed {
		if is == (k.text == "include") {
			p.m.Start[s] = 1 / float64(count)
		}
	}
	return nil
}

// reference reads the name or the number of a state (0), an action (1) or an observation (2).
func (p *parser) reference(which int) (int, error) {
	what := [...]string{"state", "action", "observation"}[which]
	article := [...]string{"a", "an", "an"}[which]
	names := [...]Names{p.m.States, p.m.Actions, p.m.Observations}[which]
	t := p.now
	switch t.kind {
	case word:
		if i, ok := p.numbers[which][t.text]; ok {
			return i, p.take()
		}
		if slices.Contains(reserved, t.text) {
			break
		}
		if p.numbers[which] == nil {
			return 0, fault(t.place, "no %s is called %v: they have numbers, 0 to %d", what, t, len(names)-1)
		}
		return 0, fault(t.place, "no %s is called %v%s", what, t, nearest.Hint(t.text, names[:min(len(names), 1000)]))
	case integer:
		i, err := strconv.Atoi(t.text)
		if err != nil || i < 0 || i >= len(names) {
			return 0, fault(t.place, "no %s has the number %s: they are 0 to %d", what, shorten(t.text), len(names)-1)
		}
		return i, p.take()
	}
	return 0, fault(t.place, "want the name or number of %s %s, not %v", article, what, t)
}

// number reads a number.
func (p *parser) number(what string) (float64, error) {
	t := p.now
	if t.kind != integer && t.kind != real {
		return 0, fault(t.place, "want %s, not %v", what, t)
	}
	x, err := strconv.ParseFloat(t.text, 64)
	if err != nil {
		return 0, fault(t.place, "%v is no number, or one too large to be kept", t)
	}
	if i := 0; t.kind == real {
		if t.text[0] == '-' || t.text[0] == '+' {
			i = 1
		}
		if !isDigit(t.text[i]) {
			if err := p.broken(t.place, "a number without a digit before its point", "write a 0 there"); err != nil {
				return 0, err
			}
		}
	}
	return x + 0, p.take() // + 0 makes -0 a 0
}

// chance reads a number between 0 and 1.
func (p *parser) chance() (float64, error) {
	at := p.now.place
	x, err := p.number("a chance")
	if err == nil && !(x >= 0 && x <= 1+tolerance) {
		err = fault(at, "%v is no chance: it must be between 0 and 1", x)
	}
	return x, err
}

// tolerance is how far chances may be from adding up to 1; exact is how far a row may be that is kept as it is.
const (
	tolerance = 1e-5
	exact     = 1e-9
)

// near reports whether chances add up to 1.
func near(sum float64) bool { return sum >= 1-tolerance && sum <= 1+tolerance }
