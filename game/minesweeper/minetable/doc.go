// Package minetable keeps a game of Minesweeper that a person plays: the hidden board, which is laid with the first cell, what the
// person sees, flags, chords, openings that are taken back, cells that are opened for him because they are certainly safe, what counts
// as a click, and how it ends. The terminal and the page are two ways to sit at it, and neither has rules of its own.
//
// # Actions
//
// Open opens a closed cell without a flag, and with it what the rules open beside a 0. Flag sets a flag on a closed cell, or takes
// it away; it tells the game nothing. Chord, on an open cell with as many flags around it as it shows, opens the closed neighbours
// without one, right or wrong, in increasing order until a mine goes off. Certain opens what is certainly safe by what is
// seen, again and again until nothing is, and leaves flags alone. Each of these but a flag is one click. Undo takes the last click back: the board stays the
// same, if the first cell does, and so do the flags, those that the click swept away among them; how often is counted.
//
// An action that is not possible changes nothing: [Table.Do] returns a [*Refusal], which says why.
//
// # What is hidden
//
// Nothing that a table tells depends on where the mines are, but for what the view shows, until the game is over.
package minetable
