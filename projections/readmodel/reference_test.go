package readmodel

import (
	"testing"

	"gateway/domain"
	"gateway/domain/admin"
	"gateway/domain/bank"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/test/rupiah"
)

func TestReferenceDataStartsWithTheDefaults(t *testing.T) {
	t.Parallel()
	given(t, nil, func(t *testing.T, q *Queries) {
		rates, err := q.FeeRates(t.Context())
		must(t, err)
		equal(t, "rates", len(rates), len(pricing.DefaultRates()))
		for _, r := range rates {
			equal(t, r.ChannelCode, r.Rate().Equal(pricing.DefaultRates()[r.ChannelCode]), true)
		}
		banks, err := q.BankChannels(t.Context(), true)
		must(t, err)
		equal(t, "active banks", len(banks), len(bank.All()))
	})
}

func TestReferenceDataFollowsTheSettings(t *testing.T) {
	t.Parallel()
	change := func(code, flat string) pricing.FeeChanged {
		return pricing.FeeChanged{ChannelCode: code, Flat: rupiah.Of(flat), Percent: rupiah.Of("0.25"), VATInclusive: true, At: noon}
	}
	given(t, []domain.Event{
		change("BCA", "3000"), change("BCA", "3500.5"), change(pricing.TransferCode, "2500"),
		bank.ChannelChanged{Code: "BRI", Active: false, At: noon},
		bank.ChannelChanged{Code: "BCA", Active: false, At: noon},
		bank.ChannelChanged{Code: "BCA", Active: true, At: noon},
	}, func(t *testing.T, q *Queries) {
		rate, err := q.FeeRate(t.Context(), "BCA")
		must(t, err)
		wantJSON(t, rate, `{"channel_code":"BCA","flat":3500.5,"percent":0.25,"vat_inclusive":true}`)
		active, err := q.BankChannels(t.Context(), true)
		must(t, err)
		equal(t, "active banks", len(active), len(bank.All())-1)
		bri, err := q.BankChannel(t.Context(), "BRI")
		must(t, err)
		found, _ := bank.Find("BRI")
		wantJSON(t, bri, `{"code":"BRI","name":"`+found.Name+`","active":false,"withdrawal_fee":2500}`)
		_, err = q.BankChannel(t.Context(), "bri")
		wantNotFound(t, err)
		_, err = q.FeeRate(t.Context(), "GOPAY")
		wantNotFound(t, err)
	})
}

func TestAdminsHaveTheirLastPassword(t *testing.T) {
	t.Parallel()
	given(t, []domain.Event{
		admin.Created{AdminID: 1, Email: "root@m.test", Role: admin.RoleAdmin, PasswordHash: "h1", At: noon},
		admin.Created{AdminID: 2, Email: "help@m.test", Role: admin.RoleSupport, PasswordHash: "h2", At: noon},
		admin.PasswordChanged{AdminID: 1, PasswordHash: "h3"},
		admin.PasswordChanged{AdminID: 1, PasswordHash: "h4"},
	}, func(t *testing.T, q *Queries) {
		list, err := q.Admins(t.Context())
		must(t, err)
		wantJSON(t, list, `[{"id":1,"email":"root@m.test","role":"admin","created_at":"2026-03-01T05:00:00Z"},
			{"id":2,"email":"help@m.test","role":"support","created_at":"2026-03-01T05:00:00Z"}]`)
		root, err := q.AdminByEmail(t.Context(), "Root@m.test")
		must(t, err)
		equal(t, "password hash", root.PasswordHash, "h4")
		help, err := q.Admin(t.Context(), 2)
		must(t, err)
		equal(t, "password hash", help.PasswordHash, "h2")
		_, err = q.Admin(t.Context(), 3)
		wantNotFound(t, err)
	})
}

func TestSuspendedMoneyIsOpenUntilItIsReleasedOrRefunded(t *testing.T) {
	t.Parallel()
	i, r := invoice(1, ""), receipt(invoice(1, ""))
	r.PaidAmount = rupiah.Of("99999.5")
	suspended := func(id int64) payment.Suspended {
		return payment.Suspended{Identity: paidBy(i, "BCA"), Receipt: r, SuspenseID: id, Reason: payment.ReasonAmountMismatch, At: noon}
	}
	given(t, []domain.Event{
		suspended(1), suspended(2), suspended(3),
		payment.SuspenseReleased{Identity: i, SuspenseID: 1, By: "root", Reason: "rounding", At: after(1)},
		payment.SuspenseRefunded{Identity: i, SuspenseID: 3, By: "root", Reason: "asked for", At: after(2)},
	}, func(t *testing.T, q *Queries) {
		item, err := q.SuspenseItem(t.Context(), 1)
		must(t, err)
		wantJSON(t, item, `{"id":1,"client_id":7,"transaction_id":"INV-7-1","provider_id":"aa01","provider_payment_id":"pp",
			"amount":100000,"paid_amount":99999.5,"paid_at":"2026-03-01T05:04:00Z","payment_channel":"BCA","reason":"amount_mismatch",
			"status":"released","resolved_by":"root","resolution":"rounding","created_at":"2026-03-01T05:00:00Z","updated_at":"2026-03-01T05:01:00Z"}`)
		for status, want := range map[string][]int64{"": {3, 2, 1}, "open": {2}, "released": {1}, "refunded": {3}} {
			list, total, err := q.SuspenseItems(t.Context(), status, firstPage)
			must(t, err)
			ids := []int64{}
			for _, s := range list {
				ids = append(ids, s.ID)
			}
			equal(t, status, ids, want)
			equal(t, "total of "+status, total, int64(len(want)))
		}
		_, err = q.SuspenseItem(t.Context(), 4)
		wantNotFound(t, err)
	})
}
