package feedservice

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"

	"gateway/domain"

	"github.com/google/uuid"
)

// cursor is a place in a client's entries: after the entry with this ordinal. The mark comes from that
// entry's event. So a cursor is recognized as invalid after the log was replaced by an older one, even when
// that log has grown to as many entries again.
type cursor struct {
	ordinal int64
	mark    string
}

// cursorAt returns the cursor after an entry.
func cursorAt(ordinal int64, event uuid.UUID) cursor {
	return cursor{ordinal, hex.EncodeToString(event[8:])}
}

// String returns the cursor in the form that clients get. It is empty at the start.
func (c cursor) String() string {
	if c.ordinal == 0 {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "1.%d.%s", c.ordinal, c.mark))
}

func parseCursor(text string) (c cursor, err error) {
	if text == "" {
		return cursor{}, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		_, err = fmt.Sscanf(string(raw), "1.%d.%s", &c.ordinal, &c.mark)
	}
	if err != nil || c.ordinal < 1 || c.String() != text {
		return cursor{}, domain.InvalidField("after", "must be a `next` that was given here")
	}
	return c, nil
}

func isRefusal(err error) bool {
	var refusal *domain.Refusal
	return errors.As(err, &refusal)
}
