package uct

import (
	"math/rand/v2"
	"testing"
)

// Runs keep what was written to them and stay where they are, whatever comes after; and
// the bytes foretold are those taken.
func TestPagesHoldRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var p pages[int]
	type written struct {
		first int32
		run   []int
		value int
	}
	for search := range 6 {
		var all []written
		total := 0
		for p.clear(); len(all) < 400; {
			n := 1 + rng.IntN(40)
			if rng.IntN(20) == 0 {
				n = 1 + rng.IntN(3*pageSize) // longer than a page
			}
			held, more, kept := p.footprint(n)
			roomy := p.roomy(n)
			first := p.add(n)
			run := p.run(first, int32(n))
			for i := range run {
				run[i] = total + i
			}
			all = append(all, written{first, run, total})
			total += n
			now, _, left := p.footprint(0)
			if now != held+more || roomy != (more == 0) || left > kept {
				t.Fatalf("search %d, %d elements: %d bytes, foretold were %d+%d; roomy %v", search, total, now, held, more, roomy)
			}
			const block = 2 * runs * 3 * pageSize // of the longest run, at most
			if least := int64(8 * p.count); now < least || now > 2*least+8*block {
				t.Fatalf("search %d: %d bytes for %d elements", search, now, p.count)
			}
		}
		if p.count != total {
			t.Fatalf("search %d: %d elements, want %d", search, p.count, total)
		}
		for _, w := range all {
			again := p.run(w.first, int32(len(w.run)))
			for i, x := range again {
				if x != w.value+i || &again[i] != &w.run[i] || p.at(w.first+int32(i)) != &again[i] {
					t.Fatalf("search %d: element %d of the run at %d is %d, want %d", search, i, w.first, x, w.value+i)
				}
			}
		}
		if search%2 == 1 {
			p.release()
			if _, _, kept := p.footprint(0); kept != 0 || *p.at(all[9].first) != all[9].value {
				t.Fatalf("search %d: %d bytes are kept after giving back", search, kept)
			}
		}
	}
}

// What comes after clear takes the memory of before, and says that it takes as much as if
// there had been nothing before.
func TestPagesKeepTheirMemory(t *testing.T) {
	lengths := func(seed uint64) (n [300]int) {
		rng := rand.New(rand.NewPCG(seed, 1))
		for i := range n {
			n[i] = 1 + rng.IntN(100)
		}
		return n
	}
	fill := func(p *pages[int32], lengths [300]int) int64 {
		p.clear()
		for _, n := range lengths {
			p.add(n)
		}
		return p.bytes
	}
	var p pages[int32]
	fill(&p, lengths(1))
	fill(&p, lengths(2))
	for seed := range uint64(3) {
		if got, want := fill(&p, lengths(seed)), fill(new(pages[int32]), lengths(seed)); got != want {
			t.Errorf("lengths %d: %d bytes after others, %d alone", seed, got, want)
		}
	}
	all := lengths(1)
	if n := testing.AllocsPerRun(10, func() { fill(&p, all) }); n != 0 {
		t.Errorf("%v allocations when filled again", n)
	}
}

// Numbers are of 32 bits: where they run out, no memory is enough.
func TestPagesEnd(t *testing.T) {
	p := pages[byte]{list: make([][]byte, 1<<(31-pageBits)-1), held: pageSize}
	if _, more, _ := p.footprint(1); more != int64(pageSize+listed) {
		t.Errorf("the last page takes %d bytes", more)
	}
	if _, more, _ := p.footprint(2 * pageSize); more < 1<<50 {
		t.Errorf("pages beyond the last one take %d bytes", more)
	}
}
