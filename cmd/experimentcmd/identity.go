package experimentcmd

import (
	"fmt"
	"os"

	"blindsight/cmd/console"
	"blindsight/experiment"
)

// thisMachine describes where the program runs.
func thisMachine() experiment.Machine { return experiment.ThisMachine(console.HostName()) }

// processName names this process among all that ever play for a record.
func processName(m experiment.Machine) string {
	return fmt.Sprintf("%s/%d/%s", m.Host, os.Getpid(), experiment.Fresh())
}
