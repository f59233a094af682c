package readmodel_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/approval"
	"gateway/domain/balance"
	"gateway/domain/bank"
	"gateway/domain/bankstatement"
	"gateway/domain/callback"
	"gateway/domain/connection"
	"gateway/domain/document"
	"gateway/domain/file"
	"gateway/domain/ledger"
	"gateway/domain/mail"
	"gateway/domain/payment"
	"gateway/domain/person"
	"gateway/domain/proposal"
	"gateway/domain/routing"
	"gateway/domain/secondfactor"
	"gateway/domain/ticket"
	"gateway/domain/transaction"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/test/rupiah"
)

// chargedEvents are a credit with a fee.
func chargedEvents(id int64) []domain.Event {
	client, of := id%5, fmt.Sprint("FEE-", id)
	return []domain.Event{balance.Credited{ClientID: client, Movement: balance.Movement{Reference: of, Postings: ledger.Credit(
		ledger.ProviderClearing("xendit"), ledger.Available(client), rupiah.Of("100"), rupiah.Of("4"), rupiah.Of("0.44"), rupiah.Of("95.56"),
	), At: after(int(id))}}}
}

// mixedHistory is a history of many payments, payouts, accounts and so on. The events of each keep their
// order, and are randomly interleaved with those of the others.
func mixedHistory(seed uint64, subjects int) []domain.Event {
	random := rand.New(rand.NewPCG(seed, 0))
	var streams [][]domain.Event
	for id := int64(1); id <= int64(subjects); id++ {
		streams = append(streams, paymentEvents(random, id), payoutEvents(random, id), accountEvents(id),
			[]domain.Event{credited(id%5, fmt.Sprintf("%d.07", id), "3.5"), credited(id%5, "0.03", "0")},
			[]domain.Event{transaction.Recorded{
				ID: 1_000 + id, ClientID: id % 5, TransactionID: "T", Total: rupiah.Of("1.5"), Status: fmt.Sprint("s", id%4), At: after(int(id)),
			}},
			[]domain.Event{treasury.Entered{
				ID: id, Kind: treasury.TopUp, Reference: fmt.Sprint("line ", id), Amount: rupiah.Of("1.5"), ValueDate: "2026-01-02",
				Postings: ledger.Transfer(ledger.ProviderClearing("xendit"), ledger.BankOperating, rupiah.Of("1.5")), At: after(int(id)),
			}},
			bankEvents(id), wishEvents(id),
			feeEvents(id), chargedEvents(id),
			[]domain.Event{
				owing(id%5, "T", fmt.Sprint(id), "2"), owing(id%5, "T", fmt.Sprint(-id), "1"),
				balance.WrittenOff{ClientID: id % 5, Amount: rupiah.Of(2), OwedSince: after(int(id)), Reason: "gone", By: "admin:1", Movement: balance.Movement{
					Reference: fmt.Sprint("WOF-", id), Postings: ledger.Transfer(ledger.CostBadDebt, ledger.Receivable(id%5), rupiah.Of(2)),
				}},
				balance.WriteOffRecovered{ClientID: id % 5, Amount: rupiah.Of(1 + id%2), Movement: balance.Movement{
					Reference: fmt.Sprint("INV-", id), Postings: ledger.Transfer(ledger.Available(id%5), ledger.CostBadDebt, rupiah.Of(1+id%2)),
				}},
			},
			refundEvents(id),
			[]domain.Event{bank.ChannelChanged{Code: "BCA", Active: id%2 == 0, At: after(int(id))}},
			[]domain.Event{connection.Bound{Connection: fmt.Sprint("doku-", id), Provider: "doku", At: after(int(id))}},
			[]domain.Event{routing.Changed{Rules: routing.DefaultRules(nil), By: fmt.Sprint("admin:", id), At: after(int(id))}},
			[]domain.Event{
				account.AppAdded{ClientID: id, ID: id, At: noon},
				account.AppFeeSet{ClientID: id, AppID: id, ChannelCode: "BCA", At: noon},
				account.AppFeeSet{ClientID: id, AppID: id, ChannelCode: "BCA", Flat: rupiah.Of("2"), At: after(1)},
			},
			personEvents(id), keyEvents(id),
			approvalEvents(id),
			staffEvents(id),
			ticketEvents(random, id),
			endpointEvents(id),
			[]domain.Event{proposal.Submitted{ProposalID: id, ClientID: id % 5, At: noon}, proposal.Read{ProposalID: id}}[:1+random.IntN(2)])
	}
	var events []domain.Event
	for len(streams) > 0 {
		i := random.IntN(len(streams))
		events, streams[i] = append(events, streams[i][0]), streams[i][1:]
		if len(streams[i]) == 0 {
			streams = slices.Delete(streams, i, i+1)
		}
	}
	return append(withMails(withCallbacks(random, events)), slices.Concat(disputesOf(subjects), slipsOf(subjects), documentsOf(subjects))...)
}

// disputesOf has the events of many disputes, interleaved.
func disputesOf(subjects int) (events []domain.Event) {
	for step, more := 0, true; more; step++ {
		more = false
		for id := int64(1); id <= int64(subjects); id++ {
			if of := disputeEvents(id); step < len(of) {
				events, more = append(events, of[step]), true
			}
		}
	}
	return events
}

// documentsOf has the events of documents with each end.
func documentsOf(subjects int) (events []domain.Event) {
	for id := int64(1); id <= int64(subjects); id++ {
		client := id % 5
		events = append(events, document.Submitted{ClientID: client, ID: id, Kind: document.NPWP, File: file.Ref{Name: "npwp.png"}, By: "client:1", At: after(30)})
		switch id % 3 {
		case 0:
			events = append(events, document.Rejected{ClientID: client, ID: id, Kind: document.NPWP, Reason: "no", By: "admin:1", At: after(31)})
		case 1:
			events = append(events, document.Accepted{ClientID: client, ID: id, Kind: document.NPWP, By: "admin:1", At: after(31)},
				document.Submitted{ClientID: client, ID: 1000 + id, Kind: document.NPWP, By: "client:1", At: after(32)},
				document.Accepted{ClientID: client, ID: 1000 + id, Kind: document.NPWP, Replaces: id, By: "admin:1", At: after(33)})
		}
	}
	return events
}

// slipsOf has the events of withholding slips with each end.
func slipsOf(subjects int) (events []domain.Event) {
	for id := int64(1); id <= int64(subjects); id++ {
		slip := balance.Slip{
			ID: id, Number: fmt.Sprint("N", id/2), Period: "2025-12", Gross: rupiah.Of(50), Tax: rupiah.Of(1), Date: "2026-01-01",
			File: file.Ref{Hash: "h", Name: "a.pdf", Type: file.PDF, Size: 4, RetentionDays: 1},
		}
		events = append(events, balance.WithholdingSubmitted{ClientID: id % 5, Slip: slip, By: "client:1", At: after(30)})
		switch id % 3 {
		case 0:
			events = append(events, balance.WithholdingRejected{ClientID: id % 5, ID: id, Number: slip.Number, Reason: "no", By: "admin:1", At: after(31)})
		case 1:
			events = append(events, balance.WithholdingApproved{
				ClientID: id % 5, ID: id, Number: slip.Number, Period: slip.Period, Tax: slip.Tax, By: "admin:1",
				Movement: balance.Movement{Reference: slip.Number, At: after(31)},
			})
		}
	}
	return events
}

// disputeEvents are of disputes with each end.
func disputeEvents(id int64) []domain.Event {
	i := invoice(800_000+id, "")
	i.ClientID, i.ChannelCode = id%5, "QRIS"
	o := payment.DisputeOrder{
		DisputeID: id, ProviderDisputeID: fmt.Sprint("dsp-", id), Amount: rupiah.Of(5), FromUnsettled: rupiah.Of(2), Reason: "fraud",
		DueBy: after(600), OpenedAt: after(20),
	}
	held := paid(i, "PENDING", 2)
	held.Held, held.Net = true, rupiah.Of(2)
	if id%8 == 7 {
		held.Net = rupiah.Of(3)
	}
	taken := payment.Reversed{
		Identity: i, Reversal: payment.Reversal{ReversalID: fmt.Sprint("cb-", id), Kind: payment.Chargeback, Amount: rupiah.Of(5)},
		ClientBears: rupiah.Of(5), DisputeID: id, At: after(23),
	}
	events := []domain.Event{
		requested(i, 0), held,
		payment.DisputeOpened{Identity: i, DisputeOrder: o, By: "provider", At: after(20)},
		payment.DisputeReminded{Identity: i, DisputeOrder: o, Email: "a@b.test", At: after(20)},
		payment.DisputeAnswered{Identity: i, DisputeOrder: o, Evidence: payment.Evidence{Text: "sent"}, By: "client:1", At: after(21)},
		payment.DisputeAnswered{Identity: i, DisputeOrder: o, Evidence: payment.Evidence{
			Text: "signed for", Files: []file.Ref{{Hash: fmt.Sprint("h", id), Name: "a.pdf", Type: file.PDF, Size: 4, RetentionDays: 1}},
		}, By: "client:1/person:2", At: after(21)},
		payment.DisputeForwarded{Identity: i, DisputeOrder: o, Previous: payment.DisputeStatusNeedsResponse, By: "admin:1", At: after(22)},
	}
	switch id % 4 {
	case 0:
		return append(events[:6], payment.DisputeAccepted{Identity: i, DisputeOrder: o, At: after(22)}, taken)
	case 1:
		taken.ClientBears, taken.ToUnsettled, taken.HeldSince = rupiah.Of(1), rupiah.Of(1), payment.HeldSince(held.Receipt, held.At)
		if id%8 == 1 {
			return append(events[:4], taken)
		}
		return append(events[:4], payment.DisputeExpired{Identity: i, DisputeOrder: o, At: after(601)})
	case 2:
		return append(events, taken, payment.DisputeDecided{
			Identity: i, DisputeOrder: o, Outcome: payment.DisputeStatusLost, Previous: payment.DisputeStatusUnderReview, At: after(24),
		})
	}
	return append(events, payment.DisputeDecided{
		Identity: i, DisputeOrder: o, Outcome: payment.DisputeStatusWon, Previous: payment.DisputeStatusUnderReview, Released: o.Amount,
		ToUnsettled: o.FromUnsettled, HeldSince: payment.HeldSince(held.Receipt, held.At), At: after(24),
	})
}

// feeEvents are of money at a connection without a list of bookings, and of the fees for it.
// bankEvents are the files of a day of an account, and what people do with the lines.
func bankEvents(id int64) []domain.Event {
	day, reference := fmt.Sprintf("2026-01-%02d", 1+id%28), fmt.Sprint("bank ", id)
	line := func(n int64, amount string) bankstatement.Line {
		return bankstatement.Line{
			ID: fmt.Sprintf("77.202601%02d.%012x", 1+id%28, 10*id+n), ValueDate: day, Amount: rupiah.Of(amount), Balance: rupiah.Of("7"), Occurrence: 1,
		}
	}
	import1 := bankstatement.Imported{
		Account: fmt.Sprint(77 + id%2), Day: day, Format: bankstatement.BCA, Lines: []bankstatement.Line{line(1, "1.5"), line(2, "-2")},
		Pending: []bankstatement.Line{line(3, "3")}, Closing: rupiah.Of("7"), At: after(int(id)),
	}
	import2 := import1
	import2.Lines, import2.Pending = []bankstatement.Line{line(4, "3")}, []bankstatement.Line{line(5, "1")}
	booked := bankstatement.Booked{BookingID: fmt.Sprint("treasury-", id, "@0"), Amount: rupiah.Of("1.5"), ValueDate: "2026-01-02"}
	if id%2 == 0 {
		booked.ValueDate, booked.ValueAt = "", after(int(id))
	}
	return []domain.Event{
		treasury.Entered{
			ID: 1_000 + id, Kind: treasury.OwnerIn, Reference: reference, Amount: rupiah.Of("1.5"), ValueDate: day,
			Postings: ledger.Transfer(ledger.BankOperating, ledger.Equity, rupiah.Of("1.5")), At: after(int(id)),
		},
		import1,
		bankstatement.BookingTaken{OfBooking: bankstatement.OfBooking{Booked: booked, LineID: line(1, "1.5").ID}},
		bankstatement.LineMatched{OfLine: bankstatement.OfLine{LineID: line(1, "1.5").ID, Amount: rupiah.Of("1.5")}, BookingID: booked.BookingID, Said: bankstatement.Said{Reason: "same", By: "admin:1"}},
		bankstatement.LineExplained{OfLine: bankstatement.OfLine{LineID: line(2, "-2").ID, Amount: rupiah.Of("-2")}, Said: bankstatement.Said{Reason: "known", By: "admin:1"}},
		import2,
		bankstatement.LineReopened{OfLine: bankstatement.OfLine{LineID: line(1, "1.5").ID, Amount: rupiah.Of("1.5")}, BookingID: booked.BookingID},
		bankstatement.BookingFreed{OfBooking: bankstatement.OfBooking{Booked: booked, LineID: line(1, "1.5").ID}},
		bankstatement.LineReopened{OfLine: bankstatement.OfLine{LineID: line(2, "-2").ID, Amount: rupiah.Of("-2")}, Said: bankstatement.Said{Reason: "wrong"}},
	}[:6+id%4]
}

func feeEvents(id int64) []domain.Event {
	i := invoice(900_000+id, "")
	i.ClientID, i.Connection, i.ChannelCode = id%5, "doku-1", "QRIS"
	second, o := receipt(i), balance.Order{Kind: balance.Withdrawal, ID: 900_000 + id, ClientID: 1, Amount: rupiah.Of(5), Connection: "doku-1"}
	second.ProviderPaymentID = "second"
	cost := ledger.Transfer(ledger.CostProvider, ledger.ProviderClearing("doku-1"), rupiah.Of(id))
	fee := func(id string) treasury.FeeEstimated {
		return treasury.FeeEstimated{
			Connection: "doku-1", BookingKind: "PAYMENT", Reference: i.TransactionID, ProviderPaymentID: id, Fee: rupiah.Of(3), Postings: cost,
		}
	}
	events := []domain.Event{
		requested(i, 0), paid(i, "PENDING", 2),
		payment.Suspended{Identity: i, Receipt: second, SuspenseID: 900_000 + id, At: after(5)},
		fee("second"), fee(receipt(i).ProviderPaymentID),
		treasury.FeeEstimateEnded{Connection: "doku-1", BookingKind: "PAYMENT", Reference: i.TransactionID, Postings: ledger.Reversed(cost)},
		treasury.FeeBooked{Connection: "doku-1", BookingKind: "DISBURSEMENT", BookingID: "b", Reference: o.Name() + "-12345678", Postings: cost},
	}
	return events[:3+id%5]
}

// refundEvents are of a held payment with a refund that ends in one of all ways, some after a further attempt, some bounced.
func refundEvents(id int64) []domain.Event {
	i := invoice(700_000+id, "")
	i.ClientID = id % 5
	paidBy := payment.Paid{
		Identity: i, Receipt: receipt(i), Charge: payment.Charge{Net: rupiah.Of(90)}, Held: true, PreviousStatus: payment.StatusPending, At: after(2),
	}
	o := payment.RefundOrder{
		RefundID: id, RefundExternalID: fmt.Sprint("R-", id%3), ProviderPaymentID: "p", Amount: rupiah.Of(id), FromUnsettled: rupiah.Of(1),
		HeldSince: payment.HeldSince(receipt(i), after(2)), Method: payment.MethodVoid, Reason: "duplicate", Note: strings.Repeat("n", int(id%2)), RequestedAt: after(3),
	}
	if id%4 == 0 {
		o.To, o.RefundMetadata = &payment.RefundTo{Bank: "BCA", AccountNumber: "123", AccountHolder: "Budi"}, []byte(`{"a":1}`)
	}
	confirmed := payment.RefundConfirmed{Identity: i, RefundOrder: o, At: after(4)}
	sent := payment.RefundSubmitted{Identity: i, RefundOrder: o, Attempt: 1, Key: "k", PaidBy: "doku-1", At: after(5)}
	accepted := payment.RefundAccepted{Identity: i, RefundOrder: o, RefundProviderID: "rfd", At: after(6)}
	reversed := payment.Reversed{Identity: i, Reversal: payment.Reversal{ReversalID: "v", Kind: payment.Refund, RefundID: id, Amount: o.Amount}, ClientBears: o.Amount, At: after(7)}
	posted := balance.PaymentReversed{ClientID: i.ClientID, Movement: balance.Movement{At: after(8)}, RefundID: id, Kind: payment.Refund, Method: payment.MethodProvider}
	events := []domain.Event{requested(i, 0), paidBy, payment.RefundRequested{Identity: i, RefundOrder: o, At: after(3)}}
	confirmed.Approval = payment.ApprovalOwner
	switch id % 7 {
	case 0:
		return append(events, payment.RefundUndone{Identity: i, RefundOrder: o, ToUnsettled: rupiah.Of(1), At: after(4)})
	case 1:
		return append(events, confirmed, payment.RefundRejected{Identity: i, RefundOrder: o, ToUnsettled: rupiah.Of(1), Why: "no", At: after(5)})
	case 2:
		return append(events, confirmed, payment.RefundCancelled{Identity: i, RefundOrder: o, PreviousStatus: payment.RefundStatusPending, At: after(5)})
	case 3:
		return append(events, payment.RefundCancelled{Identity: i, RefundOrder: o, PreviousStatus: payment.RefundStatusRequested, At: after(5)})
	}
	confirmed.Approval = payment.ApprovalNone
	failed := payment.RefundAttemptFailed{Identity: i, RefundOrder: o, NextMethod: payment.MethodProvider, At: after(7)}
	switch id % 7 {
	case 4:
		return append(events, confirmed, sent, accepted, failed, payment.RefundFailed{Identity: i, RefundOrder: o, Code: "X", Message: "m", At: after(8)})
	case 5:
		return append(events, confirmed, sent, accepted, reversed, posted)
	}
	return append(events, confirmed, sent, accepted, reversed, posted,
		payment.ReversalReturned{Identity: i, Reversal: reversed.Reversal, ClientGets: o.Amount, Code: "CLOSED", At: after(9)},
		balance.ReversalReturned{ClientID: i.ClientID, Movement: balance.Movement{At: after(10)}, ReversalID: "v", RefundID: id, Reason: "CLOSED"})
}

func staffEvents(id int64) []domain.Event {
	name := fmt.Sprint("admin:", id)
	events := []domain.Event{
		admin.Created{AdminID: id, Role: admin.RoleAdmin, At: noon},
		admin.PasswordChanged{AdminID: id, PasswordHash: "h"},
		secondfactor.SetUp{Owner: name, Generation: 1},
		admin.RoleChanged{AdminID: id, Role: admin.RoleSupport},
		secondfactor.Removed{Owner: name},
		admin.Disabled{AdminID: id},
		admin.Enabled{AdminID: id},
	}
	return events[:2+id%6]
}

func paymentEvents(random *rand.Rand, id int64) []domain.Event {
	i := invoice(id, fmt.Sprint("order-", id%3))
	i.ClientID, i.Channel = id%5, []string{"invoice", "va", "qris", "ewallet"}[id/4%4]
	i.Connection = []string{"xendit", "doku-1", "dana-1"}[id%3]
	opened := func(i payment.Identity, minute int) payment.Opened {
		e := opened(i, minute)
		e.VANumber, e.BankCode, e.QRString, e.PayURL, e.Deeplink = "8808", "BCA", "0002", "https://pay.test/bb", "pay://bb"
		return e
	}
	events := []domain.Event{requested(i, 0), opened(i, 1), paid(i, "PENDING", 2), settled(i, 3)}
	asked := i
	asked.Connection = "midtrans-1"
	switch random.IntN(6) {
	case 5:
		events = []domain.Event{
			requested(asked, 0), payment.Rerouted{Identity: i, From: "midtrans-1", Cause: "not_sent", At: after(0)}, opened(i, 1), paid(i, "PENDING", 2),
		}
	case 0:
		events = []domain.Event{requested(i, 0), payment.Refused{Identity: i, At: after(1)}, paid(i, "FAILED", 2)}
	case 1:
		events = []domain.Event{requested(i, 0), paid(i, "PENDING", 1), opened(i, 2)}
	case 2:
		events = []domain.Event{requested(i, 0), opened(i, 1), expired(i, 2), paid(i, "EXPIRED", 3), settled(i, 4)}
	case 4:
		held, freed := paid(i, "PENDING", 2), settled(i, 3)
		held.Held, freed.Held, freed.FromUnsettled = true, true, held.Net
		events = []domain.Event{requested(i, 0), opened(i, 1), held, freed}
	case 3:
		events = append(events, payment.Suspended{Identity: i, Receipt: receipt(i), SuspenseID: id, At: after(5)},
			payment.SuspenseRefunded{Identity: i, SuspenseID: id, By: "root", At: after(6)})
	}
	events[0] = named(events[0].(payment.Requested), id)
	events = events[:1+random.IntN(len(events))]
	if id%6 == 0 {
		events = append(events, payment.CustomerErased{Identity: i, By: "admin:1", Reason: "asked", At: after(9)})
	}
	return withChain(i, id, withReports(i, id, withReversals(i, id, events)))
}

// named gives every third payment a customer.
func named(e payment.Requested, id int64) payment.Requested {
	if id%3 == 0 {
		e.CustomerName, e.CustomerPhone = fmt.Sprint("Budi ", id), fmt.Sprint("0812-000-", id)
	}
	return e
}

// withChain adds events in which the payment replaces another one, is replaced, and is closed.
func withChain(i payment.Identity, id int64, events []domain.Event) []domain.Event {
	older := payment.Chained{Identity: i, Chain: "INV-0", Replaces: "INV-0", At: after(10)}
	told := payment.Replaced{Identity: i, By: fmt.Sprint("INV-", id, "-newer"), NewerID: id, ExpiresAt: after(11), At: after(11)}
	before := payment.Aggregate.Fold(payment.State{}, events...).Status
	switch id % 4 {
	case 0:
		return append(events, older)
	case 1:
		return append(events, older, told)
	case 2:
		return append(events, payment.Expired{Identity: i, PreviousStatus: before, Reason: payment.ReasonCancelled, At: after(12)})
	}
	return append(events, payment.Expired{Identity: i, PreviousStatus: before, Reason: payment.ReasonReplaced, ReplacedBy: "INV-1", At: after(12)},
		payment.Closed{Identity: i, Outcome: payment.ClosedByProvider, At: after(13)})
}

// withReversals adds a held credit and reversals: in full, in part, of money in suspense, waiting,
// contradicted.
func withReversals(i payment.Identity, id int64, events []domain.Event) []domain.Event {
	news := func(n int, kind string) payment.Reversal {
		return payment.Reversal{ReversalID: fmt.Sprint("rv-", id, "-", n), Kind: kind, Amount: rupiah.Of(n), By: "provider", Reason: "R"}
	}
	suspenseID := 1_000 + id
	held := payment.SuspenseReleased{
		Identity: i, Receipt: receipt(i), Charge: payment.Charge{Net: rupiah.Of(95)}, SuspenseID: suspenseID, Held: true, At: after(9),
	}
	events = append(events,
		payment.Suspended{Identity: i, Receipt: receipt(i), SuspenseID: suspenseID, At: after(8)},
		payment.ReversalReported{Identity: i, Reversal: news(1, payment.Refund), Unconfirmed: true, At: after(8)})
	switch id % 5 {
	case 0:
		return append(events, payment.Reversed{
			Identity: i, Reversal: news(1, payment.Refund), SuspenseID: suspenseID, FromSuspense: rupiah.Of(1), Waited: true, At: after(9),
		}, held)
	case 1:
		return append(events, payment.Reversed{
			Identity: i, Reversal: news(2, payment.Refund), SuspenseID: suspenseID, FromSuspense: rupiah.Of(2), SuspenseClosed: true, At: after(9),
		})
	case 2:
		return append(events, held, payment.Reversed{
			Identity: i, Reversal: news(3, payment.Chargeback), SuspenseID: suspenseID, ClientBears: rupiah.Of(3), FromUnsettled: rupiah.Of(3), At: after(10),
		}, payment.HoldEnded{Identity: i, SuspenseID: suspenseID, FromUnsettled: rupiah.Of(92), At: after(11)})
	case 3:
		return append(events, held, payment.ReversalReported{Identity: i, Reversal: news(1, payment.Refund), Waited: true, At: after(10)},
			payment.ReversalContradicted{
				Identity: i, Reversal: news(1, payment.Refund), Contradiction: payment.MoreThanPaid, Waited: true, At: after(11),
			})
	}
	askedFor := payment.SuspenseRefunded{
		Identity: i, Receipt: receipt(i), SuspenseID: suspenseID, By: "root", PaidFrom: payment.RefundFromProvider, At: after(9),
	}
	undecided := payment.ReversalReported{Identity: i, Reversal: news(1, payment.Refund), Undecided: true, Waited: true, At: after(9)}
	if id%2 == 0 {
		return append(events, askedFor, payment.SuspenseReopened{Identity: i, Receipt: receipt(i), SuspenseID: suspenseID, At: after(9)}, held, undecided)
	}
	return append(events, askedFor, undecided, payment.ReversalAssigned{Identity: i, ReversalID: undecided.ReversalID, SuspenseID: suspenseID, At: after(10)},
		payment.Reversed{
			Identity: i, Reversal: news(1, payment.Refund), SuspenseID: suspenseID, FromSuspense: rupiah.Of(1), Waited: true, WasUndecided: true, At: after(10),
		})
}

// withReports adds notifications that were confirmed, not confirmed, or wait.
func withReports(i payment.Identity, id int64, events []domain.Event) []domain.Event {
	news := payment.News{Receipt: receipt(i), Status: "PAID", PaidWith: "BCA"}
	events = append(events, payment.Reported{Identity: i, News: news, At: after(7)})
	switch id % 3 {
	case 0:
		return append(events, payment.ReportAnswered{
			Identity: i, ProviderPaymentID: news.ProviderPaymentID, Status: news.Status, At: after(8),
		})
	case 1:
		return append(events, payment.Contradicted{
			Identity: i, News: news, Here: "PENDING", Contradiction: payment.NotConfirmed, At: after(8),
		})
	}
	return events
}

func payoutEvents(random *rand.Rand, id int64) []domain.Event {
	o := order([]string{balance.Withdrawal, balance.Settlement}[id%2], id)
	asked := o
	asked.Connection = []string{"xendit", "midtrans-1"}[id%2]
	events := []domain.Event{
		balance.WithdrawalRequested{Order: o, Movement: at(0)},
		balance.PayoutApproved{Order: o, Manual: id%3 == 0, At: after(1)},
		balance.PayoutSubmitted{Order: asked, At: after(2)},
		balance.PayoutUnknown{Order: asked, Reason: "timeout", At: after(3)},
		balance.PayoutAccepted{Order: asked, ProviderID: "d", At: after(4)},
		balance.PayoutCompleted{Order: asked, Movement: at(5), ProviderID: "d", TransferredBy: "X", TransferAt: after(5)},
		balance.PayoutReversed{Order: o, Movement: at(6), Reason: "returned"},
	}
	if id%4 == 0 {
		events = append(events[:4], balance.PayoutFailed{Order: o, Movement: at(5), Reason: "no"})
	}
	return events[:1+random.IntN(len(events))]
}

func approvalEvents(id int64) []domain.Event {
	amount := rupiah.Of(1_000)
	requested := approval.Requested{
		ApprovalID: id, Act: "payout.approve", Amount: &amount, By: "admin:1", ExpiresAt: after(1_440), At: noon,
	}
	granted := approval.Granted{ApprovalID: id, By: "admin:2", Reason: "seen", At: after(1)}
	switch id % 6 {
	case 0:
		return []domain.Event{requested, approval.Refused{ApprovalID: id, By: "admin:2", Reason: "no", At: after(1)}}
	case 1:
		return []domain.Event{requested, approval.Expired{ApprovalID: id, At: after(1_440)}}
	case 2:
		return []domain.Event{requested, granted, approval.Done{ApprovalID: id, Result: json.RawMessage(`{"id":1}`), At: after(2)}}
	case 3:
		return []domain.Event{requested, granted, approval.Failed{ApprovalID: id, Code: "not_pending", At: after(2)}}
	case 4:
		return []domain.Event{requested, granted}
	}
	return []domain.Event{requested}
}

func ticketEvents(random *rand.Rand, id int64) []domain.Event {
	client := id % 5
	events := []domain.Event{
		ticketOpened(id, client), ticketReplied(id, client, 3*id, true, ticket.StatusOpen),
		ticketReplied(id, client, 3*id+1, true, ticket.StatusAnswered), ticketReplied(id, client, 3*id+2, false, ticket.StatusAnswered),
		ticket.Closed{TicketID: id, ClientID: client, PreviousStatus: ticket.StatusOpen, At: after(99)},
	}
	return events[:1+random.IntN(len(events))]
}

// personEvents are the events of a person who was invited, often changed, and sometimes removed.
func personEvents(id int64) []domain.Event {
	invited := person.Invited{ClientID: id % 5, PersonID: 5_000 + id, Email: fmt.Sprint(id, "@p.test"), Role: person.RoleViewer, At: after(int(id))}
	again := invited
	again.Role = person.RoleFinance
	return []domain.Event{
		invited, again,
		person.Joined{ClientID: id % 5, PersonID: invited.PersonID},
		secondfactor.SetUp{Owner: fmt.Sprint("person:", invited.PersonID)},
		secondfactor.Removed{Owner: fmt.Sprint("person:", invited.PersonID)},
		person.RoleChanged{ClientID: id % 5, PersonID: invited.PersonID, Role: person.RoleDeveloper},
		person.Removed{ClientID: id % 5, PersonID: invited.PersonID},
	}[:1+id%7]
}

// withMails adds attempts for the mails that the history requests.
func withMails(events []domain.Event) []domain.Event {
	for i, e := range slices.Clone(events) {
		asker, asks := e.(mail.Asker)
		if !asks || len(asker.Mails()) == 0 {
			continue
		}
		id, failed := mail.ID(idAt(int64(i+1)), 0), mail.Failed{Attempt: 1, Error: "451", NextAttemptAt: after(i)}
		failed.MailID = id
		events = append(events, [][]domain.Event{
			{mail.Started{MailID: id, Attempt: 1, RetryAt: after(i)}, failed, mail.Started{MailID: id, Attempt: 2}, mail.Sent{MailID: id}},
			{mail.Started{MailID: id, Attempt: 1, RetryAt: after(i)}, mail.GivenUp{MailID: id, Error: "550"}},
			{mail.Started{MailID: id, Attempt: 1, RetryAt: after(i)}},
			nil,
		}[i%4]...)
	}
	return events
}

func accountEvents(id int64) []domain.Event {
	key := account.APIKeyIssued{ClientID: id, KeyID: id, KeyHash: fmt.Sprint("h", id), At: noon}
	again := key
	again.KeyID += 1_000
	return []domain.Event{
		registered(id, fmt.Sprint(id, "@m.test")),
		account.Approved{ClientID: id, At: noon},
		account.ProfileUpdated{ClientID: id, Profile: account.Profile{Name: "A", Email: fmt.Sprint(id, "@n.test")}},
		key,
		account.APIKeyRevoked{ClientID: id, KeyID: id},
		account.Suspended{ClientID: id},
		account.Reactivated{ClientID: id},
		again,
		account.AutoApprovalPaused{ClientID: id, Number: 1, Changed: []string{"email"}, Until: after(int(id)), Before: account.Secured{Email: fmt.Sprint(id, "@m.test")}, At: noon},
		account.ChangeUndone{ClientID: id, Number: 1, Secured: account.Secured{Email: fmt.Sprint(id, "@m.test"), AccountNumber: "1", Bank: "BCA"}, At: noon},
		account.SettingsChanged{ClientID: id, AutoApproveWithdrawal: id%2 == 0, DailyPayoutCap: new(rupiah.Of(int(id))), At: noon},
		account.ProfileUpdated{ClientID: id, Profile: account.Profile{Name: "B", Email: fmt.Sprint(id, "@n.test")}, Changed: []string{"nama", "email"}},
		account.ProfileUpdated{
			ClientID: id, Profile: account.Profile{Name: "B", Email: fmt.Sprint(id, "@n.test"), Bank: "BCA", AccountNumber: "1"},
			Changed: []string{"norek", "bank"}, At: noon,
		},
		account.AccessEnded{ClientID: id, Reason: "why", At: after(int(id))},
	}[:9+id%5]
}

// wishEvents are people who ask for receipts of payments, of whom some leave, or get a role without them.
func wishEvents(id int64) []domain.Event {
	chosen := func(on ...string) domain.Event {
		return person.MailsChosen{ClientID: id % 5, PersonID: 50_000 + id, On: on, At: noon}
	}
	return []domain.Event{
		chosen(mail.KindReceipt), chosen(), chosen(mail.KindReceipt),
		person.RoleChanged{ClientID: id % 5, PersonID: 50_000 + id, Role: person.RoleDeveloper},
		chosen(mail.KindReceipt),
		person.RoleChanged{ClientID: id % 5, PersonID: 50_000 + id, Role: person.RoleFinance},
	}[:1+id%6]
}

// keyEvents are the events of a client whose full key is replaced with and without overlaps, by people who
// leave, and of its restricted keys.
func keyEvents(id int64) []domain.Event {
	client, by := 9_000+id, func(n int64) string { return person.Actor(9_000+id, 9_000+id+n) }
	full := func(n int64, issuer int64, overlap int) account.APIKeyIssued {
		e := account.APIKeyIssued{ClientID: client, KeyID: 10*client + n, KeyHash: fmt.Sprint("f", client, n), By: by(issuer), At: after(int(n))}
		if overlap > 0 {
			e.FormerUntil = new(after(int(n) + overlap))
		}
		return e
	}
	restricted := func(n int64, issuer int64, life int) account.RestrictedKeyIssued {
		e := account.RestrictedKeyIssued{
			ClientID: client, KeyID: 10*client + n, KeyHash: fmt.Sprint("r", client, n), Scopes: []string{account.ScopeRead}, By: by(issuer), At: after(int(n)),
		}
		if life > 0 {
			e.ExpiresAt = new(after(int(n) + life))
		}
		return e
	}
	became := func(n int64, role string) domain.Event {
		return person.RoleChanged{ClientID: client, PersonID: client + n, Role: role, At: after(20)}
	}
	return []domain.Event{
		full(0, 100, 0), restricted(1, 100, 2), full(2, 200, 9), restricted(3, 200, 0), became(200, person.RoleFinance),
		full(4, 300, 3), restricted(5, 300, 0),
		account.RestrictedKeyEnded{ClientID: client, KeyID: 10*client + 5},
		account.APIKeyRevoked{ClientID: client, KeyID: 10*client + 4},
		full(6, 300, 9), became(200, person.RoleOwner),
		restricted(7, 300, 0),
		person.Removed{ClientID: client, PersonID: client + 300, At: after(21)},
		full(8, 100, 9),
		full(9, 100, 0),
		account.AccessEnded{ClientID: client, At: after(22)},
	}[:10+id%7]
}

// withCallbacks adds random delivery events for the preceding events: attempted, delivered, exhausted and
// resent callbacks.
func withCallbacks(random *rand.Rand, events []domain.Event) []domain.Event {
	var all []domain.Event
	var open []string
	for _, e := range events {
		all = append(all, e)
		switch e.(type) {
		case payment.Paid, payment.Settled, payment.Expired:
			open = append(open, byEvent(int64(len(all))))
		}
		if len(open) == 0 || random.IntN(2) == 0 {
			continue
		}
		id, next := open[random.IntN(len(open))], after(90)
		n := 1 + len(all) // rises with each attempt
		switch random.IntN(4) {
		case 0:
			all = append(all, attempted(id, n, 500, &next, n))
		case 1:
			all = append(all, attempted(id, n, 200, nil, n), delivered(id))
		case 2:
			all = append(all, attempted(id, n, 500, nil, n), exhausted(id))
		case 3:
			all = append(all, callback.ResendRequested{CallbackID: id, At: after(n)})
		}
	}
	return all
}

func TestAReplayInAnyBatchesGivesTheSameRows(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{1, 2, 3} {
		t.Run(fmt.Sprint("history ", seed), func(t *testing.T) {
			t.Parallel()
			events := log(mixedHistory(seed, 30)...)
			want := contents(t, replayed(t, len(events), events))
			for _, table := range slices.Sorted(maps.Keys(want)) {
				if want[table] == "" {
					t.Errorf("the history leaves %s empty", table)
				}
			}
			for _, size := range []int{1, 2, 7, 100} {
				equal(t, fmt.Sprint("in batches of ", size), contents(t, replayed(t, size, events)), want)
				equal(t, fmt.Sprint("loaded in batches of ", size), contents(t, loaded(t, size, events)), want)
			}
		})
	}
}

func TestCountersAgreeWithTheRowsTheyCount(t *testing.T) {
	t.Parallel()
	db := replayed(t, 50, log(mixedHistory(4, 60)...))
	for counts, rows := range map[string]string{
		"client_counts": "clients", "transaction_counts": "transactions", "payout_counts": "payouts", "client_payout_counts": "payouts",
		"callback_counts": "callbacks", "suspense_counts": "suspense", "reversal_counts": "reversals",
		"approval_counts": "approvals",
		"ticket_counts":   "tickets", "proposal_counts": "proposals", "dispute_counts": "disputes", "document_counts": "documents",
	} {
		scope := map[string]string{
			"payout_counts": "kind, ", "transaction_counts": "client_id, channel, ", "client_payout_counts": "client_id, kind, ", "callback_counts": "client_id, ",
			"ticket_counts": "client_id, ", "dispute_counts": "client_id, ", "document_counts": "client_id, ",
		}[counts]
		var wrong int
		must(t, db.QueryRow(fmt.Sprintf(`SELECT count(*) FROM (
			(SELECT %[1]s status, n FROM %[2]s WHERE n <> 0 EXCEPT SELECT %[1]s status, count(*) FROM %[3]s GROUP BY %[1]s status)
			UNION ALL
			(SELECT %[1]s status, count(*) FROM %[3]s GROUP BY %[1]s status EXCEPT SELECT %[1]s status, n FROM %[2]s)) AS d`,
			scope, counts, rows)).Scan(&wrong))
		equal(t, "wrong "+counts, wrong, 0)
	}
}

func replayed(t *testing.T, size int, events []eventstore.Envelope) *sql.DB {
	t.Helper()
	db := database(t)
	apply(t, db, size, events)
	return db
}

// loaded replays the events like a rebuild, which copies new rows.
func loaded(t *testing.T, size int, events []eventstore.Envelope) *sql.DB {
	t.Helper()
	db := database(t)
	applyBy(t, engine.NewLoadingSession(db), size, events)
	return db
}

// contents returns a hash of the rows of each table of each model, independent of their order on disk.
func contents(t *testing.T, db *sql.DB) map[string]string {
	t.Helper()
	hashes := map[string]string{}
	for _, model := range readmodel.All() {
		for _, table := range model.Tables() {
			hashes[table] = hashOf(t, db, table)
		}
	}
	return hashes
}

func hashOf(t *testing.T, db *sql.DB, table string) (hash string) {
	t.Helper()
	err := db.QueryRowContext(t.Context(),
		`SELECT COALESCE(md5(string_agg(r::text, E'\n' ORDER BY r::text)), '') FROM `+table+` AS r`).Scan(&hash)
	must(t, err)
	return hash
}
