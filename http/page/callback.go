package page

import (
	"gateway/domain/words"
	"gateway/projections/readmodel/callbackrows"
)

// PendingCallback says when a pending callback is tried again, and why it can't be sent by hand yet: the API
// refuses with callback_pending until the delivery has ended.
func (c *Context) PendingCallback(callback callbackrows.Callback) Notice {
	if callback.NextAttemptAt == nil || !callback.NextAttemptAt.After(c.Now()) {
		return Notice{Text: c.T(words.SentNow), Tone: ToneWait}
	}
	return Notice{Text: c.T(words.TriedAgainAt, c.Time(*callback.NextAttemptAt).Text), Tone: ToneWait}
}
