package readmodel_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/transaction"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"
	"gateway/test/rupiah"
)

// sale returns a payment of client 7 with the given metadata.
func sale(id int64, externalID, channel, metadata string) payment.Identity {
	i := invoice(id, externalID)
	i.Channel, i.Metadata = channel, json.RawMessage(metadata)
	return i
}

func TestAListHasTheTransactionsThatMeetAllFilters(t *testing.T) {
	t.Parallel()
	foreign := sale(6, "A%", "va", `{"order":17}`)
	foreign.ClientID, foreign.TransactionID = 8, "INV-8-6"
	va := opened(sale(2, "A_2", "va", `null`), 21)
	va.VANumber = "880812345"
	given(t, []domain.Event{
		requested(sale(1, "A%", "invoice", `{"order":17,"shop":"a"}`), 10),
		requested(sale(2, "A_2", "va", `{"order":"17","gift":true}`), 20), va,
		requested(sale(3, "", "qris", `{"order":17.0,"a]b[c":"x","nested":{"order":17},"list":[17],"none":null}`), 30),
		requested(sale(4, "a%", "va", `{"order":"\u0031\u0037","shop":"a"}`), 40), paid(sale(4, "a%", "va", `null`), "PENDING", 41),
		transaction.Recorded{ID: 5, ClientID: 7, TransactionID: "KASIR", ExternalID: "A%3", Total: rupiah.Of("5"), Status: "LUNAS", At: after(50)},
		requested(foreign, 60),
	}, func(t *testing.T, q *readmodel.Queries) {
		of := func(pairs ...string) map[string]string {
			members := map[string]string{}
			for i := 0; i < len(pairs); i += 2 {
				members[pairs[i]] = pairs[i+1]
			}
			return members
		}
		for _, c := range []struct {
			f    paymentrows.TransactionFilter
			want string
		}{
			{paymentrows.TransactionFilter{}, "[5 4 3 2 1]"},
			{paymentrows.TransactionFilter{Channel: "va"}, "[4 2]"},
			{paymentrows.TransactionFilter{Channel: "va", Status: "PAID"}, "[4]"},
			{paymentrows.TransactionFilter{Channel: "recorded"}, "[5]"},
			{paymentrows.TransactionFilter{Channel: "ewallet"}, "[]"},
			{paymentrows.TransactionFilter{From: after(20), To: after(40)}, "[4 3 2]"},
			{paymentrows.TransactionFilter{From: after(20).Add(1000), Channel: "va"}, "[4]"},
			{paymentrows.TransactionFilter{To: after(40).Add(-1000), Status: "PENDING"}, "[3 2 1]"},
			{paymentrows.TransactionFilter{ExternalID: "A%"}, "[1]"},
			{paymentrows.TransactionFilter{ExternalID: "A%", Status: "PAID"}, "[]"},
			{paymentrows.TransactionFilter{Query: "A"}, "[5 2 1]"},
			{paymentrows.TransactionFilter{Query: "A%"}, "[5 1]"},
			{paymentrows.TransactionFilter{Query: "A_"}, "[2]"},
			{paymentrows.TransactionFilter{Query: "A", Channel: "invoice"}, "[1]"},
			{paymentrows.TransactionFilter{Query: "A", ExternalID: "A%3"}, "[5]"},
			{paymentrows.TransactionFilter{Query: "%"}, "[]"},
			{paymentrows.TransactionFilter{Query: `\`}, "[]"},
			{paymentrows.TransactionFilter{Query: "INV-7-3"}, "[3]"},
			{paymentrows.TransactionFilter{Query: "INV-7-"}, "[]"},
			{paymentrows.TransactionFilter{Query: "INV-8-6"}, "[]"},
			{paymentrows.TransactionFilter{Query: "KASIR"}, "[5]"},
			{paymentrows.TransactionFilter{Query: "aa02"}, "[2]"},
			{paymentrows.TransactionFilter{Query: "880812345"}, "[2]"},
			{paymentrows.TransactionFilter{Metadata: of("order", "17")}, "[4 2 1]"},
			{paymentrows.TransactionFilter{Metadata: of("order", "17.0")}, "[3]"},
			{paymentrows.TransactionFilter{Metadata: of("order", "17"), Status: "PAID"}, "[4]"},
			{paymentrows.TransactionFilter{Metadata: of("order", "17"), To: after(20)}, "[2 1]"},
			{paymentrows.TransactionFilter{Metadata: of("order", "17", "shop", "a")}, "[4 1]"},
			{paymentrows.TransactionFilter{Metadata: of("order", "17"), Query: "A"}, "[2 1]"},
			{paymentrows.TransactionFilter{Metadata: of("gift", "true")}, "[2]"},
			{paymentrows.TransactionFilter{Metadata: of("a]b[c", "x")}, "[3]"},
			{paymentrows.TransactionFilter{Metadata: of("nested", `{"order":17}`)}, "[]"},
			{paymentrows.TransactionFilter{Metadata: of("none", "null")}, "[]"},
			{paymentrows.TransactionFilter{Metadata: of("order' OR true --", "17")}, "[]"},
		} {
			c.f.ClientID = 7
			for page, p := range []readtable.Page{{Number: 1, PerPage: 15}, {Number: 1, PerPage: 1}, {Number: 2, PerPage: 1}, {Number: 3, PerPage: 1}} {
				list, total, err := q.Transactions(t.Context(), c.f, p)
				must(t, err)
				if page == 0 {
					equal(t, fmt.Sprintf("%+v", c.f), ids(list), c.want)
					equal(t, fmt.Sprintf("total of %+v", c.f), total, int64(len(list)))
					continue
				}
				all, _, err := q.Transactions(t.Context(), c.f, readtable.Page{Number: 1, PerPage: 15})
				must(t, err)
				if page-1 < len(all) {
					equal(t, fmt.Sprintf("page %d of %+v", page, c.f), ids(list), ids(all[page-1:page]))
				}
			}
		}
		known, err := q.IsTransactionStatus(t.Context(), 7, "LUNAS")
		must(t, err)
		foreign, err := q.IsTransactionStatus(t.Context(), 8, "LUNAS")
		must(t, err)
		equal(t, "a status that this client has, and another", []bool{known, foreign}, []bool{true, false})
	})
}

// A payment whose metadata PostgreSQL's jsonb refuses must not halt the read model.
func TestMetadataThatPostgreSQLCanNotHoldIsLeftOut(t *testing.T) {
	t.Parallel()
	given(t, []domain.Event{
		requested(sale(1, "", "va", `{"n":1e999999,"text":"\ud800","good":"yes","":"empty key"}`), 10),
	}, func(t *testing.T, q *readmodel.Queries) {
		for key, value := range map[string]string{"n": "1e999999", "good": "yes", "": "empty key"} {
			list, _, err := q.Transactions(t.Context(), paymentrows.TransactionFilter{ClientID: 7, Metadata: map[string]string{key: value}}, firstPage)
			must(t, err)
			equal(t, key, ids(list), "[1]")
		}
	})
}

func TestATransactionShowsTheMoneyOfItThatIsUnderReview(t *testing.T) {
	t.Parallel()
	i := invoice(1, "")
	money := func(amount string, minute int) payment.Receipt {
		r := receipt(i)
		r.PaidAmount, r.PaidAt = rupiah.Of(amount), after(minute)
		return r
	}
	suspended := func(id int64, amount string, minute int) payment.Suspended {
		return payment.Suspended{Identity: i, SuspenseID: id, Receipt: money(amount, minute), At: after(minute)}
	}
	refunded := func(id int64, amount, from string) payment.SuspenseRefunded {
		return payment.SuspenseRefunded{Identity: i, SuspenseID: id, Receipt: money(amount, 1), PaidFrom: from, At: after(50)}
	}
	back := func(id int64, amount string, closed bool) payment.Reversed {
		return payment.Reversed{
			Identity: i, SuspenseID: id, FromSuspense: rupiah.Of(amount), SuspenseClosed: closed,
			Reversal: payment.Reversal{ReversalID: "rv" + amount, Amount: rupiah.Of(amount)}, At: after(60),
		}
	}
	for _, c := range []struct {
		rule   string
		events []domain.Event
		want   string // under_review, paid_amount, minute of paid_at
	}{
		{"none", nil, "false - -"},
		{"a wrong amount", []domain.Event{suspended(1, "150000", 5)}, "true 150000 5"},
		{"two", []domain.Event{suspended(1, "150000", 5), suspended(2, "20", 9)}, "true 150020 9"},
		{"one of two was refunded by hand", []domain.Event{suspended(1, "150000", 5), suspended(2, "20", 9), refunded(1, "150000", "bank")}, "true 20 9"},
		{"refunded by hand", []domain.Event{suspended(1, "150000", 5), refunded(1, "150000", "bank")}, "false - -"},
		{"refunded by the provider", []domain.Event{suspended(1, "5", 5), refunded(1, "5", "provider")}, "false - -"},
		{"and listed", []domain.Event{suspended(1, "5", 5), refunded(1, "5", "provider"), back(1, "5", false), suspended(2, "7", 70)}, "true 7 70"},
		{"taken back in part", []domain.Event{suspended(1, "50", 5), back(1, "20", false)}, "true 30 5"},
		{"taken back", []domain.Event{suspended(1, "50", 5), back(1, "50", true)}, "false - -"},
		{"released", []domain.Event{
			suspended(1, "150000", 5),
			payment.SuspenseReleased{Identity: i, SuspenseID: 1, Receipt: money("150000", 5), At: after(40)},
			paid(i, "PENDING", 40),
		}, "false 100000 4"},
		{"a second payment", []domain.Event{paid(i, "PENDING", 3), suspended(1, "100000", 30)}, "true 100000 4"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			t.Parallel()
			given(t, append([]domain.Event{requested(i, 1), opened(i, 2)}, c.events...), func(t *testing.T, q *readmodel.Queries) {
				tx, err := q.Transaction(t.Context(), 7, 1)
				must(t, err)
				amount, at := "-", "-"
				if tx.PaidAmount != nil {
					amount = tx.PaidAmount.String()
				}
				if tx.PaidAt != nil {
					at = fmt.Sprint(int(tx.PaidAt.Sub(noon).Minutes()))
				}
				equal(t, "shown", fmt.Sprintf("%v %s %s", tx.UnderReview, amount, at), c.want)
			})
		})
	}
}

func TestAClientsPayoutsAreListedByKindStatusAndTime(t *testing.T) {
	t.Parallel()
	order := func(client, id int64, kind string, minute int) balance.Order {
		return balance.Order{Kind: kind, ID: id, ClientID: client, RequestedAt: after(minute), Amount: rupiah.Of("10000")}
	}
	withdrawal := func(client, id int64, minute int) domain.Event {
		return balance.WithdrawalRequested{Order: order(client, id, balance.Withdrawal, minute)}
	}
	given(t, []domain.Event{
		withdrawal(7, 1, 10), withdrawal(8, 2, 20), withdrawal(7, 3, 30),
		balance.SettlementRequested{Order: order(7, 1, balance.Settlement, 40)},
		balance.PayoutApproved{Order: order(7, 1, balance.Withdrawal, 10), At: after(50)},
		withdrawal(7, 4, 60),
	}, func(t *testing.T, q *readmodel.Queries) {
		for _, c := range []struct {
			f    payoutrows.PayoutFilter
			want string
		}{
			{payoutrows.PayoutFilter{ClientID: 7, Kind: balance.Withdrawal}, "[4 3 1]"},
			{payoutrows.PayoutFilter{ClientID: 7, Kind: balance.Settlement}, "[1]"},
			{payoutrows.PayoutFilter{ClientID: 8, Kind: balance.Withdrawal}, "[2]"},
			{payoutrows.PayoutFilter{ClientID: 9, Kind: balance.Withdrawal}, "[]"},
			{payoutrows.PayoutFilter{ClientID: 7, Kind: balance.Withdrawal, Status: "processing"}, "[1]"},
			{payoutrows.PayoutFilter{ClientID: 7, Kind: balance.Withdrawal, Status: "pending"}, "[4 3]"},
			{payoutrows.PayoutFilter{ClientID: 7, Kind: balance.Withdrawal, Status: "pending", To: after(30)}, "[3]"},
			{payoutrows.PayoutFilter{ClientID: 7, Kind: balance.Withdrawal, From: after(30), To: after(60)}, "[4 3]"},
		} {
			list, total, err := q.ClientPayouts(t.Context(), c.f, firstPage)
			must(t, err)
			var ids []int64
			for _, p := range list {
				ids = append(ids, p.ID)
			}
			if got := fmt.Sprint(ids); got != c.want || total != int64(len(ids)) {
				t.Errorf("%+v: %s of %d, want %s", c.f, got, total, c.want)
			}
		}
	})
}
