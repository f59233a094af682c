package eventstore

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
)

// CheckAppend returns an error for an append that no store accepts. Stores call it before they send anything.
// It returns ErrTooLarge beyond the limits, and a plain error for a name that is not valid text, data that is
// not JSON, a missing id, or an empty list of events.
func CheckAppend(stream string, expected Revision, events []Proposed) error {
	switch {
	case len(stream) > MaxStreamName, len(events) > MaxEventsPerAppend:
		return ErrTooLarge
	case !isName(stream):
		return errors.New("the stream's name is empty or not plain text")
	case expected < NoStream:
		return fmt.Errorf("%d is no revision", expected)
	case len(events) == 0:
		return errors.New("there are no events")
	}
	size := 0
	for i := range events {
		size += len(events[i].Data) + len(events[i].Metadata)
	}
	if size > MaxAppendBytes {
		return ErrTooLarge
	}
	for i := range events {
		if err := checkEvent(&events[i]); err != nil {
			return fmt.Errorf("event %d: %w", i, err)
		}
	}
	return nil
}

func checkEvent(e *Proposed) error {
	switch {
	case e.ID == uuid.Nil:
		return errors.New("it has no id")
	case !isName(e.Type):
		return errors.New("its type is empty or not plain text")
	case !isJSON(e.Data):
		return errors.New("its data is not JSON")
	case len(e.Metadata) > 0 && !isJSON(e.Metadata):
		return errors.New("its metadata is not JSON")
	}
	return nil
}

func isName(s string) bool {
	return s != "" && utf8.ValidString(s) && !strings.Contains(s, "\x00")
}
