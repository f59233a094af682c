package admin

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// A gateway of its own, whose log has nothing else.
func TestTheFeeOfABouncedRefundComesBackAtItsVATRate(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{})
	m, admin := g.NewMerchant(t), g.Admin(t)
	id := m.Post(t, "/payments/ewallet", object{"amount": 100_000, "channel_code": "DANA"}).Wants(t, 201).Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitBalance(t, 98_335)
	a := m.Post(t, "/refunds", object{
		"transaction_id": id, "amount": 40_000, "reason": "other", "to": object{"bank": "BCA", "norek": "1234567890", "account_holder": "Budi"},
	}).Wants(t, 201)
	refund := fmt.Sprintf("/refunds/%d", a.ID(t, "id"))
	admin.Post(t, "/admin"+refund+"/approve", nil).Wants(t, 200)
	for _, step := range []struct {
		does, status string
		balance      int64
	}{{"complete", "succeeded", 53_335}, {"bounce", "failed", 98_335}} {
		m.Post(t, "/sandbox"+refund+"/"+step.does, nil).Wants(t, 200)
		poll.Until(t, refund+" is "+step.status, func() bool { return m.Get(t, "%s", refund).Wants(t, 200).Text(t, "status") == step.status })
		m.AwaitBalance(t, step.balance)
	}
	poll.Until(t, "all three movements are in the report", func() bool {
		report := admin.Get(t, "/admin/period-report").Wants(t, 200)
		return harness.JSON(report.Field(t, "total.count")) == "3"
	})
	admin.Get(t, "/admin/period-report").Wants(t, 200).Is(t, object{"vat_rates": []any{object{"vat_rate": 11, "count": 3, "fee": 1500, "vat": 165}}})
}

// What a refund costs is charged as the client is charged on the day of the refund: a payment before may have been without VAT,
// or with it.
func TestWhatARefundCostsIsChargedByTheExemptionOfItsDay(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{})
	admin := g.Admin(t)
	for _, c := range []struct {
		exempt  []bool
		balance int64
		want    []any
	}{
		{[]bool{true, false}, 98_500, []any{object{"vat_rate": 0, "count": 1, "fee": 1500, "vat": 0}, object{"vat_rate": 11, "count": 1, "fee": 4504.5, "vat": 495.5}}},
		{[]bool{false, true}, 98_335, []any{object{"vat_rate": 0, "count": 1, "fee": 4504.5, "vat": 0}, object{"vat_rate": 11, "count": 1, "fee": 1500, "vat": 165}}},
	} {
		m := g.NewMerchant(t)
		exempt := func(is bool) {
			body := object{"exempt": is}
			if is {
				body["exempt_from"], body["exemption_paper"] = calendar.Calendar{}.DayOf(time.Now()), "S-1/PJ/2026"
			}
			admin.Put(t, fmt.Sprintf("/admin/clients/%d/tax-exemption", m.ID), body).Wants(t, 200)
		}
		exempt(c.exempt[0])
		id := m.Post(t, "/payments/ewallet", object{"amount": 100_000, "channel_code": "DANA"}).Wants(t, 201).Text(t, "transaction.transaction_id")
		m.ActInSandbox(t, id, "pay", nil)
		m.AwaitBalance(t, c.balance)
		exempt(c.exempt[1])
		refund := fmt.Sprintf("/refunds/%d", m.Post(t, "/refunds", object{
			"transaction_id": id, "amount": 40_000, "reason": "other", "to": object{"bank": "BCA", "norek": "1234567890", "account_holder": "Budi"},
		}).Wants(t, 201).ID(t, "id"))
		admin.Post(t, "/admin"+refund+"/approve", nil).Wants(t, 200)
		m.Post(t, "/sandbox"+refund+"/complete", nil).Wants(t, 200)
		poll.Until(t, "both fees are in the report by their rates", func() bool {
			report := admin.Get(t, "/admin/period-report?per_page=50").Wants(t, 200)
			clients, _ := report.Field(t, "clients").([]any)
			for _, one := range clients {
				if client, _ := one.(map[string]any); harness.JSON(client["client_id"]) == fmt.Sprint(m.ID) {
					return harness.JSON(client["vat_rates"]) == harness.JSON(c.want)
				}
			}
			return false
		})
	}
}
