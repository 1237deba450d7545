package program

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blindsight/experiment/store"
)

// A collection that is interrupted keeps what it has found, and goes on where it was: the
// file is the same in the end.
func TestCollectInterrupted(t *testing.T) {
	whole, part := filepath.Join(t.TempDir(), "whole.jsonl"), filepath.Join(t.TempDir(), "part.jsonl")
	args := func(out string, more ...string) []string {
		return append([]string{
			"kriegspiel", "collect", "--depths", "3", "--mates", "2", "--near", "2", "--white", "greedy", "--black", "greedy",
			"--drop", "500", "--seed", "3", "--workers", "1", "--out", out,
		}, more...)
	}
	if code := run(context.Background(), args(whole), strings.NewReader(""), io.Discard, io.Discard); code != exitFine {
		t.Fatalf("exit %d", code)
	}
	want, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if w, err := store.ReadWork(part + ".record"); err == nil {
				if w.Len() >= 2 {
					cancel()
				}
				w.Close()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	var errors strings.Builder
	code := run(ctx, args(part), strings.NewReader(""), io.Discard, &errors)
	cancel()
	got, err := os.ReadFile(part)
	if err != nil {
		t.Fatal(err)
	}
	if code != exitFailed || !strings.Contains(errors.String(), "interrupted: what was found is kept") {
		t.Fatalf("exit %d, %s", code, errors.String())
	}
	if len(got) == len(want) || !bytes.HasPrefix(want, got) || len(got) > 0 && got[len(got)-1] != '\n' {
		t.Errorf("interrupted, the file has %d bytes of %d", len(got), len(want))
	}
	if code := run(context.Background(), args(part), strings.NewReader(""), io.Discard, io.Discard); code != exitUsage {
		t.Errorf("begun anew beside the record: exit %d", code)
	}
	// A process that is killed leaves the record alone.
	if err := os.Remove(part); err != nil {
		t.Fatal(err)
	}
	if code := run(context.Background(), args(part, "--resume"), strings.NewReader(""), io.Discard, io.Discard); code != exitFine {
		t.Fatalf("resumed: exit %d", code)
	}
	if got, _ = os.ReadFile(part); !bytes.Equal(got, want) {
		t.Errorf("resumed:\n%s\nat once:\n%s", got, want)
	}
	if _, err := os.Stat(part + ".record"); !os.IsNotExist(err) {
		t.Errorf("the record of a collection that is finished: %v", err)
	}
}
