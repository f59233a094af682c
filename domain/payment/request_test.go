package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestRequest(t *testing.T) {
	t.Parallel()
	request := func(cmd Requested) decision {
		return func(s State) ([]domain.Event, error) { return Request(s, RequestCmd(cmd)) }
	}
	free := requested
	free.Rates = nil
	otherID := requested
	otherID.ID++
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "again goes on with what is there", Given: failedPayment, When: request(free)},
		{Name: "the transaction_id is another payment's", Given: failedPayment, When: request(otherID), Refused: "transaction_id_taken"},
		{Name: "without a rate", When: request(free), Refused: "invalid_field channel_code"},
		{Name: "opens the stream", When: request(requested), Then: eventsOf(requested)},
	})
}
