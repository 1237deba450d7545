package web

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// The tests read openapi.json as a stranger would, and hold every answer against it:
// nothing undocumented, nothing required missing, every type right.

var document = sync.OnceValue(func() map[string]any {
	var d map[string]any
	if err := json.Unmarshal(openAPI, &d); err != nil {
		panic(err)
	}
	return d
})

// at follows keys into the document.
func at(v any, keys ...string) any {
	for _, k := range keys {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = resolve(m[k])
	}
	return v
}

// resolve follows a reference.
func resolve(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return v
	}
	ref, ok := m["$ref"].(string)
	if !ok {
		return v
	}
	return at(document(), strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
}

// checkAnswer checks an answer against what the document says of its address.
func checkAnswer(t testing.TB, method, path string, status int, kind string, body []byte) {
	t.Helper()
	path, _, _ = strings.Cut(path, "?")
	var schema any = at(document(), "components", "schemas", "Error")
	if status/100 == 2 {
		schema = nil
		parts := strings.Split(path, "/")
		paths := document()["paths"].(map[string]any)
		for address := range paths {
			pattern := strings.Split(address, "/")
			same := len(pattern) == len(parts)
			for i := range min(len(pattern), len(parts)) {
				same = same && (strings.HasPrefix(pattern[i], "{") || pattern[i] == parts[i])
			}
			if same {
				schema = at(paths[address], strings.ToLower(method), "responses", strconv.Itoa(status), "content", kind, "schema")
			}
		}
		if schema == nil {
			t.Errorf("%s %s: %d %s is not in openapi.json", method, path, status, kind)
			return
		}
	}
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		t.Errorf("%s %s: %v in %s", method, path, err, body)
		return
	}
	if problem := conforms(schema, v, ""); problem != "" {
		t.Errorf("%s %s: %s\nin %.500s", method, path, problem, body)
	}
}

// conforms returns how a value differs from a schema, "" if it does not.
func conforms(schema, v any, where string) string {
	s, ok := resolve(schema).(map[string]any)
	if !ok {
		return where + ": no schema"
	}
	if list, ok := s["oneOf"].([]any); ok {
		var problems []string
		for _, one := range list {
			p := conforms(one, v, where)
			if p == "" {
				return ""
			}
			problems = append(problems, p)
		}
		return strings.Join(problems, "; or ")
	}
	if enum, ok := s["enum"].([]any); ok && !slices.Contains(enum, v) {
		return fmt.Sprintf("%s: %v is none of %v", where, v, enum)
	}
	switch kind := s["type"].(type) {
	case []any:
		if v == nil && slices.Contains(kind, any("null")) {
			return ""
		}
		return conforms(map[string]any{"type": kind[0]}, v, where)
	case string:
		if !isType(kind, v) {
			return fmt.Sprintf("%s: %v is no %s", where, v, kind)
		}
	}
	switch v := v.(type) {
	case map[string]any:
		return conformsObject(s, v, where)
	case []any:
		for i, item := range v {
			if p := conforms(s["items"], item, fmt.Sprintf("%s[%d]", where, i)); p != "" {
				return p
			}
		}
	}
	return ""
}

func conformsObject(s map[string]any, v map[string]any, where string) string {
	properties, _ := s["properties"].(map[string]any)
	if required, ok := s["required"].([]any); ok {
		for _, name := range required {
			if _, ok := v[name.(string)]; !ok {
				return fmt.Sprintf("%s.%s is missing", where, name)
			}
		}
	}
	for name, value := range v {
		property, ok := properties[name]
		if !ok {
			if property, ok = s["additionalProperties"]; !ok {
				return fmt.Sprintf("%s.%s is not documented", where, name)
			}
		}
		if p := conforms(property, value, where+"."+name); p != "" {
			return p
		}
	}
	return ""
}

func isType(kind string, v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case string:
		return kind == "string"
	case bool:
		return kind == "boolean"
	case float64:
		return kind == "number" || kind == "integer" && v == float64(int64(v))
	case []any:
		return kind == "array"
	}
	return kind == "object"
}

// Every address of the document is one of the server, and its parameters are those of
// the path.
func TestDocumentIsComplete(t *testing.T) {
	routes := newServer(Config{}).routes()
	served := map[string]int{}
	for i, r := range routes {
		served[r.method+" "+r.pattern] = i
		path := strings.NewReplacer("{", "", "}", "").Replace(r.pattern)
		first := slices.IndexFunc(routes, func(o route) bool { _, ok := o.match(strings.Split(path, "/")); return ok && o.method == r.method })
		if first != i {
			t.Errorf("%s %s is answered by %s", r.method, path, routes[first].pattern)
		}
	}
	documented := 0
	for address, methods := range addresses() {
		for _, method := range methods {
			documented++
			if _, ok := served[method+" "+address]; !ok {
				t.Errorf("%s %s is documented and not served", method, address)
			}
		}
		item := document()["paths"].(map[string]any)[address].(map[string]any)
		for _, part := range strings.Split(address, "/") {
			if name, ok := strings.CutPrefix(part, "{"); ok && !strings.Contains(fmt.Sprint(item["parameters"]), strings.TrimSuffix(name, "}")) {
				t.Errorf("%s: the parameter %s is not documented", address, part)
			}
		}
	}
	if len(routes) != documented {
		t.Errorf("%d addresses are served, %d documented", len(routes), documented)
	}
}

// addresses are those of openapi.json with their methods.
func addresses() map[string][]string {
	found := map[string][]string{}
	for address, item := range document()["paths"].(map[string]any) {
		for _, method := range []string{"get", "post"} {
			if _, ok := item.(map[string]any)[method]; ok {
				found[address] = append(found[address], strings.ToUpper(method))
			}
		}
	}
	return found
}
