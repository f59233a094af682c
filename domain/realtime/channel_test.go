package realtime_test

import (
	"testing"

	"gateway/domain/realtime"
)

func TestEachChannelHasOneName(t *testing.T) {
	t.Parallel()
	if id, ok := realtime.ParseTicketChannel(realtime.TicketChannel(12)); id != 12 || !ok {
		t.Error("a ticket's channel is not parsed")
	}
	if id, ok := realtime.ParseTransactionsChannel(realtime.TransactionsChannel(12)); id != 12 || !ok {
		t.Error("a client's channel is not parsed")
	}
	for _, name := range []string{
		"", "chat", "chat:", "chat:ticket", "chat:ticket.", "chat:ticket.0", "chat:ticket.-1", "chat:ticket.+1", "chat:ticket.01",
		"chat:ticket.1 ", "chat:ticket.1.2", "Chat:ticket.1", "chat:client.1", "transactions:ticket.1", "transactions:client.1",
		"chat:ticket.9223372036854775808",
	} {
		if _, ok := realtime.ParseTicketChannel(name); ok {
			t.Errorf("%q is parsed as a ticket's channel", name)
		}
	}
}
