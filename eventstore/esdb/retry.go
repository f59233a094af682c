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

// minPause and maxPause bound the pause between two attempts of a call. It doubles each
// time.
const minPause, maxPause = 5 * time.Millisecond, 500 * time.Millisecond

// errRaced says that another append came between a read and an append that depends on
// it. The call is repeated.
var errRaced = errors.New("the stream moved while an append was checked")

// codeOf returns the client's code of an error, ErrorCodeUnknown when it has none.
func codeOf(err error) client.ErrorCode {
	if e, ok := errors.AsType[*client.Error](err); ok {
		return e.Code()
	}
	return client.ErrorCodeUnknown
}

// isDefinite reports whether the server has decided and would decide the same again.
// Every other error (Unavailable, Aborted, DeadlineExceeded, Unknown, EOF, not leader, a
// client that hangs or is closed) leaves the outcome unknown.
func isDefinite(err error) bool {
	switch codeOf(err) {
	case client.ErrorCodeWrongExpectedVersion, client.ErrorCodeStreamDeleted, client.ErrorCodeResourceNotFound,
		client.ErrorCodeAccessDenied, client.ErrorCodeUnauthenticated, client.ErrorCodeUnsupportedFeature,
		client.ErrorCodeParsing:
		return true
	}
	_, conflict := errors.AsType[*eventstore.ConflictError](err)
	return conflict || status.Code(err) == codes.InvalidArgument ||
		errors.Is(err, eventstore.ErrPartialRetry) || errors.Is(err, eventstore.ErrClosed)
}

// retry repeats f until its outcome is definite. It returns ErrUnavailable (wrapped)
// after Config.RetryFor or when the store closes, and the context's error when that ends.
func retry[T any](ctx context.Context, s *Store, f func() (T, error)) (none T, _ error) {
	deadline := time.Now().Add(s.retryFor)
	for pause := minPause; ; pause = min(2*pause, maxPause) {
		value, err := f()
		switch {
		case err == nil:
			return value, nil
		case ctx.Err() != nil:
			return none, ctx.Err()
		case isDefinite(err):
			return none, err
		case time.Now().Add(pause).After(deadline):
			return none, fmt.Errorf("%w: %w", eventstore.ErrUnavailable, err)
		}
		select {
		case <-time.After(pause/2 + rand.N(pause)):
		case <-ctx.Done():
			return none, ctx.Err()
		case <-s.quit:
			return none, fmt.Errorf("%w: %w", eventstore.ErrUnavailable, err)
		}
	}
}
