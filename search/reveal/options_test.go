package reveal

import (
	"fmt"
	"strings"
	"testing"
)

// The zero of each option is its default; what is less than nothing is refused, not repaired.
func TestOptionsAreChecked(t *testing.T) {
	if err := (Options{}).Check(); err != nil {
		t.Error(err)
	}
	for _, o := range []Options{{Memory: -1}, {Workers: -1}, {Nodes: -1}} {
		func() {
			defer func() {
				if message := fmt.Sprint(recover()); !strings.HasPrefix(message, "reveal: ") {
					t.Errorf("%+v: New says %q", o, message)
				}
			}()
			New(o)
		}()
	}
}
