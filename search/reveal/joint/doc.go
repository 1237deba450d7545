// Package joint finds the exact optimum of several static problems that are played at
// the same time and have nothing in common but one number: what all of them together hold of
// something. The parts of a Minesweeper board that no number joins are such problems, and
// what they share is the number of mines that are left.
//
// A state of the whole is one state of each part, such that what they hold adds up to the
// total. There can be very many of these where each part has few, so they are never listed: a
// belief of the whole is a belief of each part. (Whatever is shown in one part excludes states of that
// part; it excludes states of others only by what these hold.) The value of a belief is the
// number of states of the whole that the best play wins, as in [reveal].
//
//   - A part all of whose states hold the same tells nothing of the others, and they tell nothing
//     of it: its value is a factor, and it is left out.
//   - If a play were told what each part holds, the parts would have nothing in common, and what it
//     wins would be the sum, over all ways to add up to the total, of the products of what it wins in each part. No play
//     wins more. What a part is worth if it is known what it holds is asked of [reveal].
//   - An action that shows one number only, where it does not lose, can be postponed to the end, and one
//     that loses in no state and tells something is taken at once, as there. When no action
//     is left that tells something, one state is won: the one that is played for.
package joint
