package portal

import (
	"net/url"
	"strconv"

	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/callbackrows"
)

// attention lists what the person should look at now. It may be empty. What the list of a new client has is left out while that is shown.
func attention(c *page.Context, isNew bool) (page.Steps, error) {
	steps := page.Steps{Title: c.T(words.NeedsAttention)}
	if c.May("disputes") {
		if err := urgentDisputes(c, &steps); err != nil {
			return steps, err
		}
	}
	if c.May("callbacks") {
		if err := failedCallbacks(c, &steps); err != nil {
			return steps, err
		}
	}
	if c.May("keys") {
		if err := failingEndpoints(c, &steps); err != nil {
			return steps, err
		}
		if err := orphanedKeys(c, &steps); err != nil {
			return steps, err
		}
	}
	if c.May("refunds") {
		pending, err := count(c, api.ListRefunds, url.Values{"status": {payment.RefundStatusPending}})
		if err != nil {
			return steps, err
		}
		if pending > 0 {
			steps.Add(page.Step{
				Text: c.T(words.PendingRefunds, pending), Hint: c.T(words.PendingRefundsTip), Tone: page.ToneWait,
				Path: c.Link("/refunds?status=" + payment.RefundStatusPending),
			})
		}
	}
	if !c.Who.SecondFactor && !isNew {
		steps.Add(page.Step{Text: c.T(words.NoFactorYet), Hint: c.T(words.NoFactorTip), Path: c.Link("/security"), Tone: page.ToneWait})
	}
	return steps, nil
}

// failedCallbacks adds a step for the callbacks that were given up, and one for those that failed and are tried again.
func failedCallbacks(c *page.Context, steps *page.Steps) error {
	for _, kind := range []struct {
		filter    url.Values
		text, tip words.Text
		tone      page.Tone
	}{
		{url.Values{"status": {callback.StatusExhausted}}, words.FailedCallbacks, words.FailedCallbackTip, page.ToneBad},
		{url.Values{"trouble": {callbackrows.TroubleRetried}}, words.RetriedCallbacks, words.RetriedCallbackTip, page.ToneWait},
	} {
		path := c.Link("/callbacks?" + kind.filter.Encode())
		failed, err := count(c, api.ListOwnCallbacks, kind.filter)
		if err != nil {
			return err
		}
		if failed > 0 {
			steps.Add(page.Step{Text: c.T(kind.text, failed), Hint: c.T(kind.tip), Tone: kind.tone, Path: path})
		}
	}
	return nil
}

func failingEndpoints(c *page.Context, steps *page.Steps) error {
	rows, err := api.ListCallbackEndpoints(c)
	if err != nil {
		return err
	}
	for _, e := range rows {
		if e.DownSince == nil {
			continue
		}
		steps.Add(page.Step{
			Text: c.T(words.EndpointFails, words.Isolated(e.URL), c.Time(*e.DownSince).Text),
			Hint: c.T(words.EndpointFailsTip, c.AttemptError(e.LastFailure.Error).Text),
			Path: c.Link("/endpoints/" + strconv.FormatInt(e.ID, 10)), Tone: page.ToneBad,
		})
	}
	return nil
}

// orphanedKeys adds a step for the keys whose issuer has left.
func orphanedKeys(c *page.Context, steps *page.Steps) error {
	keys, err := api.GetAPIKey(c)
	for _, key := range orphaned(keys) {
		steps.Add(page.Step{
			Text: c.T(words.OrphanedKey, key.Name), Hint: c.T(words.OrphanedKeyTip), Path: c.Link("/keys"), Tone: page.ToneBad,
		})
	}
	return err
}

// count returns how many rows a list has.
func count[T any](c *page.Context, list func(api.Caller, url.Values) (api.List[T], error), query url.Values) (int64, error) {
	query.Set("per_page", "1")
	one, err := list(c, query)
	return one.Total, err
}
