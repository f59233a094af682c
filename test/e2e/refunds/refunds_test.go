package refunds

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestAVoidGivesTheWholePaymentBackWithItsFee(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id := pay(t, m, "ewallet", wallet(100_000))
	m.AwaitBalance(t, 98_335)
	m.Get(t, "/transactions/%s/refund-options", id).Wants(t, 200).Is(t, object{
		"transaction_id": id, "money.0.refundable_amount": 100_000, "money.0.methods.0.method": "void", "money.0.methods.0.whole_only": true,
		"money.0.methods.0.fee_returned": 1665, "money.0.methods.0.held_amount": 100_000, "money.0.methods.1.method": "transfer",
	})
	m.Post(t, "/refunds", object{"transaction_id": id, "reason": "duplicate"}).Refuses(t, 400, "insufficient_balance")
	m.Get(t, "/refunds").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	m.HasBalance(t, 98_335, 98_335, 0, 0)
	m.Earn(t, 5_000)
	path, a := refund(t, m, object{"transaction_id": id, "reason": "duplicate", "note": "dua kali", "external_id": "R-1", "metadata": object{"a": 1}})
	a.Is(t, object{"amount": 100_000, "fee": 0, "method": "void", "reason": "duplicate", "note": "dua kali", "external_id": "R-1", "metadata.a": 1})
	await(t, m, path, "succeeded").Is(t, object{"method": "void", "failure_code": nil, "transaction_id": id})
	m.HasBalance(t, 5_000, 5_000, 0, 0)
	m.Get(t, "/payments/%s/status", id).Wants(t, 200).Is(t, object{
		"status": "PAID", "reversed_amount": 100_000, "reversals.0.kind": "void", "reversals.0.by": "merchant",
	})
	m.Get(t, "/refunds/external/R-1").Wants(t, 200).Is(t, object{"status": "succeeded"})
	m.Post(t, "/refunds", object{"transaction_id": id, "reason": "duplicate"}).Refuses(t, 400, "nothing_left")
	m.Get(t, "/refunds?transaction_id=%s", id).Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
}

func TestAPartThatCanNotGoBackIsTransferredAfterApproval(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	id := pay(t, m, "ewallet", wallet(100_000))
	m.AwaitBalance(t, 98_335)
	part := object{"transaction_id": id, "reason": "other", "amount": 40_000}
	m.Post(t, "/refunds", part).Refuses(t, 400, "refund_needs_account")
	part["to"] = object{"bank": "BCA", "norek": "123", "account_holder": "Budi"}
	m.Post(t, "/refunds", part).RefusesField(t, "to.norek")
	part["to"] = object{"bank": "BCA", "norek": "1234567890", "account_holder": "Budi"}
	path, a := refund(t, m, part)
	a.Is(t, object{"status": "pending", "method": "transfer", "to.norek": "1234567890"})
	m.HasBalance(t, 98_335, 58_335, 40_000, 0)
	adminPath := "/admin" + path
	m.LogIn(t).Post(t, path+"/approve", nil).Refuses(t, 403, "approval_by_admin")
	admin.Get(t, "%s", adminPath).Wants(t, 200).Is(t, object{"approval": "admin", "client_name": "Toko Maju"})
	admin.Post(t, adminPath+"/approve", nil).Wants(t, 200).Is(t, object{"status": "processing"})
	m.Post(t, "/sandbox"+path+"/complete", nil).Wants(t, 200)
	await(t, m, path, "succeeded").Is(t, object{"fee": 5_000})
	m.AwaitBalance(t, 53_335)
	m.Post(t, "/refunds", object{"transaction_id": id, "reason": "other", "amount": 60_001, "to": part["to"]}).RefusesField(t, "amount")
	m.Post(t, "/sandbox"+path+"/bounce", nil).Wants(t, 200)
	await(t, m, path, "failed")
	m.HasBalance(t, 98_335, 98_335, 0, 0)
	m.Get(t, "/payments/%s/status", id).Wants(t, 200).Is(t, object{"reversed_amount": 0, "reversals.1.amount": -40_000, "reversals.1.returned": true})
}

func TestARefundByQRCodeGoesBackToItsIssuerWholeOrInPart(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id := pay(t, m, "qris", object{"amount": 100_000})
	m.AwaitBalance(t, 99_300)
	path, _ := refund(t, m, object{"transaction_id": id, "reason": "requested_by_customer", "amount": 30_000})
	await(t, m, path, "succeeded").Is(t, object{"method": "provider", "fee": 0})
	m.HasBalance(t, 69_300, 69_300, 0, 0)
	m.Post(t, "/refunds", object{"transaction_id": id, "reason": "other", "amount": 70_001}).RefusesField(t, "amount")
	m.Post(t, "/refunds", object{"transaction_id": id, "reason": "other", "amount": "x"}).RefusesField(t, "amount")
	m.Post(t, "/refunds", object{"transaction_id": id, "reason": "other", "amount": 0.5}).RefusesField(t, "amount")
	m.Post(t, "/refunds", object{"transaction_id": id, "reason": "why"}).RefusesField(t, "reason")
	m.Post(t, "/refunds", object{"transaction_id": id, "reason": "other", "payment_id": "no"}).RefusesField(t, "payment_id")
}

func TestARefundOfAnInvoiceGoesToTheProviderOfItsChannel(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id := m.Post(t, "/payments/invoice", object{"amount": 100_000}).Wants(t, 201).Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, id, "pay", object{"channel_code": "DANA"})
	m.AwaitPayment(t, id, "PAID")
	m.Earn(t, 10_000)
	path, a := refund(t, m, object{"transaction_id": id, "reason": "cancelled"})
	a.Is(t, object{"method": "void", "status": "processing"})
	await(t, m, path, "succeeded")
}

func TestARefundOfMoneyThatIsNotPaidOrNotOnesOwnIsRefused(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	id := m.Post(t, "/payments/ewallet", wallet(100_000)).Wants(t, 201).Text(t, "transaction.transaction_id")
	m.Post(t, "/refunds", object{"transaction_id": id, "reason": "other"}).Refuses(t, 400, "not_paid")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	other.Post(t, "/refunds", object{"transaction_id": id, "reason": "other"}).RefusesField(t, "transaction_id")
	other.Post(t, "/refunds", object{"transaction_id": "INV-0-0", "reason": "other"}).RefusesField(t, "transaction_id")
	other.Get(t, "/transactions/%s/refund-options", id).Refuses(t, 404, "not_found")
	other.Post(t, "/refunds", object{}).RefusesFields(t, "transaction_id", "reason")
}

// Providers list refunds by their money and amount alone: of those that are equal, only one at a time may lack an id.
func TestEqualRefundsOfOneMoneyAllSucceed(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id := pay(t, m, "qris", object{"amount": 100_000})
	var paths []string
	for range 4 {
		path, _ := refund(t, m, object{"transaction_id": id, "reason": "other", "amount": 10_000})
		paths = append(paths, path)
	}
	for _, path := range paths {
		await(t, m, path, "succeeded")
	}
	m.HasBalance(t, 59_300, 59_300, 0, 0)
	m.Get(t, "/payments/%s/status", id).Wants(t, 200).Is(t, object{"reversed_amount": 40_000})
}

func TestAPaymentHasAHundredRefundsAtMost(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id := pay(t, m, "qris", object{"amount": 100_000})
	one := object{"transaction_id": id, "reason": "other", "amount": 1}
	for range 100 {
		m.Post(t, "/refunds", one).Wants(t, 201)
	}
	m.Post(t, "/refunds", one).Refuses(t, 400, "too_many_refunds")
}
