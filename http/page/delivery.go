package page

import (
	"net/url"
	"strconv"

	"gateway/domain/callback"
	"gateway/domain/words"
	"gateway/http/api"
)

// DeliveryShow says how a site shows the event and the thing of a delivery.
type DeliveryShow struct {
	Event, Resource func(name string) Cell
	// Path is the page of the endpoint.
	Path string
}

// DeliveryTable lists deliveries to a callback endpoint.
func (c *Context) DeliveryTable(list api.List[[]api.EndpointDelivery], show DeliveryShow) *Table {
	t := &Table{
		Title: c.T(words.Deliveries),
		Columns: c.Titles(words.FirstSent, words.EventField, words.Status, words.ResourceField, words.Attempts, words.AnswerStatus,
			words.ErrorWord, words.NextAttempt),
		Filters: []Field{{Name: "status", Label: c.T(words.Status), Options: c.Choices(words.States, callback.Statuses()...)}},
		Total:   list.Total, After: list.Next, Empty: c.T(words.NoDeliveriesYet),
	}
	for _, d := range list.Data {
		event := show.Event(d.Event)
		if d.Test {
			event.Text = c.T(words.SampleOf, event.Text)
		}
		t.Add(c.Time(d.FirstAt), event.To(c.Link(show.Path+"/deliveries/"+url.PathEscape(d.ID))), c.State(d.Status), show.Resource(d.Resource),
			Number(d.Attempts), answered(d.ResponseStatus), c.AttemptError(d.Error), c.TimeOr(d.NextAttemptAt))
	}
	return t
}

// answered shows the status that a receiver answered with, empty if no answer came.
func answered(status int) Cell {
	if status == 0 {
		return Cell{Kind: "number"}
	}
	return Number(status)
}

// DeliveryBlocks show a delivery to a callback endpoint: what is known of it, what was answered, and in the technical
// details what was sent. The templates escape both. mayResend adds the button that sends it again.
func (c *Context) DeliveryBlocks(d api.SentEndpointDelivery, show DeliveryShow, mayResend bool) []Block {
	figures := Figures{Figures: []Figure{
		{Label: c.T(words.Status), Value: c.State(d.Status)},
		{Label: c.T(words.Attempts), Value: Number(d.Attempts)},
		{Label: c.T(words.AnswerStatus), Value: answered(d.ResponseStatus)},
	}}
	if d.NextAttemptAt != nil {
		figures.Figures = append(figures.Figures, Figure{Label: c.T(words.NextAttempt), Value: c.Time(*d.NextAttemptAt)})
	}
	details := Details{Title: c.T(words.Facts), Pairs: []Pair{
		{Label: c.T(words.EventField), Value: show.Event(d.Event)},
		{Label: c.T(words.ResourceField), Value: show.Resource(d.Resource)},
		{Label: c.T(words.FirstSent), Value: c.Time(d.FirstAt)},
		{Label: c.T(words.LastSent), Value: c.Time(d.LastAt)},
		{Label: c.T(words.ErrorWord), Value: c.AttemptError(d.Error)},
		{Label: c.T(words.Duration), Value: c.Took(d.DurationMS)},
	}}
	left := []Block{}
	if d.Answer != "" {
		left = append(left, Text{Title: c.T(words.AnswerOfAttempt, d.Attempts), Text: d.Answer})
	}
	left = append(left, c.Sent(d.Event, d.ID, string(d.Payload), d.Error))
	right := []Block{details}
	if d.Test {
		left = append(left, Notice{Text: c.T(words.SampleHint)})
	} else if mayResend {
		right = append(c.resendDelivery(d, show.Path), right...)
	}
	back := Links{Links: []Link{{Text: c.T(words.Back), Path: c.Link(show.Path)}}}
	return []Block{figures, Columns{Left: left, Right: right}, back}
}

func (c *Context) resendDelivery(d api.SentEndpointDelivery, path string) []Block {
	form := Form{
		Action: path + "/deliveries/" + url.PathEscape(d.ID) + "/resend", Submit: c.T(words.Resend), Hint: c.T(words.ResendHint),
		Fields: []Field{{Name: seenAttempts, Kind: "hidden", Value: strconv.Itoa(d.Attempts)}},
	}
	switch {
	case d.Status != callback.StatusPending:
		return []Block{form}
	case d.NextAttemptAt == nil || !d.NextAttemptAt.After(c.Now()):
		return []Block{Notice{Text: c.T(words.SentNow), Tone: ToneWait}}
	}
	form.Submit, form.Hint = c.T(words.SendNow), c.T(words.SendNowHint)
	return []Block{Notice{Text: c.T(words.TriedAgainAt, c.Time(*d.NextAttemptAt).Text), Tone: ToneWait}, form}
}
