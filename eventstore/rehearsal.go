package eventstore

import (
	"context"
	"errors"
)

// ErrRehearsed ends a command under Rehearse that would have appended events.
var ErrRehearsed = errors.New("the command was decided, and nothing was appended")

type rehearsalKey struct{}

// Rehearse returns a context under which Execute appends nothing: a command that decides events ends with
// ErrRehearsed; every other command ends as usual.
func Rehearse(ctx context.Context) context.Context {
	return context.WithValue(ctx, rehearsalKey{}, true)
}

// Perform returns a context under which Execute appends, even inside a rehearsal. It is for commands without
// a business effect, such as the reservation of ids.
func Perform(ctx context.Context) context.Context {
	if !rehearses(ctx) {
		return ctx
	}
	return context.WithValue(ctx, rehearsalKey{}, false)
}

func rehearses(ctx context.Context) bool {
	yes, _ := ctx.Value(rehearsalKey{}).(bool)
	return yes
}
