// Package engine speaks the line protocol by which programs in any language play listed games,
// both ends of it: [Host] starts a program and lets it sit at a game as a guest, and [Service.Serve]
// lets a program outside use our players and beliefs. docs/engine.md says all of the protocol.
//
// A program is started where a command asked for it, and nowhere else: whoever makes a Host
// says so, and a [catalog.Setting] has no door of its own.
package engine
