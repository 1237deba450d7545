package engine

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"blindsight/catalog"
)

// Host starts programs that play, and ends them. Its door lets them in wherever a player is
// named: exec:COMMAND, or exec,PARAMETER=VALUE:COMMAND with the parameters
//
//	grace   how much longer than the budget's time an answer may take, 5s
//	start   how long the greeting may take, 30s
//	stderr  true: what the program prints to its standard error is passed on
//
// Each seat of a match has a process of its own, which is started when its first game begins
// and plays one game after the other; after a forfeit it is started anew. A Host is safe for
// concurrent use.
type Host struct {
	errors io.Writer
	starts chan func() // to the goroutine that starts processes, nil before the first
	mutex  sync.Mutex
	closed bool
	guests map[*program]bool // that may have a process
	guard  *guard
}

// NewHost returns a host that passes standard errors on where a player asks for it. It costs
// nothing before a program is started, and must be closed.
func NewHost(errors io.Writer) *Host {
	return &Host{errors: errors, guests: make(map[*program]bool)}
}

// starter starts all processes. On Linux a child is told of the end of the thread that
// started it, not of the process: so that thread lives as long as the host.
func starter(starts <-chan func()) {
	runtime.LockOSThread() // and never unlock: the thread ends with this goroutine
	for start := range starts {
		start()
	}
}

// Default limits of a program.
const (
	defaultGrace = 5 * time.Second
	defaultStart = 30 * time.Second
)

// Door lets programs in: it is a [catalog.Door]. It starts nothing, but looks for the
// program.
func (h *Host) Door(s *catalog.Setting, side int, player string) (catalog.Guest, error) {
	if !catalog.IsProgram(player) {
		return nil, nil
	}
	p := &program{setting: s, side: side, grace: defaultGrace, start: defaultStart}
	p.dial = func() (*child, error) { return h.spawn(p) }
	if err := p.read(player); err != nil {
		return nil, fmt.Errorf("player %s: %w", player, err)
	}
	if err := p.find(player); err != nil {
		return nil, err
	}
	return p, nil
}

// find tells what is wrong if there is no such program here.
func (p *program) find(player string) error {
	if _, err := exec.LookPath(p.words[0]); err != nil {
		return fmt.Errorf("player %s: no program to start: %w", player, err)
	}
	return nil
}

// Find tells what is wrong with a player that is a program, if anything: how it is written, or
// that there is no such program here. It starts nothing.
func Find(player string) error {
	if !catalog.IsProgram(player) {
		return nil
	}
	p := &program{}
	if err := p.read(player); err != nil {
		return fmt.Errorf("player %s: %w", player, err)
	}
	return p.find(player)
}

// Named is a [catalog.Door] for those who read players and never play: it checks how a
// program is written, and starts none.
func Named(_ *catalog.Setting, _ int, player string) (catalog.Guest, error) {
	if !catalog.IsProgram(player) {
		return nil, nil
	}
	p := &program{}
	if err := p.read(player); err != nil {
		return nil, fmt.Errorf("player %s: %w", player, err)
	}
	return p, nil
}

// read takes the way a program is written apart.
func (p *program) read(player string) error {
	head, command, ok := strings.Cut(player, ":")
	if !ok {
		return errors.New("a colon and the command are missing, as in exec,grace=1s:python3 bot.py")
	}
	for i, setting := range strings.Split(head, ",") {
		if i == 0 {
			continue // "exec"
		}
		name, value, _ := strings.Cut(setting, "=")
		var err error
		switch name {
		case "grace":
			p.grace, err = time.ParseDuration(value)
		case "start":
			p.start, err = time.ParseDuration(value)
		case "stderr":
			if value != "true" && value != "false" {
				return fmt.Errorf("%s: want stderr=true or stderr=false", setting)
			}
			p.passOn = value == "true"
		default:
			return fmt.Errorf("unknown parameter %q: use one of grace, start, stderr", name)
		}
		if err != nil || p.grace < 0 || p.start < 0 {
			return fmt.Errorf("%s: want a time with its unit, as in %s=500ms", setting, name)
		}
	}
	var err error
	if p.words, err = Words(command); err != nil {
		return fmt.Errorf("the command: %w", err)
	}
	if len(p.words) == 0 {
		return errors.New("the command is empty")
	}
	return nil
}

// launch starts a command in a process group of its own that ends with this program. If this program is killed between the start and the word to the guard, some
// microseconds, the command itself ends too where children are told of that (Linux), but nothing that it has started by then.
func (h *Host) launch(cmd *exec.Cmd, p *program) error {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.closed {
		return errors.New("its host is closed")
	}
	if h.starts == nil {
		h.starts = make(chan func())
		go starter(h.starts)
		h.guard = newGuard()
	}
	apart(cmd)
	done := make(chan error)
	h.starts <- func() { done <- cmd.Start() }
	if err := <-done; err != nil {
		return err
	}
	h.guests[p] = true
	h.guard.watch(cmd.Process.Pid)
	return nil
}

// ended notes that a process is about to be waited for: its number may then be another's.
func (h *Host) ended(pid int, p *program) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	delete(h.guests, p)
	h.guard.forget(pid)
}

// Close ends all programs that still run. No game may be under way.
func (h *Host) Close() error {
	h.mutex.Lock()
	if h.closed {
		h.mutex.Unlock()
		return nil
	}
	h.closed = true
	var left []*program
	for p := range h.guests {
		left = append(left, p)
	}
	h.mutex.Unlock()
	var all sync.WaitGroup
	for _, p := range left {
		all.Go(func() { _ = p.Close() })
	}
	all.Wait()
	if h.starts != nil {
		close(h.starts)
		h.guard.close()
	}
	return nil
}
