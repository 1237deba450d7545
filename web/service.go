package web

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"blindsight/coach/minecoach"
	"blindsight/player/kriegspielers"
	"blindsight/player/kriegspielers/problemset"
	"blindsight/search/reveal"
)

// Scope says how much a service may do. The zero Scope is a good one for a person's own
// machine.
type Scope struct {
	Version  string            // of the program, told to the page
	Searches int               // long ones that run at a time; 0 is one a core but for one, which short work has
	Waiting  int               // searches that may wait; 0 is 500
	Games    int               // of each kind that are kept; 0 is 2000
	Problems []*problemset.Set // beside the published ones
}

// Check tells what is wrong with a scope: a negative number.
func (c Scope) Check() error {
	if c.Searches < 0 || c.Waiting < 0 || c.Games < 0 {
		return fmt.Errorf("searches %d, waiting %d, games %d: must not be negative", c.Searches, c.Waiting, c.Games)
	}
	return nil
}

// Service is the API as functions from a request to an answer or a stream of them; it knows
// nothing of the wire. Make it with NewService; it is safe for concurrent use.
type Service struct {
	scope    Scope
	problems problemSets
	searches *queue[*workbench]      // for streams: seconds, up to a minute
	shorts   *queue[*workbench]      // for what a person waits for: mostly milliseconds
	quick    chan *minecoach.Analyst // for analyses that only count
	rules    *rulesCache
	mines    *sessions[*minesGame]
	matches  *sessions[*match]
	thoughts *thoughts
	deal     dealer
	opponent opponent
	coaches  *shelf[*match, *kriegspielers.Adviser]
	shows    *sessions[*show]
	boards   *sessions[*boardGame]
	decider  decider
	cast     *shelf[*show, *[2]*kriegspielers.Adviser] // the players of shows

	replayStates int
}

// workbench is what a search works with. Whoever has the slot has it alone.
type workbench struct {
	analyst *minecoach.Analyst
	deducer minecoach.Deducer
}

// countingNodes bounds the counting of one position, see counting.Counter.
const countingNodes = 300_000

// idleTime is how long a game is kept that nobody asks for.
const idleTime = 24 * time.Hour

// NewService returns a service. It panics if the scope does not pass its Check.
func NewService(c Scope) *Service {
	if err := c.Check(); err != nil {
		panic("web: " + err.Error())
	}
	spare := 0
	if c.Searches <= 0 {
		c.Searches = max(1, runtime.GOMAXPROCS(0)-1)
		if c.Searches == 1 {
			// A person who lets one tab search for a minute goes on in another one meanwhile.
			c.Searches, spare = 2, 1
		}
	}
	if c.Waiting <= 0 {
		c.Waiting = 500
	}
	if c.Games <= 0 {
		c.Games = 2000
	}
	s := &Service{
		scope:   c,
		quick:   make(chan *minecoach.Analyst, 2*runtime.GOMAXPROCS(0)),
		rules:   newRulesCache(),
		mines:   newSessions(c.Games, 64<<20, idleTime, (*minesGame).bytes),
		matches: newSessions(c.Games, 256<<20, idleTime, (*match).bytes),
		deal:    dealPublished,

		thoughts: newThoughts(maxThoughts),

		replayStates: replayStates,
	}
	s.opponent = (&bench{newShelf[*match, kriegspielers.Player](maxOpponents)}).choose
	s.coaches = newShelf[*match, *kriegspielers.Adviser](maxCoaches)
	s.cast = newShelf[*show, *[2]*kriegspielers.Adviser](maxPairs)
	s.shows = newSessions(c.Games, 256<<20, idleTime, (*show).bytes)
	s.boards = newSessions(c.Games, 128<<20, idleTime, (*boardGame).bytes)
	s.decider = decide
	s.searches = newQueue(newWorkbenches(c.Searches), spare, c.Waiting)
	s.shorts = newQueue(newWorkbenches(runtime.GOMAXPROCS(0)), 0, c.Waiting)
	for range cap(s.quick) {
		s.quick <- &minecoach.Analyst{Nodes: countingNodes}
	}
	s.problems = append(problemSets{problemset.Published}, c.Problems...)
	return s
}

func newWorkbenches(n int) (list []*workbench) {
	for range n {
		solver := reveal.New(reveal.Options{Workers: 1, Memory: 64 << 20})
		analyst := minecoach.NewAnalyst(minecoach.ExactPlacements, solver)
		analyst.Nodes = countingNodes
		list = append(list, &workbench{analyst: analyst})
	}
	return list
}

// Answer answers a request, and returns when all is sent. The context ends when the client
// leaves.
func (s *Service) Answer(ctx context.Context, q Request, wire Wire) {
	answer(ctx, s.routes(), q, wire)
}

// routes is the table of addresses that every service has, in the order of openapi.json.
func (s *Service) routes() []route {
	return []route{
		{"GET", "/api/options", s.getOptions},
		{"POST", "/api/mines/games", s.postMinesGame},
		{"GET", "/api/mines/games/{id}", s.getMinesGame},
		{"POST", "/api/mines/games/{id}/actions", s.postMinesAction},
		{"GET", "/api/mines/games/{id}/review", s.getMinesReview},
		{"GET", "/api/mines/games/{id}/board.mbf", s.getMinesBoard},
		{"POST", "/api/mines/analyze", s.postAnalyze},
		{"POST", "/api/mines/analyze/stream", s.postAnalyzeStream},
		{"POST", "/api/mines/advise", s.postMinesAdvise},
		{"POST", "/api/mines/decide", s.postMinesDecide},
		{"POST", "/api/mines/convert", s.postConvert},
		{"POST", "/api/kriegspiel/games", s.postMatch},
		{"GET", "/api/kriegspiel/games/{id}", s.getMatch},
		{"POST", "/api/kriegspiel/games/{id}/attempts", s.postAttempt},
		{"GET", "/api/kriegspiel/games/{id}/game.pgn", s.getPGN},
		{"GET", "/api/kriegspiel/games/{id}/replay", s.getReplay},
		{"POST", "/api/kriegspiel/games/{id}/coach", s.postCoach},
		{"POST", "/api/kriegspiel/watch", s.postShow},
		{"POST", "/api/kriegspiel/watch/{id}/step", s.postStep},
		{"GET", "/api/kriegspiel/rules/{name}", s.getRules},
		{"POST", "/api/kriegspiel/replay", s.postReplay},
		{"GET", "/api/kriegspiel/problems", s.getProblemSets},
		{"GET", "/api/kriegspiel/problems/{set}", s.getProblems},
		{"GET", "/api/kriegspiel/problems/{set}/{number}", s.getProblem},
		{"POST", "/api/kriegspiel/try", s.postTry},
		{"POST", "/api/kriegspiel/why", s.postWhy},
		{"POST", "/api/kriegspiel/mate", s.postMate},
		{"POST", "/api/kriegspiel/first", s.postFirst},
		{"POST", "/api/kriegspiel/check", s.postCheck},
		{"POST", "/api/kriegspiel/advise", s.postKriegspielAdvise},
		{"POST", "/api/kriegspiel/belief", s.postBelief},
		{"GET", "/api/games", s.getBoardGames},
		{"POST", "/api/games", s.postBoardGame},
		{"GET", "/api/games/{id}", s.getBoardGame},
		{"POST", "/api/games/{id}/actions", s.postBoardAction},
		{"POST", "/api/games/{id}/step", s.postBoardStep},
		{"POST", "/api/games/{id}/belief", s.postBoardBelief},
	}
}
