package planners

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"blindsight/catalog"
	"blindsight/game/pomdp"
)

// Problems are the names of the problems that can be generated.
var Problems = []string{"tiger", "rocksample", "tag", "grid"}

// Parameters are those of the problems that can be generated; each problem has some of them.
var Parameters = []catalog.Param{
	{Name: "hear", Default: "0.85", Doc: "of tiger: how often a growl comes from where the tiger is"},
	{Name: "layout", Default: "4x4", Doc: "of rocksample: " + strings.Join(pomdp.RockSampleLayouts(), ", ") + ", or SIZE:X.Y/X.Y@X.Y, rocks and start"},
	{Name: "d0", Default: "0", Doc: "of rocksample: the distance at which a check tells half as much; 0 is the layout's own"},
	{Name: "rows", Default: "3", Doc: "of grid"},
	{Name: "cols", Default: "4", Doc: "of grid"},
	{Name: "slip", Default: "0.2", Doc: "of grid: how often a move goes astray"},
	{Name: "see", Default: "1", Doc: "of grid: how often a wall is seen rightly"},
	{Name: "restart", Default: "true", Doc: "of grid: go on elsewhere from a goal or a pit", Choices: []string{"true", "false"}},
	{Name: "discount", Default: "0", Doc: "how much less each step counts than the one before; 0 is the problem's own"},
}

// owners tells for each parameter the problem that has it; those that all have are not in it.
var owners = map[string]string{
	"hear": "tiger", "layout": "rocksample", "d0": "rocksample", "rows": "grid", "cols": "grid", "slip": "grid", "see": "grid", "restart": "grid",
}

// foreign tells that a parameter was given which a problem, or a file, does not have.
func foreign(v *catalog.Values, problem string) error {
	for _, p := range Parameters {
		if owner, ok := owners[p.Name]; ok && owner != problem && v.Text(p.Name) != p.Default {
			return fmt.Errorf("%s=%s: %s is a parameter of %s, not of %s", p.Name, v.Text(p.Name), p.Name, owner, problem)
		}
	}
	return nil
}

// Generate returns the generator of a problem with its parameters. One that it does not have is an error.
func Generate(problem string, v *catalog.Values) (pomdp.Generator, error) {
	if err := foreign(v, problem); err != nil {
		return nil, err
	}
	discount := v.Float("discount")
	if !(discount >= 0 && discount < 1) {
		v.Fail(fmt.Errorf("discount=%s: must be at least 0 and below 1", v.Text("discount")))
	}
	or := func(own float64) float64 {
		if discount > 0 {
			return discount
		}
		return own
	}
	var made pomdp.Generator
	switch problem {
	case "tiger":
		made = pomdp.Tiger{Hear: v.Float("hear"), Discount: or(pomdp.UsualTiger().Discount)}
	case "rocksample":
		r, err := pomdp.RockSampleOf(v.Text("layout"))
		if err != nil {
			return nil, err
		}
		if d0 := v.Float("d0"); d0 != 0 {
			r.HalfLife = d0
		}
		r.Discount = or(r.Discount)
		made = r
	case "tag":
		made = pomdp.Tag{Discount: or(pomdp.UsualTag().Discount)}
	case "grid":
		rows, cols := v.Int("rows"), v.Int("cols")
		if v.Err() == nil && (rows > pomdp.MostCells || cols > pomdp.MostCells || rows*cols > pomdp.MostCells) {
			return nil, fmt.Errorf("rows=%d, cols=%d: more than %d cells", rows, cols, pomdp.MostCells)
		}
		if v.Err() != nil {
			return nil, v.Err()
		}
		g := pomdp.UsualGrid(rows, cols)
		g.Slip, g.See, g.Restart, g.Discount = v.Float("slip"), v.Float("see"), v.Bool("restart"), or(g.Discount)
		made = g
	default:
		return nil, fmt.Errorf("no problem %q: there are %s", problem, strings.Join(Problems, ", "))
	}
	if v.Err() != nil {
		return nil, v.Err()
	}
	return made, nil
}

// readFile reads a problem, leniently. Its discount may be another one than the file's.
func readFile(name string, v *catalog.Values) (*pomdp.Model, error) {
	if err := foreign(v, "a file"); err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, _, err := pomdp.Read(f, pomdp.Options{})
	var syntax *pomdp.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("%s:%w", name, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if d := v.Float("discount"); d != 0 {
		m.Discount = d
	}
	return m, v.Err()
}
