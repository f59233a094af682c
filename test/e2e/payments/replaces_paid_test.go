package payments

import (
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// A further payment for an order that is already paid could never be credited, whichever of the order's
// payments it names.
func TestAnOrderThatIsPaidGetsNoFurtherPayment(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	older := m.OpenInvoice(t, 50000, nil)
	newer := m.OpenInvoice(t, 50000, object{"replaces": older})
	m.ActInSandbox(t, newer, "pay", nil)
	m.AwaitPayment(t, newer, "PAID")
	for _, replaced := range []string{older, newer} {
		a := m.Post(t, "/payments/invoice", object{"amount": 50000, "replaces": replaced})
		a.RefusesField(t, "replaces")
		if replaced == older && !strings.Contains(string(a.Body), newer) {
			t.Errorf("%s, want the payment that is paid, %s, in it", a.Body, newer)
		}
	}
}
