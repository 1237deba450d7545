package kriegspielers

import (
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// Solver searches for guaranteed mates.
type Solver = andor.Solver[chess.Position, kriegspiel.Attempt, kriegspiel.Percept]

// contest is Kriegspiel as package andor asks for it.
type contest struct{ *kriegspiel.Rules }

// askable is a contest in which "Any?" may be asked, and obliges to try one pawn capture.
type askable struct{ contest }

var (
	_ andor.Game[chess.Position, kriegspiel.Attempt, kriegspiel.Percept]  = contest{}
	_ andor.Asker[chess.Position, kriegspiel.Attempt, kriegspiel.Percept] = askable{}
	_ andor.Finisher[chess.Position, kriegspiel.Attempt]                  = contest{}
)

// NewSolver returns a solver under a rule set. It belongs to one goroutine. It panics if the options do not pass their Check.
func NewSolver(r *kriegspiel.Rules, o andor.Options) *Solver { return andor.New(gameOf(r), o) }

// asks reports whether a search must know of "Any?". Where the answer binds it need not. Who
// asks and hears Yes then tries pawn captures, in some order, until one is legal. He may as well try them in this order without
// asking: the same move is made in the positions of Yes, and in those of No all of them are refused, at no
// cost, after which he knows as much as No would have told him. So there is a guaranteed win exactly if there is
// one without questions; [First] tells whether asking first keeps it.
func asks(r *kriegspiel.Rules) bool { return r.Tries == kriegspiel.TriesOnRequest && !r.AnswerBinds }

// gameOf returns a rule set as package andor asks for it.
func gameOf(r *kriegspiel.Rules) andor.Game[chess.Position, kriegspiel.Attempt, kriegspiel.Percept] {
	if asks(r) {
		return askable{contest{r}}
	}
	return contest{r}
}

// Attempts appends the moves that the own men allow.
func (contest) Attempts(p *chess.Position, buf []kriegspiel.Attempt) []kriegspiel.Attempt {
	return kriegspiel.Attempts(p, buf)
}

// Ended reports whether the game is over after a percept, and whether by checkmate.
func (contest) Ended(h kriegspiel.Percept) (over, won bool) { return h.Over(), h.Checkmate() }

// Hash returns the hash of a position.
func (contest) Hash(p *chess.Position) uint64 { return p.Hash() }

// Finish reports whether an attempt is legal, and whether it mates.
func (contest) Finish(p *chess.Position, a kriegspiel.Attempt) (moved, won bool) {
	m := a.Move()
	if a == kriegspiel.Any || !p.Legal(m) {
		return false, false
	}
	return true, p.Mates(m)
}

// CanFinish reports whether there is a mate in one move, or in two, on an open board.
func (contest) CanFinish(p *chess.Position, depth int) (won bool, positions int) {
	return p.MateIn((depth + 1) / 2)
}

// Question returns "Any?".
func (askable) Question() kriegspiel.Attempt { return kriegspiel.Any }

// Obliges reports whether the answer is yes.
func (askable) Obliges(h kriegspiel.Percept) bool { return h == kriegspiel.Yes }

// Pays reports whether an attempt is a pawn capture, by what its player knows.
func (askable) Pays(p *chess.Position, a kriegspiel.Attempt) bool {
	m := a.Move()
	return p.KindAt(m.From()) == chess.Pawn && m.From().File() != m.To().File()
}
