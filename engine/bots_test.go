package engine_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// The programs that tests start are the test binary itself: bot KIND [TOKEN].
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "bot" {
		bot(os.Args[2])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// bot plays the first legal action, until it does what its kind is called by.
func bot(kind string) {
	say := func(format string, values ...any) { fmt.Printf(format+"\n", values...) }
	forever := func() { time.Sleep(time.Hour) }
	switch kind {
	case "mute":
		fmt.Fprintln(os.Stderr, "first words\n\nlast words ")
		os.Exit(3)
	case "sleeper":
		forever()
	case "deaf":
		say(`{"type":"ready","protocol":1}`)
		forever()
	case "futuristic":
		say(`{"type":"ready","protocol":2}`)
		forever()
	case "impatient":
		say(`{"type":"action","action":"0,0"}`)
		forever()
	}
	games := 0
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var m struct {
			Type  string
			Legal []string
		}
		if err := json.Unmarshal(in.Bytes(), &m); err != nil {
			panic(err)
		}
		switch m.Type {
		case "hello":
			say(`{"type":"ready","protocol":1,"name":%q,"more":{"than":"asked"}}`, kind)
		case "begin":
			games++
		case "quit":
			if kind == "clingy" {
				forever()
			}
			return
		case "choose":
			if !misbehave(kind, games, say, forever) {
				say(`{"type":"action","action":%q,"value":0.5,"table":[{"action":%[1]q,"value":0.5,"simulations":7},{"action":"?"}]}`, m.Legal[0])
			}
		}
	}
}

// misbehave does something else than to answer, if that is the kind of bot.
func misbehave(kind string, games int, say func(string, ...any), forever func()) bool {
	switch kind {
	case "mortal":
		fmt.Fprintln(os.Stderr, "ouch")
		os.Exit(3)
	case "panicking":
		panic("help")
	case "slow":
		forever()
	case "parent": // whose child stays in the group and holds its pipes
		child := exec.Command(os.Args[0], append([]string{"bot", "sleeper"}, os.Args[3:]...)...)
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		forever()
	case "garbled":
		say("I think e2e4 is nice")
	case "untyped":
		say("{}")
	case "confused":
		say(`{"type":"ready","protocol":1}`)
	case "illegal":
		say(`{"type":"action","action":"castle"}`)
	case "verbose":
		say("%s", strings.Repeat("la", 1<<20))
	case "resigning":
		say(`{"type":"error","error":"I am lost"}`)
	case "closing":
		os.Stdout.Close()
		forever()
	case "moody": // dies in every second process's first game
		if games == 2 {
			os.Exit(4)
		}
		return false
	default:
		return false
	}
	return true
}
