package esdb

import (
	"context"
	"fmt"
	"sync"
	"time"

	"gateway/eventstore"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
	"github.com/sirupsen/logrus"
)

// probeRevision is the expected revision of an append that only tests for the right to append: no stream has
// it, so nothing is written.
const probeRevision eventstore.Revision = 1 << 40

// repeatDenied is the pause between two log lines saying that the server refuses the user.
const repeatDenied = time.Minute

// RightsError says that EventStoreDB denies the user a right that the gateway needs. Its text tells the
// operator what to do.
type RightsError struct {
	// User is the user of the connection string, "" if it names none.
	User string
	// Needs is the missing right, such as "read $all"; "log in" for an unknown user or a
	// wrong password.
	Needs string
	// Err is the server's refusal.
	Err error
}

// Error names the user, the missing right, and how to grant it.
func (e *RightsError) Error() string {
	who, todo := fmt.Sprintf("user %q", e.User), "grant it"
	if e.User == "" {
		who, todo = "a client without credentials", "name a user in the connection string"
	}
	if e.Needs == needsLogin {
		todo = "set the password in the connection string, or create the user"
	}
	return fmt.Sprintf("EventStoreDB does not let %s %s: %s, as deploy/EVENTSTOREDB.md says under \"The user and its rights\": %v",
		who, e.Needs, todo, e.Err)
}

// Unwrap returns the server's refusal.
func (e *RightsError) Unwrap() error { return e.Err }

const (
	needsLogin  = "log in"
	needsAll    = "read $all"
	needsWrite  = "append to streams"
	needsStream = "read streams"
)

// isDenied reports whether the server refused the user rather than the call.
func isDenied(err error) bool {
	code := codeOf(err)
	return code == client.ErrorCodeAccessDenied || code == client.ErrorCodeUnauthenticated
}

// asRightsError turns a refusal of the user into a RightsError and returns other errors
// as they are.
func (s *Store) asRightsError(needs string, err error) error {
	if !isDenied(err) {
		return err
	}
	if codeOf(err) == client.ErrorCodeUnauthenticated {
		needs = needsLogin
	}
	return &RightsError{User: s.pool.config.Username, Needs: needs, Err: err}
}

// checkRights returns a RightsError if the user may not do what the store will do later:
// append, read streams, and read the whole log. It writes nothing.
func (s *Store) checkRights(ctx context.Context) error {
	if _, err := s.readStreamOnce(ctx, identityStream, 0, eventstore.Forwards, 1); err != nil {
		return s.asRightsError(needsStream, err)
	}
	if _, err := s.readPageOnce(ctx, client.Backwards, client.End{}, 1); err != nil {
		return s.asRightsError(needsAll, err)
	}
	_, err := s.appendOnce(ctx, identityStream, probeRevision, []client.EventData{
		{EventID: uuid.New(), EventType: identityType, ContentType: client.ContentTypeJson, Data: []byte("{}")},
	})
	if codeOf(err) == client.ErrorCodeWrongExpectedVersion {
		return nil
	}
	return s.asRightsError(needsWrite, err)
}

// refusals writes a log line when the server begins to refuse the user, each minute while it does, and when
// the refusal has ended.
type refusals struct {
	log logrus.FieldLogger

	mu   sync.Mutex
	last time.Time // time of the last line; zero while the user is not refused
}

// notice records the outcome of a call.
func (r *refusals) notice(user, operation string, err error) {
	denied := isDenied(err)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case denied && time.Since(r.last) >= repeatDenied:
		r.last = time.Now()
		r.log.WithError(err).WithField("user", user).WithField("call", operation).
			Error("EventStoreDB refuses the gateway's user: its rights were taken away, or its password was changed. " +
				"Requests that need the log are answered 503 until an administrator gives them back")
	case err == nil && !r.last.IsZero():
		r.last = time.Time{}
		r.log.WithField("user", user).Info("EventStoreDB accepts the gateway's user again")
	}
}
