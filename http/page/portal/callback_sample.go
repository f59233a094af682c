package portal

import (
	"encoding/json"
	"net/http"

	"gateway/domain/words"
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
	return sendSample(c, "/callbacks/test", page.Body{}.Texts(c, "url", "event"), "/callbacks/test")
}

// sendSample sends a sample, and shows how the receiver answered.
func sendSample(c *page.Context, path string, body any, back string) (page.Result, error) {
	var result struct {
		Delivered bool            `json:"delivered"`
		URL       string          `json:"url"`
		Event     string          `json:"event"`
		Status    int             `json:"response_status"`
		Error     string          `json:"error"`
		Duration  int64           `json:"duration_ms"`
		Payload   json.RawMessage `json:"payload"`
	}
	if err := c.Send(http.MethodPost, path, body, &result); err != nil {
		return page.Result{}, err
	}
	said := page.Notice{Text: c.T(words.TestNotDelivered), Tone: page.ToneBad}
	if result.Delivered {
		said = page.Notice{Text: c.T(words.TestDelivered), Tone: page.ToneGood}
	}
	return page.Result{Title: words.TestResult, Blocks: []page.Block{
		said,
		page.Details{Pairs: []page.Pair{
			{Label: c.T(words.EndpointOfCallback), Value: page.ID(result.URL)},
			{Label: c.T(words.EventField), Value: page.ID(result.Event)},
			{Label: c.T(words.AnswerStatus), Value: answerCell(result.Status)},
			{Label: c.T(words.ErrorWord), Value: c.AttemptError(result.Error)},
			{Label: c.T(words.Duration), Value: page.Number(result.Duration)},
		}},
		page.Text{Title: c.T(words.BodySent), Text: page.Indented(string(result.Payload))},
		page.Links{Links: []page.Link{{Text: c.T(words.Back), Path: c.Link(back)}}},
	}}, nil
}
