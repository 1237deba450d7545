package web

import flags "flag"

// What is on the screen is true of what is on the screen: the tests of truth drive the API
// through random games, edits and rule changes, and hold every claim against a naive
// reckoning of their own. The full measure:
//
//	go test ./web -run Truth -truth-steps 100000 -truth-large -timeout 2h
var (
	truthSteps = flags.Int("truth-steps", 5_000, "steps of each test of truth")
	truthLarge = flags.Bool("truth-large", false, "let the tests of truth take larger boards, too")
	truthSeed  = flags.Uint64("truth-seed", 1, "seed of the tests of truth")
)
