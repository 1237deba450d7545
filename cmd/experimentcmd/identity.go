package experimentcmd

import (
	"fmt"
	"os"

	"blindsight/cmd/console"
	"blindsight/experiment/store"
)

// thisMachine describes where the program runs.
func thisMachine() store.Machine { return store.ThisMachine(console.HostName()) }

// processName names this process among all that ever play for a record.
func processName(m store.Machine) string {
	return fmt.Sprintf("%s/%d/%s", m.Host, os.Getpid(), store.Fresh())
}
