package postgres_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"gateway/eventstore/archive"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// objectStore starts an object store with one bucket, behind a proxy that may corrupt its answers.
func objectStore(t *testing.T, spoil func(*http.Response) error) (address string) {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("books"); err != nil {
		t.Fatal(err)
	}
	store := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(store.Close)
	to, err := url.Parse(store.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.ModifyResponse = spoil
	front := httptest.NewServer(proxy)
	t.Cleanup(front.Close)
	return "s3://books/gateway?insecure=true&region=local&endpoint=" + strings.TrimPrefix(front.URL, "http://")
}

// inBucket returns a log with two full ranges, whose archive is the bucket.
func inBucket(t *testing.T, address string) *archivedLog {
	t.Helper()
	l := &archivedLog{t: t, dsn: postgrestest.DatabaseWithRanges(t, 10), dir: address}
	l.store = l.open()
	l.ranges = postgres.NewRanges(l.store, connect(t, l.dsn), postgres.Keep{})
	mustAppend(t, l.store, "filler", events(25)...)
	l.all = l.read()
	l.seal()
	return l
}

func TestAStoreThatDoesNotKeepWhatIsWrittenIsNamedAndTheRangeStays(t *testing.T) {
	t.Parallel()
	change := func(r *http.Response, edit func([]byte) []byte) error {
		content, err := io.ReadAll(r.Body)
		if err != nil {
			return err
		}
		content = edit(content)
		r.Body = io.NopCloser(bytes.NewReader(content))
		r.ContentLength = int64(len(content))
		r.Header.Set("Content-Length", strconv.Itoa(len(content)))
		return nil
	}
	for name, spoil := range map[string]func(*http.Response) error{
		"it alters a byte": func(r *http.Response) error {
			if r.Request.Method != http.MethodGet || r.StatusCode >= 300 {
				return nil
			}
			return change(r, func(b []byte) []byte { b[0] ^= 1; return b })
		},
		"it keeps the signatures of the transfer in the file": func(r *http.Response) error {
			if r.Request.Method == http.MethodHead && r.StatusCode < 300 {
				n, err := strconv.Atoi(r.Header.Get("Content-Length"))
				r.Header.Set("Content-Length", strconv.Itoa(n+300))
				r.ContentLength = int64(n + 300)
				return err
			}
			return nil
		},
		"it forgets the file": func(r *http.Response) error {
			if r.Request.Method == http.MethodHead {
				r.StatusCode, r.Status = http.StatusNotFound, "404 Not Found"
			}
			return nil
		},
	} {
		l := inBucket(t, objectStore(t, spoil))
		_, err := l.ranges.Archive(t.Context(), 0, nil)
		if _, ok := errors.AsType[*postgres.UnsoundStoreError](err); !ok || !strings.Contains(err.Error(), "s3://books/gateway does not give back what was just written to it") {
			t.Errorf("%s: %v", name, err)
		}
		if got := strings.Join(l.states(), " "); !strings.HasPrefix(got, "sealed sealed") {
			t.Errorf("%s: the ranges are %s", name, got)
		}
		if again := l.read(); len(again) != len(l.all) {
			t.Errorf("%s: %d events, want %d", name, len(again), len(l.all))
		}
	}
}

// A bucket that refuses the login, and a bucket that does not answer, are both unreachable.
func TestABucketThatRefusesIsUnreachable(t *testing.T) {
	t.Parallel()
	var refuses atomic.Bool
	l := inBucket(t, objectStore(t, func(r *http.Response) error {
		if refuses.Load() {
			r.StatusCode, r.Status = http.StatusForbidden, "403 Forbidden"
			r.Body = io.NopCloser(strings.NewReader("<Error><Code>SignatureDoesNotMatch</Code><Message>The signature does not match.</Message></Error>"))
			r.Header.Del("Content-Length")
		}
		return nil
	}))
	l.archive(0)
	if err := l.open().CheckArchive(t.Context()); err != nil {
		t.Errorf("a sound bucket: %v", err)
	}
	refuses.Store(true)
	err := l.open().CheckArchive(t.Context())
	if err == nil || errors.Is(err, archive.ErrMissing) || isAltered(err) {
		t.Errorf("a bucket that refuses the login: %v", err)
	}
	_, err = l.ranges.Archive(t.Context(), 0, nil)
	if err == nil || !strings.Contains(err.Error(), "range 2, which is archived, can't be found, so nothing is moved there") {
		t.Errorf("archive with a wrong login: %v", err)
	}
}

func isAltered(err error) bool {
	_, ok := errors.AsType[*archive.AlteredError](err)
	return ok
}
