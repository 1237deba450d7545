package uct

import (
	"math"
	"math/bits"
	"reflect"
)

const (
	pageBits = 8
	pageSize = 1 << pageBits // numbers a page has
	fewest   = 16            // elements that a first page has at least
	runs     = 8             // that a block holds at least, so that little of it is left empty at its end
	listed   = 48            // bytes that a page takes in the list, which grows by copies
)

// pages is an array that grows without ever moving: what was grown out of need not be
// copied, nor collected, and pointers into it stay good. It grows by blocks of memory.
// An element has a number: its page, and its place there. The first blocks are shorter
// than a page, and their pages have fewer elements than numbers; a block for long runs
// takes several pages. What a block is like depends on what was added before and on
// nothing else, so that equal searches take equal memory.
type pages[T any] struct {
	list  [][]T   // by page: what stands from there to the end of the block
	next  int     // number of the next element
	end   int     // number where its block ends
	count int     // elements added
	held  int     // elements there is memory for
	bytes int64   // that these take
	spare [][][]T // blocks left from before, by the logarithm of their length
	kept  int64   // bytes of these
}

// at returns the element of a number.
func (p *pages[T]) at(number int32) *T { return &p.list[number>>pageBits][number&(pageSize-1)] }

// run returns elements that were added together.
func (p *pages[T]) run(first, count int32) []T {
	at := first & (pageSize - 1)
	return p.list[first>>pageBits][at : at+count]
}

// roomy tells whether there is memory for n elements that stand together.
func (p *pages[T]) roomy(n int) bool { return p.next+n <= p.end }

// add makes n elements that stand together, and returns the number of the first. They may
// hold what an earlier search left there.
func (p *pages[T]) add(n int) int32 {
	if !p.roomy(n) {
		p.extend(n)
	}
	first := p.next
	p.next += n
	p.count += n
	return int32(first)
}

// put adds one element.
func (p *pages[T]) put(x T) int32 {
	number := p.add(1)
	*p.at(number) = x
	return number
}

// footprint is that of n elements more that stand together. It is more than there is
// where numbers run out.
func (p *pages[T]) footprint(n int) (held, more, kept int64) {
	if !p.roomy(n) {
		length := p.length(n)
		more = p.price(length)
		if len(p.list)<<pageBits+length-1 > math.MaxInt32 {
			more = math.MaxInt64 / 64
		}
	}
	return p.bytes, more, p.kept
}

// price returns the bytes of a block.
func (p *pages[T]) price(length int) int64 {
	return int64(length)*int64(size[T]()) + int64((length+pageSize-1)>>pageBits)*listed
}

// length returns how long the next block is if n elements want to stand there: a power of
// two.
func (p *pages[T]) length(n int) int {
	want := max(n, fewest)
	if p.held > 0 {
		want = max(runs*n, min(p.held, pageSize))
	}
	return 1 << bits.Len(uint(want-1))
}

func (p *pages[T]) extend(n int) {
	length := p.length(n)
	var block []T
	if left := p.left(length); len(*left) > 0 {
		block = (*left)[len(*left)-1]
		*left = (*left)[:len(*left)-1]
		p.kept -= p.price(length)
	} else {
		block = make([]T, length)
	}
	p.next = len(p.list) << pageBits
	p.end = p.next + length
	for from := 0; from < length; from += pageSize {
		p.list = append(p.list, block[from:])
	}
	p.held += length
	p.bytes += p.price(length)
}

// clear takes all elements away and keeps the memory for others.
func (p *pages[T]) clear() {
	for page := 0; page < len(p.list); {
		block := p.list[page]
		left := p.left(len(block))
		if len(block) == pageSize && cap(*left) == 0 { // as most are
			*left = make([][]T, 0, cap(p.list))
		}
		*left = append(*left, block)
		page += (len(block) + pageSize - 1) >> pageBits
	}
	clear(p.list)
	p.kept += p.bytes
	p.list, p.next, p.end, p.count, p.held, p.bytes = p.list[:0], 0, 0, 0, 0, 0
}

// left returns the spare blocks of a length.
func (p *pages[T]) left(length int) *[][]T {
	class := bits.TrailingZeros(uint(length))
	if class >= len(p.spare) {
		p.spare = append(p.spare, make([][][]T, class+1-len(p.spare))...)
	}
	return &p.spare[class]
}

// release gives the memory back that no element uses.
func (p *pages[T]) release() {
	p.spare, p.kept = nil, 0
}

// size returns the bytes of a value.
func size[T any]() int { return int(reflect.TypeFor[T]().Size()) }
