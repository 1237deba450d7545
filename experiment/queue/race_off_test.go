//go:build !race

package queue

const games = 3000
