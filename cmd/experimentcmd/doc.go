// Package experimentcmd is the commands of experiments and studies, and of the workers that play for them on other
// machines: they read flags and plans, call package experiment or a study, and print.
package experimentcmd
