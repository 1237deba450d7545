//go:build !js

package web

import (
	"context"
	"crypto/tls"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"sync"
	"time"

	"blindsight/player/kriegspielers/problemset"
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

	Library Library // what is there to read and to solve; nil is nothing but the published problems
	Docs    fs.FS   // the pages for readers, README.md and NAME.md; nil is none
}

// scope is what a configuration says of the service behind the server.
func (c Config) scope() Scope {
	return Scope{Version: c.Version, Searches: c.Searches, Waiting: c.Waiting, Games: c.Games}
}

// Check tells what is wrong with a configuration: a negative number.
func (c Config) Check() error {
	if c.People < 0 {
		return fmt.Errorf("people %d: must not be negative", c.People)
	}
	return c.scope().Check()
}

// Library is what was found out elsewhere in the house, and is shown by the server.
type Library interface {
	// Names returns the names of the studies, in the order in which they are listed.
	Names() []string
	// Doc says what a study is about, "" if that is not known.
	Doc(name string) string
	// Pages has the pages of studies: NAME/README.md, and in folders below with their figures.
	Pages() fs.FS
	// Problems returns sets of problems, beside the published ones.
	Problems() []*problemset.Set
}

// noLibrary has nothing.
type noLibrary struct{}

func (noLibrary) Names() []string             { return nil }
func (noLibrary) Doc(string) string           { return "" }
func (noLibrary) Pages() fs.FS                { return noLibrary{} }
func (noLibrary) Problems() []*problemset.Set { return nil }

func (noLibrary) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// Server puts HTTP on a [Service], and adds to it what needs a server: games between people,
// studies, and the page. Make it with New; it is safe for concurrent use.
type Server struct {
	*Service
	config  Config
	handler http.Handler
	people  *lobby
}

// New returns a server. It panics if the configuration does not pass its Check.
func New(c Config) *Server {
	if err := c.Check(); err != nil {
		panic("web: " + err.Error())
	}
	if c.People <= 0 {
		c.People = 500
	}
	if c.Library == nil {
		c.Library = noLibrary{}
	}
	if c.Docs == nil {
		c.Docs = noLibrary{}
	}
	scope := c.scope()
	scope.Problems = c.Library.Problems()
	s := &Server{
		Service: NewService(scope),
		config:  c, people: newLobby(c.People),
	}
	mux := http.NewServeMux()
	routes := s.routes()
	api := func(w http.ResponseWriter, r *http.Request) {
		q := Request{r.Method, r.URL.EscapedPath() + "?" + r.URL.RawQuery, r.Header.Get("Content-Type")}
		answer(r.Context(), routes, q, &httpWire{w, r, http.NewResponseController(w)})
	}
	mux.HandleFunc("/api", api)
	mux.HandleFunc("/api/", api)
	page := pageFiles()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", http.MethodGet)
			writeJSON(w, http.StatusMethodNotAllowed, &problem{Error: r.Method + " is not for this address: use GET"})
			return
		}
		page.ServeHTTP(w, r)
	})
	s.handler = guard(admit(mux, c.Token), c.Loopback)
	return s
}

// ServeHTTP answers a request. With a token it admits to the API who shows that as a
// bearer, or has shown it in the address /?token=TOKEN and got a cookie for it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

//go:embed openapi.json
var openAPI []byte

// getAPI answers with the document of the API.
func getAPI(*call) (int, any, error) {
	return statusOK, &file{Header{"Content-Type": "application/json"}, openAPI}, nil
}

// Answer answers a request that came by another way than HTTP, as ServeHTTP would.
func (s *Server) Answer(ctx context.Context, q Request, wire Wire) {
	answer(ctx, s.routes(), q, wire)
}

// routes is the table of addresses: those of the service, and those that need a server.
func (s *Server) routes() []route {
	return append(s.Service.routes(), []route{
		{"GET", "/api", getAPI},
		{"POST", "/api/kriegspiel/people", s.postPeople},
		{"GET", "/api/kriegspiel/people/invitations/{key}", s.getInvitation},
		{"POST", "/api/kriegspiel/people/invitations/{key}", s.postInvitation},
		{"GET", "/api/kriegspiel/people/seats/{key}", s.getSeat},
		{"POST", "/api/kriegspiel/people/seats/{key}/actions", s.postSeatAction},
		{"GET", "/api/kriegspiel/people/seats/{key}/events", s.getSeatEvents},
		{"GET", "/api/kriegspiel/people/seats/{key}/game.pgn", s.getSeatPGN},
		{"GET", "/api/kriegspiel/people/records/{key}", s.getPeopleRecord},
		{"GET", "/api/kriegspiel/people/records/{key}/game.pgn", s.getPeopleRecordPGN},
		{"GET", "/api/kriegspiel/people/records/{key}/replay", s.getPeopleReplay},
		{"GET", "/api/docs", s.getDocs},
		{"GET", "/api/docs/{page}", s.getDoc},
		{"GET", "/api/studies", s.getStudies},
		{"GET", "/api/studies/{name}/{page}", s.getStudyPage},
		{"GET", "/api/studies/{name}/{page}/{file}", s.getStudyFile},
	}...)
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
