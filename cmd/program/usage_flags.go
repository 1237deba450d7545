package program

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"blindsight/cmd/console"
	"blindsight/internal/nearest"
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

// flagError says what a flag wants where its value could not be read, and which flag may
// be meant where there is none of that name.
func flagError(cmd *cobra.Command, err error) error {
	if errors.Is(err, pflag.ErrHelp) {
		return err
	}
	return console.BadUsage(flagText(cmd, err))
}

func flagText(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var empty *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		// One dash before a whole name: its letters were taken for flags.
		name := unknown.GetSpecifiedName()
		if letters := unknown.GetSpecifiedShortnames(); letters != "" {
			return fmt.Errorf("unknown flag -%s%s", letters, flagHint(cmd, letters))
		}
		return fmt.Errorf("unknown flag --%s%s", name, flagHint(cmd, name))
	case errors.As(err, &empty):
		return fmt.Errorf("--%s: its value is missing%s", empty.GetFlag().Name, wantedBy(empty.GetFlag()))
	case errors.As(err, &invalid):
		want := wantedBy(invalid.GetFlag())
		if want == "" {
			return err
		}
		if errors.Is(err, strconv.ErrRange) {
			want += " that is not so large"
		}
		return fmt.Errorf("--%s %q%s", invalid.GetFlag().Name, invalid.GetValue(), want)
	}
	return err
}

func wantedBy(f *pflag.Flag) string {
	if want, ok := wanted[f.Value.Type()]; ok {
		return ": want " + want
	}
	return ""
}

// flagHint names the flag of a command that is nearest to a word.
func flagHint(cmd *cobra.Command, word string) string {
	word, _, _ = strings.Cut(word, "=")
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if name := nearest.Name(word, names); name != "" {
		return fmt.Sprintf(" (did you mean %q?)", "--"+name)
	}
	return ""
}
