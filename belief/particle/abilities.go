package particle

import (
	"hash/maphash"
	"reflect"
	"unsafe"

	"blindsight"
)

// Branching is a game that lists what can follow, with probabilities, so that a belief can be
// exact. Who acts is known after each event: asked says that the own side acts next, else the
// other side does, and something of it will be heard. Silent steps of the other side before an
// event are part of what led to it; where the side is asked next, so are those after it, up to
// its turn. States after the end of the play are not visited.
//
// Weights are probabilities of event and state together, given the state before and the own
// action; what the other side does has the probabilities that the game gives it. A constant
// factor, the same for all states, changes nothing. All methods visit in a fixed order, stop
// and return false as soon as visit does, and must be safe for concurrent use on different
// states. The same state may be visited more than once.
type Branching[S any, A, O comparable] interface {
	// Starts writes each state in which a play may begin to s and calls visit.
	Starts(side blindsight.Side, asked bool, s *S, visit func(weight float64) bool) bool
	// Successors writes each state to which the last event of a side's past can have led from
	// s, a state after the events before it, to to, which is not s, and calls visit.
	Successors(side blindsight.Side, past []blindsight.Event[A, O], asked bool, s, to *S, visit func(weight float64) bool) bool
}

// ObservationModel is a game that knows how likely an observation is, so that particles can be
// weighted instead of dropped. What is observed of a step must depend on nothing but the action
// and the state after it, and that state must not hold what was observed: the filter lets the
// game draw a step, forgets the observation that was drawn, and weighs the state by the
// probability of that which was made.
type ObservationModel[S any, A, O comparable] interface {
	// Observation returns the probability, or a fixed multiple of it, that a side observes o
	// of an action, its own or the other side's, that led to s. It must be safe for concurrent
	// use on different states.
	Observation(side blindsight.Side, a A, s *S, o O) float64
}

// Copier is a game whose states are more than plain data: Copy makes dst equal to src, and
// independent of it. Others are copied by assignment.
type Copier[S any] interface {
	Copy(dst, src *S)
}

// Equaler is a game that tells whether two states are equal; it must be a
// [blindsight.Fingerprinter] as well. Of others, states of a comparable type of plain data are
// compared by ==, if there is a fingerprint or their bytes will do as one. Equal states are one
// particle; where nothing tells that they are equal, they are several.
type Equaler[S any] interface {
	Equal(a, b *S) bool
}

// copying returns how states of a game are copied. It panics if assignment would share memory.
func copying[S any](game any) func(dst, src *S) {
	if c, ok := game.(Copier[S]); ok {
		return c.Copy
	}
	if t := reflect.TypeFor[S](); !plain(t) {
		panic("particle: states of type " + t.String() + " share memory when they are assigned: the game needs a method Copy(dst, src *S)")
	}
	return func(dst, src *S) { *dst = *src }
}

// plain reports whether values of a type are independent after assignment.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return plain(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !plain(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Pointer, reflect.UnsafePointer, reflect.Slice, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface:
		return false
	}
	return true
}

// equality returns how equal states of a game are found: a hash and a comparison, nil if they
// cannot be. Which states are equal does not depend on the hash.
func equality[S any](game any) (hash func(*S) uint64, same func(a, b *S) bool) {
	fingerprinter, prints := game.(blindsight.Fingerprinter[S])
	if prints {
		hash = fingerprinter.Fingerprint
	}
	if e, ok := game.(Equaler[S]); ok && prints {
		return hash, e.Equal
	}
	t := reflect.TypeFor[S]()
	if !t.Comparable() || !plain(t) {
		return nil, nil
	}
	if !prints {
		if !dense(t) {
			return nil, nil
		}
		seed := maphash.MakeSeed()
		hash = func(s *S) uint64 {
			return maphash.Bytes(seed, unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s)))
		}
	}
	return hash, func(a, b *S) bool { return any(*a) == any(*b) }
}

// dense reports whether equal values of a plain type have equal bytes.
func dense(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return dense(t.Elem())
	case reflect.Struct:
		size := uintptr(0)
		for i := range t.NumField() {
			if !dense(t.Field(i).Type) {
				return false
			}
			size += t.Field(i).Type.Size()
		}
		return size == t.Size() // else there is padding
	case reflect.String, reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return false
	}
	return true
}
