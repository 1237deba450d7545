package web

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

// waitFor waits until a condition holds.
func waitFor(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s does not come to pass", what)
		}
	}
}

func TestQueue(t *testing.T) {
	q := newQueue([]int{7}, 0, 3)
	ctx := context.Background()
	slot, err := q.acquire(ctx, func(int) { t.Error("who comes first does not wait") })
	if err != nil || slot != 7 {
		t.Fatal(slot, err)
	}
	var mu sync.Mutex
	places := make([][]int, 3)
	var order []int
	var wg sync.WaitGroup
	cancels := make([]context.CancelFunc, 3)
	for i := range 3 {
		waiting, cancel := context.WithCancel(ctx)
		cancels[i] = cancel
		defer cancel()
		wg.Go(func() {
			slot, err := q.acquire(waiting, func(place int) {
				mu.Lock()
				defer mu.Unlock()
				places[i] = append(places[i], place)
			})
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				order = append(order, -i)
				return
			}
			order = append(order, i)
			q.release(slot)
		})
		waitFor(t, "a place in the queue", func() bool { mu.Lock(); defer mu.Unlock(); return len(places[i]) == 1 })
	}
	if _, err := q.acquire(ctx, nil); !errors.Is(err, errBusy) {
		t.Errorf("a fourth may wait: %v", err)
	}
	cancels[1]()
	waitFor(t, "the second to leave", func() bool { mu.Lock(); defer mu.Unlock(); return len(order) == 1 && len(places[2]) == 2 })
	q.release(slot)
	wg.Wait()
	if !slices.Equal(order, []int{-1, 0, 2}) {
		t.Errorf("order %v", order)
	}
	last := places[2][len(places[2])-1]
	if !slices.Equal(places[0], []int{0, -1}) || !slices.Equal(places[1], []int{1}) || !slices.Equal(places[2][:2], []int{2, 1}) || last != -1 {
		t.Errorf("places %v", places)
	}
	// The slot is free again, however it went.
	if slot, err := q.acquire(ctx, nil); err != nil || slot != 7 {
		t.Error(slot, err)
	}
}

// A spare slot goes to who comes while nobody waits, and to the few who wait, but not to a
// crowd.
func TestSpareSlot(t *testing.T) {
	q := newQueue([]int{1, 2}, 1, 9)
	ctx := context.Background()
	one, _ := q.acquire(ctx, nil)
	two, err := q.acquire(ctx, func(int) { t.Error("the second waits, though nobody did") })
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan int, 9)
	wait := func(n int) {
		for range n {
			queued := make(chan struct{}, 9)
			go func() {
				slot, _ := q.acquire(ctx, func(int) { queued <- struct{}{} })
				got <- slot
			}()
			<-queued
		}
	}
	busy := func(want int) {
		t.Helper()
		q.mu.Lock()
		defer q.mu.Unlock()
		if q.busy != want {
			t.Fatalf("%d slots are given away, %d wait: want %d", q.busy, len(q.waiting), want)
		}
	}
	wait(1)
	q.release(one) // one waits: he gets the spare slot
	one = <-got
	busy(2)
	wait(crowd + 1)
	q.release(one) // many wait: the spare slot stays free
	busy(1)
	q.release(two) // but not the other one
	two = <-got
	busy(1)
	q.release(two) // fewer than a crowd are left then: both are given away
	one, two = <-got, <-got
	busy(2)
	q.release(one)
	q.release(two)
	for range crowd + 1 - 3 {
		q.release(<-got)
	}
	if len(q.free) != 2 || q.busy != 0 {
		t.Errorf("%d slots are free, %d busy", len(q.free), q.busy)
	}
}

// Nobody loses a slot, whenever he leaves.
func TestQueueUnderChurn(t *testing.T) {
	for spare := range 2 {
		t.Run(fmt.Sprintf("%d spare", spare), func(t *testing.T) { churn(t, newQueue([]int{1, 2}, spare, 5000)) })
	}
}

func churn(t *testing.T, q *queue[int]) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	inside := map[int]bool{}
	for i := range 2000 {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i%7)*time.Millisecond)
			defer cancel()
			slot, err := q.acquire(ctx, nil)
			if err != nil {
				return
			}
			mu.Lock()
			if inside[slot] {
				t.Errorf("slot %d is given twice", slot)
			}
			inside[slot] = true
			mu.Unlock()
			time.Sleep(time.Duration(i%3) * 100 * time.Microsecond)
			mu.Lock()
			inside[slot] = false
			mu.Unlock()
			q.release(slot)
		})
	}
	wg.Wait()
	if len(q.free) != 2 || len(q.waiting) != 0 || q.busy != 0 {
		t.Errorf("%d slots are free, %d wait, %d busy", len(q.free), len(q.waiting), q.busy)
	}
}

func TestSessions(t *testing.T) {
	now := time.Unix(0, 0)
	s := newSessions(3, 100, time.Hour, func(n int) int { return n })
	s.now = func() time.Time { return now }
	a, b, c := s.add(10), s.add(20), s.add(30)
	if len(a) < 20 || a == b {
		t.Errorf("ids %q and %q can be guessed", a, b)
	}
	has := func(id string) bool { _, ok := s.byID[id]; return ok }
	if _, ok := s.get(a); !ok {
		t.Error("the first is gone")
	}
	d := s.add(10) // b was used least lately
	if has(b) || !has(a) || !has(c) || !has(d) {
		t.Error("the wrong one was dropped")
	}
	s.put(a, 70) // 110 bytes in all: c goes, used least lately
	if has(c) || !has(a) || !has(d) || s.bytes != 80 {
		t.Errorf("after one has grown: %d bytes", s.bytes)
	}
	s.put(c, 5)
	if has(c) {
		t.Error("what was dropped comes back")
	}
	now = now.Add(30 * time.Minute)
	s.get(a)
	now = now.Add(40 * time.Minute)
	if _, ok := s.get(d); ok {
		t.Error("one that was idle for an hour is there")
	}
	if n, ok := s.get(a); !ok || n != 70 {
		t.Error("one that was used is gone")
	}
	big := s.add(1000) // larger than all room: it is kept as long as it is the last one
	if !has(big) || has(a) || s.bytes != 1000 {
		t.Errorf("%d bytes", s.bytes)
	}
}
