package esdb

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"gateway/eventstore"
)

const (
	callTimeout = 10 * time.Second
	readTimeout = 30 * time.Second
	// Between the repetitions of a call.
	minPause, maxPause = 5 * time.Millisecond, 500 * time.Millisecond
)

// errRaced: the stream was not where an append expected it, and then it was.
var errRaced = errors.New("the stream moved while an append was checked")

// code is the client's code of an error, ErrorCodeUnknown when there is none.
func code(err error) client.ErrorCode {
	if e, ok := errors.AsType[*client.Error](err); ok {
		return e.Code()
	}
	return client.ErrorCodeUnknown
}

// isDefinite: the server has decided, and would decide the same again. All else
// (Unavailable, Aborted, DeadlineExceeded, Unknown, EOF, a hung or closed client, a
// node that doesn't lead) says nothing about the outcome.
func isDefinite(err error) bool {
	switch code(err) {
	case client.ErrorCodeWrongExpectedVersion, client.ErrorCodeStreamDeleted, client.ErrorCodeResourceNotFound,
		client.ErrorCodeAccessDenied, client.ErrorCodeUnauthenticated, client.ErrorCodeUnsupportedFeature,
		client.ErrorCodeParsing:
		return true
	}
	_, conflict := errors.AsType[*eventstore.ConflictError](err)
	return conflict || status.Code(err) == codes.InvalidArgument ||
		errors.Is(err, eventstore.ErrPartialRetry) || errors.Is(err, eventstore.ErrClosed)
}

// insist repeats f until its outcome is definite, or patience ends.
func insist[T any](ctx context.Context, s *Store, f func() (T, error)) (none T, _ error) {
	deadline := time.Now().Add(s.patience)
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
