package balance

import (
	"time"

	"gateway/domain"
)

// SlipNumbers folds the streams of the numbers of withholding slips: one for each number, so that it counts once over all clients.
var SlipNumbers = domain.Aggregate[SlipClaim]{Category: "slip_number", Evolve: evolveSlipClaim}

// slipClaimTTL is the age after which a claim without a slip counts as abandoned. It is far longer than any request takes.
const slipClaimTTL = time.Hour

// SlipClaim is the submission that has a number; its SlipID is 0 while the number is free.
type SlipClaim struct {
	ClientID, SlipID int64
	At               time.Time
}

// SlipNumberClaimed gives a number to a submission, or moves it to another one of the same client.
type SlipNumberClaimed struct {
	Number   string    `json:"number"`
	ClientID int64     `json:"client_id"`
	SlipID   int64     `json:"slip_id"`
	At       time.Time `json:"at"`
}

// SlipNumberReleased frees a number: its slip was rejected.
type SlipNumberReleased struct {
	Number   string    `json:"number"`
	ClientID int64     `json:"client_id"`
	SlipID   int64     `json:"slip_id"`
	At       time.Time `json:"at"`
}

func evolveSlipClaim(s SlipClaim, event domain.Event) SlipClaim {
	switch e := event.(type) {
	case SlipNumberClaimed:
		return SlipClaim{ClientID: e.ClientID, SlipID: e.SlipID, At: e.At}
	case SlipNumberReleased:
		return SlipClaim{}
	}
	return s
}

// Lapsed reports whether the claim is the leftover of a request that broke off: the balance of its client has no slip with the number,
// pending or credited, and the claim is older than an hour.
func (s SlipClaim) Lapsed(number string, holder State, at time.Time) bool {
	return !holder.HasSlip(number) && at.Sub(s.At) > slipClaimTTL
}

// ClaimSlipCmd claims the number of a slip for a submission.
type ClaimSlipCmd struct {
	Number           string
	ClientID, SlipID int64
	// Lapsed is a claim for which Lapsed returned true; zero for none.
	Lapsed SlipClaim
	At     time.Time
}

// ClaimSlip gives the number to a submission. The client that has it may move it to another submission: its balance decides which one
// counts. Checks: a retry: nothing happens; slip_taken: another client has it.
func ClaimSlip(s SlipClaim, cmd ClaimSlipCmd) ([]domain.Event, error) {
	switch {
	case s.SlipID == cmd.SlipID:
		return nil, nil
	case s.SlipID != 0 && s.ClientID != cmd.ClientID && s != cmd.Lapsed:
		return nil, slipTaken()
	}
	return []domain.Event{SlipNumberClaimed{Number: cmd.Number, ClientID: cmd.ClientID, SlipID: cmd.SlipID, At: cmd.At}}, nil
}

// ReleaseSlip frees the number of a submission. Nothing happens if another submission has it.
func ReleaseSlip(s SlipClaim, number string, slipID int64, at time.Time) ([]domain.Event, error) {
	if s.SlipID != slipID {
		return nil, nil
	}
	return []domain.Event{SlipNumberReleased{Number: number, ClientID: s.ClientID, SlipID: s.SlipID, At: at}}, nil
}
