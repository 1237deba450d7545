// Package chesscmd is the commands of chess, the open game under Kriegspiel.
package chesscmd
