package blindsight

import "math/rand/v2"

// View is an information state (an information set): what one side knows, a summary of its own actions and of what
// it observed, made of these alone, that suffices to decide. A view is used by one
// goroutine at a time. That of a game with another side is also [Hearing].
type View[A, O comparable] interface {
	// Legal appends the legal actions to buf, in an order that depends on the view
	// alone. Two states that a side cannot tell apart have the same legal actions. It
	// need not be asked while another side acts.
	Legal(buf []A) []A
	// Did adds that this side did a and saw o. An error says that this cannot
	// have happened; the view is then unchanged. It need not be called after the step
	// that ended the play.
	Did(a A, o O) error
	// Key tells views apart: equal views have equal keys, different views have
	// different ones but for chance (2^-128 a pair). Nothing that is called proved
	// may rest on it; what is called exact may, and is then right but for that chance.
	Key() Key
}

// Hearing is a view of a game with another side.
type Hearing[O comparable] interface {
	// Heard adds that the other side acted, and that o was observed of it. It is
	// not called for steps that are silent. Else it is as Did.
	Heard(o O) error
}

// Follower keeps something from decision to decision, and so is told what happens between
// them: a belief, a player with a plan, a tree. Nobody compares histories to
// find out whether a play went on. A [Planner] that is a Follower is told by whoever
// lets it play.
type Follower[V any, A, O comparable] interface {
	// Begin says that a play begins, or is taken up, with this view, which must not be kept:
	// what was told before is of another play.
	Begin(v V)
	// Did says that the own side did a and saw o. Like Heard it need not be called after
	// the step that ended the play.
	Did(a A, o O)
	// Heard says that the other side acted, and that o was observed of it.
	Heard(o O)
}

// Key is a 128-bit fingerprint of a view.
type Key struct{ Hi, Lo uint64 }

// Less orders keys.
func (k Key) Less(l Key) bool { return k.Hi < l.Hi || k.Hi == l.Hi && k.Lo < l.Lo }

// Copier is a view that can be copied, which every tree search needs: V is the
// view's own type.
type Copier[V any] interface {
	Clone() V   // a new, independent copy
	CopyFrom(V) // makes this view equal to that one, without allocating once it has grown
}

// Picker is a view that picks a legal action uniformly at random faster than by
// listing all of them. It is asked only where there is one.
type Picker[A comparable] interface {
	Pick(rng *rand.Rand) A
}

// Forcing is a view in which the rules may leave no choice. Searches and
// episodes play a forced action at once and do not count it as a decision.
type Forcing[A comparable] interface {
	Forced() (a A, forced bool)
}

// AnyAction returns what is done in a view without a thought: what the rules force, else any legal
// action, all with the same chance. It is false where there is none. Buf is scratch memory, and
// returned as it has grown.
func AnyAction[A, O comparable](rng *rand.Rand, v View[A, O], buf []A) (a A, ok bool, grown []A) {
	if f, ok := v.(Forcing[A]); ok {
		if a, forced := f.Forced(); forced {
			return a, true, buf
		}
	}
	if p, ok := v.(Picker[A]); ok {
		return p.Pick(rng), true, buf
	}
	if buf = v.Legal(buf[:0]); len(buf) == 0 {
		return a, false, buf
	}
	return buf[rng.IntN(len(buf))], true, buf
}

// Ranged is a view that can bound what is still to be gained from it on.
type Ranged interface {
	Range() (lo, hi float64)
}

// Symmetric is a view that knows its mirror images. One of them is its canonical
// image, and everything said about that holds for the view after translation. It
// is asked only of views in which nothing is forced.
type Symmetric[A comparable] interface {
	// Canonical returns the key that all images of the view share, and the number of
	// the transformation that leads to the canonical image.
	Canonical() (k Key, transformation int)
	// CanonicalLegal appends legal actions in terms of the canonical image, one of
	// each class that the image's own symmetries make equivalent.
	CanonicalLegal(transformation int, buf []A) []A
	// FromCanonical translates an action on the canonical image back.
	FromCanonical(transformation int, a A) A
}
