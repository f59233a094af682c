package portal

import (
	"net/url"
	"strconv"

	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
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
		failed, err := count(c, api.ListOwnCallbacks, url.Values{"status": {callback.StatusExhausted}})
		if err != nil {
			return steps, err
		}
		if failed > 0 {
			steps.Add(page.Step{
				Text: c.T(words.FailedCallbacks, failed), Hint: c.T(words.FailedCallbackTip), Tone: page.ToneBad,
				Path: c.Link("/callbacks?status=" + callback.StatusExhausted),
			})
		}
	}
	if c.May("callbacks") {
		if err := retriedCallbacks(c, &steps); err != nil {
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

// retriedCallbacks adds a step for the newest pending callbacks that failed at least once.
func retriedCallbacks(c *page.Context, steps *page.Steps) error {
	pending, err := api.ListOwnCallbacks(c, url.Values{"status": {callback.StatusPending}, "per_page": {"100"}})
	if err != nil {
		return err
	}
	failed := 0
	for _, one := range pending.Data {
		if len(one.Attempts) > 0 {
			failed++
		}
	}
	if failed > 0 {
		steps.Add(page.Step{
			Text: c.T(words.RetriedCallbacks, failed), Hint: c.T(words.RetriedCallbackTip), Tone: page.ToneWait,
			Path: c.Link("/callbacks?status=" + callback.StatusPending),
		})
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
