package readmodel_test

import (
	"encoding/json"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/approval"
	"gateway/domain/balance"
	"gateway/domain/bank"
	"gateway/domain/idempotency"
	"gateway/domain/pricing"
	"gateway/domain/projection"
	"gateway/domain/routing"
	"gateway/domain/secondfactor"
	"gateway/domain/slice"
	"gateway/domain/ticket"
	"gateway/eventstore"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/auditlogrows"
	"gateway/projections/readmodel/readtable"
	"gateway/test/rupiah"

	"github.com/jmoiron/sqlx"
)

// caused is an event in its stream, with the metadata of an actor.
type caused struct {
	stream, actor string
	event         domain.Event
}

func TestEveryEventOfAnAdministratorIsListedWithItsSubject(t *testing.T) {
	t.Parallel()
	payout := balance.PayoutApproved{Order: balance.Order{Kind: "withdrawal", ID: 17, ClientID: 7, Amount: rupiah.Of(10_000)}}
	story := []caused{
		{"admin-staff", "system:start", admin.Created{AdminID: 1, Role: "admin", PasswordHash: "h", Reason: "ADMIN_EMAIL"}},
		{"admin-staff", "machine:budi", admin.PasswordChanged{AdminID: 1, PasswordHash: "h2", Reason: "forgot it"}},
		{"second_factor-admin:1", "admin:1", secondfactor.SetUp{Owner: "admin:1", RecoveryCodes: []string{"hash"}}},
		{"account-7", "admin:1", account.Approved{ClientID: 7, Reason: "checked"}},
		{"account-7", "admin:1", account.AppFeeSet{ClientID: 7, AppID: 3, ChannelCode: "QRIS"}},
		{"balance-7", "admin:1", payout},
		{"idempotency-x", "admin:1", idempotency.Begun{}},
		{"account-7", "client:7", account.APIKeyRevoked{ClientID: 7}},
		{"balance-7", "system:posting", balance.Adjusted{}},
		{"ticket-5", "admin:2", ticket.Closed{TicketID: 5, ClientID: 8}},
		{"approval-4", "admin:2", approval.Granted{ApprovalID: 4, Reason: "seen"}},
		{"settings-banks", "admin:2", bank.ChannelChanged{Code: "BCA"}},
		{"settings-fees", "admin:2", pricing.FeeChanged{ChannelCode: "QRIS"}},
		{"settings-routing", "admin:4", routing.Changed{Rules: []routing.Rule{{Kind: routing.Payout, Connections: []string{"xendit"}}}, Reason: "cheaper"}},
		{"admin_login-3-2026-01-02", "admin:3", admin.LoggedIn{AdminID: 3, SecondFactor: true, By: "admin:3"}},
		{"projection-balances-2026-01-02", "admin:3", projection.WorkAsked{Name: "balances", Work: projection.Rebuild, By: "admin:3"}},
		{"slices-admin:3-balance.adjust-7", "admin:3", slice.Counted{By: "admin:3", ClientID: 7}},
		{"requester-admin:3", "admin:3", approval.PlaceTaken{By: "admin:3", ApprovalID: 4}},
	}
	db := database(t)
	var envelopes []eventstore.Envelope
	for i, c := range story {
		e := log(c.event)[0]
		data, err := json.Marshal(c.event)
		must(t, err)
		m := eventstore.Metadata{Actor: c.actor, RequestID: "r", ApprovalID: 4}
		if c.event.EventType() == payout.EventType() {
			m.ApprovedBy = "admin:2"
		}
		e.Stream, e.Type, e.Data, e.Metadata = c.stream, c.event.EventType(), data, m.JSON()
		e.Position, e.ID = eventstore.Position{Commit: int64(i + 1), Prepare: int64(i + 1)}, idAt(int64(i+1))
		e.BookedAt = noon.Add(time.Duration(i) * time.Minute)
		envelopes = append(envelopes, e)
	}
	stranger := envelopes[3]
	stranger.Position, stranger.ID, stranger.Metadata = eventstore.Position{Commit: 99, Prepare: 99}, idAt(99), []byte(`{"actor":"admin:1"}`)
	apply(t, db, 5, append(envelopes, stranger))
	q := readmodel.NewQueries(sqlx.NewDb(db, "postgres"))

	list := func(f auditlogrows.AuditFilter) (lines []string) {
		t.Helper()
		rows, total, err := q.AuditLog(t.Context(), f, readtable.Page{Number: 1, PerPage: 50})
		must(t, err)
		if total != int64(len(rows)) {
			t.Errorf("%+v: %d rows of %d", f, len(rows), total)
		}
		for _, a := range rows {
			lines = append(lines, a.Actor+" "+a.ApprovedBy+" "+a.Kind+" "+a.Subject+" "+a.Reason+" "+string(a.Detail))
		}
		return lines
	}
	fees, banks := `admin:2  fee.changed fees/QRIS  {"channel_code":"QRIS","flat":0,"percent":0,"vat_inclusive":false}`, `admin:2  bank_channel.changed bank-channels/BCA  {"active":false,"code":"BCA"}`
	granted, closed := "admin:2  approval.granted approvals/4 seen {}", "admin:2  ticket.closed tickets/5  {}"
	approved := `admin:1 admin:2 payout.approved withdrawals/17  {"jumlah":10000,"kind":"withdrawal","manual":false,"total":0}`
	fee := `admin:1  account.app_fee_set apps/3  {"app_id":3,"channel_code":"QRIS","flat":0,"percent":0,"vat_inclusive":false}`
	client, factor := "admin:1  account.approved clients/7 checked {}", "admin:1  second_factor.set_up admins/1  {}"
	reset, first := "machine:budi  admin.password_changed admins/1 forgot it {}", `system:start  admin.created admins/1 ADMIN_EMAIL {"role":"admin"}`
	login := `admin:3  admin.logged_in admins/3  {"second_factor":true}`
	rebuild := `admin:3  projection.work_asked projections/balances  {"name":"balances","work":"rebuild"}`
	rules := `admin:4  routing.changed routing cheaper {"rules":[{"kind":"payout","connections":["xendit"]}]}`
	equal(t, "all, newest first", list(auditlogrows.AuditFilter{}), []string{rebuild, login, rules, fees, banks, granted, closed, approved, fee, client, factor, reset, first})
	equal(t, "of an administrator", list(auditlogrows.AuditFilter{Actor: "admin:2"}), []string{fees, banks, granted, closed})
	equal(t, "on a read model", list(auditlogrows.AuditFilter{Subject: "projections/balances"}), []string{rebuild})
	equal(t, "on the machine", list(auditlogrows.AuditFilter{Actor: "machine:budi"}), []string{reset})
	equal(t, "on a client", list(auditlogrows.AuditFilter{Subject: "clients/7"}), []string{approved, fee, client})
	equal(t, "on a withdrawal", list(auditlogrows.AuditFilter{Subject: "withdrawals/17"}), []string{approved})
	equal(t, "in a time", list(auditlogrows.AuditFilter{From: noon.Add(time.Minute), To: noon.Add(2 * time.Minute)}), []string{factor, reset})
	equal(t, "on nothing there is", list(auditlogrows.AuditFilter{Subject: "clients/x"}), []string(nil))
}
