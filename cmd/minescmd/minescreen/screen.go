package minescreen

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper/minetable"
)

// screen shows a Game on the terminal and passes keys and clicks on to
// it. All of it runs on one goroutine but for the hints.
type screen struct {
	ctx     context.Context // ends hints with the program
	game    *Game
	adviser *minecoach.Adviser
	colours *palette

	width, height int // of the terminal
	layout        layout
	asked         *question // the hint that is being thought about, if any
}

// question is a hint asked for in one position.
type question struct {
	position int
	since    time.Time
	cancel   context.CancelFunc
}

// layout is what stands where on the screen, in lines from the top.
type layout struct {
	head, foot []string // drawn above and below the board
	board      boardWindow
}

// Messages of the program to itself.
type (
	clockMsg struct{}                  // time has passed
	spinMsg  struct{ about *question } // the same, while a hint is thought about
	hintMsg  struct {
		about   *question
		counsel *minecoach.Counsel
		err     error
	}
)

const (
	clockInterval = 500 * time.Millisecond
	spinInterval  = 120 * time.Millisecond
	spinner       = `|/-\`
)

var keysText = []string{"arrows move", "space open", "f flag", "c chord", "? hint", "o risk", "n new", "r again", "q quit"}

func newScreen(ctx context.Context, game *Game, a *minecoach.Adviser) *screen {
	s := &screen{ctx: ctx, game: game, adviser: a, colours: newPalette(true), width: 80, height: 24}
	s.arrange()
	row, col := game.rules.RowCol(game.cursor)
	s.layout.board.top, s.layout.board.left = row-s.layout.board.rows/2, col-s.layout.board.cols/2
	s.arrange()
	return s
}

// Init asks for the colour of the terminal and starts the clock.
func (s *screen) Init() tea.Cmd { return tea.Batch(tea.RequestBackgroundColor, tick()) }

func tick() tea.Cmd { return tea.Tick(clockInterval, func(time.Time) tea.Msg { return clockMsg{} }) }

// Update takes a message in and returns what is to be done next, if anything.
func (s *screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var next tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.width, s.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		s.colours = newPalette(msg.IsDark())
	case tea.KeyPressMsg:
		next = s.press(msg.String())
	case tea.MouseClickMsg:
		s.click(msg.Mouse())
	case clockMsg:
		next = tick()
	case spinMsg:
		if msg.about == s.asked {
			next = spin(s.asked)
		}
	case hintMsg:
		if msg.about == s.asked {
			s.drop()
			s.game.hear(msg.about.position, msg.counsel, msg.err)
		}
	}
	if s.asked != nil && s.asked.position != s.game.position {
		s.drop() // the person has moved on
	}
	s.game.count()
	s.arrange()
	return s, next
}

// press does what a key stands for.
func (s *screen) press(key string) tea.Cmd {
	switch strings.ToLower(key) {
	case "up", "k":
		s.game.move(-1, 0)
	case "down", "j":
		s.game.move(1, 0)
	case "left", "h":
		s.game.move(0, -1)
	case "right", "l":
		s.game.move(0, 1)
	case "space", "enter":
		s.game.open()
	case "f":
		s.game.flag()
	case "c":
		s.game.chord()
	case "n":
		s.game.next()
	case "r":
		s.game.restart()
	case "?", "i":
		return s.ask()
	case "o":
		s.game.toggleOdds()
	case "q", "ctrl+c":
		s.drop()
		return tea.Quit
	}
	return nil
}

// click opens with the left button and flags with the right one.
func (s *screen) click(m tea.Mouse) {
	c, ok := cellAt(s.game.rules, s.layout.board, m.X, m.Y-len(s.layout.head))
	if !ok {
		return
	}
	switch m.Button {
	case tea.MouseLeft:
		s.game.cursor = c
		s.game.open()
	case tea.MouseRight:
		s.game.cursor = c
		s.game.flag()
	}
}

// ask asks for a hint on this position, in the background. All that goes there is
// a copy of the view. If there is a hint already it shows all reasons.
func (s *screen) ask() tea.Cmd {
	switch {
	case s.asked != nil || s.game.finished():
		return nil
	case s.game.counsel != nil:
		s.game.explain()
		return nil
	}
	ctx, cancel := context.WithCancel(s.ctx)
	q := &question{position: s.game.position, since: time.Now(), cancel: cancel}
	s.asked = q
	view, a := s.game.table.View().Clone(), s.adviser
	think := func() tea.Msg {
		c, err := a.AdviseText(ctx, view)
		return hintMsg{q, c, err}
	}
	return tea.Batch(think, spin(q))
}

func spin(q *question) tea.Cmd {
	return tea.Tick(spinInterval, func(time.Time) tea.Msg { return spinMsg{q} })
}

// drop forgets the hint that is being thought about.
func (s *screen) drop() {
	if s.asked != nil {
		s.asked.cancel()
		s.asked = nil
	}
}

// arrange divides the screen: status, board, message, keys. In a low window the
// blank lines give way to the board, then the keys, then all but a line of the
// rest. A board that is still too large scrolls with the cursor.
func (s *screen) arrange() {
	h, r := s.game, s.game.rules.Rules()
	status := []string{
		fmt.Sprintf("mines %d", h.unflagged()), "time " + clock(h.elapsed()), r.String(),
		fmt.Sprintf("seed %d, game %d", h.seed, h.number),
	}
	message, colour := h.message, inkPlain
	switch {
	case s.asked != nil:
		turn := int(time.Since(s.asked.since)/spinInterval) % len(spinner)
		message = fmt.Sprintf("%s is thinking %c", s.adviser.Name(), spinner[turn])
	case h.table.Status() == minetable.Won:
		colour = inkWon
	case h.table.Status() == minetable.Lost:
		colour = inkLost
	}
	head := s.paint(inkCursor, fold(status, "   ", s.width))
	text := s.paint(colour, fold(strings.Fields(message), " ", s.width))
	if len(text) == 0 {
		text = []string{""} // so that the keys stay where they are
	}
	keys := s.paint(inkDim, fold(keysText, "  ", s.width))

	const enough = 5 // rows of the board, before anything else gets room
	room := func(lines ...[]string) int {
		n := s.height - boardHead(r)
		for _, l := range lines {
			n -= len(l)
		}
		return n
	}
	wanted, blank := min(r.Height, enough), []string{""}
	var l layout
	switch {
	case room(head, blank, blank, text, blank, keys) >= wanted:
		l.head, l.foot = slices.Concat(head, blank), slices.Concat(blank, text, blank, keys)
	case room(head, text, keys) >= wanted:
		l.head, l.foot = head, slices.Concat(text, keys)
	case room(head, text) >= wanted:
		l.head, l.foot = head, text
	default:
		l.head, l.foot = head[:1], text[:1]
	}
	l.board.rows = min(r.Height, max(1, room(l.head, l.foot)))
	l.board.cell = h.cellWidth()
	l.board.cols = boardCols(r, s.width, l.board.cell)
	row, col := h.rules.RowCol(h.cursor)
	l.board.top = scroll(s.layout.board.top, row, l.board.rows, r.Height)
	l.board.left = scroll(s.layout.board.left, col, l.board.cols, r.Width)
	s.layout = l
}

func (s *screen) paint(i ink, lines []string) []string {
	for n := range lines {
		lines[n] = s.colours.write(i, lines[n])
	}
	return lines
}

// text returns the screen as a text.
func (s *screen) text() string {
	return strings.Join(slices.Concat(s.layout.head, drawBoard(s.game, s.layout.board, s.colours), s.layout.foot), "\n")
}

// View returns the screen.
func (s *screen) View() tea.View {
	v := tea.NewView(s.text())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	return v
}

var _ tea.Model = (*screen)(nil)
