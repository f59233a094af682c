package approval_test

import (
	"encoding/json"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/approval"
	"gateway/domain/domaintest"
	"gateway/domain/mail"
)

func TestARequesterHasTwentyPlaces(t *testing.T) {
	t.Parallel()
	place := func(id int64, ended ...int64) approval.PlaceTaken {
		return approval.PlaceTaken{By: "admin:1", ApprovalID: id, Ended: ended, At: noon}
	}
	take := func(id int64, ended ...int64) func(approval.Requester) ([]domain.Event, error) {
		return func(r approval.Requester) ([]domain.Event, error) { return approval.TakePlace(r, place(id, ended...)) }
	}
	var nineteen []domain.Event
	for id := range int64(approval.MaxOpen - 1) {
		nineteen = append(nineteen, place(id+1))
	}
	twenty := append(eventsOf(nineteen...), place(20))
	domaintest.Run(t, approval.Requesters, []domaintest.Case[approval.Requester]{
		{Name: "the first", When: take(1), Then: eventsOf(place(1))},
		{Name: "the twentieth", Given: nineteen, When: take(20), Then: eventsOf(place(20))},
		{Name: "one more", Given: twenty, When: take(21), Refused: "too_many_approvals"},
		{Name: "a repetition of one that has a place", Given: twenty, When: take(20)},
		{Name: "one more after another ended", Given: twenty, When: take(21, 7), Then: eventsOf(place(21, 7))},
		{Name: "an end frees one place", Given: append(eventsOf(twenty...), place(21, 7)), When: take(22, 7), Refused: "too_many_approvals"},
		{Name: "only what had a place frees one", Given: twenty, When: take(22, 99), Refused: "too_many_approvals"},
	})
}

func TestAnApprovalHasItsPlaceUntilItIsDecidedOrItsTimeIsOver(t *testing.T) {
	t.Parallel()
	p := approval.Place{ApprovalID: 1, At: noon}
	for name, c := range map[string]struct {
		events []domain.Event
		after  time.Duration
		waits  bool
	}{
		"not asked for yet":                   {nil, approval.Lifetime - 1, true},
		"never asked for":                     {nil, approval.Lifetime, false},
		"asked for":                           {eventsOf(asked), approval.Lifetime - 1, true},
		"its time is over, and not ended yet": {eventsOf(asked), approval.Lifetime, false},
		"granted":                             {eventsOf(asked, granted), 0, false},
		"refused":                             {eventsOf(asked, refused), 0, false},
		"expired":                             {eventsOf(asked, expired), 0, false},
		"done":                                {eventsOf(asked, granted, done), 0, false},
	} {
		if got := p.Waits(approval.Aggregate.Fold(approval.State{}, c.events...), noon.Add(c.after)); got != c.waits {
			t.Errorf("%s: waits is %t", name, got)
		}
	}
}

func TestTheOtherAdministratorsGetAMailWithoutTheWordsOfTheRequester(t *testing.T) {
	t.Parallel()
	if mails := asked.Mails(); len(mails) != 0 {
		t.Errorf("an approval of a former version asks for %+v", mails)
	}
	noticed := asked
	noticed.ByEmail, noticed.Notify = "ani@example.com", []string{"budi@example.com", "citra@example.com"}
	noticed.What, noticed.Reason = `record that "Dewi" transferred withdrawal 17`, "Dewi said so"
	values := map[string]string{
		"approval_id": "1", "act": "payout.approve", "subject": "withdrawals/17", "by": "ani@example.com", "amount": "5000000",
	}
	want := []mail.Mail{
		{Kind: mail.KindApprovalRequested, To: "budi@example.com", Values: values, At: noon, Until: noon.Add(approval.Lifetime)},
		{Kind: mail.KindApprovalRequested, To: "citra@example.com", Values: values, At: noon, Until: noon.Add(approval.Lifetime)},
	}
	if got, expected := asJSON(t, noticed.Mails()), asJSON(t, want); got != expected {
		t.Errorf("the mails are\n%s, want\n%s", got, expected)
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
