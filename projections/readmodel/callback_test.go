package readmodel_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/callbackrows"
)

func attempted(id string, n, status int, next *time.Time, minute int) callback.Attempted {
	problem := ""
	if status != 200 {
		problem = "no 2xx"
	}
	return callback.Attempted{
		CallbackID: id, ClientID: 7, Attempt: n, ResponseStatus: status, Error: problem, DurationMS: 12, NextAttemptAt: next, At: after(minute),
	}
}

func delivered(id string) callback.Delivered {
	return callback.Delivered{CallbackID: id, ClientID: 7, At: after(50)}
}

func exhausted(id string) callback.Exhausted {
	return callback.Exhausted{CallbackID: id, ClientID: 7, At: after(50)}
}

func resent(id string, minute int) callback.ResendRequested {
	return callback.ResendRequested{CallbackID: id, ClientID: 7, At: after(minute)}
}

// byEvent returns the id of the callback triggered by the event at a position.
func byEvent(position int64) string { return callback.ID(idAt(position)) }

func TestPaymentCallbacksHaveExactlyTheSpecifiedBody(t *testing.T) {
	t.Parallel()
	i, plain := invoice(1, "order"), invoice(2, "")
	plain.Metadata = nil
	charged := fmt.Sprintf(`"amount":100000,"paid_amount":100000,"adjusted_received_amount":95559.44,"biayavat":4440.56,` +
		`"paid_at":"2026-03-01T05:04:00Z","payment_method":"BANK_TRANSFER","payment_channel":"BCA",` +
		`"metadata":{"type_transaksi":"\"top\\up\"","callback_url":"https://m.test/cb"}}`)
	head := `{"id":"aa01","external_id":"INV-7-1","transaction_id":"INV-7-1","client_external_id":"order","user_id":"u1",`
	given(t, []domain.Event{paid(i, "PENDING", 5), settled(i, 9), expired(plain, 10)}, func(t *testing.T, q *readmodel.Queries) {
		for position, want := range map[int64]string{
			1: head + `"status":"PAID",` + charged,
			2: head + `"status":"SETTLED",` + charged,
			3: `{"id":"aa","external_id":"INV-7-2","transaction_id":"INV-7-2","client_external_id":"","user_id":"",` +
				`"status":"EXPIRED","amount":100000,"paid_amount":0,"adjusted_received_amount":0,"biayavat":0,"paid_at":"",` +
				`"payment_method":"","payment_channel":"","metadata":{}}`,
		} {
			c, err := q.Callback(t.Context(), byEvent(position))
			must(t, err)
			equal(t, "payload", string(c.Payload), want)
			equal(t, "url", c.URL, "https://m.test/cb?via=topup")
		}
	})
}

func TestWithdrawalCallbacksHaveExactlyTheSpecifiedBody(t *testing.T) {
	t.Parallel()
	settlement := order(balance.Settlement, 3)
	settlement.URL = "https://m.test/st"
	given(t, []domain.Event{
		balance.PayoutCompleted{
			Order: order(balance.Withdrawal, 1), Movement: at(9), TransferredBy: "XENDIT", TransferAt: after(8),
		},
		balance.PayoutFailed{Order: order(balance.Withdrawal, 2), Movement: at(9), Reason: "no such account"},
		balance.PayoutCompleted{Order: settlement, Movement: at(9), TransferAt: after(8)},
		balance.PayoutReversed{Order: order(balance.Withdrawal, 1), Movement: at(10)},
	}, func(t *testing.T, q *readmodel.Queries) {
		done, err := q.Callback(t.Context(), byEvent(1))
		must(t, err)
		wantJSON(t, done, fmt.Sprintf(`{"id":%q,"kind":"withdrawal","client_id":7,"url":"https://m.test/wd","event":"withdrawal.completed",
			"resource":"withdrawals/1","created_at":"2026-03-01T05:09:00Z",
			"payload":{"status":"completed","di_transfer_oleh":"XENDIT","transfer_at":"2026-03-01T05:08:00+00:00"},
			"status":"pending","attempts":[],"next_attempt_at":"2026-03-01T05:09:00Z"}`, done.ID))
		equal(t, "subject", done.Subject, "1")
		failed, err := q.Callback(t.Context(), byEvent(2))
		must(t, err)
		equal(t, "payload", string(failed.Payload),
			`{"status":"failed","di_transfer_oleh":"","transfer_at":"2026-03-01T05:09:00+00:00"}`)
		_, total, err := q.Callbacks(t.Context(), "", 0, firstPage)
		must(t, err)
		equal(t, "callbacks", total, 3)
		settled, err := q.Callback(t.Context(), byEvent(3))
		must(t, err)
		equal(t, "settlement", settled.Kind+" "+settled.Subject+" "+settled.Event+" "+settled.Resource+" "+settled.URL,
			"settlement 3 settlement.completed settlements/3 https://m.test/st")
		equal(t, "its body is a withdrawal's", string(settled.Payload),
			`{"status":"completed","di_transfer_oleh":"","transfer_at":"2026-03-01T05:08:00+00:00"}`)
	})
}

func TestWithoutAURLThereIsNoCallback(t *testing.T) {
	t.Parallel()
	i, o := invoice(1, ""), order(balance.Withdrawal, 1)
	i.CallbackURL, o.URL = "", ""
	events := []domain.Event{
		paid(i, "PENDING", 5), settled(i, 5), expired(i, 5),
		payment.Refused{Identity: invoice(2, ""), At: noon},
		balance.PayoutFailed{Order: o, Movement: at(5)},
	}
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		list, total, err := q.Callbacks(t.Context(), "", 0, firstPage)
		must(t, err)
		equal(t, "callbacks", fmt.Sprint(len(list), total), "0 0")
	})
}

func TestACallbackShowsItsAttemptsAndHowItEnded(t *testing.T) {
	t.Parallel()
	id, next := byEvent(1), after(7)
	events := []domain.Event{
		paid(invoice(1, ""), "PENDING", 5), attempted(id, 1, 500, &next, 6), attempted(id, 2, 200, nil, 7), delivered(id),
	}
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		c, err := q.Callback(t.Context(), id)
		must(t, err)
		c.Payload = json.RawMessage("{}")
		wantJSON(t, c, fmt.Sprintf(`{"id":%q,"kind":"payment","client_id":7,"url":"https://m.test/cb?via=topup","payload":{},
			"event":"invoice.paid","resource":"transactions/INV-7-1","created_at":"2026-03-01T05:05:00Z",
			"status":"delivered","attempts":[
				{"at":"2026-03-01T05:06:00Z","response_status":500,"error":"no 2xx","duration_ms":12,"answer":""},
				{"at":"2026-03-01T05:07:00Z","response_status":200,"error":"","duration_ms":12,"answer":""}],
			"next_attempt_at":null}`, id))
		_, err = q.Callback(t.Context(), "other")
		wantNotFound(t, err)
	})
}

func TestCallbacksAreListedByStatusAndClient(t *testing.T) {
	t.Parallel()
	other := invoice(3, "")
	other.ClientID = 8
	events := []domain.Event{
		paid(invoice(1, ""), "PENDING", 1), paid(invoice(2, ""), "PENDING", 2), paid(other, "PENDING", 3),
		exhausted(byEvent(1)), delivered(byEvent(2)), resent(byEvent(2), 4), exhausted(byEvent(2)), resent(byEvent(1), 5),
	}
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		for _, c := range []struct {
			status   string
			clientID int64
			want     []string
		}{
			{"", 0, []string{byEvent(3), byEvent(2), byEvent(1)}},
			{"", 7, []string{byEvent(2), byEvent(1)}},
			{"pending", 0, []string{byEvent(3), byEvent(1)}},
			{"exhausted", 0, []string{byEvent(2)}},
			{"delivered", 0, []string{}},
			{"pending", 8, []string{byEvent(3)}},
			{"exhausted", 8, []string{}},
		} {
			list, total, err := q.Callbacks(t.Context(), c.status, c.clientID, firstPage)
			must(t, err)
			equal(t, fmt.Sprintf("%+v", c), callbackIDs(list), c.want)
			equal(t, fmt.Sprintf("total of %+v", c), total, int64(len(c.want)))
		}
	})
}

// A callback that failed is retried, and counted so at once, until it is delivered or given up.
func TestRetriedCallbacksAreCountedFromTheFirstFailure(t *testing.T) {
	t.Parallel()
	other := invoice(3, "")
	other.ClientID = 8
	later := after(60)
	inAWhile := attempted(byEvent(3), 1, 500, &later, 8)
	inAWhile.ClientID = 8
	events := []domain.Event{
		paid(invoice(1, ""), "PENDING", 1), paid(invoice(2, ""), "PENDING", 2), paid(other, "PENDING", 3), paid(invoice(4, ""), "PENDING", 4),
		attempted(byEvent(1), 1, 500, &later, 6), attempted(byEvent(2), 1, 500, &later, 7), inAWhile,
		attempted(byEvent(2), 2, 200, nil, 9), delivered(byEvent(2)),
		attempted(byEvent(4), 1, 500, nil, 10), exhausted(byEvent(4)), resent(byEvent(1), 11),
	}
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		for _, c := range []struct {
			status   string
			clientID int64
			want     []string
		}{
			{"", 0, []string{byEvent(3), byEvent(1)}},
			{"pending", 7, []string{byEvent(1)}},
			{"", 8, []string{byEvent(3)}},
			{"exhausted", 7, []string{}},
		} {
			list, total, err := q.RetriedCallbacks(t.Context(), c.status, c.clientID, firstPage)
			must(t, err)
			equal(t, fmt.Sprintf("%+v", c), callbackIDs(list), c.want)
			equal(t, fmt.Sprintf("total of %+v", c), total, int64(len(c.want)))
		}
		own, _, err := q.CallbacksOf(t.Context(), 7, callbackrows.CallbackFilter{Trouble: callbackrows.TroubleRetried, From: after(0)}, firstPage)
		must(t, err)
		equal(t, "of a time", callbackIDs(own), []string{byEvent(1)})
		if w, err := q.RetriedForPersons(t.Context()); err != nil || w.Count != 2 || w.Oldest == nil || !w.Oldest.Equal(after(1)) {
			t.Errorf("%+v %v", w, err)
		}
	})
}

func TestAClientsCallbacksAreListedByTimeAndResource(t *testing.T) {
	t.Parallel()
	other := invoice(3, "")
	other.ClientID = 8
	events := []domain.Event{
		paid(invoice(1, ""), "PENDING", 1), paid(invoice(2, ""), "PENDING", 20), paid(other, "PENDING", 3),
		settled(invoice(1, ""), 30), delivered(byEvent(1)), exhausted(byEvent(2)),
	}
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		for name, c := range map[string]struct {
			filter callbackrows.CallbackFilter
			want   []string
		}{
			"all":               {callbackrows.CallbackFilter{}, []string{byEvent(4), byEvent(2), byEvent(1)}},
			"a status":          {callbackrows.CallbackFilter{Status: "delivered"}, []string{byEvent(1)}},
			"a resource":        {callbackrows.CallbackFilter{Resource: "transactions/INV-7-1"}, []string{byEvent(4), byEvent(1)}},
			"both":              {callbackrows.CallbackFilter{Resource: "transactions/INV-7-1", Status: "pending"}, []string{byEvent(4)}},
			"another client's":  {callbackrows.CallbackFilter{Resource: "transactions/INV-7-3"}, []string{}},
			"from":              {callbackrows.CallbackFilter{From: after(20)}, []string{byEvent(4), byEvent(2)}},
			"to":                {callbackrows.CallbackFilter{To: after(20)}, []string{byEvent(2), byEvent(1)}},
			"a time, a status":  {callbackrows.CallbackFilter{From: after(0), To: after(25), Status: "exhausted"}, []string{byEvent(2)}},
			"nothing that long": {callbackrows.CallbackFilter{From: after(31)}, []string{}},
		} {
			list, total, err := q.CallbacksOf(t.Context(), 7, c.filter, firstPage)
			must(t, err)
			equal(t, name, callbackIDs(list), c.want)
			equal(t, "total of "+name, total, int64(len(c.want)))
		}
		_, err := q.CallbackOf(t.Context(), 7, byEvent(3))
		wantNotFound(t, err)
	})
}

func callbackIDs(list []callbackrows.Callback) []string {
	ids := []string{}
	for _, c := range list {
		ids = append(ids, c.ID)
	}
	return ids
}

// Positions 1 to 3 are EXPIRED, PAID and SETTLED of one invoice, so three callbacks.
func TestCallbacksOfOnePaymentWaitForTheOneBefore(t *testing.T) {
	t.Parallel()
	i := invoice(1, "")
	e, p, s := byEvent(1), byEvent(2), byEvent(3)
	later := after(40)
	for _, c := range []struct {
		state string
		then  []domain.Event
		due   []string
		next  time.Time
	}{
		{"nothing tried", nil, []string{e}, after(1)},
		{"the first to be tried again later", []domain.Event{attempted(e, 1, 500, &later, 5)}, []string{}, later},
		{"the first delivered", []domain.Event{attempted(e, 1, 200, nil, 5), delivered(e)}, []string{p}, after(2)},
		{"the first exhausted", []domain.Event{attempted(e, 9, 500, nil, 5), exhausted(e)}, []string{p}, after(2)},
		{"two delivered", []domain.Event{delivered(e), delivered(p)}, []string{s}, after(3)},
		{"the first resent, before the others", []domain.Event{exhausted(e), resent(e, 8)}, []string{e}, after(8)},
		{"all delivered", []domain.Event{delivered(e), delivered(p), delivered(s)}, []string{}, time.Time{}},
	} {
		t.Run(c.state, func(t *testing.T) {
			t.Parallel()
			events := append([]domain.Event{expired(i, 1), paid(i, "EXPIRED", 2), settled(i, 3)}, c.then...)
			given(t, events, func(t *testing.T, q *readmodel.Queries) {
				due, err := q.DueCallbacks(t.Context(), after(30), 10, 10)
				must(t, err)
				equal(t, "due", callbackIDs(due), c.due)
				next, err := q.DueCallbacks(t.Context(), later, 10, 10)
				must(t, err)
				if c.next.IsZero() {
					equal(t, "next", len(next), 0)
				} else {
					equal(t, "next", *next[0].NextAttemptAt, c.next.UTC())
				}
			})
		})
	}
}

func TestTheDueCallbacksOfOneClientDoNotHideThoseOfOthers(t *testing.T) {
	t.Parallel()
	var events []domain.Event
	for id := int64(1); id <= 5; id++ {
		events = append(events, paid(invoice(id, ""), "PENDING", int(id)))
	}
	other := invoice(6, "")
	other.ClientID = 8
	events = append(events, paid(other, "PENDING", 6), paid(invoice(7, ""), "PENDING", 20))
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		for _, c := range []struct {
			perClient, limit int
			want             []string
		}{
			{2, 10, []string{byEvent(1), byEvent(2), byEvent(6)}},
			{2, 2, []string{byEvent(1), byEvent(2)}},
			{9, 10, []string{byEvent(1), byEvent(2), byEvent(3), byEvent(4), byEvent(5), byEvent(6)}},
		} {
			due, err := q.DueCallbacks(t.Context(), after(10), c.perClient, c.limit)
			must(t, err)
			equal(t, fmt.Sprintf("%+v", c), callbackIDs(due), c.want)
		}
	})
}
