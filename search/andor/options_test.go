package andor_test

import (
	"fmt"
	"strings"
	"testing"

	"blindsight/search/andor"
)

// The zero Options are best without limits; what no search can follow is refused.
func TestOptionsAreChecked(t *testing.T) {
	if err := (andor.Options{}).Check(); err != nil {
		t.Error(err)
	}
	for _, o := range []andor.Options{{Algorithm: "worst"}, {Algorithm: "gl-best"}, {Time: -1}, {States: -1}, {Memory: -1}, {Workers: -1}} {
		func() {
			defer func() {
				if message := fmt.Sprint(recover()); !strings.HasPrefix(message, "andor: ") {
					t.Errorf("%+v: New says %q", o, message)
				}
			}()
			andor.New[madeUpState, int, uint8](&madeUp{attempts: 2, percepts: 1}, o)
		}()
	}
}
