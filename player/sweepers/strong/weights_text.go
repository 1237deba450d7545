package strong

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"blindsight/internal/nearest"
)

// WeightNames returns the names of the fields of [Weights], in their order.
func WeightNames() []string {
	return []string{"Safe", "Progress", "More", "Next", "Reply", "Clear", "Early", "Dead", "Closed", "Loose", "Fifty", "Guard"}
}

// field returns the weight of a number in [WeightNames].
func (w *Weights) field(k int) *float64 {
	return [...]*float64{
		&w.Safe, &w.Progress, &w.More, &w.Next, &w.Reply, &w.Clear, &w.Early, &w.Dead, &w.Closed, &w.Loose, &w.Fifty, &w.Guard,
	}[k]
}

// At returns the weight of a number in [WeightNames].
func (w *Weights) At(k int) float64 { return *w.field(k) }

// Set changes the weight of a number in [WeightNames].
func (w *Weights) Set(k int, x float64) { *w.field(k) = x }

// ParseWeights returns the weights in use, but for those that a text names: NAME:NUMBER for any number of guesses ahead,
// or AHEAD.NAME:NUMBER, separated by slashes, as in Safe:0.9/2.More:0.
func ParseWeights(text string) (Ahead, error) {
	a := Fitted()
	for part := range strings.SplitSeq(text, "/") {
		name, value, _ := strings.Cut(part, ":")
		depths := []int{2, 3}
		if before, after, ok := strings.Cut(name, "."); ok {
			depth, err := strconv.Atoi(before)
			if err != nil || depth < 2 || depth >= len(a) {
				return a, fmt.Errorf("weight %q: want 2 or 3 guesses ahead before the name, as in 2.Safe:0.9", part)
			}
			name, depths = after, []int{depth}
		}
		k := slices.Index(WeightNames(), name)
		if k < 0 {
			return a, fmt.Errorf("weight %q: there is none of that name%s: use one of %s", part, nearest.Hint(name, WeightNames()), strings.Join(WeightNames(), ", "))
		}
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || x-x != 0 {
			return a, fmt.Errorf("weight %q: want NAME:NUMBER, as in Safe:0.9", part)
		}
		for _, depth := range depths {
			a[depth].Set(k, x)
		}
	}
	return a, nil
}

// Text returns all weights as [ParseWeights] reads them.
func (a *Ahead) Text() string {
	var parts []string
	for depth := 2; depth < len(a); depth++ {
		for k, name := range WeightNames() {
			parts = append(parts, fmt.Sprintf("%d.%s:%s", depth, name, strconv.FormatFloat(a[depth].At(k), 'g', -1, 64)))
		}
	}
	return strings.Join(parts, "/")
}

// partNames are the names of the parts, from the lowest bit on.
var partNames = []string{"opening", "book", "exact", "alone", "together", "small", "weighing", "fifties", "playouts"}

// PartNames returns the names of all parts, in the order of the constants.
func PartNames() []string { return slices.Clone(partNames) }

// ParseParts reads parts by name, separated by slashes.
func ParseParts(text string) (Part, error) {
	var parts Part
	for name := range strings.SplitSeq(text, "/") {
		i := slices.Index(partNames, name)
		if i < 0 {
			return 0, fmt.Errorf("part %q: there is none of that name%s: use one of %s, separated by slashes", name, nearest.Hint(name, partNames), strings.Join(partNames, ", "))
		}
		parts |= 1 << i
	}
	return parts, nil
}
