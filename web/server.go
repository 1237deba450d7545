package web

import (
	"context"
	"crypto/tls"
	_ "embed"
	"errors"
	"net"
	"net/http"
	"runtime"
	"sync"
	"time"

	"blindsight/player/kriegspielers"
	players "blindsight/player/sweepers"
	"blindsight/search/reveal"
)

// Config says how much a server may do. The zero Config is a good one for a person's
// own machine.
type Config struct {
	Version  string // of the program, told to the page
	Searches int    // long ones that run at a time; 0 is one a core but for one, which short work has
	Waiting  int    // searches that may wait; 0 is 500
	Games    int    // of each kind that are kept; 0 is 2000
	People   int    // games between people that are kept; 0 is 500
	Loopback bool   // answer to the names of loopback only

	Token string      // what clients must show, see [Server.ServeHTTP]; "" asks for none
	TLS   *tls.Config // with a certificate; nil serves without encryption
}

// Server answers requests. Make it with New; it is safe for concurrent use.
type Server struct {
	config   Config
	handler  http.Handler
	searches *queue[*workbench]    // for streams: seconds, up to a minute
	shorts   *queue[*workbench]    // for what a person waits for: mostly milliseconds
	quick    chan *players.Analyst // for analyses that only count
	rules    *rulesCache
	mines    *sessions[*minesGame]
	matches  *sessions[*match]
	people   *lobby
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
	analyst *players.Analyst
	deducer players.Deducer
}

// countingNodes bounds the counting of one position, see counting.Counter.
const countingNodes = 300_000

// idleTime is how long a game is kept that nobody asks for.
const idleTime = 24 * time.Hour

// New returns a server.
func New(c Config) *Server {
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
	if c.People <= 0 {
		c.People = 500
	}
	s := &Server{
		config:  c,
		quick:   make(chan *players.Analyst, 2*runtime.GOMAXPROCS(0)),
		rules:   newRulesCache(),
		mines:   newSessions(c.Games, 64<<20, idleTime, (*minesGame).bytes),
		matches: newSessions(c.Games, 256<<20, idleTime, (*match).bytes),
		people:  newLobby(c.People),
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
		s.quick <- &players.Analyst{Nodes: countingNodes}
	}
	s.handler = guard(admit(s.routes(), c.Token), c.Loopback)
	return s
}

func newWorkbenches(n int) (list []*workbench) {
	for range n {
		solver := reveal.New(reveal.Options{Workers: 1, Memory: 64 << 20})
		analyst := players.NewAnalyst(players.CoachPlacements, solver)
		analyst.Nodes = countingNodes
		list = append(list, &workbench{analyst: analyst})
	}
	return list
}

// ServeHTTP answers a request. With a token it admits to the API who shows that as a
// bearer, or has shown it in the address /?token=TOKEN and got a cookie for it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

//go:embed openapi.json
var openAPI []byte

// routes is the table of addresses, in the order of openapi.json.
func (s *Server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(openAPI)
	})
	mux.HandleFunc("GET /api/options", api(s.getOptions))
	mux.HandleFunc("POST /api/mines/games", api(s.postMinesGame))
	mux.HandleFunc("GET /api/mines/games/{id}", api(s.getMinesGame))
	mux.HandleFunc("POST /api/mines/games/{id}/actions", api(s.postMinesAction))
	mux.HandleFunc("GET /api/mines/games/{id}/review", api(s.getMinesReview))
	mux.HandleFunc("GET /api/mines/games/{id}/board.mbf", api(s.getMinesBoard))
	mux.HandleFunc("POST /api/mines/analyze", api(s.postAnalyze))
	mux.HandleFunc("POST /api/mines/analyze/stream", api(s.postAnalyzeStream))
	mux.HandleFunc("POST /api/mines/advise", api(s.postMinesAdvise))
	mux.HandleFunc("POST /api/mines/decide", api(s.postMinesDecide))
	mux.HandleFunc("POST /api/mines/convert", api(s.postConvert))
	mux.HandleFunc("POST /api/kriegspiel/games", api(s.postMatch))
	mux.HandleFunc("GET /api/kriegspiel/games/{id}", api(s.getMatch))
	mux.HandleFunc("POST /api/kriegspiel/games/{id}/attempts", api(s.postAttempt))
	mux.HandleFunc("GET /api/kriegspiel/games/{id}/game.pgn", api(s.getPGN))
	mux.HandleFunc("GET /api/kriegspiel/games/{id}/replay", api(s.getReplay))
	mux.HandleFunc("POST /api/kriegspiel/games/{id}/coach", api(s.postCoach))
	mux.HandleFunc("POST /api/kriegspiel/watch", api(s.postShow))
	mux.HandleFunc("POST /api/kriegspiel/watch/{id}/step", api(s.postStep))
	mux.HandleFunc("GET /api/kriegspiel/rules/{name}", api(s.getRules))
	mux.HandleFunc("POST /api/kriegspiel/people", api(s.postPeople))
	mux.HandleFunc("GET /api/kriegspiel/people/invitations/{key}", api(s.getInvitation))
	mux.HandleFunc("POST /api/kriegspiel/people/invitations/{key}", api(s.postInvitation))
	mux.HandleFunc("GET /api/kriegspiel/people/seats/{key}", api(s.getSeat))
	mux.HandleFunc("POST /api/kriegspiel/people/seats/{key}/actions", api(s.postSeatAction))
	mux.HandleFunc("GET /api/kriegspiel/people/seats/{key}/events", api(s.getSeatEvents))
	mux.HandleFunc("GET /api/kriegspiel/people/seats/{key}/game.pgn", api(s.getSeatPGN))
	mux.HandleFunc("GET /api/kriegspiel/people/records/{key}", api(s.getPeopleRecord))
	mux.HandleFunc("GET /api/kriegspiel/people/records/{key}/game.pgn", api(s.getPeopleRecordPGN))
	mux.HandleFunc("GET /api/kriegspiel/people/records/{key}/replay", api(s.getPeopleReplay))
	mux.HandleFunc("POST /api/kriegspiel/replay", api(s.postReplay))
	mux.HandleFunc("GET /api/kriegspiel/problems", api(s.getProblemSets))
	mux.HandleFunc("GET /api/kriegspiel/problems/{set}", api(s.getProblems))
	mux.HandleFunc("GET /api/kriegspiel/problems/{set}/{number}", api(s.getProblem))
	mux.HandleFunc("POST /api/kriegspiel/try", api(s.postTry))
	mux.HandleFunc("POST /api/kriegspiel/why", api(s.postWhy))
	mux.HandleFunc("POST /api/kriegspiel/mate", api(s.postMate))
	mux.HandleFunc("POST /api/kriegspiel/check", api(s.postCheck))
	mux.HandleFunc("POST /api/kriegspiel/advise", api(s.postKriegspielAdvise))
	mux.HandleFunc("POST /api/kriegspiel/belief", api(s.postBelief))
	mux.HandleFunc("GET /api/games", api(s.getBoardGames))
	mux.HandleFunc("POST /api/games", api(s.postBoardGame))
	mux.HandleFunc("GET /api/games/{id}", api(s.getBoardGame))
	mux.HandleFunc("POST /api/games/{id}/actions", api(s.postBoardAction))
	mux.HandleFunc("POST /api/games/{id}/step", api(s.postBoardStep))
	mux.HandleFunc("POST /api/games/{id}/belief", api(s.postBoardBelief))
	mux.HandleFunc("GET /api/studies", api(s.getStudies))
	mux.HandleFunc("GET /api/studies/{name}/{page}", api(s.getStudyPage))
	mux.HandleFunc("GET /api/studies/{name}/{page}/{file}", api(s.getStudyFile))
	mountUnknown(mux)
	return mux
}

// mountUnknown serves the page, and makes addresses of the API that do not exist answer
// in JSON, and wrong methods by what is allowed: the page would take them else.
func mountUnknown(mux *http.ServeMux) {
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		if allowed := methodsOf(r.URL.Path); allowed != "" {
			w.Header().Set("Allow", allowed)
			writeJSON(w, http.StatusMethodNotAllowed, &problem{Error: r.Method + " is not for this address: use " + allowed})
			return
		}
		writeJSON(w, http.StatusNotFound, &problem{Error: "there is no " + r.URL.Path + ": see /api"})
	})
	onlyGet := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", http.MethodGet)
		writeJSON(w, http.StatusMethodNotAllowed, &problem{Error: r.Method + " is not for this address: use GET"})
	}
	mux.HandleFunc("/api", onlyGet)
	page := pageFiles()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			onlyGet(w, r)
			return
		}
		page.ServeHTTP(w, r)
	})
}

// Serve answers requests on a listener until the context ends; then it lets short
// requests finish, ends streams, and returns nil.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	base, endStreams := context.WithCancel(context.Background())
	defer endStreams()
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      2 * time.Minute, // of answers at once; streams set their own
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		BaseContext:       func(net.Listener) context.Context { return base },
	}
	var stopped sync.WaitGroup
	stopped.Add(1)
	stop := context.AfterFunc(ctx, func() {
		defer stopped.Done()
		endStreams()
		patience, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if server.Shutdown(patience) != nil {
			_ = server.Close()
		}
	})
	err := s.accept(server, l)
	if !stop() {
		stopped.Wait()
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// accept serves on a listener, encrypted if there is a certificate.
func (s *Server) accept(server *http.Server, l net.Listener) error {
	if s.config.TLS == nil {
		return server.Serve(l)
	}
	server.TLSConfig = s.config.TLS
	return server.ServeTLS(l, "", "")
}
