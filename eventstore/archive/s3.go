package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// S3Options holds the credentials for a bucket.
type S3Options struct{ AccessKey, SecretKey string }

// bucket is a bucket of an object store that speaks the S3 protocol.
type bucket struct {
	client       *minio.Client
	name, prefix string
}

// openS3 opens s3://bucket/prefix?endpoint=host:port&region=...&insecure=true. insecure means HTTP without
// TLS, for a store on the same machine.
func openS3(u *url.URL, o S3Options) (Place, error) {
	q := u.Query()
	endpoint := q.Get("endpoint")
	if u.Host == "" || endpoint == "" {
		return nil, errors.New("a bucket is s3://bucket/prefix?endpoint=s3.example.com")
	}
	client, err := minio.New(endpoint, &minio.Options{
		Creds: credentials.NewStaticV4(o.AccessKey, o.SecretKey, ""), Secure: q.Get("insecure") != "true", Region: q.Get("region"),
	})
	if err != nil {
		return nil, fmt.Errorf("the object store: %w", err)
	}
	return &bucket{client: client, name: u.Host, prefix: strings.Trim(u.Path, "/")}, nil
}

// String implements Place.
func (b *bucket) String() string {
	return strings.TrimSuffix("s3://"+b.name+"/"+b.prefix, "/")
}

func (b *bucket) key(name string) string { return strings.TrimPrefix(b.prefix+"/"+name, "/") }

// Put implements Place.
func (b *bucket) Put(ctx context.Context, name string, content io.Reader, size int64) error {
	_, err := b.client.PutObject(ctx, b.name, b.key(name), content, size, minio.PutObjectOptions{ContentType: "application/octet-stream"})
	if err != nil {
		return fmt.Errorf("write to the archive: %w", err)
	}
	return nil
}

// Read implements Place.
func (b *bucket) Read(ctx context.Context, name string, offset, length int64) ([]byte, error) {
	var o minio.GetObjectOptions
	if err := o.SetRange(offset, offset+length-1); err != nil {
		return nil, fmt.Errorf("read from the archive: %w", err)
	}
	object, err := b.client.GetObject(ctx, b.name, b.key(name), o)
	if err != nil {
		return nil, b.failed(ctx, name, err)
	}
	defer func() { _ = object.Close() }() // nothing was written
	content := make([]byte, length)
	if _, err := io.ReadFull(object, content); err != nil {
		return nil, b.failed(ctx, name, err)
	}
	return content, nil
}

// Size implements Place.
func (b *bucket) Size(ctx context.Context, name string) (int64, error) {
	info, err := b.client.StatObject(ctx, b.name, b.key(name), minio.StatObjectOptions{})
	if err != nil {
		return 0, b.failed(ctx, name, err)
	}
	return info.Size, nil
}

func (b *bucket) failed(ctx context.Context, name string, err error) error {
	switch answer := minio.ToErrorResponse(err); {
	case answer.Code == "NoSuchBucket":
		return b.isAway(err)
	case answer.StatusCode == http.StatusNotFound, answer.Code == "NoSuchKey":
		// The answer to HEAD has no text, so a missing file and a missing bucket look the same.
		if exists, asked := b.client.BucketExists(ctx, b.name); asked == nil && !exists {
			return b.isAway(err)
		}
		return fmt.Errorf("%w %s", ErrMissing, full(b, name))
	case answer.Code == "InvalidRange", errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &AlteredError{File: full(b, name), Part: "its length"}
	}
	return fmt.Errorf("read from the archive: %w", err)
}

func (b *bucket) isAway(err error) error {
	return fmt.Errorf("the object store has no bucket %s: %w", b.name, err)
}
