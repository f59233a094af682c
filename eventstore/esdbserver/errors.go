package esdbserver

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"gateway/eventstore"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// refusal is an error of EventStoreDB: a gRPC status, and trailers by which clients recognise it. The
// server's interceptors send the trailers.
type refusal struct {
	code     codes.Code
	text     string
	trailers metadata.MD
}

func (r *refusal) Error() string { return r.text }

// GRPCStatus returns the status that gRPC sends.
func (r *refusal) GRPCStatus() *status.Status { return status.New(r.code, r.text) }

func newRefusal(code codes.Code, text, exception string, trailers ...string) *refusal {
	return &refusal{code: code, text: text, trailers: metadata.Pairs(append(trailers, "exception", exception)...)}
}

var errAccessDenied = newRefusal(codes.PermissionDenied, "Access Denied", "access-denied")

func errTooLarge() *refusal {
	return newRefusal(codes.InvalidArgument, fmt.Sprintf("Maximum Append Size of %d Exceeded.", maxAppendSize),
		"maximum-append-size-exceeded", "maximum-append-size", strconv.Itoa(maxAppendSize))
}

func errNoProperty(name string) *refusal {
	return newRefusal(codes.InvalidArgument, fmt.Sprintf("Required Metadata Property '%s' is missing", name),
		"missing-required-metadata-property", "required-metadata-properties", propertyType+","+propertyContentType)
}

// deletedError says that the stream has a tombstone, or is soft-deleted and was expected
// to exist.
type deletedError struct{ stream string }

func (e *deletedError) Error() string { return fmt.Sprintf("Event stream '%s' is deleted.", e.stream) }

func (e *deletedError) refusal() *refusal {
	return newRefusal(codes.FailedPrecondition, e.Error(), "stream-deleted", "stream-name", e.stream)
}

// versionError says that the stream is not at the expected revision.
type versionError struct {
	stream           string
	expected, actual int64
}

// WrongRevision returns the refusal of an append to a stream that is not at the expected revision, for
// implementations of Node.
func WrongRevision(stream string, expected, actual int64) error {
	return &versionError{stream: stream, expected: expected, actual: actual}
}

func (e *versionError) Error() string {
	return fmt.Sprintf("stream %s is at %d, not at %d", e.stream, e.actual, e.expected)
}

// refusal returns the error of Delete and Tombstone. Append replies with appendConflict.
func (e *versionError) refusal() *refusal {
	text := fmt.Sprintf("Delete failed due to WrongExpectedVersion. Stream: %s, Expected version: %d, Actual version: %d",
		e.stream, e.expected, e.actual)
	return newRefusal(codes.FailedPrecondition, text, "wrong-expected-version", "stream-name", e.stream,
		"expected-version", strconv.FormatInt(e.expected, 10), "actual-version", strconv.FormatInt(e.actual, 10))
}

// toStatus turns an error of a handler into the error that the client gets.
func toStatus(err error) error {
	var deleted *deletedError
	var version *versionError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &deleted):
		return deleted.refusal()
	case errors.As(err, &version):
		return version.refusal()
	case errors.Is(err, eventstore.ErrTooLarge):
		return errTooLarge()
	case errors.Is(err, eventstore.ErrUnavailable), errors.Is(err, eventstore.ErrClosed):
		return status.Error(codes.Unavailable, "Server Is Not Ready")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return status.FromContextError(err).Err()
	}
	if _, known := status.FromError(err); known {
		return err
	}
	return status.Error(codes.Unknown, err.Error())
}

// statusOfUnary is the interceptor that applies toStatus to calls with one reply.
func statusOfUnary(
	ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler,
) (any, error) {
	resp, err := next(ctx, req)
	err = toStatus(err)
	if r, ok := errors.AsType[*refusal](err); ok {
		_ = grpc.SetTrailer(ctx, r.trailers) // fails only outside of a call
	}
	return resp, err
}

// statusOfStream is the interceptor that applies toStatus to streaming calls.
func statusOfStream(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	err := toStatus(next(srv, stream))
	if r, ok := errors.AsType[*refusal](err); ok {
		stream.SetTrailer(r.trailers)
	}
	return err
}
