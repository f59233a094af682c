package readmodel_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/transaction"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

// invoice returns an invoice payment of client 7 with the transaction_id INV-7-<id>.
func invoice(id int64, externalID string) payment.Identity {
	return payment.Identity{
		ID: id, TransactionID: fmt.Sprintf("INV-7-%d", id), ExternalID: externalID, ClientID: 7, AppID: 3,
		Channel: "invoice", ChannelCode: "INVOICE", Amount: rupiah.Of("100000"),
		Metadata:    json.RawMessage(`{"type_transaksi":"\"top\\up\"","callback_url":"https://m.test/cb"}`),
		CallbackURL: "https://m.test/cb?via=topup",
	}
}

func paidBy(i payment.Identity, code string) payment.Identity {
	i.ChannelCode = code
	return i
}

func requested(i payment.Identity, minute int) payment.Requested {
	return payment.Requested{
		Identity: i, Fee: rupiah.Of("4000"), VAT: rupiah.Of("440"), Net: rupiah.Of("95560"), ExpiresAt: after(60), At: after(minute),
	}
}

func opened(i payment.Identity, minute int) payment.Opened {
	return payment.Opened{
		Identity: i, ProviderID: fmt.Sprintf("aa%02d", i.ID), InvoiceURL: "https://pay.test/aa", ExpiresAt: after(90), At: after(minute),
	}
}

func receipt(i payment.Identity) payment.Receipt {
	return payment.Receipt{
		ProviderID: fmt.Sprintf("aa%02d", i.ID), ProviderPaymentID: "pp", UserID: "u1", PaidAmount: rupiah.Of("100000"),
		PaidAt: after(4), PaymentMethod: "BANK_TRANSFER", PaymentChannel: "BCA",
	}
}

var charge = payment.Charge{Fee: rupiah.Of("4000.5"), VAT: rupiah.Of("440.06"), Net: rupiah.Of("95559.44")}

func paid(i payment.Identity, previous string, minute int) payment.Paid {
	return payment.Paid{
		Identity: paidBy(i, "BCA"), Receipt: receipt(i), Charge: charge, PreviousStatus: previous,
		Late: previous == payment.StatusExpired, At: after(minute),
	}
}

func settled(i payment.Identity, minute int) payment.Settled {
	return payment.Settled{
		Identity: paidBy(i, "BCA"), Receipt: receipt(i), Charge: charge, PreviousStatus: payment.StatusPaid, At: after(minute),
	}
}

func expired(i payment.Identity, minute int) payment.Expired {
	return payment.Expired{Identity: i, ProviderID: "aa", PreviousStatus: payment.StatusPending, At: after(minute)}
}

func ids(list []paymentrows.Transaction) string {
	ids := []int64{}
	for _, tx := range list {
		ids = append(ids, tx.ID)
	}
	return fmt.Sprint(ids)
}

func TestAPaymentIsPendingUntilItsOutcomeIsKnown(t *testing.T) {
	t.Parallel()
	i := invoice(1, "order-1")
	given(t, []domain.Event{requested(i, 0), opened(i, 1)}, func(t *testing.T, q *readmodel.Queries) {
		tx, err := q.Transaction(t.Context(), 7, 1)
		must(t, err)
		wantJSON(t, tx, `{"id":1,"transaction_id":"INV-7-1","external_id":"order-1","client_id":7,"app_id":3,
			"channel":"invoice","channel_code":"INVOICE","total":100000,"fee":4000,"vat":440,"net_payment":95560,
			"status":"PENDING","paid_amount":null,"paid_at":null,"expires_at":"2026-03-01T06:30:00Z",
			"metadata":{"type_transaksi":"\"top\\up\"","callback_url":"https://m.test/cb"},"transaction_log":null,"under_review":false,"reversed_amount":0,"reversals":[],"replaces":null,"replaced_by":null,
			"created_at":"2026-03-01T05:00:00Z","updated_at":"2026-03-01T05:01:00Z"}`)
		equal(t, "opening", tx.Opening, paymentrows.Opening{ProviderID: "aa01", InvoiceURL: "https://pay.test/aa"})
	})
}

func TestATransactionShowsWhatWasTakenBackOfTheClientsMoney(t *testing.T) {
	t.Parallel()
	i := invoice(1, "")
	reversed := func(id, amount string, minute int) payment.Reversed {
		return payment.Reversed{
			Identity: i, Reversal: payment.Reversal{ReversalID: id, Kind: payment.Refund, Amount: rupiah.Of(amount), Reason: "REFUND", By: payment.ByProvider},
			ClientBears: rupiah.Of(amount), At: after(minute),
		}
	}
	ofSuspense := reversed("rf-3", "7", 12)
	ofSuspense.ClientBears, ofSuspense.FromSuspense = rupiah.Of("0"), rupiah.Of("7")
	given(t, []domain.Event{requested(i, 0), opened(i, 1), paid(i, "PENDING", 5), reversed("rf-1", "30000", 10), reversed("rf-2", "20000", 11), ofSuspense},
		func(t *testing.T, q *readmodel.Queries) {
			tx, err := q.Transaction(t.Context(), 7, 1)
			must(t, err)
			equal(t, "status", tx.Status, payment.StatusPaid)
			equal(t, "reversed", tx.ReversedAmount.String(), "50000")
			equal(t, "updated", tx.UpdatedAt, after(12)) // it may have been under review
			wantJSON(t, tx.Reversals, `[
				{"reversal_id":"rf-1","kind":"refund","amount":30000,"reason":"REFUND","by":"provider","at":"2026-03-01T05:10:00Z"},
				{"reversal_id":"rf-2","kind":"refund","amount":20000,"reason":"REFUND","by":"provider","at":"2026-03-01T05:11:00Z"}]`)
		})
}

func TestAPaidInvoiceShowsItsChannelItsReceiptAndItsFee(t *testing.T) {
	t.Parallel()
	i := invoice(1, "")
	given(t, []domain.Event{requested(i, 0), opened(i, 1), paid(i, "PENDING", 5), settled(i, 9)}, func(t *testing.T, q *readmodel.Queries) {
		tx, err := q.Transaction(t.Context(), 7, 1)
		must(t, err)
		wantJSON(t, tx, `{"id":1,"transaction_id":"INV-7-1","external_id":null,"client_id":7,"app_id":3,
			"channel":"invoice","channel_code":"BCA","total":100000,"fee":4000.5,"vat":440.06,"net_payment":95559.44,
			"status":"SETTLED","paid_amount":100000,"paid_at":"2026-03-01T05:04:00Z","expires_at":"2026-03-01T06:30:00Z",
			"metadata":{"type_transaksi":"\"top\\up\"","callback_url":"https://m.test/cb"},"transaction_log":null,"under_review":false,"reversed_amount":0,"reversals":[],"replaces":null,"replaced_by":null,
			"created_at":"2026-03-01T05:00:00Z","updated_at":"2026-03-01T05:09:00Z"}`)
	})
}

func TestAPaymentThatIsPaidBeforeItIsOpenStaysPaid(t *testing.T) {
	t.Parallel()
	i := invoice(1, "")
	late := opened(i, 6)
	late.ProviderID = "" // then the receipt's id is used
	given(t, []domain.Event{requested(i, 0), paid(i, "PENDING", 5), late}, func(t *testing.T, q *readmodel.Queries) {
		tx, err := q.PaymentByTransactionID(t.Context(), "INV-7-1")
		must(t, err)
		equal(t, "status", tx.Status, "PAID")
		equal(t, "opening", tx.Opening, paymentrows.Opening{ProviderID: "aa01", InvoiceURL: "https://pay.test/aa"})
	})
}

func TestRecordedTransactionsAreKeptAsTheyCame(t *testing.T) {
	t.Parallel()
	net := rupiah.Of("90.5")
	given(t, []domain.Event{
		transaction.Recorded{
			ID: 1, ClientID: 7, TransactionID: "T-1", ExternalID: "x", Total: rupiah.Of("100"), NetPayment: &net,
			TransactionLog: json.RawMessage(`{"b":1.50,"a":[{"c":"é,{}\\"}]}`), Status: "Lunas", At: noon,
		},
		transaction.Recorded{ID: 2, ClientID: 8, TransactionID: "T-1", AppID: 4, Total: rupiah.Of("5"), Status: "PENDING", At: noon},
	}, func(t *testing.T, q *readmodel.Queries) {
		tx, err := q.Transaction(t.Context(), 7, 1)
		must(t, err)
		wantJSON(t, tx, `{"id":1,"transaction_id":"T-1","external_id":"x","client_id":7,"app_id":null,"channel":"recorded",
			"channel_code":null,"total":100,"fee":null,"vat":null,"net_payment":90.5,"status":"Lunas","paid_amount":null,
			"paid_at":null,"expires_at":null,"metadata":null,"transaction_log":{"b":1.50,"a":[{"c":"é,{}\\"}]},"under_review":false,"reversed_amount":0,"reversals":[],"replaces":null,"replaced_by":null,
			"created_at":"2026-03-01T05:00:00Z","updated_at":"2026-03-01T05:00:00Z"}`)
		equal(t, "log, byte for byte", string(tx.TransactionLog), `{"b":1.50,"a":[{"c":"é,{}\\"}]}`)
		other, err := q.Transaction(t.Context(), 8, 2)
		must(t, err)
		equal(t, "net_payment", other.NetPayment, (*decimal.Decimal)(nil))
		_, err = q.PaymentStatus(t.Context(), 7, "T-1")
		wantNotFound(t, err)
	})
}

func TestTransactionsAreFoundByEachOfTheirIDsAndByTheirOwnerOnly(t *testing.T) {
	t.Parallel()
	first, again := invoice(1, "order"), invoice(2, "order")
	events := []domain.Event{requested(first, 0), opened(first, 1), expired(first, 2), requested(again, 3), opened(again, 4)}
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		for anyID, want := range map[string]int64{"INV-7-1": 1, "aa01": 1, "aa02": 2, "order": 2} {
			tx, err := q.PaymentStatus(t.Context(), 7, anyID)
			must(t, err)
			equal(t, anyID, tx.ID, want)
			_, err = q.PaymentStatus(t.Context(), 8, anyID)
			wantNotFound(t, err)
		}
		tx, err := q.TransactionByExternal(t.Context(), 7, "order")
		must(t, err)
		equal(t, "newest with the external id", tx.ID, 2)
		_, err = q.TransactionByExternal(t.Context(), 8, "order")
		wantNotFound(t, err)
		_, err = q.Transaction(t.Context(), 8, 1)
		wantNotFound(t, err)
		_, err = q.PaymentByTransactionID(t.Context(), "INV-7-3")
		wantNotFound(t, err)
	})
}

// A recorded transaction's own id also serves as the client's reference. An external_id wins over it.
func TestARecordedTransactionIsFoundByItsOwnReference(t *testing.T) {
	t.Parallel()
	events := []domain.Event{
		recordedBy(7, 1, "KASIR-1", "ORDER-1", 0), recordedBy(7, 2, "KASIR-2", "KASIR-1", 1), recordedBy(7, 3, "KASIR-3", "", 2),
		recordedBy(8, 4, "KASIR-3", "", 3), requested(invoice(5, "KASIR-4"), 4), recordedBy(7, 6, "KASIR-4", "", 5),
	}
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		for reference, want := range map[string]int64{"ORDER-1": 1, "KASIR-1": 2, "KASIR-2": 2, "KASIR-3": 3, "KASIR-4": 5} {
			tx, err := q.TransactionByExternal(t.Context(), 7, reference)
			must(t, err)
			equal(t, reference, tx.ID, want)
		}
		tx, err := q.TransactionByExternal(t.Context(), 8, "KASIR-3")
		must(t, err)
		equal(t, "another client's", tx.ID, 4)
		for _, reference := range []string{"KASIR-1", "KASIR-4"} {
			_, err = q.TransactionByExternal(t.Context(), 8, reference)
			wantNotFound(t, err)
		}
		_, err = q.TransactionByExternal(t.Context(), 7, "INV-7-5") // a payment's id is the gateway's own
		wantNotFound(t, err)
	})
}

func TestListsAreNewestFirstAndTheirTotalsCountTheStatus(t *testing.T) {
	t.Parallel()
	var events []domain.Event
	for id := range int64(7) {
		events = append(events, requested(invoice(7-id, ""), int(id)))
	}
	events = append(events, payment.Refused{Identity: invoice(5, ""), At: noon}, expired(invoice(6, ""), 1),
		paid(invoice(6, ""), "EXPIRED", 2), settled(invoice(6, ""), 3), paid(invoice(4, ""), "PENDING", 9))
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		for _, c := range []struct {
			clientID int64
			status   string
			page     readtable.Page
			total    int64
			ids      string
		}{
			{7, "", readtable.Page{Number: 1, PerPage: 3}, 7, "[1 2 3]"},
			{7, "", readtable.Page{Number: 3, PerPage: 3}, 7, "[7]"},
			{7, "", readtable.Page{Number: 4, PerPage: 3}, 7, "[]"},
			{7, "", readtable.Page{Number: 1 << 62, PerPage: 100}, 7, "[]"},
			{7, "PENDING", readtable.Page{Number: 1, PerPage: 15}, 4, "[1 2 3 7]"},
			{7, "PENDING", readtable.Page{Number: 2, PerPage: 3}, 4, "[7]"},
			{7, "FAILED", readtable.Page{Number: 1, PerPage: 15}, 1, "[5]"},
			{7, "EXPIRED", readtable.Page{Number: 1, PerPage: 15}, 0, "[]"},
			{7, "PAID", readtable.Page{Number: 1, PerPage: 15}, 1, "[4]"},
			{7, "SETTLED", readtable.Page{Number: 1, PerPage: 15}, 1, "[6]"},
			{7, "paid", readtable.Page{Number: 1, PerPage: 15}, 0, "[]"},
			{8, "", readtable.Page{Number: 1, PerPage: 15}, 0, "[]"},
		} {
			list, total, err := q.Transactions(t.Context(), paymentrows.TransactionFilter{ClientID: c.clientID, Status: c.status}, c.page)
			must(t, err)
			equal(t, fmt.Sprintf("total of %+v", c), total, c.total)
			equal(t, fmt.Sprintf("%+v", c), ids(list), c.ids)
		}
	})
}

func TestDuePaymentsAreReadPageByPage(t *testing.T) {
	t.Parallel()
	var events []domain.Event
	for id := int64(1); id <= 5; id++ {
		o := opened(invoice(id, ""), 10)
		o.ExpiresAt = after(90 + int(id)/3)
		events = append(events, requested(invoice(id, ""), 1), o, requested(invoice(id+10, ""), 20+int(id)/3))
	}
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		for act, want := range map[paymentrows.Act]string{paymentrows.ToExpire: "[1 2 3 4 5]", paymentrows.ToFind: "[11 12 13 14 15]"} {
			var all []paymentrows.DuePayment
			for at := (paymentrows.PaymentCursor{}); ; {
				page, err := q.DuePayments(t.Context(), act, after(100), at, 2)
				must(t, err)
				if len(page) == 0 {
					break
				}
				all, at = append(all, page...), page[len(page)-1].PaymentCursor
			}
			equal(t, string(act), dueIDs(all), want)
		}
	})
}

func dueIDs(due []paymentrows.DuePayment) string {
	ids := []int64{}
	for _, d := range due {
		ids = append(ids, d.ID)
	}
	return fmt.Sprint(ids)
}

func TestAPaymentWithMoneyInSuspenseIsNotDueUntilAllOfItIsDecided(t *testing.T) {
	t.Parallel()
	i := invoice(1, "")
	o := opened(i, 10)
	o.ExpiresAt = after(50)
	suspended := func(id int64) payment.Suspended { return payment.Suspended{Identity: i, SuspenseID: id, At: after(20)} }
	for _, c := range []struct {
		name   string
		events []domain.Event
		want   string
	}{
		{"one is open", []domain.Event{suspended(1)}, "[]"},
		{"one of two is open", []domain.Event{suspended(1), suspended(2), payment.SuspenseRefunded{Identity: i, SuspenseID: 1, At: after(30)}}, "[]"},
		{"both are refunded", []domain.Event{
			suspended(1), suspended(2),
			payment.SuspenseRefunded{Identity: i, SuspenseID: 1, At: after(30)},
			payment.SuspenseReleased{Identity: i, SuspenseID: 2, At: after(30)},
		}, "[1]"},
	} {
		given(t, append([]domain.Event{requested(i, 1), o}, c.events...), func(t *testing.T, q *readmodel.Queries) {
			due, err := q.DuePayments(t.Context(), paymentrows.ToExpire, after(100), paymentrows.PaymentCursor{}, 10)
			must(t, err)
			equal(t, c.name, dueIDs(due), c.want)
		})
	}
}

func TestDuePaymentsAreThoseThatExpiredAndThoseNeverOpened(t *testing.T) {
	t.Parallel()
	var events []domain.Event
	for id := int64(1); id <= 5; id++ {
		i := invoice(id, "")
		o := opened(i, 10)
		o.ExpiresAt = after(100 - int(id))
		events = append(events, requested(i, int(id)), o)
	}
	events = append(events, paid(invoice(5, ""), "PENDING", 20), requested(invoice(6, ""), 30), requested(invoice(7, ""), 40),
		requested(invoice(8, ""), 30), payment.Refused{Identity: invoice(8, ""), At: after(31)},
		transaction.Recorded{ID: 9, ClientID: 7, TransactionID: "T", Total: rupiah.Of("1"), Status: "PENDING", At: noon})
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		for _, c := range []struct {
			now, unopenedBefore time.Time
			limit               int
			want                string
		}{
			{after(95), noon, 10, "[]"},
			{after(96), noon, 10, "[4]"},
			{after(98), noon, 10, "[4 3 2]"},
			{after(98), noon, 2, "[4 3]"},
			{noon, after(30), 10, "[6]"},
			{after(96), after(50), 10, "[4 6 7]"},
		} {
			expired, err := q.DuePayments(t.Context(), paymentrows.ToExpire, c.now, paymentrows.PaymentCursor{}, c.limit)
			must(t, err)
			unopened, err := q.DuePayments(t.Context(), paymentrows.ToFind, c.unopenedBefore, paymentrows.PaymentCursor{}, c.limit)
			must(t, err)
			equal(t, fmt.Sprintf("%+v", c), dueIDs(append(expired, unopened...)), c.want)
		}
	})
}
