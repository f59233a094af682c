package readmodel_test

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/file"
	"gateway/domain/payment"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/readtable"
	"gateway/test/rupiah"
)

// disputeOf is a dispute about the invoice of the same number, whose answer is due after so many minutes.
func disputeOf(id int64, due int) payment.DisputeOpened {
	return payment.DisputeOpened{Identity: invoice(id, ""), DisputeOrder: payment.DisputeOrder{
		DisputeID: id, ProviderDisputeID: fmt.Sprint("dsp-", id), Amount: rupiah.Of(10), DueBy: after(due), OpenedAt: after(int(id)),
	}, By: payment.ByProvider, At: after(int(id))}
}

func answerOf(o payment.DisputeOpened, at int, text string, files ...file.Ref) payment.DisputeAnswered {
	return payment.DisputeAnswered{
		Identity: o.Identity, DisputeOrder: o.DisputeOrder, Evidence: payment.Evidence{Text: text, Files: files},
		By: "client:7/person:9", At: after(at).Add(123 * time.Nanosecond),
	}
}

func TestADisputeKeepsAllAnswersWithTheirFiles(t *testing.T) {
	t.Parallel()
	opened, other := disputeOf(1, 600), disputeOf(2, 600)
	first, again := file.Ref{Hash: "h1", Name: "a.pdf"}, file.Ref{Hash: "h1", Name: "b.pdf"}
	given(t, []domain.Event{
		opened, other, answerOf(opened, 5, "one", first), answerOf(opened, 6, "two"), answerOf(opened, 7, "three", again, file.Ref{Hash: "h2"}),
	}, func(t *testing.T, q *readmodel.Queries) {
		d, err := q.Dispute(t.Context(), 1)
		must(t, err)
		equal(t, "the answers", len(d.Answers), 3)
		for i, text := range []string{"one", "two", "three"} {
			equal(t, "the text", d.Answers[i].Text, text)
			equal(t, "the person", d.Answers[i].By, "client:7/person:9")
			equal(t, "the time", d.Answers[i].AnsweredAt, after(5+i))
		}
		equal(t, "an answer without files", len(d.Answers[1].Files), 0)
		found, known := d.Answers.File("h1")
		equal(t, "the newest name of a file", found.Name, "b.pdf")
		equal(t, "a file that was sent", known, true)
		_, known = d.Answers.File("h3")
		equal(t, "a file that was not sent", known, false)
		d, err = q.Dispute(t.Context(), 2)
		must(t, err)
		equal(t, "the answers to another dispute", len(d.Answers), 0)
	})
}

func TestDisputesThatNeedAResponseAreListedTheMostUrgentFirst(t *testing.T) {
	t.Parallel()
	late, soon, now, over := disputeOf(1, 300), disputeOf(2, 200), disputeOf(3, 100), disputeOf(4, 50)
	events := []domain.Event{late, soon, now, over, payment.DisputeExpired{Identity: over.Identity, DisputeOrder: over.DisputeOrder, At: after(60)}}
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		read := func(f disputerows.Filter, p readtable.Page) (ids []int64, last readtable.Place) {
			rows, total, err := q.Disputes(t.Context(), f, p)
			must(t, err)
			for _, row := range rows {
				ids, last = append(ids, row.ID), row.Place()
			}
			last.Total = total
			return ids, last
		}
		due := disputerows.Filter{ClientID: late.ClientID, Due: true}
		ids, last := read(due, readtable.Page{Number: 1, PerPage: 2})
		equal(t, "the first page", fmt.Sprint(ids), "[3 2]")
		equal(t, "how many are open", last.Total, 3)
		ids, _ = read(due, readtable.Page{After: &last, Number: 2, PerPage: 2})
		equal(t, "what follows its last row", fmt.Sprint(ids), "[1]")
		ids, _ = read(due, readtable.Page{Number: 2, PerPage: 2})
		equal(t, "the second page", fmt.Sprint(ids), "[1]")
		ids, _ = read(disputerows.Filter{ClientID: late.ClientID, Due: true, Status: payment.DisputeStatusExpired}, readtable.Page{Number: 1, PerPage: 2})
		equal(t, "one that is over and urgent", len(ids), 0)
		ids, last = read(disputerows.Filter{}, readtable.Page{Number: 1, PerPage: 3})
		equal(t, "the newest", fmt.Sprint(ids), "[4 3 2]")
		ids, _ = read(disputerows.Filter{}, readtable.Page{After: &last, Number: 2, PerPage: 3})
		equal(t, "what follows the newest", fmt.Sprint(ids), "[1]")
		ids, last = read(disputerows.Filter{TransactionID: soon.TransactionID}, readtable.Page{Number: 1, PerPage: 3})
		equal(t, "those of a payment", fmt.Sprint(ids, last.Total), "[2] 1")
	})
}
