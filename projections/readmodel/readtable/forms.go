package readtable

import (
	"errors"

	"gateway/domain/text"
)

// NewestOfForms returns the newest row that has a text in any of the forms that it may be stored in
// (text.Forms). A text in NFC costs one look-up. Error: ErrNotFound, where no form has a row.
func NewestOfForms[T any](sent string, isNewer func(a, b T) bool, find func(form string) (T, error)) (newest T, err error) {
	missing := ErrNotFound
	for _, form := range text.Forms(sent) {
		row, err := find(form)
		switch {
		case errors.Is(err, ErrNotFound):
		case err != nil:
			return newest, err
		case missing != nil || isNewer(row, newest):
			newest, missing = row, nil
		}
	}
	return newest, missing
}
