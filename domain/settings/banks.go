package settings

import (
	"time"

	"gateway/domain"
	"gateway/domain/bank"
)

// Banks folds `settings-banks`.
var Banks = domain.Aggregate[BanksState]{Category: category, Evolve: evolveBanks}

// BankChannelChanged says that a bank was switched on or off.
type BankChannelChanged struct {
	Code   string    `json:"code"`
	Active bool      `json:"active"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// EventType is the wire name.
func (BankChannelChanged) EventType() string { return "bank_channel.changed.v1" }

// BanksState knows which banks are active. In the zero value all of them are.
type BanksState struct{ active map[string]bool }

// Active tells whether the bank of this code exists and is switched on. It takes
// the code in upper or lower case, not the name: see bank.Find.
func (s BanksState) Active(code string) bool {
	code = canonical(code)
	if active, changed := s.active[code]; changed {
		return active
	}
	return isCode(code)
}

// BankChange is the command to switch a bank on or off, by whom and when.
type BankChange struct {
	Code   string
	Active bool
	By     string
	At     time.Time
}

// ChangeBank decides a BankChange. It refuses a code that is no bank's (a
// domain.NotFound). What is so already is no event.
func ChangeBank(s BanksState, c BankChange) ([]domain.Event, error) {
	code := canonical(c.Code)
	if !isCode(code) {
		return nil, unknown("code", "there is no bank with this code")
	}
	if s.Active(code) == c.Active {
		return nil, nil
	}
	return []domain.Event{BankChannelChanged{Code: code, Active: c.Active, By: c.By, At: c.At}}, nil
}

func evolveBanks(s BanksState, event domain.Event) BanksState {
	if e, ok := event.(BankChannelChanged); ok {
		s.active = with(s.active, e.Code, e.Active)
	}
	return s
}

// isCode is stricter than bank.Find, which takes names too.
func isCode(code string) bool {
	b, ok := bank.Find(code)
	return ok && b.Code == code
}
