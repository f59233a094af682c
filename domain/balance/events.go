package balance

import "gateway/domain"

// EventType is the wire name.
func (Credited) EventType() string             { return "balance.credited.v1" }
func (Settled) EventType() string              { return "balance.settled.v1" }
func (SuspenseReceived) EventType() string     { return "balance.suspense_received.v1" }
func (PaymentReversed) EventType() string      { return "balance.payment_reversed.v1" }
func (HoldEnded) EventType() string            { return "balance.hold_ended.v1" }
func (RefundHeld) EventType() string           { return "refund.held.v1" }
func (RefundNotHeld) EventType() string        { return "refund.not_held.v1" }
func (RefundReleased) EventType() string       { return "refund.released.v1" }
func (DisputeHeld) EventType() string          { return "dispute.held.v1" }
func (DisputeReleased) EventType() string      { return "dispute.released.v1" }
func (ReversalReturned) EventType() string     { return "balance.reversal_returned.v1" }
func (SuspenseReleased) EventType() string     { return "balance.suspense_released.v1" }
func (SuspenseRefunded) EventType() string     { return "balance.suspense_refunded.v1" }
func (Adjusted) EventType() string             { return "balance.adjusted.v1" }
func (WrittenOff) EventType() string           { return "balance.written_off.v1" }
func (WriteOffRecovered) EventType() string    { return "balance.write_off_recovered.v1" }
func (WithholdingSubmitted) EventType() string { return "withholding_slip.submitted.v1" }
func (WithholdingRejected) EventType() string  { return "withholding_slip.rejected.v1" }
func (WithholdingApproved) EventType() string  { return "withholding_slip.approved.v1" }
func (WithholdingCorrected) EventType() string { return "withholding_slip.corrected.v1" }
func (SlipNumberClaimed) EventType() string    { return "slip_number.claimed.v1" }
func (SlipNumberReleased) EventType() string   { return "slip_number.released.v1" }
func (WithdrawalRequested) EventType() string  { return "withdrawal.requested.v1" }
func (SettlementRequested) EventType() string  { return "settlement.requested.v1" }
func (PayoutApproved) EventType() string       { return "payout.approved.v1" }
func (PayoutRejected) EventType() string       { return "payout.rejected.v1" }
func (PayoutCancelled) EventType() string      { return "payout.cancelled.v1" }
func (PayoutSubmitted) EventType() string      { return "payout.submitted.v1" }
func (PayoutAttemptFailed) EventType() string  { return "payout.attempt_failed.v1" }
func (PayoutReported) EventType() string       { return "payout.reported.v1" }
func (PayoutContradicted) EventType() string   { return "payout.contradicted.v1" }
func (PayoutAccepted) EventType() string       { return "payout.accepted.v1" }
func (PayoutAdopted) EventType() string        { return "payout.adopted.v1" }
func (PayoutUnknown) EventType() string        { return "payout.unknown.v1" }
func (PayoutCompleted) EventType() string      { return "payout.completed.v1" }
func (PayoutFailed) EventType() string         { return "payout.failed.v1" }
func (PayoutReversed) EventType() string       { return "payout.reversed.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{
		Credited{},
		Settled{},
		SuspenseReceived{},
		SuspenseReleased{},
		SuspenseRefunded{},
		PaymentReversed{},
		HoldEnded{},
		Adjusted{},
		WrittenOff{},
		WriteOffRecovered{},
		WithdrawalRequested{},
		SettlementRequested{},
		PayoutApproved{},
		PayoutRejected{},
		PayoutCancelled{},
		PayoutSubmitted{},
		PayoutAttemptFailed{},
		PayoutAccepted{},
		PayoutUnknown{},
		PayoutAdopted{},
		PayoutCompleted{},
		PayoutFailed{},
		PayoutReversed{},
		PayoutReported{},
		PayoutContradicted{},
		RefundHeld{},
		RefundNotHeld{},
		RefundReleased{},
		ReversalReturned{},
		DisputeHeld{},
		DisputeReleased{},
		WithholdingSubmitted{},
		WithholdingRejected{},
		WithholdingApproved{},
		WithholdingCorrected{},
		SlipNumberClaimed{},
		SlipNumberReleased{},
	}
}

// OfSlip returns the id of the submission that the event is about.
func (e WithholdingSubmitted) OfSlip() int64 { return e.ID }

// OfSlip returns the id of the submission that the event is about.
func (e WithholdingRejected) OfSlip() int64 { return e.ID }

// OfSlip returns the id of the submission that the event is about.
func (e WithholdingApproved) OfSlip() int64 { return e.ID }

// Moved implements Mover.
func (e Credited) Moved() (int64, Movement)             { return e.ClientID, e.Movement }
func (e Settled) Moved() (int64, Movement)              { return e.ClientID, e.Movement }
func (e SuspenseReceived) Moved() (int64, Movement)     { return e.ClientID, e.Movement }
func (e SuspenseReleased) Moved() (int64, Movement)     { return e.ClientID, e.Movement }
func (e SuspenseRefunded) Moved() (int64, Movement)     { return e.ClientID, e.Movement }
func (e PaymentReversed) Moved() (int64, Movement)      { return e.ClientID, e.Movement }
func (e HoldEnded) Moved() (int64, Movement)            { return e.ClientID, e.Movement }
func (e RefundHeld) Moved() (int64, Movement)           { return e.ClientID, e.Movement }
func (e RefundReleased) Moved() (int64, Movement)       { return e.ClientID, e.Movement }
func (e DisputeHeld) Moved() (int64, Movement)          { return e.ClientID, e.Movement }
func (e DisputeReleased) Moved() (int64, Movement)      { return e.ClientID, e.Movement }
func (e ReversalReturned) Moved() (int64, Movement)     { return e.ClientID, e.Movement }
func (e Adjusted) Moved() (int64, Movement)             { return e.ClientID, e.Movement }
func (e WithholdingApproved) Moved() (int64, Movement)  { return e.ClientID, e.Movement }
func (e WithholdingCorrected) Moved() (int64, Movement) { return e.ClientID, e.Movement }
func (e WrittenOff) Moved() (int64, Movement)           { return e.ClientID, e.Movement }
func (e WriteOffRecovered) Moved() (int64, Movement)    { return e.ClientID, e.Movement }
func (e WithdrawalRequested) Moved() (int64, Movement)  { return e.ClientID, e.Movement }
func (e SettlementRequested) Moved() (int64, Movement)  { return e.ClientID, e.Movement }
func (e PayoutRejected) Moved() (int64, Movement)       { return e.ClientID, e.Movement }
func (e PayoutCancelled) Moved() (int64, Movement)      { return e.ClientID, e.Movement }
func (e PayoutCompleted) Moved() (int64, Movement)      { return e.ClientID, e.Movement }
func (e PayoutFailed) Moved() (int64, Movement)         { return e.ClientID, e.Movement }
func (e PayoutReversed) Moved() (int64, Movement)       { return e.ClientID, e.Movement }

// FillIn implements domain.FilledIn.
func (e *PayoutSubmitted) FillIn() { e.fillConnection() }

// FillIn implements domain.FilledIn.
func (e *PayoutAttemptFailed) FillIn() { e.fillConnection() }

// FillIn implements domain.FilledIn.
func (e *PayoutAccepted) FillIn() { e.fillConnection() }

// FillIn implements domain.FilledIn.
func (e *PayoutUnknown) FillIn() { e.fillConnection() }

// FillIn implements domain.FilledIn.
func (e *PayoutAdopted) FillIn() { e.fillConnection() }

// FillIn implements domain.FilledIn.
func (e *PayoutReported) FillIn() { e.fillConnection() }

// FillIn implements domain.FilledIn.
func (e *PayoutContradicted) FillIn() { e.fillConnection() }

// FillIn implements domain.FilledIn. A payout that a person completed had no connection.
func (e *PayoutCompleted) FillIn() {
	e.Movement.FillIn()
	if e.ProviderID != "" {
		e.fillConnection()
	}
}

// FillIn implements domain.FilledIn. Only the provider's own words name a connection in former events.
func (e *PayoutFailed) FillIn() {
	e.Movement.FillIn()
	if e.ProviderID != "" {
		e.fillConnection()
	}
}

// FillIn implements domain.FilledIn.
func (e *PayoutReversed) FillIn() {
	e.Movement.FillIn()
	e.fillConnection()
}
