package readmodel_test

import (
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/ticket"
	"gateway/projections/readmodel"
)

func ticketOpened(id, client int64) ticket.Opened {
	return ticket.Opened{
		TicketID: id, ClientID: client, Subject: "Callback", Description: "None \"came\".\nWhy?", Category: "bug", Priority: "high", At: noon,
	}
}

func ticketReplied(id, client, reply int64, isAdmin bool, previous string) ticket.Replied {
	return ticket.Replied{
		TicketID: id, ClientID: client, ReplyID: reply, Message: fmt.Sprint("reply ", reply), IsAdmin: isAdmin,
		PreviousStatus: previous, At: after(int(reply)),
	}
}

func TestATicketShowsItsStatusAndItsRepliesInTheirOrder(t *testing.T) {
	t.Parallel()
	given(t, []domain.Event{
		ticketOpened(1, 7), ticketOpened(2, 7),
		// The ids of replies are not chronological across instances.
		ticketReplied(1, 7, 20, true, ticket.StatusOpen), ticketReplied(1, 7, 10, false, ticket.StatusAnswered),
	}, func(t *testing.T, q *readmodel.Queries) {
		shown, err := q.Ticket(t.Context(), 1)
		must(t, err)
		wantJSON(t, shown, `{"id":1,"subject":"Callback","description":"None \"came\".\nWhy?","category":"bug","priority":"high",
			"status":"open","created_at":"2026-03-01T05:00:00Z","updated_at":"2026-03-01T05:10:00Z"}`)
		equal(t, "client", shown.ClientID, 7)
		replies, err := q.TicketReplies(t.Context(), 1)
		must(t, err)
		wantJSON(t, replies, `[
			{"id":20,"ticket_id":1,"message":"reply 20","is_admin":true,"created_at":"2026-03-01T05:20:00Z"},
			{"id":10,"ticket_id":1,"message":"reply 10","is_admin":false,"created_at":"2026-03-01T05:10:00Z"}]`)
		none, err := q.TicketReplies(t.Context(), 2)
		must(t, err)
		wantJSON(t, none, `[]`)
		_, err = q.Ticket(t.Context(), 3)
		wantNotFound(t, err)
	})
}

func TestTicketsAreListedByClientAndByStatus(t *testing.T) {
	t.Parallel()
	given(t, []domain.Event{
		ticketOpened(1, 7), ticketOpened(2, 8), ticketOpened(3, 7), ticketOpened(4, 7),
		ticketReplied(1, 7, 1, true, ticket.StatusOpen), ticketReplied(1, 7, 2, true, ticket.StatusAnswered),
		ticketReplied(3, 7, 3, true, ticket.StatusOpen),
		ticket.Closed{TicketID: 3, ClientID: 7, PreviousStatus: ticket.StatusAnswered, At: after(9)},
	}, func(t *testing.T, q *readmodel.Queries) {
		for of, want := range map[struct {
			client int64
			status string
		}][]int64{
			{7, ""}: {4, 3, 1}, {7, "open"}: {4}, {7, "answered"}: {1}, {7, "closed"}: {3}, {7, "none"}: {},
			{8, ""}: {2}, {9, ""}: {}, {0, ""}: {4, 3, 2, 1}, {0, "open"}: {4, 2},
		} {
			list, total, err := q.Tickets(t.Context(), of.client, of.status, firstPage)
			must(t, err)
			ids := []int64{}
			for _, found := range list {
				ids = append(ids, found.ID)
			}
			equal(t, fmt.Sprint(of), ids, want)
			equal(t, fmt.Sprint("total of ", of), total, int64(len(want)))
		}
	})
}
