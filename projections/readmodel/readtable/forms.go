package readtable

import (
	"errors"

	"gateway/domain/text"
)

// NewestOfForms returns the newest row that stores a text in any of its forms (text.Forms). A text in NFC
// costs one lookup. It returns ErrNotFound when no form has a row.
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
