package server

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"gateway/eventstore"
)

// Refusal is an error as EventStoreDB gives it: a status, and trailers by which
// clients tell one from another. Serve's interceptors send both.
type Refusal struct {
	code     codes.Code
	text     string
	trailers metadata.MD
}

func (r *Refusal) Error() string { return r.text }

// GRPCStatus makes gRPC answer with the status.
func (r *Refusal) GRPCStatus() *status.Status { return status.New(r.code, r.text) }

func newRefusal(code codes.Code, text, exception string, trailers ...string) *Refusal {
	return &Refusal{code: code, text: text, trailers: metadata.Pairs(append(trailers, "exception", exception)...)}
}

// NotLeader sends a client to the node that leads.
func NotLeader(host string, port int) *Refusal {
	return newRefusal(codes.NotFound, "Leader info available", "not-leader",
		"leader-endpoint-host", host, "leader-endpoint-port", strconv.Itoa(port))
}

var errAccessDenied = newRefusal(codes.PermissionDenied, "Access Denied", "access-denied")

func errTooLarge() *Refusal {
	return newRefusal(codes.InvalidArgument, fmt.Sprintf("Maximum Append Size of %d Exceeded.", maxAppendSize),
		"maximum-append-size-exceeded", "maximum-append-size", strconv.Itoa(maxAppendSize))
}

func errNoProperty(name string) *Refusal {
	return newRefusal(codes.InvalidArgument, fmt.Sprintf("Required Metadata Property '%s' is missing", name),
		"missing-required-metadata-property", "required-metadata-properties", propertyType+","+propertyContentType)
}

// deletedError: the stream has a tombstone, or it is deleted and was expected to
// exist.
type deletedError struct{ stream string }

func (e *deletedError) Error() string { return fmt.Sprintf("Event stream '%s' is deleted.", e.stream) }

func (e *deletedError) refusal() *Refusal {
	return newRefusal(codes.FailedPrecondition, e.Error(), "stream-deleted", "stream-name", e.stream)
}

// versionError: the stream is not at the revision that was expected.
type versionError struct {
	stream           string
	expected, actual int64
}

func (e *versionError) Error() string {
	return fmt.Sprintf("stream %s is at %d, not at %d", e.stream, e.actual, e.expected)
}

// refusal is what deletes answer; appends have a message for it.
func (e *versionError) refusal() *Refusal {
	text := fmt.Sprintf("Delete failed due to WrongExpectedVersion. Stream: %s, Expected version: %d, Actual version: %d",
		e.stream, e.expected, e.actual)
	return newRefusal(codes.FailedPrecondition, text, "wrong-expected-version", "stream-name", e.stream,
		"expected-version", strconv.FormatInt(e.expected, 10), "actual-version", strconv.FormatInt(e.actual, 10))
}

// answer turns what a handler failed with into what the client is told.
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

func statusOfUnary(
	ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler,
) (any, error) {
	resp, err := next(ctx, req)
	err = toStatus(err)
	if r, ok := errors.AsType[*Refusal](err); ok {
		_ = grpc.SetTrailer(ctx, r.trailers) // fails only outside of a call
	}
	return resp, err
}

func statusOfStream(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	err := toStatus(next(srv, stream))
	if r, ok := errors.AsType[*Refusal](err); ok {
		stream.SetTrailer(r.trailers)
	}
	return err
}
