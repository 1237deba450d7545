package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// wanted says what flags of a type take.
var wanted = map[string]string{
	"int":        "a whole number",
	"int64":      "a whole number",
	"uint":       "a whole number, not negative",
	"uint64":     "a whole number, not negative",
	"float64":    "a number",
	"bool":       "true or false",
	"duration":   "a time with its unit, as in 500ms, 2s or 1m30s",
	"intSlice":   "whole numbers, separated by commas",
	"int64Slice": "whole numbers, separated by commas",
}

// flagError says what a flag wants where its value could not be read.
func flagError(_ *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	want, ok := wanted[invalid.GetFlag().Value.Type()]
	if !ok {
		return err
	}
	if errors.Is(err, strconv.ErrRange) {
		want += " that is not so large"
	}
	return fmt.Errorf("--%s %q: want %s", invalid.GetFlag().Name, invalid.GetValue(), want)
}
