package readmodel_test

import (
	"testing"

	"gateway/domain/payment"
)

func TestTheStatesAreThoseOfTheTransactions(t *testing.T) {
	t.Parallel()
	db := replayed(t, 7, log(mixedHistory(3, 30)...))
	var states, others int
	const columns = "id, position, client_id, channel, status, expires_at, opened_at, open_suspense, created_at"
	must(t, db.QueryRow(`SELECT count(*) FROM transaction_states`).Scan(&states))
	must(t, db.QueryRow(`SELECT count(*) FROM ((SELECT `+columns+` FROM transactions EXCEPT SELECT `+columns+` FROM transaction_states)
		UNION ALL (SELECT `+columns+` FROM transaction_states EXCEPT SELECT `+columns+` FROM transactions)) AS other`).Scan(&others))
	if states == 0 || others > 0 {
		t.Errorf("%d rows of %d states differ from the transactions", others, states)
	}
}

func TestAPaidPaymentIsUpdatedWithoutItsIndexes(t *testing.T) {
	t.Parallel()
	db := database(t)
	apply(t, db, 2, log(requested(invoice(1, ""), 1), opened(invoice(1, ""), 2), paid(invoice(1, ""), payment.StatusPending, 3)))
	var updates, hot int
	for range 10_000 { // the session's statistics arrive after its connection has ended
		must(t, db.QueryRow(`SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'transactions'`).Scan(&updates, &hot))
		if updates > 0 {
			break
		}
	}
	if updates != 1 || hot != 1 {
		t.Errorf("%d updates, %d of them without indexes", updates, hot)
	}
}
