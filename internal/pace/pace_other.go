//go:build !js

package pace

import "context"

// Err returns why work with a context must end, nil if it need not. It costs a few
// nanoseconds, and is safe for concurrent use.
func Err(ctx context.Context) error { return ctx.Err() }
