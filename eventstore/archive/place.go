package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
)

// Place holds files. It is safe for concurrent use.
type Place interface {
	// Put writes a whole file durably, and replaces a file with the same name.
	Put(ctx context.Context, name string, content io.Reader, size int64) error
	// Read returns length bytes of a file from the offset. Errors: ErrMissing, ErrNotMounted (wrapped).
	Read(ctx context.Context, name string, offset, length int64) ([]byte, error)
	// Size returns the length of a file. Errors: ErrMissing, ErrNotMounted (wrapped).
	Size(ctx context.Context, name string) (int64, error)
	// String returns a name of the place for people, without secrets.
	String() string
}

// ErrMissing says that the archive lacks a file.
var ErrMissing = errors.New("the archive lacks the file")

// ErrNotMounted says that the directory of an archive contains nothing of the log, so it is probably not
// mounted.
var ErrNotMounted = errors.New("nothing of the log is in the archive's directory: is it mounted?")

// AlteredError says that a file differs from what was written.
type AlteredError struct {
	// File is the name of the file, including its place.
	File string
	// Part is the piece that differs.
	Part string
}

func (e *AlteredError) Error() string {
	return fmt.Sprintf("the archive's file %s is not as it was written: %s differs", e.File, e.Part)
}

// OpenPlace opens the place that a URL names: s3://bucket/prefix?endpoint=host:port for a bucket, or the path
// of a directory, which is created with the first file. It does not connect yet.
func OpenPlace(raw string, o S3Options) (Place, error) {
	if !strings.HasPrefix(raw, "s3://") {
		return newDir(raw), nil
	}
	u, err := url.Parse(raw)
	if err != nil {
		return nil, errors.New("it is no URL such as s3://bucket/prefix?endpoint=s3.example.com")
	}
	return openS3(u, o)
}

// full returns the name of a file including its place.
func full(p Place, name string) string { return p.String() + "/" + name }
