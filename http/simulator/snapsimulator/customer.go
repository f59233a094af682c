package snapsimulator

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

// Bill is something to pay, as its customer sees it.
type Bill struct {
	// ID is what the page of the bill has in its address: the company's reference of a QR code or a direct debit, the
	// two parts of the number of a virtual account with a dot between them.
	ID string
	// Service made it: that of a virtual account, a QR code or a direct debit.
	Service int
	// Reference is the merchant's. Channel is the company's own word for the bank or wallet, without what all its
	// words have in common; empty for a QR code.
	Reference, Channel string
	// Code is the number of a virtual account as its customer types it, or the content of a QR code. Name is the name
	// of a virtual account, ReturnURL where the customer of a wallet goes afterwards.
	Code, Name, ReturnURL string
	Amount                decimal.Decimal
	CreatedAt, ExpiresAt  time.Time
	// Open reports whether it can be paid. Otherwise it was paid, or ended unpaid.
	Open bool
	// Paid is what was paid first; the zero Money if nothing was.
	Paid Money
}

// Bills lists all bills, newest first.
func (s *Simulator) Bills() (all []Bill) {
	_ = s.change(func() error {
		for _, b := range s.bills {
			all = append(all, b.shown(s.now()))
		}
		return nil
	})
	slices.SortFunc(all, func(a, b Bill) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), strings.Compare(a.Reference, b.Reference))
	})
	return all
}

func (b *bill) shown(now time.Time) Bill {
	shown := Bill{
		ID: b.referenceNo, Service: b.opened, Reference: b.reference, Channel: b.channel, Code: b.content, ReturnURL: b.returnURL,
		Amount: b.amount, CreatedAt: b.createdAt, ExpiresAt: b.expiresAt, Open: b.open(now),
	}
	if b.va != nil {
		prefix, _ := b.va["partnerServiceId"].(string)
		customer, _ := b.va["customerNo"].(string)
		shown.ID, shown.Code = unpadded(prefix)+"."+customer, unpadded(b.number())
		shown.Name, _ = b.va["virtualAccountName"].(string)
	}
	if len(b.paid) > 0 {
		shown.Paid = Money{Amount: b.paid[0].amount, ID: b.paid[0].id, At: b.paid[0].at}
	}
	return shown
}

// shortened takes out of a company's words for banks and wallets what they have in common.
var shortened = strings.NewReplacer("VIRTUAL_ACCOUNT_", "", "BANK_SYARIAH_MANDIRI", "BSI", "BANK_", "", "EMONEY_", "", "_SNAP", "", "_", "")

func channelOf(word string) string { return shortened.Replace(strings.ToUpper(word)) }

// Expire ends a bill now, without a notification. Errors: ErrNotFound, and ErrState if it is not open.
func (s *Simulator) Expire(reference string) error {
	return s.change(func() error {
		b := s.bills[reference]
		switch {
		case b == nil:
			return ErrNotFound
		case !b.open(s.now()):
			return ErrState
		}
		b.expiresAt = s.now()
		return nil
	})
}

// TransferOf returns the reference of the newest transfer whose reference is the name, or begins with it and a hyphen.
func (s *Simulator) TransferOf(name string) (reference string, ok bool) {
	_ = s.change(func() error {
		newest := 0
		for _, t := range s.transfers {
			if named(t.reference, name) && t.ordered > newest {
				newest, reference, ok = t.ordered, t.reference, true
			}
		}
		return nil
	})
	return reference, ok
}

func named(reference, name string) bool {
	return reference == name || strings.HasPrefix(reference, name+"-")
}

// PlanTransfer remembers how the transfer of that name (see TransferOf) ends when it is ordered: failed for the
// reason, or completed if there is none. One that was ordered since the caller looked ends now.
func (s *Simulator) PlanTransfer(name, reason string) {
	_ = s.change(func() error {
		s.planned[name] = reason
		for _, t := range s.transfers {
			if named(t.reference, name) && t.status == snap.StatusPending {
				s.endAsPlanned(t)
			}
		}
		return nil
	})
}

// endAsPlanned ends a transfer that was just ordered, if its outcome was given before. The lock is held.
func (s *Simulator) endAsPlanned(t *transfer) {
	for name, reason := range s.planned {
		if !named(t.reference, name) {
			continue
		}
		delete(s.planned, name)
		if reason == "" {
			s.complete(t)
			return
		}
		t.status, t.reason, s.float = snap.StatusFailed, reason, s.float.Add(t.amount)
		return
	}
}

// completeDue completes the transfers that are older than Options.TransferDelay.
func (s *Simulator) completeDue() {
	if s.TransferDelay == 0 {
		return
	}
	_ = s.change(func() error {
		for _, t := range s.transfers {
			if t.status == snap.StatusPending && !s.now().Before(t.at.Add(s.TransferDelay)) {
				s.complete(t)
			}
		}
		return nil
	})
}
