// Package chess is the game of chess by its rules: positions, legal moves, their
// text forms, and nothing of playing well. It is the open game under Kriegspiel,
// whose referee and beliefs ask it about millions of positions.
//
// # Positions
//
// A [Position] is the physical state: where the men stand, who moves, which
// castling rights are left, and the square of an en passant capture, kept only when
// such a capture is fully legal (pins and checks that it would discover included).
// Move counters and repetition are no part of it. So two positions are equal in the
// sense of == exactly when the same moves are possible from now on by the same men.
// A Position is 40 bytes, holds no pointers, and is copied, not shared:
//
//	p := chess.Start()
//	m, err := p.ParseSAN("e4")
//	q := p.Make(m) // p is as it was
//
// The men are kept as four sets of squares: those of White, and three whose bits
// together spell the kind of man on each square. A hash is computed when asked for
// ([Position.Hash]), so that it costs nothing where it is not needed.
//
// # Moves
//
// A [Move] is a start, a target and a promotion, nothing else; castling is the
// king's step of two squares. Any value may be asked about with [Position.Legal],
// which does not generate moves; [Position.Make] wants a legal one.
// [Position.Moves], [Position.CountMoves] and [Position.HasMove] generate legal moves
// directly, from the lines of check and pin, in a fixed order. Nothing here
// allocates, except for text.
//
// # What a referee says
//
// After a move, [Position.CheckDirections] says from where the side now to move is in
// check, [Position.PawnTries] where it can capture with pawns, [Position.HasMove]
// whether it can move at all; [Position.Captured] says before it what it captures.
//
// # Boards of one side
//
// [Position.Only] takes away the men of the other side. A board without a king of
// one colour, or of both, can be asked everything: a side without a king is never in
// check. [ParseFEN] is stricter and takes only what a game could show.
//
// Positions may be read from several goroutines at the same time; the tables behind
// them are filled when the program starts and never change.
//
// Standard chess only: no other castling, no variants.
package chess
