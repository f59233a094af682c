package archive_test

import (
	"bytes"
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/eventstore/archive"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

func places(t *testing.T) map[string]archive.Place {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("books"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	endpoint := strings.TrimPrefix(server.URL, "http://")
	all := make(map[string]archive.Place)
	for name, url := range map[string]string{
		"a directory": t.TempDir(),
		"a bucket":    "s3://books/gateway?insecure=true&region=local&endpoint=" + endpoint,
	} {
		p, err := archive.OpenPlace(url, archive.S3Options{AccessKey: "key", SecretKey: "secret"})
		if err != nil {
			t.Fatal(err)
		}
		all[name] = p
	}
	return all
}

func TestAPlaceGivesBackWhatWasPut(t *testing.T) {
	t.Parallel()
	content := bytes.Repeat([]byte("0123456789"), 200_000)
	for name, p := range places(t) {
		ctx := context.Background()
		absent := archive.ErrMissing
		if name == "a directory" { // a directory without the log's folder may be a mount that is missing
			absent = archive.ErrNotMounted
		}
		if _, err := p.Size(ctx, "a/b"); !errors.Is(err, absent) || !strings.Contains(err.Error(), p.String()) {
			t.Errorf("%s: the size of a file where nothing is: %v", name, err)
		}
		if _, err := p.Read(ctx, "a/b", 0, 1); !errors.Is(err, absent) {
			t.Errorf("%s: a file where nothing is: %v", name, err)
		}
		for _, n := range []int{5, len(content)} { // the second file replaces the first
			if err := p.Put(ctx, "a/b", bytes.NewReader(content[:n]), int64(n)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if size, err := p.Size(ctx, "a/b"); err != nil || size != int64(n) {
				t.Errorf("%s: %d bytes, %v", name, size, err)
			}
		}
		if _, err := p.Size(ctx, "a/c"); !errors.Is(err, archive.ErrMissing) || !strings.Contains(err.Error(), p.String()+"/a/c") {
			t.Errorf("%s: the size of a missing file: %v", name, err)
		}
		if _, err := p.Read(ctx, "a/c", 0, 1); !errors.Is(err, archive.ErrMissing) {
			t.Errorf("%s: a missing file: %v", name, err)
		}
		if got, err := p.Read(ctx, "a/b", 123_456, 1_000); err != nil || !bytes.Equal(got, content[123_456:124_456]) {
			t.Errorf("%s: read %d bytes, %v", name, len(got), err)
		}
		if _, err := p.Read(ctx, "a/b", int64(len(content))-5, 10); !asAltered(err) {
			t.Errorf("%s: beyond the end: %v", name, err)
		}
	}
}

// A missing bucket counts as unreachable: no file is reported as lost, as with a directory that is not
// mounted.
func TestABucketThatIsNotThereIsNotAMissingFile(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(gofakes3.New(s3mem.New()).Server())
	t.Cleanup(server.Close)
	p, err := archive.OpenPlace("s3://books/gateway?insecure=true&region=local&endpoint="+strings.TrimPrefix(server.URL, "http://"),
		archive.S3Options{AccessKey: "key", SecretKey: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	_, size := p.Size(t.Context(), "a/b")
	_, read := p.Read(t.Context(), "a/b", 0, 1)
	for _, err := range []error{size, read} {
		if err == nil || errors.Is(err, archive.ErrMissing) || !strings.Contains(err.Error(), "bucket books") {
			t.Errorf("a bucket that is not there: %v", err)
		}
	}
}

func asAltered(err error) bool {
	_, ok := errors.AsType[*archive.AlteredError](err)
	return ok
}

func TestABucketNeedsAnEndpoint(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"s3://", "s3://books", "s3://books/x?region=a", "s3://%zz?endpoint=a"} {
		if _, err := archive.OpenPlace(url, archive.S3Options{}); err == nil {
			t.Errorf("%s was taken", url)
		}
	}
}
