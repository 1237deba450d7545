//go:build !js

package sweepers

import (
	"strings"

	"blindsight/catalog"
	"blindsight/player/sweepers/strong"
)

// partParams are parameters by which strong is taken to pieces, to measure what each is worth. The page does not offer
// them.
func partParams() []catalog.Param {
	return []catalog.Param{
		{Name: "without", Default: "nothing", Doc: "parts left out, separated by slashes: " + strings.Join(strong.PartNames(), ", ")},
		{Name: "weights", Default: "fitted", Doc: "weights of guesses that differ, as in Safe:0.9/2.More:0 (2: looking two guesses ahead): " + strings.Join(strong.WeightNames(), ", ")},
		{Name: "constants", Default: "tuned", Doc: "constants that differ, as in Reach:0.1/Round:8: " + strings.Join(strong.ConstantNames(), ", ")},
	}
}

// readParts reads them.
func readParts(v *catalog.Values, o *strong.Options) {
	if text := v.Choice("without"); text != "nothing" {
		parts, err := strong.ParseParts(text)
		if err != nil {
			v.Fail(err)
		}
		o.Without = parts
	}
	if text := v.Choice("weights"); text != "fitted" {
		weights, err := strong.ParseWeights(text)
		if err != nil {
			v.Fail(err)
		}
		o.Weights = &weights
	}
	if text := v.Choice("constants"); text != "tuned" {
		if err := o.ParseConstants(text); err != nil {
			v.Fail(err)
		}
	}
}
