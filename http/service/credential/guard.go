package credential

import "errors"

// Guard runs check, unless the name has failed too often. The check counts as failed if its error is failure
// (by errors.Is). Concurrent checks count before any of them ends, so they cannot exceed the limit together.
// Refusal: *TooManyError.
func (l *Limiter) Guard(name string, failure error, check func() error) error {
	undo, err := l.Take(name)
	if err != nil {
		return err
	}
	err = check()
	if !errors.Is(err, failure) {
		undo()
	}
	return err
}
