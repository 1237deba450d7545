package counting

// Sum says that exactly Value of the unknowns in Cells are 1.
//
// It is another name of a plain structure, and so is [Sums]: a game describes itself in
// these terms without importing this package.
type Sum = struct {
	Cells []int32
	Value int
}

// Sums describes what a view leaves hidden as 0/1 unknowns, numbered from 0, of
// which exactly Total are 1, under sum constraints. Names are those of the unknowns: the
// same from view to view of one game, so that work can be kept.
type Sums = struct {
	Unknowns int
	Names    []int32
	Total    int
	Sums     []Sum
}

// Constrained is a game whose views can be written as [Sums], and whose states, given a
// view, are the solutions of these, all equally likely. Minesweeper and its variants are.
// Battleship is not: its ships hang together.
type Constrained[S, V any] interface {
	// Constraints describes the view, reusing the memory of c. It returns false where
	// there is nothing to solve (a board before its first cell is open).
	Constraints(v V, c *Sums) bool
	// Assign sets the state in which exactly the given unknowns are 1.
	Assign(v V, ones []int32, s *S)
}
