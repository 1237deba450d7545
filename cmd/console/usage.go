package console

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// OfUsage reports whether an error of a command is a mistake on the command line. Errors
// about a flag begin with it.
func OfUsage(err error) bool {
	var usage UsageError
	var input InputError
	return errors.As(err, &usage) || strings.HasPrefix(err.Error(), "--") && !errors.As(err, &input)
}

// WantArguments compares the arguments with the usage line, as in "check PROBLEMS PLANS"
// or "show [FILE]". Flags may stand in it too, each with its value.
func WantArguments(cmd *cobra.Command, args []string) error {
	words := strings.Fields(cmd.Use)[1:]
	if i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "-") }); i >= 0 {
		words = words[:i]
	}
	var missing []string
	for i, word := range words {
		if i >= len(args) && !strings.HasPrefix(word, "[") {
			missing = append(missing, word)
		}
	}
	switch {
	case len(missing) == 1:
		return fmt.Errorf("%s is missing", missing[0])
	case len(missing) > 1:
		return fmt.Errorf("%s are missing", strings.Join(missing, " and "))
	case len(args) > len(words):
		return fmt.Errorf("%q is one argument too many", args[len(words)])
	}
	return nil
}
