package payments

import (
	"fmt"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// playDispute has the customer of a payment by QRIS dispute it, and returns the path of the dispute.
func playDispute(t *testing.T, m harness.Merchant, amount int64, body any) (path, transactionID string) {
	t.Helper()
	id, transactionID := m.PlayDispute(t, amount, body)
	return fmt.Sprintf("/disputes/%d", id), transactionID
}

func awaitDispute(t *testing.T, m harness.Merchant, path string, want object) {
	t.Helper()
	poll.Until(t, fmt.Sprint(path, " is ", want), func() bool { return m.Get(t, "%s", path).Wants(t, 200).Matches(t, want) })
}

func awaitHeld(t *testing.T, m harness.Merchant, held string) {
	t.Helper()
	poll.Until(t, held+" is held", func() bool {
		return harness.JSON(m.Get(t, "/account/balance").Wants(t, 200).Field(t, "ditahan")) == held
	})
}

// startReadingBooks starts a gateway that reads the provider's books often, since only they tell of a chargeback.
func startReadingBooks(t *testing.T) *harness.Gateway {
	t.Helper()
	return harness.Start(t, harness.Settings{"PROVIDER_LISTING_AFTER": "100ms", "PROVIDER_LISTING_RATE": "60000"})
}

// Each outcome of a dispute is played by the merchant alone, with the API key.
func TestAMerchantPlaysADisputeInTheSandbox(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	path, id := playDispute(t, m, 100_000, object{"amount": 60_000, "reason": "FRAUD", "due_in": 3_600})
	m.Get(t, "%s", path).Wants(t, 200).Is(t, object{"amount": 60_000, "reason": "FRAUD", "transaction_id": id})
	awaitHeld(t, m, "60000")
	m.Post(t, "/sandbox/payments/"+id+"/dispute", nil).Refuses(t, 400, "not_possible")
	m.Post(t, "/sandbox"+path+"/forward", nil).Refuses(t, 400, "not_answered")
	m.Post(t, path+"/evidence", object{"text": "Delivered."}).Wants(t, 200)
	m.Post(t, "/sandbox"+path+"/forward", nil).Wants(t, 200).Is(t, object{"status": "needs_response"})
	awaitDispute(t, m, path, object{"status": "under_review"})
	m.Post(t, "/sandbox"+path+"/forward", nil).Refuses(t, 400, "not_possible")
	m.Post(t, "/sandbox"+path+"/win", nil).Wants(t, 200).Is(t, object{"status": "under_review"})
	awaitDispute(t, m, path, object{"status": "won"})
	awaitHeld(t, m, "0")
	m.HasBalance(t, 99_300, 99_300, 0, 0)
	m.Post(t, "/sandbox"+path+"/win", nil).Refuses(t, 400, "not_possible")
	m.Post(t, "/sandbox"+path+"/lose", nil).Refuses(t, 400, "not_possible")
	m.ActInSandbox(t, id, "dispute", nil) // an empty body disputes all that is left
	awaitDispute(t, m, fmt.Sprintf("/disputes/%d", m.AwaitDispute(t, id)), object{"amount": 100_000, "reason": "GOODS_NOT_RECEIVED"})
	for amount, outcome := range map[int64]string{40_300: "won", 40_301: "lost"} {
		path, _ := playDispute(t, m, amount, nil)
		m.Post(t, path+"/evidence", object{"text": "Delivered."}).Wants(t, 200)
		m.Post(t, "/sandbox"+path+"/forward", nil).Wants(t, 200)
		awaitDispute(t, m, path, object{"status": outcome})
	}
}

// What is lost, accepted or not answered in time is taken by a chargeback, and the balance has paid it once.
func TestALossInTheSandboxIsChargedBack(t *testing.T) {
	t.Parallel()
	g := startReadingBooks(t)
	for _, status := range []string{"lost", "accepted", "expired"} {
		m := g.NewMerchant(t)
		path, _ := playDispute(t, m, 100_000, object{"due_in": map[string]int{"expired": 1}[status]})
		if status == "accepted" {
			m.Post(t, path+"/accept", nil).Wants(t, 200)
		}
		if status != "lost" {
			awaitDispute(t, m, path, object{"status": status})
		}
		m.Post(t, "/sandbox"+path+"/lose", nil).Wants(t, 200)
		poll.Until(t, "the chargeback is found", func() bool { return m.Get(t, "%s", path).Wants(t, 200).Field(t, "reversal_id") != nil })
		awaitDispute(t, m, path, object{"status": status}) // the loss may be notified after its chargeback was found
		awaitHeld(t, m, "0")
		m.HasBalance(t, -700, 0, 0, 0)
		m.Post(t, "/sandbox"+path+"/win", nil).Wants(t, 200) // the network decides otherwise after the chargeback
		awaitDispute(t, m, path, object{"status": "won"})
		m.AwaitBalance(t, 99_300)
		m.HasBalance(t, 99_300, 99_300, 0, 0)
	}
}

func TestWhatTheSandboxDoesNotDispute(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	dispute := func(id string, body any) answer { return m.Post(t, "/sandbox/payments/"+id+"/dispute", body) }
	unpaid := m.Post(t, "/payments/qris", object{"amount": 50_000}).Wants(t, 201).Text(t, "transaction.transaction_id")
	dispute(unpaid, nil).Refuses(t, 400, "not_possible")
	byBank := m.OpenInvoice(t, 50_000, nil)
	m.ActInSandbox(t, byBank, "pay", nil)
	m.AwaitPayment(t, byBank, "PAID")
	dispute(byBank, nil).Refuses(t, 400, "not_possible")
	paid := m.PayQRIS(t, 50_000)
	dispute(paid, object{"amount": 50_001}).Refuses(t, 400, "not_possible")
	dispute(paid, object{"amount": 0.5}).Refuses(t, 400, "not_possible")
	dispute(paid, object{"due_in": -1}).RefusesField(t, "due_in")
	dispute(paid, object{"due_in": int64(1) << 62}).RefusesField(t, "due_in")
	dispute(paid, object{"reason": "a\nb"}).RefusesField(t, "reason")
	other.Post(t, "/sandbox/payments/"+paid+"/dispute", nil).Refuses(t, 404, "not_found")
	entered, _ := m.Dispute(t, 10_000) // the simulated provider has no dispute that an administrator entered
	path := fmt.Sprintf("/disputes/%d", entered)
	m.Post(t, path+"/evidence", object{"text": "Delivered."}).Wants(t, 200)
	for _, act := range []string{"forward", "win", "lose"} {
		m.Post(t, "/sandbox"+path+"/"+act, nil).Refuses(t, 404, "not_found")
		other.Post(t, "/sandbox"+path+"/"+act, nil).Refuses(t, 404, "not_found")
	}
}
