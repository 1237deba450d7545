package web

import "testing"

// A configuration and a scope with a negative number do not pass, and nothing is made of them.
func TestConfigIsChecked(t *testing.T) {
	if err := (Config{}).Check(); err != nil {
		t.Error(err)
	}
	for _, c := range []Config{{Searches: -1}, {Waiting: -1}, {Games: -1}, {People: -1}} {
		if c.Check() == nil {
			t.Errorf("%+v passes", c)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v made a server", c)
				}
			}()
			New(c)
		}()
	}
}
