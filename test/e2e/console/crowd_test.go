package console

import (
	"fmt"
	"testing"

	"gateway/test/e2e/harness"
)

// crowd is a merchant that has one of each thing that staff look at. Every text that a person can choose
// contains its mark.
type crowd struct {
	harness.Merchant
	Name, Mark                               string
	Paid, Wrong                              string
	Suspense, Withdrawal, Settlement, Ticket string
	Callback                                 string
}

// newCrowd makes a crowd on the shared gateway.
func newCrowd(t *testing.T, mark string) crowd {
	t.Helper()
	m := harness.NewFundedMerchant(t, 900_000)
	all := crowd{Merchant: m, Mark: mark, Name: mark + " " + m.Email}
	m.Put(t, "/account", object{"nama": all.Name, "pic": mark, "alamat": mark}).Wants(t, 200)
	all.Paid = m.OpenInvoice(t, 100_000, object{
		"customer_name": mark, "external_id": "order " + mark, "metadata": object{"callback_url": harness.CallbackURL, "note": mark},
	})
	m.ActInSandbox(t, all.Paid, "pay", nil)
	m.AwaitPayment(t, all.Paid, "PAID")
	all.Wrong = m.OpenInvoice(t, 100_000, nil)
	m.ActInSandbox(t, all.Wrong, "pay", object{"amount": 150_000})
	all.Suspense = fmt.Sprint(suspenseOf(t, m.Gateway, all.Wrong))
	all.Withdrawal = fmt.Sprint(m.Withdraw(t, 50_000, "https://toko.example/withdrawn"))
	all.Settlement = fmt.Sprint(m.Post(t, "/settlements",
		object{"jumlah": 30_000, "tujuan": mark, "external_id": "GAJI " + mark}).Wants(t, 201).ID(t, "id"))
	person := m.LogIn(t)
	all.Ticket = fmt.Sprint(person.Post(t, "/tickets", object{
		"subject": mark, "description": mark, "category": "question", "priority": "high",
	}).Wants(t, 201).ID(t, "id"))
	person.Post(t, "/tickets/"+all.Ticket+"/reply", object{"message": mark}).Wants(t, 201)
	person.Post(t, "/proposals", object{"nama": mark, "perusahaan": mark, "email": "budi@example.com", "deskripsi": mark}).Wants(t, 201)
	found := m.Gateway.Admin(t).Get(t, "/admin/callbacks?client_id=%d", m.ID).Wants(t, 200)
	all.Callback = found.Text(t, "0.id")
	return all
}

// pages returns the paths of the pages of the staff's site that show the crowd's things.
func (a crowd) pages() []string {
	of := fmt.Sprintf("?client_id=%d", a.ID)
	client := fmt.Sprintf("/console/clients/%d", a.ID)
	return []string{
		"/console", "/console/clients", client, client + "/apps", client + "/access", client + "/balance", client + "/statement",
		client + "/what-if",
		"/console/transactions" + of, "/console/transactions/" + a.Paid, "/console/transactions/" + a.Wrong,
		"/console/callbacks" + of, "/console/callbacks/" + a.Callback,
		"/console/withdrawals" + of, "/console/withdrawals/" + a.Withdrawal, "/console/settlements" + of, "/console/settlements/" + a.Settlement,
		"/console/suspense", "/console/suspense/" + a.Suspense, "/console/reversals", "/console/approvals",
		"/console/tickets" + of, "/console/tickets/" + a.Ticket, "/console/proposals?status=new",
		"/console/audit-log?subject=clients/" + fmt.Sprint(a.ID), "/console/log" + of, "/console/treasury", "/console/period-report",
		"/console/trial-balance", "/console/trial-balance/accounts",
	}
}
