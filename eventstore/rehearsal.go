package eventstore

import "errors"

// ErrRehearsed ends a command on a rehearsal that would have appended events.
var ErrRehearsed = errors.New("the command was decided, and nothing was appended")

// Rehearsal returns the same log, on which Execute appends nothing: a command that decides events ends with
// ErrRehearsed; every other command ends as usual.
func (l *Log) Rehearsal() *Log { return &Log{shared: l.shared, rehearses: true} }
