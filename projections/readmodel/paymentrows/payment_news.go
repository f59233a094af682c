package paymentrows

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// PaymentNews tells how we learned of received money in one channel: by notification, or by asking the
// provider because no notification had come.
type PaymentNews struct {
	Channel  string `json:"channel"`
	Notified int64  `json:"notified"`
	Found    int64  `json:"found"`
	// Unnotified counts the payments found by asking since the last notification.
	Unnotified int64      `json:"unnotified"`
	NotifiedAt *time.Time `json:"notified_at"`
	FoundAt    *time.Time `json:"found_at"`
}

func (n *PaymentNews) columns(f *readtable.Fields) {
	f.At("channel", &n.Channel).At("notified", &n.Notified).At("found", &n.Found).At("unnotified", &n.Unnotified)
	f.At("notified_at", &n.NotifiedAt).At("found_at", &n.FoundAt)
}

var paymentNewsTable = readtable.TableOf("payment_news", (*PaymentNews).columns)

// PaymentNews returns the channels in which money was received, ordered by name.
func (q Queries) PaymentNews(ctx context.Context) ([]PaymentNews, error) {
	return paymentNewsTable.List(ctx, q.DB, "ORDER BY payment_news.channel")
}

// News projects how we learned of received money.
type News struct{}

// Name implements engine.Model.
func (News) Name() string { return "payment_news" }

// Tables implements engine.Model.
func (News) Tables() []string { return []string{"payment_news"} }

var addPaymentNews = readtable.Insert("payment_news", (*PaymentNews).columns).OnConflict(`(channel) DO UPDATE SET
		notified = t.notified + excluded.notified, found = t.found + excluded.found,
		unnotified = excluded.unnotified + CASE WHEN excluded.notified > 0 THEN 0 ELSE t.unnotified END,
		notified_at = coalesce(excluded.notified_at, t.notified_at), found_at = coalesce(excluded.found_at, t.found_at)`)

// Applies implements engine.Selective.
func (News) Applies() []domain.Event {
	return []domain.Event{payment.Paid{}, payment.Suspended{}}
}

// Apply implements engine.Model.
func (News) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var all readtable.Changes[string, PaymentNews]
	for _, env := range events {
		switch e := env.Event.(type) {
		case payment.Paid:
			if e.SuspenseID == 0 { // an earlier event already received money from suspense
				all.ForKey(e.Channel).add(env, e.Channel, e.At)
			}
		case payment.Suspended:
			all.ForKey(e.Channel).add(env, e.Channel, e.At)
		}
	}
	return readtable.Run(ctx, tx, addPaymentNews.Rows(all.List...))
}

func (n *PaymentNews) add(env eventstore.Envelope, channel string, at time.Time) {
	n.Channel = channel
	if wasFound(env) {
		n.Found, n.Unnotified, n.FoundAt = n.Found+1, n.Unnotified+1, &at
		return
	}
	n.Notified, n.Unnotified, n.NotifiedAt = n.Notified+1, 0, &at
}

// wasFound reports whether a reactor found the money by asking. The actor of an event from a notification is
// the provider.
func wasFound(env eventstore.Envelope) bool {
	var m eventstore.Metadata
	return bytes.Contains(env.Metadata, []byte(`"system:`)) && // else it need not be parsed
		json.Unmarshal(env.Metadata, &m) == nil && strings.HasPrefix(m.Actor, "system:")
}
