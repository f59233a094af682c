package snapadapter

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"gateway/domain/report"
	"gateway/domain/text"
	"gateway/http/snap"
)

// maxMessage is how many characters of a responseMessage are kept.
const maxMessage = 200

// lookups are the services that ask and change nothing.
var lookups = []int{
	snap.ServiceVAInquiry, snap.ServiceVAStatus, snap.ServiceQRQuery, snap.ServiceDebitStatus, snap.ServiceTransferStatus,
	snap.ServiceBalance, snap.ServiceAccountInquiry,
}

// outcomeOf distinguishes done from refused and unknown. An answer without a responseCode that agrees with the
// HTTP status comes from something in between, and proves nothing. Neither does an answer that says that the
// same was done before (404/18, 409): only a status answer with our amount completes anything.
func outcomeOf(service, status int, answer []byte) error {
	var said struct {
		Code    looseText `json:"responseCode"`
		Message string    `json:"responseMessage"`
	}
	err := json.Unmarshal(answer, &said)
	code, ok := snap.ParseCode(string(said.Code))
	message := text.Cleaned(said.Message, maxMessage)
	switch {
	case err != nil || !ok || code.Status != status:
		return &report.Unknown{Err: fmt.Errorf("answered with status %d and responseCode %q", status, text.Cleaned(string(said.Code), 10))}
	case code.Is(snap.Successful):
		return nil
	case code.Is(snap.TransactionMissing) && slices.Contains(lookups, service),
		code.Is(snap.BillMissing) && slices.Contains(lookups, service):
		return report.ErrNoRecord
	case !isRefusal(code):
		return &report.Unknown{Err: fmt.Errorf("answered with %s %s", code, code.Message())} // not the company's words
	case code.Is(snap.InsufficientFunds) && (service == snap.ServiceInterbankTransfer || isRefund(service)):
		return &report.FloatEmpty{Code: code.String()}
	}
	refused := refusal(code, message)
	refused.OfOrder = refused.OfOrder || isRefund(service) && slices.ContainsFunc(aboutTheRefund, code.Is)
	return refused
}

// aboutTheRefund lists the cases by which a company refuses to give money of a payment back: it is too old, or must not or
// can't be refunded, or not in its present status. The cut-off of a day is not one of them.
var aboutTheRefund = []snap.Code{
	{Status: http.StatusForbidden},
	{Status: http.StatusForbidden, Case: 15},
	{Status: http.StatusNotFound},
	{Status: http.StatusMethodNotAllowed},
	{Status: http.StatusMethodNotAllowed, Case: 1},
}

// aboutTheOrder lists the cases by which a company refuses the content of a transfer: a field, a limit of the amount, or
// the bank account that it goes to. Suspected fraud is not one of them, because it may be about us.
var aboutTheOrder = []snap.Code{
	snap.InvalidField, snap.MissingField,
	{Status: http.StatusForbidden, Case: 2},
	{Status: http.StatusForbidden, Case: 9},
	snap.BankNotSupported, snap.InvalidAccount, snap.InvalidAmount,
}

// refusal says what a refusal is about. Only a 401 is about our keys: the standard has a 403 for limits, fraud and
// accounts, and a 404 for much that is known.
func refusal(code snap.Code, message string) *report.Refused {
	keys := code.Status == http.StatusUnauthorized
	return &report.Refused{
		Status: code.Status, Code: code.String(), Message: message, OfCredentials: keys, OfContract: keys,
		OfOrder:   slices.ContainsFunc(aboutTheOrder, code.Is),
		OfMissing: code.Is(snap.TransactionMissing) || code.Is(snap.BillMissing),
	}
}

// isRefusal reports whether a code means that the call was not carried out.
func isRefusal(code snap.Code) bool {
	switch code.Status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooManyRequests:
		return false
	}
	return code.Status >= 400 && code.Status < 500 && !code.Is(snap.Inconsistent)
}

// isTokenRefusal reports whether a refusal is about the access token.
func isTokenRefusal(r *report.Refused) bool {
	code, _ := snap.ParseCode(r.Code)
	return code.Is(snap.InvalidToken) || code.Is(snap.TokenMissing)
}

// looseText is a text that some companies send as a bare number.
type looseText string

// UnmarshalJSON reads a text or a number.
func (t *looseText) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] != '"' {
		var number json.Number
		if err := json.Unmarshal(raw, &number); err != nil {
			return err
		}
		*t = looseText(number)
		return nil
	}
	return json.Unmarshal(raw, (*string)(t))
}
