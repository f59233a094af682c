package credential

import "errors"

// Guard runs check unless the name failed too often, and counts it as failed where its
// error is failure (by errors.Is). Checks that run at the same time count before any of
// them ends, so they can't pass the limit together. Refusal: *TooManyError.
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
