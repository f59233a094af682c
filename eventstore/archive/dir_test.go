package archive_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"gateway/eventstore/archive"
)

// A FIFO without a writer stands for a network file system whose server is gone: opening it never returns.
func TestADirectoryThatHangsHoldsNoCallLongerThanItsContext(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	p, err := archive.OpenPlace(root, archive.S3Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Put(t.Context(), "log/sound", bytes.NewReader([]byte("abc")), 3); err != nil {
		t.Fatal(err)
	}
	hangs := filepath.Join(root, "log", "hangs")
	if err := syscall.Mkfifo(hangs, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	ended := make(chan error)
	const calls = 40 // more than may hang at once
	for range calls {
		go func() {
			_, err := p.Read(ctx, "log/hangs", 0, 1)
			ended <- err
		}()
	}
	for range calls {
		if err := <-ended; !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a read that hangs: %v", err)
		}
	}
	if _, err := p.Size(ctx, "log/sound"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the size of a file after the time is up: %v", err)
	}

	writer, err := os.OpenFile(hangs, os.O_RDWR, 0) // lets the hanging reads continue
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = writer.Close() })
	if n, err := p.Size(t.Context(), "log/sound"); err != nil || n != 3 {
		t.Errorf("the directory answers again: %d, %v", n, err)
	}
}
