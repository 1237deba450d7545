package kriegspiel_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// umpire is a second referee, written from the description of the rules alone, to be held
// against the one of the package. He has a board of letters and plays everything out; he shares
// no code with the rules, nor with the chess under them.
type umpire struct {
	rules string
	pos   place
	clock int            // moves of both sides since a capture or a pawn's move
	seen  map[string]int // how often each position was there
	plies int
	limit int // moves of each side
	over  string

	// Of the turn under way.
	refused map[string]bool
	asked   string
	due     bool
	told    string // what was said of pawn captures before it, "" at the start
}

// place is a position: letters of FEN by square, a1 first, a dot where nothing stands.
type place struct {
	board  [64]byte
	black  bool
	rights string   // some of KQkq
	passed int      // the square behind a pawn that has just made two steps, or -1
	moves  []string // the legal ones, once they are known
}

func newUmpire(rules, fen string, clock, limit int) *umpire {
	fields := strings.Fields(fen)
	p := place{black: fields[1] == "b", rights: strings.Trim(fields[2], "-"), passed: -1}
	for i := range p.board {
		p.board[i] = '.'
	}
	for i, rank := range strings.Split(fields[0], "/") {
		at := 8 * (7 - i)
		for _, c := range []byte(rank) {
			if c >= '1' && c <= '8' {
				at += int(c - '0')
				continue
			}
			p.board[at] = c
			at++
		}
	}
	if fields[3] != "-" {
		p.passed = squareOf(fields[3])
	}
	p.moves = p.legal()
	u := &umpire{rules: rules, pos: p, clock: clock, limit: limit, seen: map[string]int{}, refused: map[string]bool{}}
	u.seen[p.name()] = 1
	return u
}

func squareOf(name string) int  { return int(name[0]-'a') + 8*int(name[1]-'1') }
func nameOf(square int) string  { return string([]byte{byte('a' + square%8), byte('1' + square/8)}) }
func isBlack(man byte) bool     { return man >= 'a' }
func lower(man byte) byte       { return man | 0x20 }
func (p *place) own(s int) bool { return p.board[s] != '.' && isBlack(p.board[s]) == p.black }

// name tells positions apart: men, side, rights, and a passed square only where a pawn can take there.
func (p *place) name() string {
	passed := -1
	for _, m := range p.moves {
		if to := squareOf(m[2:]); to == p.passed && lower(p.board[squareOf(m)]) == 'p' && m[0] != m[2] {
			passed = p.passed
		}
	}
	return fmt.Sprint(string(p.board[:]), p.black, p.rights, passed)
}

var steps = [128][][2]int{
	'n': {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}},
	'b': {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
	'r': {{1, 0}, {-1, 0}, {0, 1}, {0, -1}},
	'q': {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
	'k': {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
}

// step returns the square so many files and ranks away, -1 beyond the board.
func step(s int, d [2]int) int {
	file, rank := s%8+d[0], s/8+d[1]
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return -1
	}
	return file + 8*rank
}

// walks returns the moves of the men of the side to move, castling and pawns' captures aside, whether or not the king is
// left in check.
func (p *place) walks() []string {
	var list []string
	forward, home := 1, 1
	if p.black {
		forward, home = -1, 6
	}
	for s := range p.board {
		if !p.own(s) {
			continue
		}
		kind := lower(p.board[s])
		if kind == 'p' {
			if one := step(s, [2]int{0, forward}); one >= 0 && p.board[one] == '.' {
				list = append(list, promotions(s, one)...)
				if two := step(one, [2]int{0, forward}); s/8 == home && p.board[two] == '.' {
					list = append(list, nameOf(s)+nameOf(two))
				}
			}
			continue
		}
		for _, d := range steps[kind] {
			for to := step(s, d); to >= 0 && !p.own(to); to = step(to, d) {
				list = append(list, nameOf(s)+nameOf(to))
				if kind == 'n' || kind == 'k' || p.board[to] != '.' {
					break
				}
			}
		}
	}
	return list
}

// promotions returns a pawn's move, as four where it promotes.
func promotions(from, to int) []string {
	m := nameOf(from) + nameOf(to)
	if to/8 != 0 && to/8 != 7 {
		return []string{m}
	}
	return []string{m + "q", m + "r", m + "b", m + "n"}
}

// pawnCaptures returns the diagonal steps of the pawns onto squares without an own man.
func (p *place) pawnCaptures() []string {
	var list []string
	forward := 1
	if p.black {
		forward = -1
	}
	for s := range p.board {
		if !p.own(s) || lower(p.board[s]) != 'p' {
			continue
		}
		for _, side := range []int{-1, 1} {
			if to := step(s, [2]int{side, forward}); to >= 0 && !p.own(to) {
				list = append(list, promotions(s, to)...)
			}
		}
	}
	return list
}

// castlings returns the castling moves that rights and empty squares allow.
func (p *place) castlings() []string {
	var list []string
	rank, king, queen := "1", "K", "Q"
	if p.black {
		rank, king, queen = "8", "k", "q"
	}
	empty := func(files string) bool {
		for _, f := range files {
			if p.board[squareOf(string(f)+rank)] != '.' {
				return false
			}
		}
		return true
	}
	if strings.Contains(p.rights, king) && empty("fg") {
		list = append(list, "e"+rank+"g"+rank)
	}
	if strings.Contains(p.rights, queen) && empty("bcd") {
		list = append(list, "e"+rank+"c"+rank)
	}
	return list
}

// attackers returns the squares of the men of a colour that attack a square.
func (p *place) attackers(s int, black bool) []int {
	var list []int
	back := -1
	if black {
		back = 1
	}
	for _, kind := range []byte("nkbrq") {
		for _, d := range steps[kind] {
			to := step(s, d)
			for kind != 'n' && kind != 'k' && to >= 0 && p.board[to] == '.' {
				to = step(to, d)
			}
			if to >= 0 && p.board[to] != '.' && isBlack(p.board[to]) == black && lower(p.board[to]) == kind && !slices.Contains(list, to) {
				list = append(list, to)
			}
		}
	}
	for _, side := range []int{-1, 1} {
		if from := step(s, [2]int{side, back}); from >= 0 && p.board[from] != '.' && isBlack(p.board[from]) == black && lower(p.board[from]) == 'p' {
			list = append(list, from)
		}
	}
	return list
}

// king returns the square of a king.
func (p *place) king(black bool) int {
	if black {
		return slices.Index(p.board[:], 'k')
	}
	return slices.Index(p.board[:], 'K')
}

// play returns the position after a move, the square on which it captured, -1 for none, and the man that was taken.
func (p *place) play(m string) (q place, at int, taken byte) {
	from, to := squareOf(m), squareOf(m[2:])
	q, at, taken = *p, -1, '.'
	q.passed, q.moves = -1, nil
	man := p.board[from]
	if p.board[to] != '.' {
		at, taken = to, p.board[to]
	}
	q.board[from], q.board[to] = '.', man
	switch lower(man) {
	case 'p':
		if from%8 != to%8 && taken == '.' { // en passant
			at = from/8*8 + to%8
			taken = p.board[at]
			q.board[at] = '.'
		}
		if max(from, to)-min(from, to) == 16 {
			q.passed = (from + to) / 2
		}
		if len(m) == 5 {
			q.board[to] = m[4]
			if !p.black {
				q.board[to] = m[4] - 0x20
			}
		}
	case 'k':
		switch to - from {
		case 2:
			q.board[to-1], q.board[to+1] = q.board[to+1], '.'
		case -2:
			q.board[to+1], q.board[to-2] = q.board[to-2], '.'
		}
	}
	for _, of := range [][3]string{{"K", "e1", "h1"}, {"Q", "e1", "a1"}, {"k", "e8", "h8"}, {"q", "e8", "a8"}} {
		if m[:2] == of[1] || m[:2] == of[2] || m[2:4] == of[2] {
			q.rights = strings.ReplaceAll(q.rights, of[0], "")
		}
	}
	q.black = !p.black
	return q, at, taken
}

// legal returns the legal moves.
func (p *place) legal() []string {
	var list []string
	keep := func(m string) {
		if q, _, _ := p.play(m); len(q.attackers(q.king(p.black), !p.black)) == 0 {
			list = append(list, m)
		}
	}
	for _, m := range p.walks() {
		keep(m)
	}
	for _, m := range p.pawnCaptures() {
		if to := squareOf(m[2:]); p.board[to] != '.' || to == p.passed {
			keep(m)
		}
	}
	for _, m := range p.castlings() {
		from, to := squareOf(m), squareOf(m[2:])
		if len(p.attackers(from, !p.black)) == 0 && len(p.attackers((from+to)/2, !p.black)) == 0 {
			keep(m)
		}
	}
	return list
}

// alone returns the position without the enemy men.
func (p *place) alone() place {
	q := *p
	for s := range q.board {
		if !p.own(s) {
			q.board[s] = '.'
		}
	}
	return q
}

// takes reports whether a move is a pawn's capture, by the own men.
func (p *place) takes(m string) bool { return lower(p.board[squareOf(m)]) == 'p' && m[0] != m[2] }

// attempts returns all that the own men could do, for all that their player knows. His king fears nobody whom he does
// not see.
func (p *place) attempts() []string {
	own := p.alone()
	return slices.Concat(own.walks(), own.castlings(), p.pawnCaptures())
}

// tries returns the word on legal pawn captures of the side to move, "" where nothing is said unasked.
func (u *umpire) tries(p *place) string {
	pairs := map[string]bool{}
	squares := [64]bool{}
	for _, m := range p.moves {
		if p.takes(m) {
			pairs[m[:4]] = true
			squares[squareOf(m[2:])] = true
		}
	}
	switch u.rules {
	case "wild16":
		return "tries:" + strconv.Itoa(len(pairs))
	case "cincinnati":
		if len(pairs) > 0 {
			return "tries:yes"
		}
		return "tries:no"
	case "rand":
		var names []string
		for s, there := range squares {
			if there {
				names = append(names, nameOf(s))
			}
		}
		if len(names) == 0 {
			return "tries:none"
		}
		return "tries:" + strings.Join(names, ",")
	}
	return ""
}

// directions returns from where the side to move is in check.
func (p *place) directions() string {
	king := p.king(p.black)
	file, rank := king%8, king/8
	rising, falling := 0, 0 // squares of the two diagonals
	for s := range 64 {
		if s%8-s/8 == file-rank {
			rising++
		}
		if s%8+s/8 == file+rank {
			falling++
		}
	}
	found := map[string]bool{}
	for _, s := range p.attackers(king, !p.black) {
		f, r := s%8, s/8
		switch {
		case lower(p.board[s]) == 'n':
			found["knight"] = true
		case r == rank:
			found["rank"] = true
		case f == file:
			found["file"] = true
		case (f-r == file-rank) == (rising > falling):
			found["long"] = true
		default:
			found["short"] = true
		}
	}
	var names []string
	for _, name := range []string{"knight", "rank", "file", "long", "short"} {
		if found[name] {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// tooLittle reports whether the material left is too little to mate with.
func (u *umpire) tooLittle(p *place) bool {
	minor := [2]int{}
	knights, colours := 0, [2]int{}
	for s, man := range p.board {
		switch lower(man) {
		case 'p', 'r', 'q':
			return false
		case 'n', 'b':
			if isBlack(man) {
				minor[1]++
			} else {
				minor[0]++
			}
			if lower(man) == 'n' {
				knights++
			} else {
				colours[(s%8+s/8)%2]++
			}
		}
	}
	switch {
	case minor[0]+minor[1] <= 1:
		return true
	case knights == 0 && (colours[0] == 0 || colours[1] == 0):
		return true
	}
	return strings.HasPrefix(u.rules, "berkeley") && minor == [2]int{1, 1}
}
