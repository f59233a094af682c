package why

import (
	"time"

	"gateway/domain/calendar"
	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// Shown is an Answer in the form in which the API and the command line show it.
type Shown struct {
	Subject  string        `json:"subject"`
	ClientID int64         `json:"client_id"`
	Status   string        `json:"status"`
	Waits    bool          `json:"waits"`
	Reasons  []ShownReason `json:"reasons"`
}

// ShownReason is a Reason with its text.
type ShownReason struct {
	Code     Code       `json:"code"`
	Waits    bool       `json:"waits"`
	WaitsFor Whom       `json:"waits_for"`
	About    string     `json:"about"`
	Text     words.Text `json:"text"`
	// Event is nil if a merchant sees the reason in place of one that is internal to the gateway. Since is
	// the time of the event even then.
	Event    *Place           `json:"event"`
	Since    *time.Time       `json:"since"`
	Until    *time.Time       `json:"until"`
	Amount   *decimal.Decimal `json:"amount"`
	Expected *decimal.Decimal `json:"expected"`
	Other    string           `json:"other"`
	Count    int              `json:"count"`
	Detail   string           `json:"detail"`
}

// Show returns the answer with its words. Times in the words use the calendar's time zone.
func (a Answer) Show(c calendar.Calendar) Shown {
	s := Shown{Subject: a.Subject, ClientID: a.ClientID, Status: a.Status, Waits: a.Waits()}
	for _, r := range a.Reasons {
		shown := ShownReason{
			Code: r.Code, Waits: r.Code.Waits(), WaitsFor: r.Code.Whom(), About: r.About,
			Text:  words.Text{Indonesian: r.Text(words.Indonesian, c), English: r.Text(words.English, c)},
			Since: orNil(r.Event.At), Until: orNil(r.Until), Amount: r.Amount, Expected: r.Expected,
			Other: r.Other, Count: r.Count, Detail: r.Detail,
		}
		if r.Event.Stream != "" {
			shown.Event = &r.Event
		}
		s.Reasons = append(s.Reasons, shown)
	}
	return s
}

func orNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
