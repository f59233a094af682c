package portal

import (
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// sampleEvents are the events for which POST /callbacks/test has samples.
var sampleEvents = []string{
	"invoice.paid", "invoice.settled", "invoice.expired",
	"withdrawal.completed", "withdrawal.failed", "settlement.completed", "settlement.failed",
}

func showCallbackTest(c *page.Context) ([]page.Block, error) {
	var events []page.Option
	for _, name := range sampleEvents {
		events = append(events, page.Option{Value: name, Text: name})
	}
	return []page.Block{page.Form{
		Hint: c.T(words.SendTestHint), Action: "/callbacks/test", Submit: c.T(words.SendTest),
		Fields: []page.Field{
			{Name: "url", Label: c.T(words.EndpointOfCallback), Required: true},
			{Name: "event", Label: c.T(words.EventField), Options: events},
		},
	}}, nil
}

func sendCallbackTest(c *page.Context) (page.Result, error) {
	result, err := api.TestCallback(c, page.Body{}.Texts(c, "url", "event"))
	return sampleResult(c, result, "/callbacks/test"), err
}

// sampleResult shows how the receiver answered a sample.
func sampleResult(c *page.Context, result api.CallbackTested, back string) page.Result {
	said := page.Notice{Text: c.T(words.TestNotDelivered), Tone: page.ToneBad}
	if result.Delivered {
		said = page.Notice{Text: c.T(words.TestDelivered), Tone: page.ToneGood}
	}
	return page.Result{Title: words.TestResult, Blocks: []page.Block{
		said,
		page.Details{Pairs: []page.Pair{
			{Label: c.T(words.EndpointOfCallback), Value: page.ID(result.URL)},
			{Label: c.T(words.EventField), Value: page.ID(result.Event)},
			{Label: c.T(words.AnswerStatus), Value: answerCell(result.ResponseStatus)},
			{Label: c.T(words.ErrorWord), Value: c.AttemptError(result.Error)},
			{Label: c.T(words.Duration), Value: page.Number(result.DurationMS)},
		}},
		page.Text{Title: c.T(words.BodySent), Text: page.Indented(string(result.Payload))},
		page.Links{Links: []page.Link{{Text: c.T(words.Back), Path: c.Link(back)}}},
	}}
}
