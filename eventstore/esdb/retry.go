package esdb

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"gateway/eventstore"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// minPause and maxPause limit the pause between two attempts of a call. It doubles each time.
const minPause, maxPause = 5 * time.Millisecond, 500 * time.Millisecond

// errRaced says that another append came between a read and an append that depends on it. The call is
// repeated.
var errRaced = errors.New("the stream moved while an append was checked")

// codeOf returns the client's code of an error, ErrorCodeUnknown if it has none.
func codeOf(err error) client.ErrorCode {
	if e, ok := errors.AsType[*client.Error](err); ok {
		return e.Code()
	}
	return client.ErrorCodeUnknown
}

// isNoStream reports whether the server said that the stream does not exist. It says so with a message within
// the read. A node without a leader answers with gRPC's NotFound, to which the client gives the same code.
func isNoStream(err error) bool {
	return codeOf(err) == client.ErrorCodeResourceNotFound && status.Code(err) != codes.NotFound
}

// isDefinite reports whether the server has decided and would decide the same again.
// Every other error (Unavailable, Aborted, DeadlineExceeded, Unknown, EOF, not leader, a
// client that hangs or is closed) leaves the outcome unknown.
func isDefinite(err error) bool {
	switch codeOf(err) {
	case client.ErrorCodeWrongExpectedVersion, client.ErrorCodeStreamDeleted, client.ErrorCodeAccessDenied,
		client.ErrorCodeUnauthenticated, client.ErrorCodeUnsupportedFeature, client.ErrorCodeParsing:
		return true
	}
	return isDecided(err) || status.Code(err) == codes.InvalidArgument || errors.Is(err, eventstore.ErrClosed) ||
		errors.Is(err, eventstore.ErrNoPosition)
}

// isDecided reports whether the stream itself was compared with the append, so that the
// outcome of all its attempts is known.
func isDecided(err error) bool {
	_, conflict := errors.AsType[*eventstore.ConflictError](err)
	return conflict || errors.Is(err, eventstore.ErrPartialRetry)
}

// isNotSent reports whether an attempt certainly wrote nothing: it did not begin, or the node refused it
// because it does not lead.
func isNotSent(err error) bool {
	return codeOf(err) == client.ErrorCodeNotLeader || errors.Is(err, errBroken)
}

// retry repeats f until its outcome is definite. It returns ErrUnavailable (wrapped) after Config.RetryFor,
// ErrUnavailable and ErrClosed if the store closes, and the context's error if the context ends.
func retry[T any](ctx context.Context, s *Store, f func() (T, error)) (T, error) {
	return retryUntil(ctx, s, isDefinite, func() bool { return false }, f)
}

// retryAppend is retry for an append. After an attempt whose outcome is unknown, a refusal of a later attempt
// says nothing about the earlier one: only a success, or a look into the stream, then ends the retries. If
// the store closes, they go on for closeLinger, to learn the outcome.
func retryAppend[T any](ctx context.Context, s *Store, f func() (T, error)) (T, error) {
	unknown := false
	return retryUntil(ctx, s, func(err error) bool {
		if unknown {
			return isDecided(err)
		}
		definite := isDefinite(err)
		unknown = !definite && !isNotSent(err)
		return definite
	}, func() bool { return unknown }, f)
}

// closeLinger is how long an append whose outcome is unknown is repeated after the store
// began to close.
const closeLinger = 3 * time.Second

// retryUntil repeats f until it succeeds or its error is definite. unknown reports whether
// an attempt may have had an effect.
func retryUntil[T any](
	ctx context.Context, s *Store, definite func(error) bool, unknown func() bool, f func() (T, error),
) (none T, _ error) {
	deadline, quit := time.Now().Add(s.retryFor), s.quit
	for pause := minPause; ; pause = min(2*pause, maxPause) {
		value, err := f()
		switch {
		case err == nil:
			return value, nil
		case ctx.Err() != nil:
			return none, ctx.Err()
		case definite(err):
			return none, err
		case time.Now().Add(pause).After(deadline):
			return none, fmt.Errorf("%w: %w", eventstore.ErrUnavailable, err)
		}
		select {
		case <-time.After(pause/2 + rand.N(pause)):
		case <-ctx.Done():
			return none, ctx.Err()
		case <-quit:
			if !unknown() {
				return none, fmt.Errorf("%w: %w: %w", eventstore.ErrUnavailable, eventstore.ErrClosed, err)
			}
			quit = nil
			if end := time.Now().Add(closeLinger); end.Before(deadline) {
				deadline = end
			}
		}
	}
}
