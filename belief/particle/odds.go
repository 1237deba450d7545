package particle

// odds are how much each state of a list counts, by the types of the other side ([Hooks.Types]): one number for each type, which are the joint
// chances of state and type up to a factor. So what a state counts is their sum, and the types are worked out, not drawn (a Rao-Blackwellized particle filter).
type odds struct {
	types int
	all   []float64 // of the first state, of the second, and so on
}

func (o *odds) len() int { return len(o.all) / max(1, o.types) }

func (o *odds) clear() { o.all = o.all[:0] }

// of returns the numbers of a state.
func (o *odds) of(i int) []float64 { return o.all[i*o.types : (i+1)*o.types] }

// total returns how much a state counts.
func (o *odds) total(i int) float64 { return sum(o.of(i)) }

// add appends a state, with numbers multiplied by a factor.
func (o *odds) add(numbers []float64, factor float64) {
	for _, x := range numbers {
		o.all = append(o.all, x*factor)
	}
}

// raise adds to the numbers of a state, multiplied by a factor.
func (o *odds) raise(i int, numbers []float64, factor float64) {
	at := o.of(i)
	for k, x := range numbers {
		at[k] += x * factor
	}
}

// mean returns the mean of all states' numbers in buf.
func (o *odds) mean(buf []float64) []float64 {
	buf = append(buf[:0], make([]float64, o.types)...)
	for i, x := range o.all {
		buf[i%o.types] += x
	}
	for k := range buf {
		buf[k] /= float64(max(1, o.len()))
	}
	return buf
}

func sum(list []float64) float64 {
	total := 0.0
	for _, x := range list {
		total += x
	}
	return total
}

// restless is the share of what is believed about the types that goes back to what was believed at first, with every step of the other side: none of them may be quite his.
const restless = 0.005

// types is what is believed about the types of the other side.
type types struct {
	first []float64 // before anything was heard; they sum up to 1
	now   []float64
}

// begin begins with what is believed at first; nothing stands for one type.
func (t *types) begin(first []float64) {
	if len(first) == 0 {
		first = []float64{1}
	}
	t.first = first
	t.now = append(t.now[:0], first...)
}

// learn takes what the odds of a sample tell.
func (t *types) learn(o *odds) {
	if o.len() == 0 {
		return
	}
	now := o.mean(t.now)
	total := sum(now)
	if !(total > 0) {
		t.now = append(t.now[:0], t.first...)
		return
	}
	for k := range now {
		now[k] /= total
	}
	t.now = now
}

// doubt mixes some of what was believed at first into the numbers of a state.
func (t *types) doubt(numbers, buf []float64) []float64 {
	total := sum(numbers)
	buf = buf[:0]
	for k, x := range numbers {
		buf = append(buf, (1-restless)*x+restless*total*t.first[k])
	}
	return buf
}
