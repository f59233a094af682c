package readmodel_test

import (
	"encoding/hex"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/endpoint"
	"gateway/domain/mail"
	"gateway/domain/notice"
	"gateway/domain/payment"
	"gateway/domain/person"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/noticerows"
	"gateway/test/rupiah"
)

// keyAt is the key of what the event at a position has people told.
func keyAt(position int64) string {
	id := idAt(position)
	return hex.EncodeToString(id[:])
}

func TestWhatIsNewsWaitsUntilItIsToldOrIsNoNewsAnyMore(t *testing.T) {
	t.Parallel()
	order := balance.Order{Kind: balance.Withdrawal, ID: 4, ClientID: 7, Amount: rupiah.Of(50_000), Bank: "BCA", AccountNumber: "1234567890"}
	other := order
	other.ID, other.ClientID = 5, 8
	given(t, []domain.Event{
		balance.PayoutCompleted{Order: order, Movement: balance.Movement{At: noon}},
		balance.PayoutCompleted{Order: other, Movement: balance.Movement{At: after(1)}},
		balance.PayoutFailed{Order: order, Movement: balance.Movement{At: noon}},
		balance.PayoutReversed{Order: order, Movement: balance.Movement{At: after(1)}},
		balance.WriteOffRecovered{ClientID: 8, Amount: rupiah.Of(3), Movement: balance.Movement{At: noon}},
		endpoint.Failing{ClientID: 9, EndpointID: 3, At: noon},
		payment.DisputeOpened{
			Identity:     payment.Identity{ID: 1, ClientID: 9},
			DisputeOrder: payment.DisputeOrder{DisputeID: 7, Amount: rupiah.Of(100_000), DueBy: after(60)}, At: after(2),
		},
		notice.Given{ClientID: 8, Kind: mail.KindPayoutDone, Covers: []string{keyAt(2)}},
		notice.Given{ClientID: 9, Kind: mail.KindAttention, Day: "2026-03-01", Covers: []string{keyAt(6)}},
		notice.Given{ClientID: 9, Kind: mail.KindAttention, Day: "2026-02-27"}, // a mark never goes back
		payment.Paid{Identity: payment.Identity{ID: 1, ClientID: 7}, At: noon},
		payment.Paid{Identity: payment.Identity{ID: 2, ClientID: 8}, At: noon.Add(-48 * time.Hour)},
		payment.Paid{Identity: payment.Identity{ID: 3, ClientID: 9}, At: noon},
		notice.Given{ClientID: 9, Kind: mail.KindWeeklySummary, Day: "2026-03-02"},
	}, func(t *testing.T, q *readmodel.Queries) {
		const all = 10
		keys := func(list []noticerows.Due, err error) []string {
			must(t, err)
			got := []string{}
			for _, d := range list {
				got = append(got, d.Key)
			}
			return got
		}
		clients := func(list []int64, err error) []int64 {
			must(t, err)
			return list
		}
		payouts, err := q.DueNotices(t.Context(), mail.KindPayoutDone, noon, all)
		must(t, err)
		if len(payouts) != 1 {
			t.Fatalf("of payouts: %+v", payouts)
		}
		payouts[0].Until = payouts[0].Until.UTC()
		equal(t, "the payout", payouts[0], noticerows.Due{
			Key: keyAt(1), ClientID: 7, Kind: mail.KindPayoutDone, Until: noon.Add(24 * time.Hour).UTC(),
			Facts: []byte(`{"account_end":"7890","amount":"50000.00","bank":"BCA","external_id":"","payout_id":"4","payout_kind":"withdrawal"}`),
		})
		equal(t, "a payout a day later", keys(q.DueNotices(t.Context(), mail.KindPayoutDone, noon.Add(24*time.Hour), all)), []string{})

		equal(t, "what 7 is to be told", keys(q.DueNoticesOf(t.Context(), 7, mail.KindAttention, noon, all)), []string{keyAt(3), keyAt(4)})
		equal(t, "what 9 is to be told", keys(q.DueNoticesOf(t.Context(), 9, mail.KindAttention, noon, all)), []string{keyAt(7)})
		dispute, err := q.DueNoticesOf(t.Context(), 9, mail.KindAttention, noon, all)
		must(t, err)
		equal(t, "the dispute", dispute[0].Item, "dispute 7 100000.00 "+after(60).UTC().Format(time.RFC3339))

		told := func(day string, now time.Time, after int64, limit int) []int64 {
			return clients(q.ClientsToTell(t.Context(), mail.KindAttention, day, now, after, limit))
		}
		equal(t, "on the day of the notice", told("2026-03-01", noon, 0, all), []int64{7, 8})
		equal(t, "on the next day", told("2026-03-02", noon, 0, all), []int64{7, 8, 9})
		equal(t, "a page", told("2026-03-02", noon, 7, 1), []int64{8})
		equal(t, "too late", told("2026-03-05", noon.Add(73*time.Hour), 0, all), []int64{})

		paid := func(since string) []int64 {
			return clients(q.PaidClients(t.Context(), mail.KindWeeklySummary, since, "2026-03-02", 0, all))
		}
		equal(t, "paid in the week, without a summary", paid("2026-02-28"), []int64{7})
		equal(t, "paid before", paid("2026-02-27"), []int64{7, 8})
	})
}

func TestAPaymentIsNewsOnlyForAClientOfWhichAPersonAskedForReceipts(t *testing.T) {
	t.Parallel()
	paid := func(client int64, id string) domain.Event {
		return payment.Paid{
			Identity: payment.Identity{ClientID: client, TransactionID: id, ExternalID: "A-1", Channel: "va", ChannelCode: "BCA"},
			Receipt:  payment.Receipt{PaidAmount: rupiah.Of(100_000), PaidAt: noon},
			Charge:   payment.Charge{Fee: rupiah.Of(4_000), VAT: rupiah.Of(440), Net: rupiah.Of(95_560)}, At: noon,
		}
	}
	chosen := func(client, who int64, on ...string) domain.Event {
		return person.MailsChosen{ClientID: client, PersonID: who, Off: []string{}, On: on}
	}
	role := func(client, who int64, role string) domain.Event {
		return person.RoleChanged{ClientID: client, PersonID: who, Role: role}
	}
	given(t, []domain.Event{
		paid(7, "before"), // 1
		chosen(7, 7, mail.KindReceipt),
		paid(7, "told"), paid(8, "of another"), // 3, 4
		chosen(7, 70, mail.KindReceipt), chosen(7, 7),
		paid(7, "to the other person"), // 7
		role(7, 70, person.RoleFinance),
		paid(7, "to finance"), // 9
		role(7, 70, person.RoleViewer), role(7, 70, person.RoleFinance),
		paid(7, "after the role"), // 12
		chosen(7, 70, mail.KindReceipt),
		paid(7, "asked again"), // 14
		person.Removed{ClientID: 7, PersonID: 70},
		paid(7, "after the removal"), // 16
		chosen(9, 9, mail.KindReceipt), chosen(9, 9), chosen(9, 9, mail.KindReceipt),
		paid(9, "after to and fro"), // 20
		notice.Given{ClientID: 7, Kind: mail.KindReceipt, Covers: []string{keyAt(9)}},
	}, func(t *testing.T, q *readmodel.Queries) {
		due, err := q.DueNotices(t.Context(), mail.KindReceipt, noon, 20)
		must(t, err)
		keys := []string{}
		for _, d := range due {
			keys = append(keys, d.Key)
		}
		equal(t, "to be told", keys, []string{keyAt(3), keyAt(7), keyAt(14), keyAt(20)})
		equal(t, "the facts", string(due[0].Facts), `{"amount":"100000.00","channel":"va","channel_code":"BCA","external_id":"A-1","fee":"4000.00",`+
			`"net":"95560.00","paid_at":"2026-03-01T05:00:00Z","transaction_id":"told","vat":"440.00"}`)
	})
}
