package hostile

import (
	"fmt"
	"testing"

	"gateway/domain/account"
	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// shop is a merchant that has one of each thing that a path can name. Every text in them contains the mark.
type shop struct {
	merchant
	mark  string
	owner caller
	// ids are the values of path parameters, by the path of the description or its beginning.
	ids map[string][]string
	// file is the hash of a file in the answer to its dispute.
	file string
	// delivery is the id of a delivery to its callback endpoint.
	delivery string
	// app and pending are named only by bodies: the merchant's app, and a payment that waits.
	app     int64
	pending string
}

// newShop opens a shop on the shared gateway.
func newShop(t *testing.T, mark string) *shop {
	t.Helper()
	s := &shop{merchant: harness.NewFundedMerchant(t, 900_000), mark: mark}
	s.Put(t, "/account", object{"nama": mark, "pic": mark, "alamat": mark}).Wants(t, 200)
	lost := s.losesAKey(t)
	s.owner = s.LogIn(t)
	s.IssueKey(t)
	key := s.owner.Post(t, "/api-keys", object{"name": mark, "restricted": true, "scopes": []string{"read"}}).Wants(t, 201)
	person, _, _ := join(t, s.owner, "viewer")
	endpoint := s.owner.Post(t, "/callback-endpoints", object{"url": "https://toko.example/" + mark, "events": "*"}).Wants(t, 201)
	ticket := s.owner.Post(t, "/tickets", object{"subject": mark, "description": mark}).Wants(t, 201)
	s.app = s.Get(t, "/apps").Wants(t, 200).ID(t, "0.id")

	order := "order-" + s.Email
	paid := s.Post(t, "/payments/invoice", object{
		"amount": 100_000, "external_id": order, "customer_name": mark, "description": mark,
		"metadata": object{"callback_url": harness.CallbackURL, "note": mark},
	}).Wants(t, 201)
	transaction, row := paid.Text(t, "transaction.transaction_id"), fmt.Sprint(paid.ID(t, "transaction.id"))
	s.ActInSandbox(t, transaction, "pay", nil)
	s.AwaitPayment(t, transaction, "PAID")
	s.pending = s.OpenInvoice(t, 20_000, object{"customer_name": mark})
	withdrawal := fmt.Sprint(s.Post(t, "/withdrawals", object{
		"jumlah": 50_000, "url": "https://toko.example/" + mark, "external_id": order,
	}).Wants(t, 201).ID(t, "id"))
	settlement := fmt.Sprint(s.Post(t, "/settlements", object{
		"jumlah": 30_000, "tujuan": mark, "external_id": order,
	}).Wants(t, 201).ID(t, "id"))
	byQR := s.PayQRIS(t, 60_000)
	kept := fmt.Sprint(s.Post(t, "/refunds", object{"transaction_id": byQR, "reason": "other", "amount": 30_305}).Wants(t, 201).ID(t, "id"))
	poll.Until(t, "the provider keeps it", func() bool {
		return !harness.Shared(t).Admin(t).Get(t, "/admin/refunds/%s", kept).Wants(t, 200).Matches(t, object{"provider_id": ""})
	})
	cap := object{"is_auto_approve_withdrawal": false, "daily_refund_cap": 0} // so that the next one waits
	harness.Shared(t).Admin(t).Put(t, s.AdminPath(""), cap).Wants(t, 200)
	refund := fmt.Sprint(s.Post(t, "/refunds", object{
		"transaction_id": byQR, "reason": "other", "note": mark, "external_id": order, "amount": 10_000,
	}).Wants(t, 201).ID(t, "id"))
	callback := s.Get(t, "/callbacks").Wants(t, 200).Text(t, "0.id")
	dispute, _ := s.Dispute(t, 40_000)
	answered := s.Post(t, fmt.Sprintf("/disputes/%d/evidence", dispute), object{
		"text": mark, "files": []object{{"name": mark, "content": harness.PDF(mark)}},
	}).Wants(t, 200)
	played, _ := s.PlayDispute(t, 50_000, object{"reason": mark})
	s.file = answered.Text(t, "evidence.files.0.hash")
	slip := fmt.Sprintf("S%08d", s.ID)
	s.owner.Post(t, "/me/withholding-slips", harness.WithholdingSlip(t, slip, 1_000)).Wants(t, 201)
	hook := fmt.Sprint("/callback-endpoints/", endpoint.ID(t, "endpoint.id"))
	poll.Until(t, "a delivery waits to be tried again", func() bool {
		list := s.owner.Get(t, "%s/deliveries?status=pending", hook).Wants(t, 200)
		if len(list.List(t)) > 0 {
			s.delivery = list.Text(t, "0.id")
		}
		return s.delivery != ""
	})
	subjects := []string{transaction, callback, "withdrawals%2F" + withdrawal, "settlements%2F" + settlement}
	s.ids = map[string][]string{
		"/payments/":              {transaction, s.pending, paid.Text(t, "provider_id"), order},
		"/payments/{id}/cancel":   {s.pending},
		"/sandbox/payments/":      {s.pending},
		"/sandbox/withdrawals/":   {withdrawal},
		"/sandbox/settlements/":   {settlement},
		"/transactions/":          {row},
		"/transactions/external/": {order},
		"/me/transactions/":       {row},
		"/withdrawals/":           {withdrawal},
		"/withdrawals/external/":  {order},
		"/refunds/":               {refund},
		"/refunds/external/":      {order},
		"/sandbox/refunds/":       {kept},
		"/sandbox/disputes/":      {fmt.Sprint(played)},
		"/settlements/":           {settlement},
		"/settlements/external/":  {order},
		"/clients/":               {fmt.Sprint(s.ID)},
		"/me/users/":              {fmt.Sprint(person)},
		"/me/sessions/":           {s.otherSession(t)},
		"/me/recovery/":           {lost},
		"/api-keys/":              {fmt.Sprint(key.ID(t, "id"))},
		"/me/withholding-slips/":  {slip},
		"/tickets/":               {fmt.Sprint(ticket.ID(t, "id"))},
		"/callbacks/":             {callback},
		"/disputes/":              {fmt.Sprint(dispute)},
		"/callback-endpoints/":    {fmt.Sprint(endpoint.ID(t, "endpoint.id"))},
		"/why/":                   subjects,
		"/timeline/":              subjects,
	}
	return s
}

// losesAKey makes the owner end all access, and returns the id of a key that may be restored.
func (s *shop) losesAKey(t *testing.T) string {
	t.Helper()
	since, owner := now(), s.LogIn(t)
	lost := owner.Post(t, "/api-keys", object{"name": "lost", "restricted": true, "scopes": []string{"read"}}).Wants(t, 201).ID(t, "id")
	owner.Post(t, "/me/end-access", object{"since": since}).Wants(t, 200)
	return fmt.Sprint("api_key-", lost)
}

// otherSession is a session of the owner that the tests do not use.
func (s *shop) otherSession(t *testing.T) string {
	t.Helper()
	return fmt.Sprint(s.LogIn(t).Get(t, "/me/sessions").Wants(t, 200).ID(t, "0.id"))
}

// credentials returns everything that can call for the merchant, by name: the owner's session, the full key, a
// key of each scope.
func (s *shop) credentials(t *testing.T) map[string]caller {
	t.Helper()
	all := map[string]caller{"session": s.owner, "full key": s.Caller}
	for _, scope := range account.Scopes {
		made := s.owner.Post(t, "/api-keys", object{"name": scope, "restricted": true, "scopes": []string{scope}}).Wants(t, 201)
		all["key with the scope "+scope] = s.Gateway.Anonymous().With("X-API-Key", made.Text(t, "key"))
	}
	return all
}
