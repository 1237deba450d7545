package web

import (
	"context"
	"io"
	"net/url"
	"strings"
)

// Request is what a client asks for, whatever it came by.
type Request struct {
	Method string
	Target string // path and query, escaped
	Kind   string // Content-Type of the body
}

// Wire is the way a request came by and its answer goes back: HTTP, or messages to and
// from a worker of a browser. An answer is given at once, or begun and sent part by part.
type Wire interface {
	// Body returns the body of the request. Reading more than limit bytes fails with a
	// [TooLarge].
	Body(limit int64) io.ReadCloser
	// Answer answers at once.
	Answer(status int, header Header, body []byte)
	// Begin begins an answer in parts, with the status 200.
	Begin(header Header)
	// Send sends a part, now. After an error nobody listens any more.
	Send(part []byte) error
}

// Header is what is said of an answer, by the names that HTTP has for it.
type Header map[string]string

// TooLarge is the error of a body beyond its limit.
type TooLarge struct{ Limit int64 }

// Error is part of error.
func (e *TooLarge) Error() string { return "the body is too large" }

// The statuses of answers. They are those of HTTP, and net/http has names for them; but it
// would make the program of a browser half as large again.
const (
	statusOK                   = 200
	statusCreated              = 201
	statusBadRequest           = 400
	statusForbidden            = 403
	statusNotFound             = 404
	statusMethodNotAllowed     = 405
	statusConflict             = 409
	statusTooLarge             = 413
	statusUnsupportedMediaType = 415
	statusUnprocessableEntity  = 422
	statusInternal             = 500
	statusServiceUnavailable   = 503
)

// call is a request that has found its function.
type call struct {
	ctx    context.Context
	kind   string
	query  url.Values
	values map[string]string // of the names in the address
	wire   Wire
}

// Context ends when the client leaves.
func (r *call) Context() context.Context { return r.ctx }

// PathValue returns the part of the address that a name in its pattern stands for.
func (r *call) PathValue(name string) string { return r.values[name] }

// answerer is a function behind an address: it returns what to answer, as JSON or as a
// *file, or an error. Where it has answered by a stream it returns nil.
type answerer func(r *call) (status int, body any, err error)

// route is an address with its function. Names in braces stand for one part of the path.
type route struct {
	method, pattern string
	answer          answerer
}

// match returns the values of the names if a path is of the route's pattern.
func (a *route) match(parts []string) (values map[string]string, ok bool) {
	pattern := strings.Split(a.pattern, "/")
	if len(pattern) != len(parts) {
		return nil, false
	}
	for i, p := range pattern {
		name, isName := strings.CutPrefix(p, "{")
		if !isName && p != parts[i] || isName && parts[i] == "" {
			return nil, false
		}
		if isName {
			value, err := url.PathUnescape(parts[i])
			if err != nil {
				return nil, false
			}
			if values == nil {
				values = map[string]string{}
			}
			values[strings.TrimSuffix(name, "}")] = value
		}
	}
	return values, true
}

// find returns the function of a request with the values of its address; nil and the methods
// that are allowed, none if there is no such address.
func find(routes []route, method, path string) (f answerer, values map[string]string, allowed []string) {
	parts := strings.Split(path, "/")
	for i := range routes {
		values, ok := routes[i].match(parts)
		if ok && routes[i].method == method {
			return routes[i].answer, values, nil
		}
		if ok {
			allowed = append(allowed, routes[i].method)
		}
	}
	return nil, nil, allowed
}

// answer answers a request by one of some routes. It returns when all is sent.
func answer(ctx context.Context, routes []route, q Request, wire Wire) {
	path, query, _ := strings.Cut(q.Target, "?")
	method := q.Method
	if method == "HEAD" {
		method = "GET" // what sends the answer leaves its body out
	}
	f, values, allowed := find(routes, method, path)
	switch {
	case f != nil:
		r := &call{ctx: ctx, kind: q.Kind, values: values, wire: wire}
		r.query, _ = url.ParseQuery(query) // as net/http: what cannot be read is not there
		reply(wire, f, r)
	case len(allowed) > 0:
		use := strings.Join(allowed, ", ")
		replyJSON(wire, statusMethodNotAllowed, Header{"Allow": use}, &problem{Error: q.Method + " is not for this address: use " + use})
	default:
		replyJSON(wire, statusNotFound, nil, &problem{Error: "there is no " + path + ": see /api"})
	}
}
