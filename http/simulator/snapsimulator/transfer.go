package snapsimulator

import (
	"slices"
	"time"

	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

// transfer is an order to pay out money.
type transfer struct {
	reference, referenceNo string
	amount                 decimal.Decimal
	bank, account          string
	status                 snap.TransactionStatus
	reason                 string
	// ordered counts the transfers; at is when it was ordered.
	ordered int
	at      time.Time
	// fee and vat were taken when it was completed.
	fee, vat decimal.Decimal
}

// banks are the numbers of the banks that transfers reach.
var banks = []string{"002", "008", "009", "011", "013", "014", "019", "022", "028", "110", "147", "200", "451", "490", "523"}

// beneficiary reads a bank account, and who holds it.
func (s *Simulator) beneficiary(d *document) (bank, account, holder string, refused *refusal) {
	bank, account = d.text("beneficiaryBankCode", 8, mandatory), d.text("beneficiaryAccountNo", 34, mandatory)
	if *d.refused != nil {
		return bank, account, "", *d.refused
	}
	if !slices.Contains(banks, bank) {
		return bank, account, "", &refusal{snap.BankNotSupported, ""}
	}
	holder, exists := s.Holder(bank, account)
	if !exists {
		return bank, account, "", &refusal{snap.InvalidAccount, ""}
	}
	return bank, account, holder, nil
}

// inquireAccount is service 16.
func (s *Simulator) inquireAccount(d *document, _ string) (answer, *refusal) {
	bank, account, holder, refused := s.beneficiary(d)
	if refused != nil {
		return nil, refused
	}
	return answer{
		"referenceNo": newID("I"), "beneficiaryBankCode": bank, "beneficiaryAccountNo": account, "beneficiaryAccountName": holder,
		"currency": snap.Rupiah,
	}, nil
}

// orderTransfer is service 18.
func (s *Simulator) orderTransfer(d *document, _ string) (answer, *refusal) {
	t := &transfer{reference: d.text("partnerReferenceNo", 64, mandatory), amount: d.amount("amount"), status: snap.StatusPending}
	d.text("beneficiaryAccountName", 100, mandatory)
	d.text("sourceAccountNo", 34, mandatory)
	d.text("transactionDate", 25, mandatory)
	var refused *refusal
	t.bank, t.account, _, refused = s.beneficiary(d)
	switch {
	case refused != nil:
		return nil, refused
	case s.isKnownDuplicate(t.reference):
		return nil, &refusal{snap.DuplicateReference, ""}
	case t.amount.GreaterThan(s.float):
		return nil, &refusal{snap.InsufficientFunds, ""}
	}
	t.referenceNo = newID("T")
	s.float = s.float.Sub(t.amount)
	key := t.reference
	for s.transfers[key] != nil { // a second one of this reference
		key += " again"
	}
	s.transfers[key] = t
	t.ordered, t.at = len(s.transfers), s.now()
	s.endAsPlanned(t)
	return answer{
		"referenceNo": t.referenceNo, "partnerReferenceNo": t.reference, "amount": snap.AmountOf(t.amount),
		"beneficiaryAccountNo": t.account, "beneficiaryBankCode": t.bank, "sourceAccountNo": d.members["sourceAccountNo"], "traceNo": digits(6),
	}, nil
}

// isKnownDuplicate reports whether the company notices that it has a transfer of the reference. One that lists transfers
// late notices it once the first has succeeded. The lock is held.
func (s *Simulator) isKnownDuplicate(reference string) bool {
	first := s.transfers[reference]
	return first != nil && (s.listedAfter == 0 || first.status == snap.StatusSuccess)
}

// statusOfTransfer is service 36.
func (s *Simulator) statusOfTransfer(d *document, _ string) (answer, *refusal) {
	reference := d.text("originalPartnerReferenceNo", 64, mandatory)
	if d.text("serviceCode", 2, mandatory) != "18" {
		d.refuse(snap.InvalidField, "serviceCode")
	}
	if *d.refused != nil {
		return nil, *d.refused
	}
	t := s.transfers[reference]
	if t == nil || s.now().Before(t.at.Add(s.listedAfter)) {
		return nil, &refusal{snap.TransactionMissing, ""}
	}
	return answer{
		"originalReferenceNo": t.referenceNo, "originalPartnerReferenceNo": t.reference, "serviceCode": "18",
		"latestTransactionStatus": string(t.status), "transactionStatusDesc": t.reason, "amount": snap.AmountOf(t.amount),
		"beneficiaryAccountNo": t.account, "beneficiaryBankCode": t.bank,
	}, nil
}

// inquireBalance is service 11.
func (s *Simulator) inquireBalance(d *document, _ string) (answer, *refusal) {
	account := d.text("accountNo", 34, mandatory)
	if *d.refused != nil {
		return nil, *d.refused
	}
	return answer{"accountNo": account, "accountInfos": []any{map[string]any{
		"balanceType": "Cash", "amount": snap.AmountOf(s.float), "availableBalance": snap.AmountOf(s.float), "status": "0001",
	}}}, nil
}
