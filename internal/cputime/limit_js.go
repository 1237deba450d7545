package cputime

import (
	"context"
	"time"
)

// Limit returns a context that ends when so much time has passed: in a browser there is one thread, of which no clock tells.
func Limit(ctx context.Context, limit time.Duration) (limited context.Context, stop func()) {
	inner, cancel := context.WithTimeout(ctx, limit)
	return context.WithValue(inner, wholeKey{}, ctx), cancel
}
