package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// dir is an archive in a directory.
type dir struct {
	root string
	// reads holds a value for each read of the file system that is under way. A read that hangs keeps its
	// thread.
	reads chan struct{}
}

// mostReads limits how many reads may hang at once. Further reads wait for one of them to end.
const mostReads = 32

func newDir(root string) dir { return dir{root: root, reads: make(chan struct{}, mostReads)} }

// String implements Place.
func (d dir) String() string { return d.root }

func (d dir) path(name string) string { return filepath.Join(d.root, filepath.FromSlash(name)) }

// Put implements Place. The file gets its name only once all of it is on the disk.
func (d dir) Put(_ context.Context, name string, content io.Reader, size int64) (err error) {
	path := d.path(name)
	if err := makeDir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("make the archive's directory: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".draft-*")
	if err != nil {
		return fmt.Errorf("write to the archive: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	n, err := io.Copy(f, content)
	if err == nil && n != size {
		err = io.ErrUnexpectedEOF
	}
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("write to the archive: %w", err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("write to the archive: %w", err)
	}
	return syncDir(filepath.Dir(path))
}

// makeDir makes a directory and its missing parents, and makes them durable, so that they survive a power
// failure.
func makeDir(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	above := filepath.Dir(path)
	if err := makeDir(above); err != nil {
		return err
	}
	if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncDir(above)
}

// syncDir makes the entries of a directory durable.
func syncDir(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("write to the archive: %w", err)
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("write to the archive: %w", err)
	}
	return nil
}

// Read implements Place.
func (d dir) Read(ctx context.Context, name string, offset, length int64) ([]byte, error) {
	return within(ctx, d, func() ([]byte, error) {
		f, err := os.Open(d.path(name))
		if err != nil {
			return nil, d.failed(name, err)
		}
		defer func() { _ = f.Close() }() // nothing was written
		b := make([]byte, length)
		if _, err := f.ReadAt(b, offset); err != nil {
			return nil, d.failed(name, err)
		}
		return b, nil
	})
}

// Size implements Place.
func (d dir) Size(ctx context.Context, name string) (int64, error) {
	return within(ctx, d, func() (int64, error) {
		info, err := os.Stat(d.path(name))
		if err != nil {
			return 0, d.failed(name, err)
		}
		return info.Size(), nil
	})
}

// within runs a read of the file system, and returns when the read or ctx ends. A read that hangs, because
// the machine that holds the directory is gone, continues without its caller.
func within[T any](ctx context.Context, d dir, read func() (T, error)) (value T, err error) {
	select {
	case d.reads <- struct{}{}:
	case <-ctx.Done():
		return value, fmt.Errorf("read from the archive: %w", ctx.Err())
	}
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() { <-d.reads }()
		value, err := read()
		done <- outcome{value, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		return value, fmt.Errorf("read from the archive: %w", ctx.Err())
	}
}

func (d dir) failed(name string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		// The folder of the log is made with its first file and never removed.
		if _, err := os.Stat(filepath.Dir(d.path(name))); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w %s", ErrNotMounted, d)
		}
		return fmt.Errorf("%w %s", ErrMissing, full(d, name))
	case errors.Is(err, io.EOF):
		return &AlteredError{File: full(d, name), Part: "its length"}
	}
	return fmt.Errorf("read from the archive: %w", err)
}
