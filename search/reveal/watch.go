package reveal

import (
	"context"

	"blindsight/internal/pace"
)

// lookAfter is how much work is done between two looks at the context. One unit is
// about one word of a table that is read or written, so this is a few milliseconds.
const lookAfter = 1 << 20

// watchBlock is how many states a long loop goes through before it says so.
const watchBlock = 1 << 14

// watch looks at a context now and then, by the work that was done since it looked
// last: a belief can have a few states or twenty million, so counting beliefs would
// say little. A nil watch never ends.
type watch struct {
	ctx     context.Context
	work    int  // since the last look
	ended   bool // the context did: whatever is under way is left as it is
	stopped bool // it ended, or a limit was reached: what is returned from then on means nothing
}

// newWatch looks at the context once.
func newWatch(ctx context.Context) watch {
	over := pace.Err(ctx) != nil
	return watch{ctx: ctx, ended: over, stopped: over}
}

// did notes some work, and tells whether the context has ended.
func (w *watch) did(work int) bool {
	if w == nil {
		return false
	}
	if w.work += work; w.work >= lookAfter {
		w.work = 0
		if pace.Err(w.ctx) != nil {
			w.ended, w.stopped = true, true
		}
	}
	return w.ended
}
