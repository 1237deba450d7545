package web

import (
	"context"
	"errors"
	"io"
	"strings"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// replayRecords is how many games of a file can be chosen from.
const replayRecords = 200

// replayGameJSON is a game of a file that is replayed.
type replayGameJSON struct {
	Number      int        `json:"number"`
	Side        string     `json:"side"`
	Filtered    bool       `json:"filtered"`
	ID          string     `json:"id"`
	Rules       string     `json:"rules"`
	Date        string     `json:"date,omitempty"`
	White       string     `json:"white,omitempty"`
	Black       string     `json:"black,omitempty"`
	Score       string     `json:"score"`
	Termination string     `json:"termination,omitempty"`
	Plies       int        `json:"plies"`
	Games       []fileGame `json:"games"`
}

// fileGame names a game of a file.
type fileGame struct {
	ID    string `json:"id"`
	White string `json:"white,omitempty"`
	Black string `json:"black,omitempty"`
	Score string `json:"score"`
}

type replayRequest struct {
	Text   string `json:"text"`
	Number int    `json:"number"`
	Side   string `json:"side"`
}

func (s *Service) postReplay(r *call) (int, any, error) {
	var q replayRequest
	if err := readJSON(r, largeBody, &q); err != nil {
		return 0, nil, err
	}
	var game *replayGameJSON
	var record *kriegspiel.Record
	err := s.working(r.Context(), func(*workbench) (err error) {
		game, record, err = q.read(r.Context())
		return err
	})
	if err != nil {
		return 0, nil, err
	}
	side, err := kriegspiel.ParseSide(game.Side)
	if err != nil {
		return 0, nil, err
	}
	out, ctx := openStream(r)
	defer out.close()
	out.event("game", game)
	err = s.searching(ctx, out.queued, func(*workbench) error { return replay(ctx, record, side, s.replayStates, out) })
	if err != nil {
		out.fail(err)
		return 0, nil, nil
	}
	out.event("done", struct {
		Plies int `json:"plies"`
	}{len(record.Turns)})
	return 0, nil, nil
}

// read reads the games of a file and returns the one that is asked for.
func (q *replayRequest) read(ctx context.Context) (*replayGameJSON, *kriegspiel.Record, error) {
	var records []*kriegspiel.Record
	reader := kriegspiel.NewReader(strings.NewReader(q.Text), "the text")
	for len(records) < replayRecords {
		record, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, nil, err
		}
		records = append(records, record)
	}
	number := max(1, q.Number)
	if len(records) == 0 {
		return nil, nil, refuse(statusBadRequest, "there is no game in it: want Kriegspiel PGN, or a game in JSON a line")
	}
	if number > len(records) {
		return nil, nil, refuse(statusBadRequest, "game %d: there are %d", number, len(records))
	}
	record := records[number-1]
	side, filtered := record.Scope.Side()
	if !filtered {
		side = chess.White
	}
	if q.Side != "" {
		asked, err := kriegspiel.ParseSide(q.Side)
		if err != nil {
			return nil, nil, bad(err)
		}
		if filtered && asked != side {
			return nil, nil, refuse(statusBadRequest, "the game holds what %s knows, not what %s does", side, asked)
		}
		side = asked
	}
	j := &replayGameJSON{
		Number: number, Side: side.String(), Filtered: filtered, ID: record.ID, Rules: record.Rules.Name,
		Date: record.About.Date, White: record.About.White, Black: record.About.Black,
		Score: record.Result.Score(), Termination: record.About.Termination, Plies: len(record.Turns), Games: []fileGame{},
	}
	if j.Termination == "" && record.Result != kriegspiel.Unfinished {
		j.Termination = record.Result.String()
	}
	for _, r := range records {
		j.Games = append(j.Games, fileGame{r.ID, r.About.White, r.About.Black, r.Result.Score()})
	}
	return j, record, nil
}
