package snap

import (
	"fmt"
	"net/http"
	"strconv"
)

// Code is a responseCode: seven digits, of which three are the HTTP status, two the service, two the case.
// The portal itself prints some with eight digits, and some providers put 00 for the service, so judge by
// Status and Case alone.
type Code struct{ Status, Service, Case int }

// ParseCode reads a responseCode. ok is false for a text of another form.
func ParseCode(text string) (c Code, ok bool) {
	if len(text) < 7 || len(text) > 8 {
		return c, false
	}
	number, err := strconv.Atoi(text)
	if err != nil || number < 0 {
		return c, false
	}
	c.Status, _ = strconv.Atoi(text[:3])
	c.Service, _ = strconv.Atoi(text[3:5])
	c.Case, _ = strconv.Atoi(text[len(text)-2:])
	return c, c.Status >= 100 && c.Status < 600
}

// String returns the seven digits.
func (c Code) String() string { return fmt.Sprintf("%03d%02d%02d", c.Status, c.Service, c.Case) }

// Of returns the code for another service, with the same status and case.
func (c Code) Of(service int) Code {
	c.Service = service
	return c
}

// The codes that the gateway or its simulator answers with, for service 0. Use Of.
var (
	Successful         = Code{Status: http.StatusOK}
	InProgress         = Code{Status: http.StatusAccepted}
	BadRequest         = Code{Status: http.StatusBadRequest}
	InvalidField       = Code{Status: http.StatusBadRequest, Case: 1}
	MissingField       = Code{Status: http.StatusBadRequest, Case: 2}
	Unauthorized       = Code{Status: http.StatusUnauthorized}
	InvalidToken       = Code{Status: http.StatusUnauthorized, Case: 1}
	TokenMissing       = Code{Status: http.StatusUnauthorized, Case: 3}
	InsufficientFunds  = Code{Status: http.StatusForbidden, Case: 14}
	TransactionMissing = Code{Status: http.StatusNotFound, Case: 1}
	BankNotSupported   = Code{Status: http.StatusNotFound, Case: 3}
	InvalidAccount     = Code{Status: http.StatusNotFound, Case: 11}
	BillMissing        = Code{Status: http.StatusNotFound, Case: 12}
	InvalidAmount      = Code{Status: http.StatusNotFound, Case: 13}
	BillPaid           = Code{Status: http.StatusNotFound, Case: 14}
	Inconsistent       = Code{Status: http.StatusNotFound, Case: 18}
	BillExpired        = Code{Status: http.StatusNotFound, Case: 19}
	Conflict           = Code{Status: http.StatusConflict}
	DuplicateReference = Code{Status: http.StatusConflict, Case: 1}
	TooManyRequests    = Code{Status: http.StatusTooManyRequests}
	InternalError      = Code{Status: http.StatusInternalServerError, Case: 1}
	TimedOut           = Code{Status: http.StatusGatewayTimeout}
)

// Is reports whether the two codes have the same status and the same case. It ignores the service.
func (c Code) Is(other Code) bool { return c.Status == other.Status && c.Case == other.Case }

// Message is the responseMessage that the standard gives to a status and case, in English.
func (c Code) Message() string {
	if text, ok := messages[[2]int{c.Status, c.Case}]; ok {
		return text
	}
	return http.StatusText(c.Status)
}

var messages = map[[2]int]string{
	{200, 0}: "Successful", {202, 0}: "Request In Progress",
	{400, 0}: "Bad Request", {400, 1}: "Invalid Field Format", {400, 2}: "Invalid Mandatory Field",
	{401, 0}: "Unauthorized", {401, 1}: "Invalid Token (B2B)", {401, 2}: "Invalid Customer Token",
	{401, 3}: "Token Not Found (B2B)", {401, 4}: "Customer Token Not Found",
	{403, 0}: "Transaction Expired", {403, 2}: "Exceeds Transaction Amount Limit", {403, 3}: "Suspected Fraud",
	{403, 14}: "Insufficient Funds", {403, 15}: "Transaction Not Permitted",
	{404, 0}: "Invalid Transaction Status", {404, 1}: "Transaction Not Found", {404, 3}: "Bank Not Supported By Switch",
	{404, 11}: "Invalid Account", {404, 12}: "Invalid Bill/Virtual Account", {404, 13}: "Invalid Amount", {404, 14}: "Paid Bill",
	{404, 18}: "Inconsistent Request", {404, 19}: "Invalid Bill/Virtual Account",
	{405, 0}: "Requested Function Is Not Supported", {405, 1}: "Requested Operation Is Not Allowed",
	{409, 0}: "Conflict", {409, 1}: "Duplicate partnerReferenceNo",
	{429, 0}: "Too Many Requests", {500, 0}: "General Error", {500, 1}: "Internal Server Error", {500, 2}: "External Server Error",
	{504, 0}: "Timeout",
}

// The services of the standard that the gateway calls, hears or simulates.
const (
	ServiceBalance           = 11
	ServiceAccountInquiry    = 16
	ServiceInterbankTransfer = 18
	ServiceVAPayment         = 25
	ServiceVAStatus          = 26
	ServiceVACreate          = 27
	ServiceVAInquiry         = 30
	ServiceVADelete          = 31
	ServiceTransferStatus    = 36
	ServiceQRGenerate        = 47
	ServiceQRQuery           = 51
	ServiceQRNotify          = 52
	ServiceDebitPayment      = 54
	ServiceDebitStatus       = 55
	ServiceDebitNotify       = 56
	ServiceDebitCancel       = 57
	ServiceDebitRefund       = 58
	ServiceAccessToken       = 73
	ServiceQRCancel          = 77
	ServiceQRRefund          = 78
)

// TransactionStatus is a latestTransactionStatus of the status services and notifications.
type TransactionStatus string

// The transaction statuses of the standard.
const (
	StatusSuccess   TransactionStatus = "00"
	StatusInitiated TransactionStatus = "01"
	StatusPaying    TransactionStatus = "02"
	StatusPending   TransactionStatus = "03"
	StatusRefunded  TransactionStatus = "04"
	StatusCancelled TransactionStatus = "05"
	StatusFailed    TransactionStatus = "06"
	StatusNotFound  TransactionStatus = "07"
)
