// Package console is what the commands of the program share: the standard output, whose errors are never lost ([Output]);
// files and standard input as they are opened ([OpenInput]); progress on terminals ([Progress], [RunProgress],
// [LiveLine]); results in the order of the questions ([Ordered]); budgets and other flags that several commands have;
// and which errors are whose: a [Failure] exits with 1, all others are mistakes of usage or input and exit with 2.
//
// It knows no game and no command. Commands live in rooms beside it, one for each subject, and package program puts
// them together.
package console
