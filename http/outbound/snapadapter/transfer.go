package snapadapter

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/domain/text"
	"gateway/http/outbound/exchange"
	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

// bankNumbers are Bank Indonesia's numbers of banks, by the code of gateway/domain/bank.
var bankNumbers = map[string]string{
	"BCA": "014", "BJB": "110", "BNC": "490", "BNI": "009", "BRI": "002", "BSI": "451", "BTN": "200", "CIMB": "022", "DANAMON": "011",
	"MANDIRI": "008", "MUAMALAT": "147", "OCBC": "028", "PANIN": "019", "PERMATA": "013", "SAHABAT_SAMPOERNA": "523",
}

// PayoutBanks lists the codes of the banks that the connection can transfer to, sorted; nil if it makes no
// transfers.
func (a *Adapter) PayoutBanks() (codes []string) {
	if !a.Dialect.PaysOut() {
		return nil
	}
	for code := range bankNumbers {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	return codes
}

// SendPayout orders a transfer (service 18). The company takes one order for a reference. After a
// *report.Unknown the transfer may have been made, and FindPayout tells.
func (a *Adapter) SendPayout(ctx context.Context, t balance.Transfer) (report.Payout, error) {
	number, ok := bankNumbers[t.Bank]
	if !ok {
		return report.Payout{}, fmt.Errorf("bank %s has no number: %w", t.Bank, errors.ErrUnsupported)
	}
	var made struct {
		ReferenceNo string `json:"referenceNo"`
		Partner     string `json:"partnerReferenceNo"`
	}
	err := a.call(exchange.About(ctx, t.Reference), snap.ServiceInterbankTransfer, map[string]any{
		"partnerReferenceNo": t.Reference, "amount": snap.AmountOf(t.Amount), "beneficiaryAccountName": t.AccountHolder,
		"beneficiaryAccountNo": t.AccountNumber, "beneficiaryBankCode": number, "sourceAccountNo": a.SourceAccount,
		"transactionDate": snap.FormatTime(a.now()), "feeType": "OUR", "remark": t.Description,
	}, &made)
	switch {
	case err != nil:
		return report.Payout{}, err
	case made.Partner != "" && made.Partner != t.Reference:
		return report.Payout{}, exchange.Unreadable(errForeign)
	case made.ReferenceNo == "":
		return report.Payout{}, exchange.Unreadable(errors.New("referenceNo: is missing"))
	}
	// The answer says that the order was taken. Only the status says that the money arrived.
	return report.Payout{
		Connection: a.Connection, ProviderID: made.ReferenceNo, Reference: t.Reference, Status: report.Pending, Amount: t.Amount,
		Bank: t.Bank, AccountNumber: t.AccountNumber,
	}, nil
}

// repeatAfter is how long the company must not find a transfer before it is ordered again. The standard says nothing of how
// soon a transfer that was taken is found.
const repeatAfter = 10 * time.Minute

// RepeatPayoutAfter is how long FindPayout must have returned report.ErrNoRecord before the order may be sent again: the
// standard has no idempotency key.
func (a *Adapter) RepeatPayoutAfter() time.Duration { return repeatAfter }

// payoutStatuses are the standard's transaction statuses of a transfer.
var payoutStatuses = map[snap.TransactionStatus]report.Status{
	snap.StatusSuccess: report.Completed, snap.StatusInitiated: report.Pending, snap.StatusPaying: report.Pending,
	snap.StatusPending: report.Pending, snap.StatusRefunded: report.Reversed,
	snap.StatusCancelled: report.Failed, snap.StatusFailed: report.Failed,
}

// FindPayout looks up a transfer by its reference (service 36). It completes only with an amount and a
// beneficiary, which the caller compares with the order. The standard has one API for transfers, so the first
// argument changes nothing. Error: report.ErrNoRecord.
func (a *Adapter) FindPayout(ctx context.Context, _, reference string) (report.Payout, error) {
	var found struct {
		transaction
		BeneficiaryNo   looseText `json:"beneficiaryAccountNo"`
		BeneficiaryBank string    `json:"beneficiaryBankCode"`
		Reason          string    `json:"transactionStatusDesc"`
	}
	err := a.call(exchange.About(ctx, reference), snap.ServiceTransferStatus, map[string]any{
		"originalPartnerReferenceNo": reference, "serviceCode": strconv.Itoa(snap.ServiceInterbankTransfer),
	}, &found)
	if err != nil {
		return report.Payout{}, err
	}
	status, known := payoutStatuses[found.Status]
	switch {
	case found.Status == snap.StatusNotFound:
		return report.Payout{}, report.ErrNoRecord
	case !known:
		return report.Payout{}, exchange.Unreadable(fmt.Errorf("latestTransactionStatus: %q is not known", found.Status))
	case found.PartnerReferenceNo != reference:
		return report.Payout{}, exchange.Unreadable(errForeign)
	case found.Amount == nil || found.BeneficiaryNo == "":
		return report.Payout{}, exchange.Unreadable(errors.New("amount or beneficiaryAccountNo: is missing"))
	}
	amount, err := found.Amount.Rupiah()
	if err != nil {
		return report.Payout{}, exchange.Unreadable(fmt.Errorf("amount: %w", err))
	}
	p := report.Payout{
		Connection: a.Connection, ProviderID: found.ReferenceNo, Reference: reference, Status: status, Amount: amount,
		Bank: bankOf(found.BeneficiaryBank), AccountNumber: string(found.BeneficiaryNo),
	}
	if status == report.Failed {
		p.FailureCode = text.Cleaned(found.Reason, maxMessage)
	}
	return p, nil
}

func bankOf(number string) string {
	for code, n := range bankNumbers {
		if n == number {
			return code
		}
	}
	return ""
}

// AccountHolder asks for the name of a bank account's holder (service 16), as the bank writes it: it may be cut
// or masked. Error: *report.Refused for an account that does not exist or can't be paid to.
func (a *Adapter) AccountHolder(ctx context.Context, bank, accountNumber string) (string, error) {
	number, ok := bankNumbers[bank]
	if !ok {
		return "", fmt.Errorf("bank %s has no number: %w", bank, errors.ErrUnsupported)
	}
	var found struct {
		Name string `json:"beneficiaryAccountName"`
	}
	err := a.call(ctx, snap.ServiceAccountInquiry,
		map[string]string{"beneficiaryBankCode": number, "beneficiaryAccountNo": accountNumber}, &found)
	return text.Cleaned(found.Name, maxMessage), err
}

// Balance asks for the money that transfers can be made from, in rupiah (service 11).
func (a *Adapter) Balance(ctx context.Context) (decimal.Decimal, error) {
	var found struct {
		Accounts []struct {
			Available *snap.Amount `json:"availableBalance"`
		} `json:"accountInfos"`
	}
	if err := a.call(ctx, snap.ServiceBalance, map[string]string{"accountNo": a.SourceAccount}, &found); err != nil {
		return decimal.Zero, err
	}
	sum, said := decimal.Zero, false
	for _, account := range found.Accounts {
		if account.Available == nil {
			continue
		}
		amount, err := account.Available.Rupiah()
		if err != nil {
			return decimal.Zero, exchange.Unreadable(fmt.Errorf("availableBalance: %w", err))
		}
		sum, said = sum.Add(amount), true
	}
	if !said {
		return decimal.Zero, exchange.Unreadable(errors.New("availableBalance: is missing"))
	}
	return sum, nil
}
