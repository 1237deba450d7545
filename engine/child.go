package engine

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// child is a process that plays.
type child struct {
	in  io.WriteCloser
	out io.Reader
	end func() ending // ends it and all of its group
}

// spawn starts the process of a program.
func (h *Host) spawn(p *program) (*child, error) {
	cmd := exec.Command(p.words[0], p.words[1:]...)
	cmd.WaitDelay = 100 * time.Millisecond // for those who left the group and hold its pipes
	last := &tail{}
	cmd.Stderr = last
	if p.passOn && h.errors != nil {
		cmd.Stderr = io.MultiWriter(last, h.errors)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := h.launch(cmd, p); err != nil {
		return nil, err
	}
	return &child{in: in, out: out, end: func() ending {
		kill(cmd)
		h.ended(cmd.Process.Pid, p)
		_ = cmd.Wait() // what it says is in the state
		return ending{how: howEnded(cmd.ProcessState), words: last.line()}
	}}, nil
}

// howEnded says how a process ended, which was killed if it was still there.
func howEnded(state *os.ProcessState) string {
	switch how := fmt.Sprint(state); how {
	case "signal: killed":
		return "it closed its output, or was killed"
	default:
		return "it ended with " + how
	}
}

// maxTail is how much is kept of what a program prints to its standard error.
const maxTail = 4096

// tail keeps the end of what is written to it.
type tail struct {
	mutex sync.Mutex
	text  []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.text = append(t.text, p...)
	if cut := len(t.text) - maxTail; cut > 0 {
		t.text = append(t.text[:0], t.text[cut:]...)
	}
	return len(p), nil
}

// line returns the last line that is not blank.
func (t *tail) line() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	text := strings.TrimSpace(string(t.text))
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}

// guardScript reads numbers of process groups, + for one to be watched and - for one to be
// forgotten. At the end of its input, which is the end of the program that writes it, it kills
// those that are left.
const guardScript = `trap '' INT HUP TERM
live=' '
while read -r sign group; do
	case $sign in
	+) live="$live$group " ;;
	-) live="${live%% $group *} ${live#* $group }" ;;
	esac
done
for group in $live; do kill -s KILL -- "-$group"; done 2>/dev/null
`

// guard is a process that outlives this program for a moment, whatever ended it, to kill the
// process groups that it started. The nil guard guards nothing.
type guard struct {
	cmd *exec.Cmd
	in  io.WriteCloser
}

func (g *guard) tell(sign byte, group int) {
	if g != nil {
		fmt.Fprintf(g.in, "%c %d\n", sign, group) // a guard that is gone guards nothing
	}
}

// watch says that a group has begun, forget that it is dealt with.
func (g *guard) watch(group int)  { g.tell('+', group) }
func (g *guard) forget(group int) { g.tell('-', group) }

// close ends the guard.
func (g *guard) close() {
	if g != nil {
		g.in.Close()
		_ = g.cmd.Wait() // there is nothing to be done about it
	}
}
