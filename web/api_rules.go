package web

import (
	"strings"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// rulesJSON is the page of a rule set.
type rulesJSON struct {
	Name    string       `json:"name"`
	Title   string       `json:"title"`
	Doc     string       `json:"doc"`
	Lessons []lessonJSON `json:"lessons"`
}

type lessonJSON struct {
	Key      string      `json:"key"`
	Title    string      `json:"title"`
	Text     string      `json:"text"`
	Examples []sceneJSON `json:"examples"`
}

// sceneJSON is an example as the referee has played it.
type sceneJSON struct {
	Caption string         `json:"caption"`
	FEN     string         `json:"fen"`
	Tries   []sceneTryJSON `json:"tries"`
}

// sceneTryJSON is a try in an example, with what the mover and the other side hear.
type sceneTryJSON struct {
	Color   string `json:"color"`
	Attempt string `json:"attempt"`
	SAN     string `json:"san"`
	Heard   string `json:"heard"`
	Mover   string `json:"mover"`
	Other   string `json:"other"` // empty if nothing is heard
	FEN     string `json:"fen"`   // the true board after it
}

func (s *Service) getRules(r *call) (int, any, error) {
	rules, err := kriegspiel.ParseRules(r.PathValue("name"))
	if err != nil {
		return 0, nil, &wrong{statusNotFound, err}
	}
	j := &rulesJSON{Name: rules.Name, Title: titleOf(rules), Doc: rules.Doc}
	for _, l := range lessonsOf(rules) {
		told := lessonJSON{Key: l.key, Title: l.title, Text: l.text, Examples: []sceneJSON{}}
		for i := range l.examples {
			scene, err := l.examples[i].play(rules)
			if err != nil {
				return 0, nil, err
			}
			told.Examples = append(told.Examples, *scene)
		}
		j.Lessons = append(j.Lessons, told)
	}
	return statusOK, j, nil
}

// play lets the referee play an example.
func (s *scene) play(rules *kriegspiel.Rules) (*sceneJSON, error) {
	start, err := chess.ParseFEN(s.fen)
	if err != nil {
		return nil, err
	}
	game := kriegspiel.NewReferee(rules, &start, 0)
	j := &sceneJSON{Caption: s.caption, FEN: start.FEN(), Tries: []sceneTryJSON{}}
	for _, text := range s.tries {
		a, err := kriegspiel.ParseAttempt(text)
		if err != nil {
			return nil, err
		}
		told, err := listen(game, a)
		if err != nil {
			return nil, err
		}
		j.Tries = append(j.Tries, *told)
	}
	return j, nil
}

// listen makes an attempt and tells what each side hears of it.
func listen(game *kriegspiel.Referee, a kriegspiel.Attempt) (*sceneTryJSON, error) {
	side, before := game.Side(), game.Position()
	own := before.Only(side)
	heard, aloud, err := game.Answer(a)
	if err != nil {
		return nil, err
	}
	after := game.Position()
	told := &sceneTryJSON{
		Color: side.String(), Attempt: a.String(), SAN: "Any?", Heard: heard.String(), Mover: heard.Words(side), FEN: after.FEN(),
	}
	if a != kriegspiel.Any {
		told.SAN = kriegspiel.Try{Attempt: a, Heard: heard}.SAN(&own)
		if own.Men(side).Has(a.Move().To()) { // nonsense: nobody takes his own man
			told.SAN = strings.Replace(told.SAN, "x", "", 1)
		}
	}
	if aloud {
		told.Other = heard.Words(side)
	}
	return told, nil
}

// parseRules returns the rule set that a request names; the first one if it names none.
func parseRules(name string) (*kriegspiel.Rules, error) {
	rules, err := kriegspiel.ParseRules(withDefault(name, kriegspiel.Names()[0]))
	return rules, bad(err)
}

// titleOf returns the name of a rule set as people write it.
func titleOf(r *kriegspiel.Rules) string {
	if title, ok := ruleTitles[r.Name]; ok {
		return title
	}
	return r.Name
}

var ruleTitles = map[string]string{
	"berkeley": "Berkeley", "wild16": "Wild 16", "cincinnati": "Cincinnati", "rand": "RAND", "english": "English", "berkeley-any": "Berkeley-Any",
}
