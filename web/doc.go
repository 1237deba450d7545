// Package web is the page: a server for people who play and analyse both games in a
// browser. It serves embedded files and an API in JSON, which openapi.json documents;
// nothing it sends makes a browser ask anybody else.
//
// What the server knows and the player must not, the hidden board, stays in the files
// game_*.go, and that of Minesweeper in package minetable: an answer is made of the player's view
// alone until the game is over. The coach is an analysis of a position as text, so that it cannot
// know more than that.
//
// Minesweeper games are kept as settings and actions, and replayed for each request:
// that is fast, and makes them easy to keep, to share and to take up again. Searches wait
// in one queue for a slot, which brings what they work with; short work has a pool of its
// own. Every body, time and number in a request has a limit.
//
// Games between people are found by keys that nobody can guess, one for each seat, for the
// invitation and for the record. What a seat is told is made of its side's view, the clock
// and what both sides hear; only a journal in a folder outlives the program.
package web
