//go:build race

package queue

const games = 300 // everything is slow under the race detector
