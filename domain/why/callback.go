package why

import (
	"strconv"
	"time"

	"gateway/domain/callback"
)

// OfCallback explains what a callback waits for.
func OfCallback(c Callback, w World) Answer {
	b := builder{Answer{Subject: "callbacks/" + c.ID, ClientID: c.ClientID, Status: callback.StatusPending}}
	r, last := c.reason()
	switch r.Code {
	case CallbackDelivered:
		b.Status = callback.StatusDelivered
	case CallbackGivenUp:
		b.Status = callback.StatusExhausted
	}
	b.add(r)
	b.addWorld(w, last, "callbacks")
	return b.answer(last)
}

// reason folds the events of the delivery into one reason.
func (c Callback) reason() (r Reason, last Place) {
	r = Reason{Code: CallbackDue, About: "callbacks/" + c.ID, Event: c.Trigger}
	last = c.Trigger
	for _, f := range c.Facts {
		last = f.Place
		switch e := f.Event.(type) {
		case callback.Attempted:
			r.Code, r.Event, r.Count, r.Detail = CallbackRetry, f.Place, e.Attempt, failureOf(e)
			if e.NextAttemptAt != nil {
				r.Until = *e.NextAttemptAt
			}
		case callback.Delivered:
			r.Code, r.Event, r.Detail = CallbackDelivered, f.Place, ""
		case callback.Exhausted:
			r.Code, r.Event = CallbackGivenUp, f.Place
		case callback.ResendRequested:
			r.Code, r.Event, r.Until = CallbackDue, f.Place, e.At
		}
	}
	if !r.Code.Waits() {
		r.Until = time.Time{}
	} else if c.Behind != "" {
		r.Code, r.Other = CallbackBehind, "callbacks/"+c.Behind
	}
	return r, last
}

// failureOf returns a few words on why an attempt failed.
func failureOf(e callback.Attempted) string {
	if e.Error != "" {
		return e.Error
	}
	return "HTTP " + strconv.Itoa(e.ResponseStatus)
}

// addCallbacks adds the callbacks about the subject that are not delivered.
func (b *builder) addCallbacks(w World) {
	for _, c := range w.Callbacks {
		if r, _ := c.reason(); r.Code != CallbackDelivered {
			b.add(r)
		}
	}
}
