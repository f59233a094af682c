package snapadapter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/exchange"
	"gateway/http/snap"
)

// vaIdentity identifies a virtual account: its number is the partnerServiceId, padded with spaces on the left
// to 8 characters, and the customerNo.
type vaIdentity struct {
	PartnerServiceID string    `json:"partnerServiceId"`
	CustomerNo       looseText `json:"customerNo"`
	VirtualAccountNo string    `json:"virtualAccountNo"`
}

// serviceIDLength is the length of a partnerServiceId with its padding.
const serviceIDLength = 8

func newIdentity(prefix, customerNo string) vaIdentity {
	padded := strings.Repeat(" ", max(0, serviceIDLength-len(prefix))) + prefix
	return vaIdentity{PartnerServiceID: padded, CustomerNo: looseText(customerNo), VirtualAccountNo: padded + customerNo}
}

// separator is between the two parts of the number in the provider's id of a virtual account. The number alone
// could not be taken apart again, and a company may give a number with another prefix than it was asked for.
const separator = "."

// id is the provider's id of the virtual account: <partnerServiceId>.<customerNo>, without padding.
func (v vaIdentity) id() string {
	return strings.TrimSpace(v.PartnerServiceID) + separator + string(v.CustomerNo)
}

// number is what the customer types.
func (v vaIdentity) number() string { return strings.ReplaceAll(v.VirtualAccountNo, " ", "") }

func identityOf(providerID string) (vaIdentity, error) {
	prefix, customerNo, ok := strings.Cut(providerID, separator)
	if !ok {
		return vaIdentity{}, fmt.Errorf("%q is not the id of a virtual account", providerID)
	}
	return newIdentity(prefix, customerNo), nil
}

// vaRequest is the body of services 27 and 31.
type vaRequest struct {
	vaIdentity
	Name           string         `json:"virtualAccountName,omitempty"`
	Email          string         `json:"virtualAccountEmail,omitempty"`
	Phone          string         `json:"virtualAccountPhone,omitempty"`
	TrxID          string         `json:"trxId"`
	TotalAmount    *snap.Amount   `json:"totalAmount,omitempty"`
	TrxType        string         `json:"virtualAccountTrxType,omitempty"`
	ExpiredDate    string         `json:"expiredDate,omitempty"`
	AdditionalInfo map[string]any `json:"additionalInfo,omitempty"`
}

// closedAmount is the virtualAccountTrxType of an account that takes one amount.
const closedAmount = "C"

// createVA makes a closed virtual account (service 27). A company may give another number than it was asked for, so what
// it returns is what counts. A prefix that is not ours is refused: notifications of it could be those of another
// merchant. Then the account is closed, and as its number is shown to no customer, the look-up finds nothing.
func (a *Adapter) createVA(ctx context.Context, r report.OpenRequest) (report.Instructions, error) {
	if r.Number <= 0 {
		return report.Instructions{}, errors.New("a virtual account needs a number")
	}
	amount := snap.AmountOf(r.Amount)
	request := vaRequest{
		vaIdentity: newIdentity(a.Prefixes[r.ChannelCode], strconv.FormatInt(r.Number, 10)),
		Name:       r.CustomerName, Email: a.Email, Phone: cmp.Or(r.CustomerPhone, a.Phone), TrxID: r.ExternalID,
		TotalAmount: &amount, TrxType: closedAmount, AdditionalInfo: a.vaInfo(r.ChannelCode),
	}
	if !r.ExpiresAt.IsZero() {
		request.ExpiredDate = snap.FormatTime(r.ExpiresAt)
	}
	var answer struct {
		Data struct {
			vaIdentity
			TrxID       string `json:"trxId"`
			ExpiredDate string `json:"expiredDate"`
		} `json:"virtualAccountData"`
	}
	if err := a.call(ctx, snap.ServiceVACreate, request, &answer); err != nil {
		return report.Instructions{}, err
	}
	made := answer.Data
	switch {
	case made.TrxID != "" && made.TrxID != r.ExternalID:
		return report.Instructions{}, exchange.Unreadable(errForeign)
	case made.number() == "" || made.CustomerNo == "" || strings.TrimSpace(made.PartnerServiceID) == "":
		return report.Instructions{}, exchange.Unreadable(errors.New("virtualAccountData: no number"))
	case strings.TrimSpace(made.PartnerServiceID) != a.Prefixes[r.ChannelCode]:
		closed := a.deleteIdentity(ctx, r.ExternalID, made.vaIdentity, r.ChannelCode)
		err := fmt.Errorf("partnerServiceId: is not the prefix that was asked for (closed: %t)", closed == nil)
		return report.Instructions{}, exchange.Unreadable(err)
	}
	return report.Instructions{
		ProviderID: made.id(), VANumber: made.number(), BankCode: r.ChannelCode, ExpiresAt: expiresAt(made.ExpiredDate, r.ExpiresAt),
	}, nil
}

func (a *Adapter) vaInfo(channelCode string) map[string]any {
	if a.Dialect.VA == nil {
		return nil
	}
	return a.Dialect.VA(a.Config, a.Dialect.Banks[channelCode])
}

// channelOf is the channel whose prefix the virtual account has; empty if none has it.
func (a *Adapter) channelOf(v vaIdentity) string {
	for code, prefix := range a.Prefixes {
		if prefix == strings.TrimSpace(v.PartnerServiceID) {
			return code
		}
	}
	return ""
}

// vaStatus is the virtualAccountData of service 26.
type vaStatus struct {
	vaIdentity
	PaymentRequestID string       `json:"paymentRequestId"`
	TrxID            string       `json:"trxId"`
	FlagStatus       string       `json:"paymentFlagStatus"`
	PaidAmount       *snap.Amount `json:"paidAmount"`
	TotalAmount      *snap.Amount `json:"totalAmount"`
	FlagReason       flagReason   `json:"paymentFlagReason"`
	TransactionDate  string       `json:"transactionDate"`
	TrxDateTime      string       `json:"trxDateTime"`
}

type flagReason struct {
	English string `json:"english"`
}

// isPaid reports whether money arrived. DOKU answers without the flag, and says it in words only. A look-up may tell of
// an amount of 0 that nothing arrived.
func (s vaStatus) isPaid() bool {
	if s.PaidAmount == nil {
		return false
	}
	if amount, err := s.PaidAmount.Rupiah(); err == nil && amount.IsZero() {
		return false
	}
	return s.FlagStatus == paymentFlagPaid || s.FlagStatus == "" && strings.EqualFold(s.FlagReason.English, "Success")
}

// paymentFlagPaid is the paymentFlagStatus of money that arrived.
const paymentFlagPaid = "00"

// findVA asks for the payment into a virtual account (service 26). An account without a payment is pending.
func (a *Adapter) findVA(ctx context.Context, transactionID, providerID string) (report.Payment, error) {
	identity, err := identityOf(providerID)
	if err != nil {
		return report.Payment{}, err
	}
	request := struct {
		vaIdentity
		InquiryRequestID string         `json:"inquiryRequestId,omitempty"`
		AdditionalInfo   map[string]any `json:"additionalInfo,omitempty"`
	}{vaIdentity: identity, InquiryRequestID: transactionID, AdditionalInfo: a.vaInfo(a.channelOf(identity))}
	var answer struct {
		Data vaStatus `json:"virtualAccountData"`
	}
	if err := a.call(ctx, snap.ServiceVAStatus, request, &answer); err != nil {
		return report.Payment{}, err
	}
	found := answer.Data
	if found.id() != providerID || found.TrxID != "" && found.TrxID != transactionID {
		return report.Payment{}, exchange.Unreadable(errForeign)
	}
	r := report.Payment{
		Channel: pricing.VA, ProviderID: providerID, TransactionID: transactionID, Status: report.Pending, PaymentMethod: "BANK_TRANSFER",
		ChannelCode: a.channelOf(identity), PaymentChannel: a.channelOf(identity),
		Instructions: report.Instructions{ProviderID: providerID, VANumber: found.number(), BankCode: a.channelOf(identity)},
	}
	if !found.isPaid() {
		return r, nil
	}
	err = found.paid(&r, a)
	return r, exchange.Unreadable(err)
}

// paid adds the money that arrived.
func (s vaStatus) paid(r *report.Payment, a *Adapter) (err error) {
	r.Status, r.PaymentID, r.PaidAt = report.Paid, s.PaymentRequestID, a.now().UTC()
	if r.PaidAmount, err = s.PaidAmount.Rupiah(); err != nil {
		return fmt.Errorf("paidAmount: %w", err)
	}
	if !r.PaidAmount.IsPositive() {
		return errors.New("paidAmount: must be above 0")
	}
	r.Amount = r.PaidAmount
	if s.TotalAmount != nil {
		if r.Amount, err = s.TotalAmount.Rupiah(); err != nil {
			return fmt.Errorf("totalAmount: %w", err)
		}
	}
	if at := cmp.Or(s.TransactionDate, s.TrxDateTime); at != "" {
		r.PaidAt, err = snap.ParseTime(at)
	}
	return err
}

// deleteVA closes a virtual account (service 31).
func (a *Adapter) deleteVA(ctx context.Context, transactionID, providerID string) error {
	identity, err := identityOf(providerID)
	if err != nil {
		return err
	}
	return a.deleteIdentity(ctx, transactionID, identity, a.channelOf(identity))
}

func (a *Adapter) deleteIdentity(ctx context.Context, transactionID string, identity vaIdentity, channelCode string) error {
	request := vaRequest{vaIdentity: identity, TrxID: transactionID, AdditionalInfo: a.vaInfo(channelCode)}
	return a.call(ctx, snap.ServiceVADelete, request, &struct{}{})
}
