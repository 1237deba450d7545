package catalog

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"blindsight"
)

// Guest is a player that is told everything in words: a person, a program in another
// language, or a player of the game's own table ([Setting.Adviser]). It sits on one side of a
// setting, plays one game after the other, and belongs to one goroutine.
//
// An error that is a [Forfeit] loses the game for its side; any other ends the game without a
// result.
type Guest interface {
	// Begin says that a game begins; what was told before is of another one.
	Begin(ctx context.Context, o Opening) error
	// Tell says what its side did and saw, or heard of the other.
	Tell(e Event) error
	// Choose asks for one of the legal actions.
	Choose(ctx context.Context, q Question) (Reply, error)
	// End says that the game is over, for whatever reason.
	End(e Ending) error
	// Close says that no more games follow.
	Close() error
}

// Opening is what a guest is told of a game that begins.
type Opening struct {
	// Seed is for the guest's own randomness. It is not the seed of the game: where deals are
	// published, that would tell what is hidden.
	Seed uint64
}

// Event is one step as its side may know of it.
type Event struct {
	Heard  bool   // the other side acted; there is no Action
	Action string // of its own side
	Told   string // what was seen after it, or heard of the other side
	Forced bool   // the rules left its side no choice, and it was not asked
	Over   bool   // this step ended the game
}

// Question asks a guest for an action.
type Question struct {
	Budget blindsight.Budget
	Legal  []string // all legal actions, no two the same
	View   string   // what its side knows, drawn
}

// Reply is an action and, where the guest says so, why.
type Reply struct {
	Action      string
	Value       float64 // what it expects to gain, if Measure says that this is known
	Measure     blindsight.Measure
	Simulations int
	Table       []Row // the actions that it compared
	Health      blindsight.Health
}

// Row is what was found out about one action.
type Row struct {
	Action      string
	Value       float64
	Simulations int
}

// Ending is how a game went for a guest.
type Ending struct {
	Gained  float64  // by its side
	Forfeit *Forfeit // by which it ended, or nil
}

// Forfeit is a game that a guest lost by not answering as it must.
type Forfeit struct {
	Side   int
	Reason string
}

// Error says why the game is lost.
func (f *Forfeit) Error() string { return "forfeit: " + f.Reason }

// Adviser is a guest that can also be asked what its side knows, and what it believes of
// the rest.
type Adviser interface {
	Guest
	// View draws what its side knows.
	View() string
	// Legal lists the legal actions. It says nothing while the other side acts.
	Legal() []string
	// Belief draws hidden states that agree with all that was told, so many. An error that
	// is [blindsight.ErrExhausted] or [blindsight.ErrInconsistent] leaves the game as it was.
	Belief(ctx context.Context, states int) (Belief, error)
}

// Belief is a sample of what may be hidden.
type Belief struct {
	States []Believed // most frequent first
	Health blindsight.Health
}

// Believed is a hidden state in words, and how often it was drawn.
type Believed struct {
	State string
	Count int
}

// Door lets guests in: it returns the guest that a player's name stands for on a side of a
// setting, nil where it is none of its names. It starts nothing: that a guest does when a
// game begins.
type Door func(s *Setting, side int, player string) (Guest, error)

// Admit returns the setting with a door through which guests come. A setting has none of its
// own, so a program is started only where a command asked for it.
func (s *Setting) Admit(door Door) *Setting {
	admitting := *s
	admitting.door = door
	return &admitting
}

// IsProgram tells whether a player is written as a program to be started,
// exec:COMMAND, perhaps with parameters: exec,PARAMETER=VALUE:COMMAND.
func IsProgram(player string) bool {
	return strings.HasPrefix(player, "exec:") || strings.HasPrefix(player, "exec,")
}

// ErrNoPrograms says that a player is a program where none may be started.
var ErrNoPrograms = errors.New("a program is started only where the person at the keyboard asked for it, and not here")

// guest returns the guest that a name stands for, nil if it is a player of the table.
func (s *Setting) guest(side int, player string) (Guest, error) {
	if s.door != nil {
		if g, err := s.door(s, side, player); g != nil || err != nil {
			return g, err
		}
	}
	if IsProgram(player) {
		return nil, fmt.Errorf("player %s: %w", player, ErrNoPrograms)
	}
	return nil, nil
}

// Adviser returns a player of the table, of a side, that is told and asked in words.
func (s *Setting) Adviser(player string, side int) (Adviser, error) {
	if side < 0 || side >= len(s.Game.Sides) {
		return nil, fmt.Errorf("game %s: side %d: it has %d", s.Game.Name, side, len(s.Game.Sides))
	}
	if IsProgram(player) {
		return nil, fmt.Errorf("player %s: %w", player, ErrNoPrograms)
	}
	return s.adviser(player, side)
}

// Values returns the settings by their names.
func (s *Setting) Values() map[string]string {
	values := make(map[string]string)
	for setting := range strings.SplitSeq(s.Text, ",") {
		if name, value, ok := strings.Cut(setting, "="); ok {
			values[name] = value
		}
	}
	return values
}
