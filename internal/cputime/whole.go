package cputime

import "context"

// wholeKey is the key of what a limit was made of.
type wholeKey struct{}

// Whole returns the context that a limited one was made of, or the context itself: for work that cannot be cut, and still must end when all does.
func Whole(ctx context.Context) context.Context {
	if whole, ok := ctx.Value(wholeKey{}).(context.Context); ok {
		return whole
	}
	return ctx
}
