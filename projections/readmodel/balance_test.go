package readmodel_test

import (
	"fmt"
	"strconv"
	"sync"
	"testing"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/projections/readmodel"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

func movement(postings ...ledger.Posting) balance.Movement {
	return balance.Movement{Postings: postings, At: noon}
}

// credited credits a client with an amount that it may withdraw and one that it may not withdraw yet.
func credited(clientID int64, available, unsettled string) balance.Credited {
	return balance.Credited{ClientID: clientID, Movement: movement(
		ledger.Posting{Account: ledger.ProviderClearing("xendit"), Amount: rupiah.Of(available).Add(rupiah.Of(unsettled)).Neg()},
		ledger.Posting{Account: ledger.Available(clientID), Amount: rupiah.Of(available)},
		ledger.Posting{Account: ledger.Unsettled(clientID), Amount: rupiah.Of(unsettled)},
	)}
}

func held(id int64, amount string) balance.WithdrawalRequested {
	return balance.WithdrawalRequested{Order: order(balance.Withdrawal, id), Movement: movement(
		ledger.Posting{Account: ledger.Available(7), Amount: rupiah.Of(amount).Neg()},
		ledger.Posting{Account: ledger.Held(7), Amount: rupiah.Of(amount)},
	)}
}

func TestABalanceIsTheSumOfThePostingsToTheClientsAccounts(t *testing.T) {
	t.Parallel()
	paidOut := balance.PayoutCompleted{Order: order(balance.Withdrawal, 1), Movement: movement(
		ledger.Posting{Account: ledger.Held(7), Amount: rupiah.Of("-30")},
		ledger.Posting{Account: ledger.ProviderPayouts("xendit"), Amount: rupiah.Of("30")},
	)}
	given(t, []domain.Event{
		registered(7, "a@m.test"), registered(70, "b@m.test"), credited(7, "100.01", "0"), credited(70, "5", "0"),
		credited(7, "0.5", "20"), held(1, "30"), held(2, "10"), paidOut,
	}, func(t *testing.T, q *readmodel.Queries) {
		b, err := q.Balance(t.Context(), 7)
		must(t, err)
		wantJSON(t, b, `{"client_id":7,"saldo":90.51,"saldo_yang_bisa_ditarik":60.51,"ditahan":10,"belum_settle":20,"piutang":0}`)
		other, err := q.Balance(t.Context(), 70)
		must(t, err)
		wantJSON(t, other, `{"client_id":70,"saldo":5,"saldo_yang_bisa_ditarik":5,"ditahan":0,"belum_settle":0,"piutang":0}`)
	})
}

func TestABalanceShowsWhatTheClientOwes(t *testing.T) {
	t.Parallel()
	taken := balance.PaymentReversed{ClientID: 7, Movement: movement(
		ledger.Posting{Account: ledger.ProviderClearing("xendit"), Amount: rupiah.Of("100")},
		ledger.Posting{Account: ledger.Available(7), Amount: rupiah.Of("-20")},
		ledger.Posting{Account: ledger.Receivable(7), Amount: rupiah.Of("-80")},
	)}
	given(t, []domain.Event{registered(7, "a@m.test"), credited(7, "20", "0"), taken}, func(t *testing.T, q *readmodel.Queries) {
		b, err := q.Balance(t.Context(), 7)
		must(t, err)
		wantJSON(t, b, `{"client_id":7,"saldo":-80,"saldo_yang_bisa_ditarik":0,"ditahan":0,"belum_settle":0,"piutang":-80}`)
	})
}

// The totals in an event are for readers of the log.
func TestABalanceIsNotTakenFromTheTotalsInTheEvent(t *testing.T) {
	t.Parallel()
	e := credited(7, "1", "2")
	e.After = ledger.Totals{Available: rupiah.Of("9"), Unsettled: rupiah.Of("9"), Held: rupiah.Of("9")}
	given(t, []domain.Event{registered(7, "a@m.test"), e}, func(t *testing.T, q *readmodel.Queries) {
		b, err := q.Balance(t.Context(), 7)
		must(t, err)
		wantJSON(t, b, `{"client_id":7,"saldo":3,"saldo_yang_bisa_ditarik":1,"ditahan":0,"belum_settle":2,"piutang":0}`)
	})
}

func TestAClientWithoutMovementsHasNothingAndAnUnknownOneIsNotFound(t *testing.T) {
	t.Parallel()
	given(t, []domain.Event{registered(7, "a@m.test")}, func(t *testing.T, q *readmodel.Queries) {
		b, err := q.Balance(t.Context(), 7)
		must(t, err)
		wantJSON(t, b, `{"client_id":7,"saldo":0,"saldo_yang_bisa_ditarik":0,"ditahan":0,"belum_settle":0,"piutang":0}`)
		_, err = q.Balance(t.Context(), 8)
		wantNotFound(t, err)
	})
}

// Concurrent requests share a query.
func TestClientsThatAskAtTheSameTimeGetTheirOwnBalances(t *testing.T) {
	t.Parallel()
	const clients = 20
	var history []domain.Event
	for id := int64(clients); id > 0; id-- {
		history = append(history, registered(id, fmt.Sprintf("%d@m.test", id)), credited(id, strconv.FormatInt(id, 10), "0"))
	}
	given(t, history, func(t *testing.T, q *readmodel.Queries) {
		var asked sync.WaitGroup
		for n := range int64(10 * (clients + 1)) {
			asked.Go(func() {
				id := n % (clients + 1)
				b, err := q.Balance(t.Context(), id)
				if id == 0 {
					wantNotFound(t, err)
				} else if err != nil || b.ClientID != id || !b.Available.Equal(decimal.NewFromInt(id)) {
					t.Errorf("client %d got %+v, %v", id, b, err)
				}
			})
		}
		asked.Wait()
	})
}
