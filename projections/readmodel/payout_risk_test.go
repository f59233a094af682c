package readmodel_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/risk"
	"gateway/eventstore"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"
	"gateway/test/rupiah"
)

func TestTheFactsOfSignsOfRiskAreThoseBeforeTheRequest(t *testing.T) {
	t.Parallel()
	var events []domain.Event
	for id := int64(1); id <= 4; id++ { // 1 and 2 are completed, 3 is rejected, 4 waits; 5 was completed and asked for later
		o := order(balance.Withdrawal, id)
		o.Amount, o.RequestedAt = rupiah.Of(10_000*id), after(int(id))
		events = append(events, balance.WithdrawalRequested{Order: o, Movement: at(int(id))})
		switch id {
		case 1, 2:
			events = append(events, balance.PayoutApproved{Order: o, By: []string{"admin:1", balance.ByAuto}[id-1], At: after(10)},
				balance.PayoutCompleted{Order: o, Movement: at(20)})
		case 3:
			events = append(events, balance.PayoutRejected{Order: o, Movement: at(33), By: "admin:1"})
		}
	}
	later := order(balance.Withdrawal, 5)
	later.RequestedAt = after(5)
	events = append(events, balance.WithdrawalRequested{Order: later, Movement: at(5)},
		balance.PayoutApproved{Order: later, By: balance.ByAuto, At: after(5)}, balance.PayoutCompleted{Order: later, Movement: at(6)})
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		waiting, total, err := q.Waiting(t.Context(), balance.Withdrawal, firstPage)
		must(t, err)
		equal(t, "waiting", payoutIDs(waiting), "[4]")
		equal(t, "total", total, 1)
		done, err := q.DoneBefore(t.Context(), []payoutrows.AdminPayout{waiting[0].ForAdmin()})
		must(t, err)
		to := balance.BankAccount{Number: "1234567890", Bank: "BCA"}
		equal(t, "done before", done, [][]risk.Done{{{Amount: rupiah.Of(20_000), To: to}, {Amount: rupiah.Of(10_000), To: to}}})
		took, err := q.DecisionTimes(t.Context(), balance.Withdrawal, noon)
		must(t, err)
		equal(t, "decisions of people", took, []time.Duration{30 * time.Minute, 9 * time.Minute})
	})
}

func TestThoseThatWaitLongestComeFirst(t *testing.T) {
	t.Parallel()
	var events []domain.Event
	for id := int64(1); id <= 5; id++ {
		events = append(events, balance.SettlementRequested{Order: order(balance.Settlement, id), Movement: at(int(id))})
	}
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		page := func(p readtable.Page, want string) []payoutrows.Payout {
			t.Helper()
			list, total, err := q.Waiting(t.Context(), balance.Settlement, p)
			must(t, err)
			equal(t, "page", payoutIDs(list), want)
			equal(t, "total", total, 5)
			return list
		}
		first := page(readtable.Page{Number: 1, PerPage: 2}, "[1 2]")
		page(readtable.Page{Number: 3, PerPage: 2}, "[5]")
		page(readtable.Page{Number: 4, PerPage: 2}, "[]")
		place := first[1].Place()
		place.Total = 5
		page(readtable.Page{PerPage: 2, After: &place}, "[3 4]")
	})
}

func TestARequestSaysWhichKeyAskedFromWhere(t *testing.T) {
	t.Parallel()
	asked := log(balance.WithdrawalRequested{Order: order(balance.Withdrawal, 1), Movement: at(0)})
	asked[0].Metadata = eventstore.Metadata{Actor: "client:7", Via: "api_key:3", Address: "192.0.2.77"}.JSON()
	applied(t, asked, func(t *testing.T, q *readmodel.Queries) {
		p, err := q.Payout(t.Context(), balance.Withdrawal, 1)
		must(t, err)
		if p.AskedBy != "client:7" || p.AskedKey != 3 || p.AskedFrom != "192.0.2.0/24" {
			t.Errorf("%+v", p)
		}
	})
}

func TestTheFirstBankAccountIsNoChange(t *testing.T) {
	t.Parallel()
	set := func(id int64, number string, minute int) domain.Event {
		return account.ProfileUpdated{
			ClientID: id, Profile: account.Profile{Bank: "BCA", AccountNumber: number}, Changed: []string{"norek"}, At: after(minute),
		}
	}
	given(t, []domain.Event{
		registered(7, "7@m.test"), registered(8, "8@m.test"), set(7, "1", 1), set(8, "1", 1), set(8, "2", 2),
		account.ProfileUpdated{ClientID: 8, Changed: []string{"nama"}, At: after(3)},
		account.ChangeUndone{ClientID: 8, Secured: account.Secured{Bank: "BCA", AccountNumber: "2"}, At: after(4)},
	}, func(t *testing.T, q *readmodel.Queries) {
		since, err := q.ClientsSince(t.Context(), []int64{7, 8, 9})
		must(t, err)
		if len(since) != 2 || since[7].Registered.IsZero() || !since[7].BankChanged.IsZero() || !since[8].BankChanged.Equal(after(2)) {
			t.Errorf("%+v", since)
		}
	})
}
