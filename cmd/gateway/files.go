package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// inputFile opens a file for reading. The name - means standard input.
func inputFile(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(os.Stdin), nil
	}
	return os.Open(name)
}

// writeFile writes a file under a temporary name, and renames it when it is complete and on disk. The name -
// means stdout.
func writeFile(name string, stdout io.Writer, write func(io.Writer) error) error {
	if name == "-" {
		return write(stdout)
	}
	part, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".part-*")
	if err != nil {
		return err
	}
	if err := errors.Join(write(part), part.Sync(), part.Close()); err != nil {
		return errors.Join(err, os.Remove(part.Name()))
	}
	return os.Rename(part.Name(), name)
}
