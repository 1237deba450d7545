package web

import (
	"encoding/base64"
	"strings"

	"blindsight/game/minesweeper"
)

type convertRequest struct {
	Format string `json:"format"`
	Data   string `json:"data"`
	Rule   string `json:"rule"`
}

type convertedJSON struct {
	Position string  `json:"position"`
	Mine     *string `json:"mine"`
	MBF      *string `json:"mbf"`
}

func (s *Service) postConvert(r *call) (int, any, error) {
	var q convertRequest
	if err := readJSON(r, smallBody, &q); err != nil {
		return 0, nil, err
	}
	usual := minesweeper.Windows
	if q.Format == "mbf" {
		usual = minesweeper.None // its mines lie where they lie, whatever is opened first
	}
	first, err := minesweeper.ParseFirst(withDefault(q.Rule, usual.String()))
	if err != nil {
		return 0, nil, bad(err)
	}
	p, err := q.position(first)
	if err != nil {
		return 0, nil, err
	}
	j := &convertedJSON{Position: p.String()}
	if text, err := p.PositionFile(); err == nil {
		j.Mine = &text
	}
	if data := boardOf(p); data != nil {
		text := base64.StdEncoding.EncodeToString(data)
		j.MBF = &text
	}
	return statusOK, j, nil
}

// position returns what a request holds.
func (q *convertRequest) position(first minesweeper.First) (*minesweeper.Position, error) {
	switch q.Format {
	case "text":
		return readPosition(q.Data)
	case "mine":
		p, err := minesweeper.ReadPositionFile(strings.NewReader(q.Data), "position", first)
		return p, bad(err)
	case "mbf":
		data, err := base64.StdEncoding.DecodeString(q.Data)
		if err != nil {
			return nil, refuse(statusBadRequest, "the board file is not base64: %s", err)
		}
		g, mines, err := minesweeper.ParseBoardFile(data, first)
		if err != nil {
			return nil, bad(err)
		}
		return &minesweeper.Position{View: g.NewView(), Flags: mines}, nil
	}
	return nil, refuse(statusBadRequest, "unknown format %q: use text, mine or mbf", q.Format)
}

// boardOf returns the board file of a position whose flags are its mines, nil if they
// cannot be.
func boardOf(p *minesweeper.Position) []byte {
	g := p.View.Game()
	data, err := g.AppendBoardFile(nil, p.Flags)
	if err != nil {
		return nil
	}
	mined := make(map[minesweeper.Cell]bool, len(p.Flags))
	for _, c := range p.Flags {
		mined[c] = true
	}
	for _, c := range p.View.Opened() {
		n := 0
		for _, near := range g.Neighbours(c) {
			if mined[near] {
				n++
			}
		}
		if n != int(p.View.At(c)) {
			return nil
		}
	}
	return data
}
