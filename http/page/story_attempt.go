package page

import (
	"net/http"
	"strconv"
	"strings"

	"gateway/domain/callback"
	"gateway/domain/words"
	"gateway/projections/story"
)

// attemptFailure says why an attempt of a callback failed. It is empty for a successful attempt and for any
// other event.
func (c *Context) attemptFailure(e story.Entry) string {
	if e.Type != (callback.Attempted{}).EventType() {
		return ""
	}
	attempt := DataOf(e.Detail)
	if attempt.Answer > 0 && (attempt.Answer < http.StatusOK || attempt.Answer >= http.StatusMultipleChoices) {
		return c.T(words.ServerAnswered, attempt.Answer)
	}
	return c.AttemptError(attempt.Error).Text
}

// AttemptError shows the error of an attempt of a callback in words, or unchanged if there are no words for it.
func (c *Context) AttemptError(text string) Cell {
	if status, ok := strings.CutPrefix(text, "answered "); ok {
		if n, err := strconv.Atoi(status); err == nil {
			return Plain(c.T(words.ServerAnswered, n))
		}
	}
	return Plain(c.Word(words.AttemptErrors, text))
}
