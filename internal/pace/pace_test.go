package pace

import (
	"context"
	"errors"
	"testing"
	"time"
)

// busy computes until it must end, and returns why and after how long.
func busy(ctx context.Context) (time.Duration, error) {
	begin := time.Now()
	for {
		if err := Err(ctx); err != nil {
			return time.Since(begin), err
		}
		for at := time.Now(); time.Since(at) < 100*time.Microsecond; { // work
		}
		if passed := time.Since(begin); passed > 20*time.Second {
			return passed, nil
		}
	}
}

// Work ends by a deadline, also by one that was set on the way, and by who cancels. In a
// browser it would not without this package:
//
//	GOOS=js GOARCH=wasm go test -exec="$(go env GOROOT)/lib/wasm/go_js_wasm_exec" ./internal/pace
func TestWorkEnds(t *testing.T) {
	limited, stop := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer stop()
	derived, stop := context.WithCancel(limited)
	defer stop()
	if passed, err := busy(derived); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a deadline ends with %v after %v", err, passed)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	time.AfterFunc(30*time.Millisecond, cancel)
	if passed, err := busy(cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("who is cancelled ends with %v after %v", err, passed)
	}
	if err := Err(context.Background()); err != nil {
		t.Errorf("nothing ends by %v", err)
	}
}
