package e2e

import "testing"

func TestEverybodyMayHaveTheNewestCheckpointAndAClientItsHistoryWithProofs(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	m.earns(t, 50000)
	eventually(t, "a checkpoint is signed", func() bool { return shared.anybody().get(t, "/checkpoint").status == 200 })
	portal := m.portal(t)
	portal.get(t, "/me/balance-history?to=2020-01-01T00:00:00Z").wants(t, 200).hasMeta(t, 0, 15, 1, 1)
	portal.get(t, "/me/balance-history?from=yesterday").refusesField(t, "from")
}

func TestAuditorsAskForTheBooksOfAnyTime(t *testing.T) {
	t.Parallel()
	m, auditor := newMerchant(t), shared.staff(t, "auditor")
	m.earns(t, 50000)
	auditor.get(t, "%s", m.admin("/balance?at=2020-01-01T00:00:00Z")).wants(t, 200).is(t, object{"client_id": m.id, "saldo": 0})
	auditor.get(t, "%s", m.admin("/balance-history")).wants(t, 200).hasMeta(t, 1, 15, 1, 1)
	auditor.get(t, "/admin/trial-balance").wants(t, 200)
}

func TestAReadModelIsRebuiltWhileItServes(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	m.earns(t, 50000)
	shared.admin(t).post(t, "/admin/projections/balances/rebuild", nil).wants(t, 200).is(t, object{"name": "balances"})
	m.hasBalance(t, 50000, 50000, 0, 0)
}
