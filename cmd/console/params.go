package console

import (
	"fmt"
	"io"
	"strings"

	"blindsight/catalog"
)

// WriteParams lists parameters.
func WriteParams(out io.Writer, params []catalog.Param) {
	for _, p := range params {
		fmt.Fprintf(out, "    %-12s %s", p.Name+"="+p.Default, p.Doc)
		if p.Choices != nil {
			fmt.Fprintf(out, " (%s)", strings.Join(p.Choices, ", "))
		}
		fmt.Fprintln(out)
	}
}

// ParamJSON is a parameter of a player, or a setting of a game.
type ParamJSON struct {
	Name    string   `json:"name"`
	Default string   `json:"default"`
	Doc     string   `json:"doc"`
	Choices []string `json:"choices,omitempty"`
}

// ParamsJSON returns parameters as JSON has them, never nil.
func ParamsJSON(params []catalog.Param) []ParamJSON {
	list := make([]ParamJSON, len(params))
	for i, p := range params {
		list[i] = ParamJSON{p.Name, p.Default, p.Doc, p.Choices}
	}
	return list
}

// PlayerJSON describes a player for JSON.
func PlayerJSON(name, doc string, params []catalog.Param) any {
	return struct {
		Name   string      `json:"name"`
		Doc    string      `json:"doc"`
		Params []ParamJSON `json:"params"`
	}{name, doc, ParamsJSON(params)}
}
