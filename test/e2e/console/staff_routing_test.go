package console

import (
	"net/url"
	"strconv"
	"testing"

	"gateway/test/e2e/harness"
)

func TestTheRoutingIsChangedAndExplainedOnItsPage(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), staff(t, "admin")
	client := strconv.FormatInt(m.ID, 10)
	admin.get(t, "/console/routing").shows(t, "Routing", "xendit", "Change the routing", "Explain the routing")
	staff(t, "auditor").get(t, "/console/routing").shows(t, "xendit", "Explain the routing").hides(t, "Change the routing")

	change := func(rules, reason string) url.Values { return url.Values{"rules": {rules}, "reason": {reason}} }
	const others = "\npayment: xendit\npayout: xendit"
	wrong := "\npayment channel bca: xendit 99" + others
	admin.post(t, "/console/routing/change", change(wrong, "a test")).is(t, 400).says(t, "line 2 weights: must add up to 100, not 99")
	admin.post(t, "/console/routing/change", change("payment xendit", "a test")).is(t, 400).says(t, "line 1: the colon before the connections is missing")
	admin.post(t, "/console/routing/change", change("payment: xendit"+others, " ")).is(t, 400).says(t, "“Reason”: is required")
	rule := "payment channel BCA client " + client + " min 20000: xendit 100"
	admin.post(t, "/console/routing/change", change(rule+others, "a contract for one")).leadsTo(t, "/console/routing")
	admin.get(t, "/console/routing").shows(t, "a contract for one", rule, "payout: xendit")
	admin.get(t, "/console/audit-log?subject=routing").shows(t, "a contract for one")

	ask := url.Values{"kind": {"payment"}, "channel_code": {"bca"}, "amount": {"Rp20.000"}, "client_id": {client}}
	admin.post(t, "/console/routing/explain", ask).is(t, 200).shows(t, "Rule 1 matches", "drawn by its weight", "100 %")
	ask.Set("client_id", "999999999")
	admin.post(t, "/console/routing/explain", ask).is(t, 400).says(t, "“Client no.”: there is no such client")
}

func TestEachConnectionHasAPageWithItsFigures(t *testing.T) {
	t.Parallel()
	harness.NewFundedMerchant(t, 100_000)
	for _, role := range []string{"admin", "support", "auditor"} {
		person := staff(t, role)
		person.get(t, "/console/connections").shows(t, "Connections to providers", "xendit", "Success of creations", "Health and latency")
		person.get(t, "/console/connections/xendit").shows(t, "What happened", "24 hours", "7 days", "Share of payments", "100 %",
			"provider:xendit:clearing", "Costs by the configuration", "Fees of the provider", "QRIS")
		person.get(t, "/console/connections/doku-9").is(t, 404)
	}
	admin := staff(t, "admin")
	admin.get(t, "/console/transactions?connection=xendit").shows(t, "Connection", "xendit")
	admin.get(t, "/console/transactions?connection=doku-9").hides(t, "/console/transactions/INV")
	admin.get(t, "/console/withdrawals?connection=xendit").is(t, 200)
}
