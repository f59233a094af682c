package readmodel_test

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/calendar"
	"gateway/domain/payment"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/paymentrows"
	"gateway/test/rupiah"
)

// plainDays are the sums of payment_days, made by looking at every event. Keys are those of the table.
type plainDays map[string]paymentrows.DaySums

// plainPayment is what the events of a payment say.
type plainPayment struct {
	payment.Requested
	connection, status string
	paid               paymentrows.DaySums
}

func plainSums(events []domain.Event, days calendar.Calendar) plainDays {
	all := map[int64]*plainPayment{}
	pays := func(i payment.Identity, receipt payment.Receipt, status string) {
		if p := all[i.ID]; p != nil {
			p.status, p.connection = status, i.Connection
			p.paid = paymentrows.DaySums{Paid: 1, Amount: receipt.PaidAmount}
		}
	}
	for _, event := range events {
		switch e := event.(type) {
		case payment.Requested:
			all[e.ID] = &plainPayment{Requested: e, connection: e.Connection}
		case payment.Rerouted:
			all[e.ID].connection = e.Connection
		case payment.Paid:
			pays(e.Identity, e.Receipt, payment.StatusPaid)
		case payment.Expired: // histories of this test have it also of paid payments
			if p := all[e.ID]; p != nil {
				p.paid = paymentrows.DaySums{}
			}
		case payment.Settled:
			pays(e.Identity, e.Receipt, payment.StatusSettled)
		}
	}
	sums := plainDays{}
	for _, p := range all {
		day, bank, one := days.DayOf(p.At), p.ChannelCode, p.paid.Plus(paymentrows.DaySums{Created: 1})
		if p.Channel == "invoice" {
			bank = ""
		}
		for _, key := range []string{
			fmt.Sprint(p.ClientID, day, p.Channel, bank, "-"), fmt.Sprint(p.ClientID, day, "", "", "-"), fmt.Sprint(-1, day, "", "", "-", p.connection),
		} {
			sums[key] = sums[key].Plus(one)
		}
	}
	return sums
}

func TestTheSumsOfADayAreThoseOfItsPayments(t *testing.T) {
	t.Parallel()
	days := calendar.In(time.FixedZone("", -3*60*60-30*60)) // noon is near its midnight
	for seed := range uint64(3) {
		t.Run(fmt.Sprint("history ", seed), func(t *testing.T) {
			t.Parallel()
			db := database(t)
			events := mixedHistory(seed, 30)
			applyModels(t, engine.NewSession(db), int(5+40*seed), log(events...), readmodel.AllIn(days)...)
			got := plainDays{}
			rows, err := db.Query(`SELECT client_id, day, channel, bank, connection, created, paid, amount,
				within_30 + within_60 + within_120 + within_300 + within_600 + within_1800 + within_3600 + within_21600 + within_86400 + later FROM payment_days`)
			must(t, err)
			defer rows.Close()
			for rows.Next() {
				var client, waits int64
				var day, channel, bank, connection string
				var s paymentrows.DaySums
				must(t, rows.Scan(&client, &day, &channel, &bank, &connection, &s.Created, &s.Paid, &s.Amount, &waits))
				equal(t, "times to pay on "+day, waits, s.Paid)
				got[fmt.Sprint(client, day, channel, bank, "-", connection)] = s
			}
			must(t, rows.Err())
			want := plainSums(events, days)
			equal(t, "rows", len(got), len(want))
			for key, s := range want {
				equal(t, key, fmt.Sprint(got[key].Created, got[key].Paid, got[key].Amount.StringFixed(2)), fmt.Sprint(s.Created, s.Paid, s.Amount.StringFixed(2)))
			}
			var wrong int
			must(t, db.QueryRow(`SELECT count(*) FROM (SELECT client_id, day, sum(amount) AS amount FROM holds GROUP BY 1, 2) h
				FULL JOIN hold_days d USING (client_id, day) WHERE h.amount IS DISTINCT FROM d.amount`).Scan(&wrong))
			equal(t, "days with another sum of holds", wrong, 0)
		})
	}
}

func TestTheRowsOfADayAreListed(t *testing.T) {
	t.Parallel()
	at := func(i payment.Identity, minute int) payment.Requested { return requested(i, minute) }
	bca, other := sale(2, "b", "va", "null"), sale(3, "c", "va", "null")
	bca.ChannelCode, other.ChannelCode = "BCA", "BNI"
	const day = 24 * 60
	held := paid(bca, "PENDING", 3)
	held.Held, held.Net = true, rupiah.Of(90)
	given(t, []domain.Event{
		at(invoice(1, "a"), 0), at(bca, 1), at(other, 2), held, paid(invoice(1, "a"), "PENDING", 40), settled(invoice(1, "a"), 50),
		at(invoice(4, "d"), day), paid(invoice(4, "d"), "PENDING", day+1),
	}, func(t *testing.T, q *readmodel.Queries) {
		for name, c := range map[string]struct {
			filter paymentrows.TransactionFilter
			want   string
		}{
			"payments": {paymentrows.TransactionFilter{Only: paymentrows.OnlyPayments}, "[3 2 1]"},
			"paid":     {paymentrows.TransactionFilter{Only: paymentrows.OnlyPaid}, "[2 1]"},
			"bank":     {paymentrows.TransactionFilter{Only: paymentrows.OnlyPaid, Channel: "va", ChannelCode: "BCA"}, "[2]"},
			"no paid":  {paymentrows.TransactionFilter{Only: paymentrows.OnlyPaid, Channel: "va", ChannelCode: "BNI"}, "[]"},
			"held":     {paymentrows.TransactionFilter{HeldFrom: noon.Add(-time.Hour), HeldTo: noon.Add(time.Hour)}, "[2]"},
		} {
			c.filter.ClientID, c.filter.From, c.filter.To = 7, after(0), after(day-1)
			rows, total, err := q.Transactions(t.Context(), c.filter, firstPage)
			must(t, err)
			ids := []int64{}
			for _, row := range rows {
				ids = append(ids, row.ID)
			}
			equal(t, name, fmt.Sprint(ids), c.want)
			equal(t, "total of "+name, total, int64(len(ids)))
			if c.filter.HeldTo.IsZero() {
				_, total, err = q.AllTransactions(t.Context(), func(f paymentrows.TransactionFilter) paymentrows.TransactionFilter { f.ClientID = 0; return f }(c.filter), firstPage)
				must(t, err)
				equal(t, "total of all clients, "+name, total, int64(len(ids)))
			}
		}
		sums, err := q.PaymentDays(t.Context(), 7, "2026-03-01", "2026-03-01")
		must(t, err)
		equal(t, "days", len(sums), 1)
		equal(t, "created, paid", fmt.Sprint(sums[0].Created, sums[0].Paid), "3 2")
		channels, err := q.PaymentChannels(t.Context(), 7, "2026-03-01", "2026-03-02")
		must(t, err)
		equal(t, "channels", len(channels), 3)
		clients, err := q.PaymentClients(t.Context(), []string{"2026-03-01", "2026-03-02"}, 5)
		must(t, err)
		equal(t, "clients", fmt.Sprint(len(clients), clients[0].ClientID, clients[0].Created), "1 7 4")
		holds, err := q.HoldDays(t.Context(), 7)
		must(t, err)
		equal(t, "held", fmt.Sprint(len(holds), holds[0].Amount), "1 90")
	})
}

func TestTheMedianTimeToPayIsToldByItsBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		waits paymentrows.Waits
		want  string
	}{
		{paymentrows.Waits{}, "0s 0s false"},
		{paymentrows.Waits{1}, "0s 30s true"},
		{paymentrows.Waits{1, 1}, "0s 30s true"},
		{paymentrows.Waits{1, 0, 2}, "1m0s 2m0s true"},
		{paymentrows.Waits{9: 1}, "24h0m0s 0s true"},
	} {
		from, below, ok := c.waits.Median()
		equal(t, fmt.Sprint(c.waits), fmt.Sprint(from, " ", below, " ", ok), c.want)
	}
}
