package console

import (
	"net/url"
	"testing"

	"gateway/test/e2e/harness"
)

func TestATicketOfAnotherClientIsNotFound(t *testing.T) {
	t.Parallel()
	v, other := owner(t, harness.NewMerchant(t)), owner(t, harness.NewMerchant(t))
	ticket := v.post(t, "/portal/tickets/new", url.Values{"subject": {"Saldo"}, "description": {"Mengapa?"}}).leadsBelow(t, "/portal/tickets")
	v.get(t, ticket).shows(t, "Mengapa?")
	unknown := other.get(t, "/portal/tickets/987654321").is(t, 404)
	if got := other.get(t, ticket).is(t, 404); got.text() != unknown.text() {
		t.Errorf("another client's ticket says\n%s\nand an unknown one\n%s", got.text(), unknown.text())
	}
	other.post(t, ticket+"/reply", url.Values{"message": {"Halo"}}).is(t, 404)
}
