// Package kriegspiel is chess in which a player sees only his own men. A referee
// sees both boards: he refuses attempts that are not legal, and announces captures,
// checks and, by some rule sets, more.
//
// # Rules and their source
//
// Six rule sets are known, as data ([Rules], [All]): berkeley (that of Russell and
// Wolfe, Efficient Belief-State AND-OR Search, with Application to Kriegspiel, 2005),
// wild16 (the Internet Chess Club's), cincinnati, rand, and two in which a player
// may ask "Any?": english, and berkeley-any, where the answer binds him. An attempt is any move that would be legal for a side's men on a
// board without enemy men, castling by what the player knows himself, or any pawn
// capture onto a square without an own man. Of the two diagonals through a king's
// square the one with more squares is the long one. Pawn captures are counted by start
// and target, so that four promotions count once. En passant is announced on the square
// of the captured pawn.
//
// Deviations: to resign or to agree on a draw is no attempt; who holds the game ends it
// ([Referee.Resign], [Referee.Draw]). Drawn games end of themselves: by too little material under
// all rule sets, which is announced, and by repetition and the 50 moves where the rule set knows
// them, after which nothing is said of pawn captures. Problems know no draw but stalemate.
//
// # Who asks what
//
//   - A search or a checker asks the rules about positions: [Rules.Try] plays an attempt
//     in a position or refuses it, [Rules.Replies] visits all moves of the side to move,
//     each with its [Percept]; [Rules.Any] answers the question. Nothing of this allocates.
//   - A program that holds games asks a [Referee], who has a memory: he keeps the [View]
//     of each side and the [Record] of all that was tried.
//   - Whatever knows games by the interface of package blindsight alone asks a [Game]: its
//     states are referees.
//   - A player asks his [View]: own men, what was heard, which attempts are possible. It
//     is made from what he tried and heard and from nothing else.
//   - An estimator asks a [Trail]: what one side knows, turn by turn, as a relation
//     between positions.
//   - Records are written and read as JSON lines and as Kriegspiel PGN, whole or
//     filtered for one side.
package kriegspiel
