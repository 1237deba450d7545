package summary_test

import (
	"encoding/json"
	"fmt"

	"blindsight/episode"
	"blindsight/experiment/summary"
)

// Ten games, seven of them won: the parts of a report know their names and their intervals.
func ExampleGames() {
	var g summary.Games
	for n := range 10 {
		score := 0.5
		if n < 7 {
			score = 1
			g.Won++
		}
		g.Add(score, 20+n, &episode.Tally{Decisions: 5, Simulations: 100})
	}
	p, r, s := g.Points(), g.Rate(), g.Score()
	fmt.Printf("%d won and %d lost: %.2f (%.2f to %.2f)\n", p.Wins, p.Losses, r.WinRate, r.CI95[0], r.CI95[1])
	fmt.Printf("score %.2f (%.2f to %.2f), %.1f moves a game\n", s.Score, s.ScoreCI95[0], s.ScoreCI95[1], g.Cost().Moves)
	names, err := json.Marshal(struct {
		summary.Points
		summary.Average
	}{})
	fmt.Println(string(names), err)
	// Output:
	// 7 won and 3 lost: 0.70 (0.40 to 0.89)
	// score 0.85 (0.58 to 0.93), 24.5 moves a game
	// {"wins":0,"draws":0,"losses":0,"mean":0} <nil>
}
