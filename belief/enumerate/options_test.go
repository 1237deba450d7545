package enumerate

import "testing"

// A bound below zero does not pass, and nothing is begun with it.
func TestOptionsAreChecked(t *testing.T) {
	if err := (Options{}).Check(); err != nil {
		t.Error(err)
	}
	for _, o := range []Options{{States: -1}, {Memory: -1}, {Time: -1}, {Workers: -1}} {
		if o.Check() == nil {
			t.Errorf("%+v passes", o)
		}
		for name, begin := range map[string]func(){
			"New": func() { New[int](o) }, "Depth": func() { Depth[int](nil, o) }, "Random": func() { Random[int](nil, nil, o) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s takes %+v", name, o)
					}
				}()
				begin()
			}()
		}
	}
}
