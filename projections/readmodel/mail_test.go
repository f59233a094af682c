package readmodel_test

import (
	"testing"

	"gateway/domain"
	"gateway/domain/mail"
	"gateway/domain/person"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/mailrows"
)

func TestAMailWaitsUntilItIsSentOrGivenUp(t *testing.T) {
	t.Parallel()
	id := func(position int64) string { return mail.ID(idAt(position), 0) }
	reset := person.ResetRequested{ClientID: 7, PersonID: 9, To: "ani@m.test", Number: 3, At: noon, ExpiresAt: after(60)}
	handedOut := reset
	handedOut.To = ""
	given(t, []domain.Event{
		reset, reset, reset, reset, reset, handedOut,
		mail.Started{MailID: id(2), Attempt: 1, RetryAt: after(5)},
		mail.Started{MailID: id(3), Attempt: 1, RetryAt: after(5)},
		mail.Failed{MailID: id(3), Attempt: 1, Error: "451", NextAttemptAt: after(2)},
		mail.Started{MailID: id(4), Attempt: 1, RetryAt: after(5)},
		mail.Sent{MailID: id(4), Attempt: 1},
		mail.Started{MailID: id(5), Attempt: 1, RetryAt: after(5)},
		mail.GivenUp{MailID: id(5), Reason: mail.ReasonRefused, Error: "550"},
	}, func(t *testing.T, q *readmodel.Queries) {
		for minutes, want := range map[int][]string{-1: nil, 1: {id(1)}, 2: {id(1), id(3)}, 9: {id(1), id(3), id(2)}} {
			due, err := q.DueMails(t.Context(), after(minutes), 10)
			must(t, err)
			var ids []string
			for _, m := range due {
				ids = append(ids, m.ID)
			}
			equal(t, "due mails", ids, want)
		}
		m, err := q.Mail(t.Context(), id(3))
		must(t, err)
		m.CreatedAt, m.Until, m.NextAttemptAt = m.CreatedAt.UTC(), m.Until.UTC(), m.NextAttemptAt.UTC()
		equal(t, "mail", m, mailrows.Mail{
			ID: id(3), ClientID: 7, Kind: mail.KindPasswordReset, Recipient: "ani@m.test", Values: []byte(`{}`),
			Link: []byte(`{"purpose":"reset","client_id":7,"person_id":9,"number":3}`), Status: mail.StatusPending, Attempts: 1,
			Error: "451", NextAttemptAt: after(2).UTC(), Until: after(60).UTC(), CreatedAt: noon.UTC(),
		})
		waiting, oldest, err := q.MailBacklog(t.Context())
		must(t, err)
		if waiting != 3 || !oldest.Equal(noon) {
			t.Errorf("%d wait, the oldest since %s", waiting, oldest)
		}
		_, err = q.Mail(t.Context(), id(6))
		wantNotFound(t, err)
	})
}
