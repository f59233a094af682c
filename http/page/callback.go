package page

import (
	"net/url"
	"slices"
	"strconv"

	"gateway/domain/callback"
	"gateway/domain/words"
	"gateway/projections/readmodel/callbackrows"
)

// PendingCallback says when a pending callback is tried again.
func (c *Context) PendingCallback(row callbackrows.Callback) Notice {
	if isDue(c, row) {
		return Notice{Text: c.T(words.SentNow), Tone: ToneWait}
	}
	return Notice{Text: c.T(words.TriedAgainAt, c.Time(*row.NextAttemptAt).Text), Tone: ToneWait}
}

// ResendBlocks are a button that sends a callback at once, and for a pending one when it is sent anyway. One that is due
// already has no button.
func (c *Context) ResendBlocks(row callbackrows.Callback) []Block {
	form := Form{
		Action: "/callbacks/" + url.PathEscape(row.ID) + "/resend", Submit: c.T(words.Resend), Hint: c.T(words.ResendHint),
		Fields: []Field{{Name: seenAttempts, Kind: "hidden", Value: strconv.Itoa(len(row.Attempts))}},
	}
	if row.Status != callback.StatusPending {
		return []Block{form}
	}
	if isDue(c, row) {
		return []Block{c.PendingCallback(row)}
	}
	form.Submit, form.Hint = c.T(words.SendNow), c.T(words.SendNowHint)
	return []Block{c.PendingCallback(row), form}
}

// seenAttempts is the field that says how many attempts the person saw, so that two clicks send once.
const seenAttempts = "attempts"

// SeenAttempts is the body of a request to send a callback again.
func SeenAttempts(c *Context) any { return Body{}.Whole(c, seenAttempts) }

func isDue(c *Context, row callbackrows.Callback) bool {
	return row.NextAttemptAt == nil || !row.NextAttemptAt.After(c.Now())
}

// Answers show what the receiver answered to each attempt, newest first. The template escapes it.
func (c *Context) Answers(attempts []callbackrows.CallbackAttempt) (blocks []Block) {
	for i := len(attempts) - 1; i >= 0; i-- {
		if a := attempts[i]; a.Answer != "" {
			blocks = append(blocks, Text{Title: c.T(words.AnswerOfAttempt, i+1), Text: a.Answer})
		}
	}
	return blocks
}

// Sent are the technical details of a callback: the name of its event, its id and its body, and the headers that come with the
// body, without their values, and how the log names the failures of its attempts.
func (c *Context) Sent(event, id, payload string, failures ...string) Technical {
	names := Details{Pairs: []Pair{{Label: c.T(words.Event), Value: ID(event)}, {Label: c.T(words.ID), Value: ID(id)}}}
	for _, raw := range slices.Compact(failures) {
		if raw != "" {
			names.Pairs = append(names.Pairs, Pair{Label: c.T(words.FailureCode), Value: ID(raw)})
		}
	}
	return Technical{Blocks: []Block{
		names,
		Text{Title: c.T(words.BodySent), Text: Indented(payload)},
		c.SignatureNote(),
	}}
}

// SignatureNote names the headers that come with the body, without their values.
func (c *Context) SignatureNote() Notice {
	return Notice{Text: c.T(words.SignedWith, "webhook-id, webhook-timestamp, webhook-signature, X-Event, X-Resource")}
}
