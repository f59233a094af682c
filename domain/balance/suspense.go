package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/payment"

	"github.com/shopspring/decimal"
)

// SuspenseReceived books money that cannot be credited as it is. It changes none of the client's accounts.
type SuspenseReceived struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source     Source          `json:"source"`
	SuspenseID int64           `json:"suspense_id"`
	Amount     decimal.Decimal `json:"amount"`
	// ValueDate is when the customer paid; zero in older events.
	ValueDate time.Time `json:"value_date,omitzero"`
}

// SuspenseReleased credits suspended money, less fee and VAT, to the client.
type SuspenseReleased struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source     Source          `json:"source"`
	SuspenseID int64           `json:"suspense_id"`
	Gross      decimal.Decimal `json:"gross"`
	Fee        decimal.Decimal `json:"fee"`
	VAT        decimal.Decimal `json:"vat"`
	Net        decimal.Decimal `json:"net_payment"`
	Held       bool            `json:"held_until_settled"`
	// By is the administrator, and Reason the administrator's reason; both are empty in older events.
	By     string `json:"by,omitempty"`
	Reason string `json:"reason,omitempty"`
	// ValueDate is when the customer paid; zero in older events.
	ValueDate time.Time `json:"value_date,omitzero"`
}

// SuspenseRefunded books suspended money that was paid back from the gateway's own bank account. Money that
// the provider pays back gives a PaymentReversed, when the provider lists it.
type SuspenseRefunded struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source     Source          `json:"source"`
	SuspenseID int64           `json:"suspense_id"`
	Amount     decimal.Decimal `json:"amount"`
	// By is the administrator, and Reason the administrator's reason; both are empty in older events.
	By     string `json:"by,omitempty"`
	Reason string `json:"reason,omitempty"`
}

func (s State) postSuspended(cmd PostCmd, e payment.Suspended) (domain.Event, error) {
	m, err := s.move(cmd.ClientID, e.TransactionID, cmd.At,
		ledger.Transfer(ledger.ProviderClearing(e.Connection), ledger.Suspense, e.PaidAmount))
	if err != nil {
		return nil, err
	}
	return SuspenseReceived{
		ClientID: cmd.ClientID, Movement: m, Source: cmd.Source, SuspenseID: e.SuspenseID, Amount: e.PaidAmount,
		ValueDate: e.PaidAt,
	}, nil
}

func (s State) postReleased(cmd PostCmd, e payment.SuspenseReleased) (domain.Event, error) {
	m, err := s.move(cmd.ClientID, e.TransactionID, cmd.At,
		ledger.Credit(ledger.Suspense, creditAccount(cmd.ClientID, e.Held), e.PaidAmount, e.Fee, e.VAT, e.Net))
	if err != nil {
		return nil, err
	}
	return SuspenseReleased{
		ClientID: cmd.ClientID, Movement: m, Source: cmd.Source, SuspenseID: e.SuspenseID,
		Gross: e.PaidAmount, Fee: e.Fee, VAT: e.VAT, Net: e.Net, Held: e.Held, By: e.By, Reason: e.Reason, ValueDate: e.PaidAt,
	}, nil
}

func (s State) postRefunded(cmd PostCmd, e payment.SuspenseRefunded) (domain.Event, error) {
	paidFrom := ledger.BankOperating
	if e.PaidFrom == "" {
		paidFrom = ledger.ProviderClearing(e.Connection)
	}
	m, err := s.move(cmd.ClientID, e.TransactionID, cmd.At, ledger.Transfer(ledger.Suspense, paidFrom, e.PaidAmount))
	if err != nil {
		return nil, err
	}
	return SuspenseRefunded{
		ClientID: cmd.ClientID, Movement: m, Source: cmd.Source, SuspenseID: e.SuspenseID, Amount: e.PaidAmount,
		By: e.By, Reason: e.Reason,
	}, nil
}
