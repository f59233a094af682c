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

// dir is a directory.
type dir string

// String implements Place.
func (d dir) String() string { return string(d) }

func (d dir) path(name string) string { return filepath.Join(string(d), filepath.FromSlash(name)) }

// Put implements Place. The file has its name only when all of it is on the disk.
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
			_ = os.Remove(f.Name())
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

// makeDir makes a directory, and those above it, so that they outlast a power failure.
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

// syncDir makes the names of a directory durable.
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
func (d dir) Read(_ context.Context, name string, offset, length int64) ([]byte, error) {
	f, err := os.Open(d.path(name))
	if err != nil {
		return nil, d.failed(name, err)
	}
	defer func() { _ = f.Close() }() // it was only read
	b := make([]byte, length)
	if _, err := f.ReadAt(b, offset); err != nil {
		return nil, d.failed(name, err)
	}
	return b, nil
}

// Size implements Place.
func (d dir) Size(_ context.Context, name string) (int64, error) {
	info, err := os.Stat(d.path(name))
	if err != nil {
		return 0, d.failed(name, err)
	}
	return info.Size(), nil
}

func (d dir) failed(name string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		// The folder of the log was made with its first file, and stays.
		if _, err := os.Stat(filepath.Dir(d.path(name))); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w %s", ErrNotMounted, d)
		}
		return fmt.Errorf("%w %s", ErrMissing, full(d, name))
	case errors.Is(err, io.EOF):
		return &AlteredError{File: full(d, name), Part: "its length"}
	}
	return fmt.Errorf("read from the archive: %w", err)
}
