package page

import (
	"encoding/json"
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
	var attempt struct {
		Answer int    `json:"response_status"`
		Error  string `json:"error"`
	}
	if e.Type != (callback.Attempted{}).EventType() || json.Unmarshal(e.Detail, &attempt) != nil {
		return ""
	}
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
