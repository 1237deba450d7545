package gamescmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"blindsight"
	"blindsight/catalog"
	"blindsight/internal/plural"
	"blindsight/internal/textinput"
)

// talker is a guest who types his actions. All he is shown is what his side is told.
type talker struct {
	out    io.Writer
	lines  <-chan typed
	side   string
	hints  catalog.Adviser // told the same, or nil
	budget blindsight.Budget
	shown  string // the view as it was drawn last
}

var _ catalog.Guest = (*talker)(nil)

// errQuit says that the person left the game.
var errQuit = errors.New("the game was left")

// typed is a line of the person, or why there is none.
type typed struct {
	text string
	err  error
}

// readLines reads lines beside whoever wants them, so that Ctrl-C need not wait for one.
func readLines(in io.Reader) <-chan typed {
	lines := make(chan typed)
	go func() {
		reader := textinput.NewLines(in)
		for {
			text, err := reader.Next()
			if err == io.EOF {
				err = errQuit
			}
			lines <- typed{text, err}
		}
	}()
	return lines
}

// Begin begins for the adviser too.
func (t *talker) Begin(ctx context.Context, o catalog.Opening) error {
	t.shown = ""
	if t.hints == nil {
		return nil
	}
	return t.hints.Begin(ctx, o)
}

// Tell says what was seen or heard. What the rules do by themselves is seen on the board.
func (t *talker) Tell(e catalog.Event) error {
	switch {
	case e.Heard:
		fmt.Fprintf(t.out, "you hear: %s\n", e.Told)
	case !e.Forced:
		fmt.Fprintf(t.out, "%s: %s\n", e.Action, e.Told)
	}
	if t.hints == nil {
		return nil
	}
	return t.hints.Tell(e)
}

// Choose asks until there is a legal action.
func (t *talker) Choose(ctx context.Context, q catalog.Question) (catalog.Reply, error) {
	if q.View != t.shown {
		t.show(q.View)
	}
	for {
		fmt.Fprintf(t.out, "%s> ", t.side)
		var line typed
		select {
		case line = <-t.lines:
		case <-ctx.Done():
			line.err = ctx.Err()
		}
		if long := (*textinput.LongLine)(nil); errors.As(line.err, &long) {
			fmt.Fprintf(t.out, "%v\n", line.err)
			continue
		}
		if line.err != nil {
			fmt.Fprintln(t.out)
			return catalog.Reply{}, line.err
		}
		action, err := t.understand(ctx, strings.TrimSpace(line.text), q)
		if action != "" || err != nil {
			return catalog.Reply{Action: action}, err
		}
	}
}

func (t *talker) show(view string) {
	t.shown = view
	fmt.Fprintf(t.out, "%s\n", strings.TrimRight(view, "\n"))
}

// understand returns the action that a word means, "" where it is something else, which it does.
func (t *talker) understand(ctx context.Context, word string, q catalog.Question) (string, error) {
	if slices.Contains(q.Legal, word) {
		return word, nil
	}
	switch word {
	case "":
		return "", nil
	case "quit":
		return "", errQuit
	case "?":
		fmt.Fprintln(t.out, strings.Join(q.Legal, "  "))
		return "", nil
	case "view":
		t.show(q.View)
		return "", nil
	case "hint":
		return "", t.hint(ctx)
	}
	var meant []string
	for _, action := range q.Legal {
		if strings.HasPrefix(action, word) {
			meant = append(meant, action)
		}
	}
	switch len(meant) {
	case 0:
		fmt.Fprintf(t.out, "%q is not one of the %s: ? lists them\n", word, plural.Form(len(q.Legal), "1 legal action", "%d legal actions"))
	case 1:
		return meant[0], nil
	default:
		fmt.Fprintf(t.out, "%q may be %s\n", word, strings.Join(meant, ", "))
	}
	return "", nil
}

// hint says what another would do.
func (t *talker) hint(ctx context.Context) error {
	if t.hints == nil {
		fmt.Fprintln(t.out, "nobody gives hints in this game")
		return nil
	}
	r, err := t.hints.Choose(ctx, catalog.Question{Budget: t.budget})
	if err != nil {
		return err
	}
	fmt.Fprintf(t.out, "hint: %s\n", r.Action)
	return nil
}

// End does nothing: the command says how the game went.
func (t *talker) End(catalog.Ending) error { return nil }

// Close does nothing.
func (t *talker) Close() error { return nil }
