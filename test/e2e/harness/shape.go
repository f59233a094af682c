package harness

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"
)

// Shape says which fields an object has, no more and no fewer, and the JSON type of each. A question mark
// allows null; `time` is RFC 3339 in UTC.
type Shape map[string]string

// The objects that the API answers with, by the names of the API reference.
var (
	TransactionShape = Shape{
		"id": "integer", "transaction_id": "string", "external_id": "string?", "client_id": "integer", "app_id": "integer?",
		"channel": "string", "channel_code": "string?", "total": "number", "fee": "number?", "vat": "number?",
		"net_payment": "number?", "status": "string", "paid_amount": "number?", "paid_at": "time?", "expires_at": "time?",
		"metadata": "object?", "transaction_log": "object?", "under_review": "boolean", "reversed_amount": "number", "reversals": "array", "replaces": "string?", "replaced_by": "string?", "created_at": "time", "updated_at": "time",
	}
	createdShape   = Shape{"transaction": "object", "provider_id": "string", "expires_at": "time"}
	VAShape        = createdShape.And(Shape{"va_number": "string", "bank_code": "string"})
	EwalletShape   = createdShape.And(Shape{"pay_url": "string", "deeplink": "string"})
	QRISShape      = createdShape.And(Shape{"qr_string": "string"})
	InvoiceShape   = createdShape.And(Shape{"invoice_url": "string"})
	MethodShape    = Shape{"channel": "string", "channel_code": "string", "name": "string", "min_amount": "number", "max_amount": "number", "active": "boolean"}
	BreakdownShape = Shape{
		"channel_code": "string", "amount": "number", "fee": "number", "vat": "number", "vat_rate": "number",
		"total_fee": "number", "net_amount": "number", "include_vat": "boolean",
	}
	VATShape           = Shape{"amount": "number", "base": "number", "vat": "number", "vat_rate": "number", "is_inclusive": "boolean"}
	WithdrawalFeeShape = Shape{"amount": "number", "bank_code": "string", "fee": "number"}
	AmountToPayShape   = Shape{
		"net_amount": "number", "channel_code": "string", "amount_to_pay": "number", "fee": "number", "vat": "number", "total_fee": "number",
	}
	payoutShape = Shape{
		"id": "integer", "external_id": "string", "jumlah": "number", "biaya_penarikan": "number", "total": "number",
		"status": "string", "by": "string", "bank": "string", "norek": "string", "di_transfer_oleh": "string?",
		"transfer_at": "time?", "reason": "string?", "created_at": "time", "updated_at": "time",
	}
	WithdrawalShape  = payoutShape.And(Shape{"url": "string"})
	SettlementShape  = payoutShape.And(Shape{"tujuan": "string", "url": "string?"})
	BalanceShape     = Shape{"client_id": "integer", "saldo": "number", "saldo_yang_bisa_ditarik": "number", "ditahan": "number", "belum_settle": "number", "piutang": "number"}
	BankChannelShape = Shape{"code": "string", "name": "string", "active": "boolean", "withdrawal_fee": "number"}
	ProfileShape     = Shape{
		"id": "integer", "nama": "string", "email": "string", "kode": "string", "pic": "string", "no_telp_pic": "string",
		"email_pic": "string", "alamat": "string", "norek": "string", "bank": "string", "status": "string",
		"has_developer": "boolean", "is_auto_approve_withdrawal": "boolean", "saldo": "number", "saldo_yang_bisa_ditarik": "number",
	}
	AppShape      = Shape{"id": "integer", "app_id": "integer", "type": "string", "url": "string", "app": "object"}
	InnerAppShape = Shape{"id": "integer", "kode": "string", "name": "string", "jenis": "string"}
	PersonShape   = Shape{"id": "integer", "email": "string", "role": "string", "status": "string", "second_factor": "boolean", "created_at": "time"}
	SessionShape  = Shape{"id": "integer", "address": "string", "user_agent": "string", "created_at": "time", "expires_at": "time", "current": "boolean"}
	apiKeyShape   = Shape{
		"id": "integer", "name": "string", "masked_key": "string", "created_at": "time", "allow": "array", "scopes": "array", "expires_at": "time?",
	}
	// FurtherKeyShape is a key beside the full one. APIKeyShape is the full one with those.
	FurtherKeyShape = apiKeyShape.And(Shape{"last_used": "object?", "issued_by": "string", "issuer_email": "string?", "issuer_gone": "boolean"})
	APIKeyShape     = FurtherKeyShape.And(Shape{"former": "array", "restricted": "array"})
	NewKeyShape     = apiKeyShape.And(Shape{"key": "string", "former_until": "time?"})
	// KeysOfPersonShape says what happened to the keys of a person.
	KeysOfPersonShape = Shape{"ended_keys": "array", "kept_keys": "array", "full_keys": "array"}
	LoginShape        = Shape{"token": "string", "expires_at": "time", "client": "object"}
	CallbackShape     = Shape{
		"id": "string", "kind": "string", "client_id": "integer", "event": "string", "resource": "string", "url": "string", "payload": "object",
		"status": "string", "attempts": "array", "next_attempt_at": "time?", "created_at": "time",
	}
	// AdminCallbackShape is a callback as administrators get it.
	AdminCallbackShape = CallbackShape.And(Shape{"client_name": "string"})
	AttemptShape       = Shape{"at": "time", "response_status": "integer", "error": "string", "duration_ms": "integer", "answer": "string"}
	ProjectionShape    = Shape{
		"name": "string", "position": "integer", "head": "integer", "lag": "integer", "state": "string", "progress": "number", "error": "string?", "halted_by": "object?",
	}
)

// And returns a shape with the fields of both.
func (s Shape) And(more Shape) Shape {
	all := Shape{}
	for _, part := range []Shape{s, more} {
		for k, v := range part {
			all[k] = v
		}
	}
	return all
}

// Has checks the shape of an object in data, by its path; the path "" is data itself.
func (a Answer) Has(tb testing.TB, path string, s Shape) Answer {
	tb.Helper()
	value := a.Envelope["data"]
	if path != "" {
		value = a.Field(tb, path)
	}
	s.Check(tb, a.Request+" "+path, value)
	return a
}

// ListOf checks that data is a list of objects of the shape, and not empty.
func (a Answer) ListOf(tb testing.TB, s Shape) Answer {
	tb.Helper()
	list := a.List(tb)
	if len(list) == 0 {
		tb.Errorf("%s: the list is empty", a.Request)
	}
	for _, item := range list {
		s.Check(tb, a.Request, item)
	}
	return a
}

// Check checks one value; what names it in messages.
func (s Shape) Check(tb testing.TB, what string, value any) {
	tb.Helper()
	fields, ok := value.(map[string]any)
	if !ok {
		tb.Errorf("%s: %s is no object", what, JSON(value))
		return
	}
	wanted := map[string]any{}
	for name, kind := range s {
		wanted[name] = nil
		if got, there := fields[name]; there && !fits(kind, got) {
			tb.Errorf("%s: %s is %s, want a JSON %s", what, name, JSON(got), kind)
		}
	}
	if got, want := keysOf(fields), keysOf(wanted); !slices.Equal(got, want) {
		tb.Errorf("%s: fields %v, want %v", what, got, want)
	}
}

func fits(kind string, value any) bool {
	kind, nullable := strings.CutSuffix(kind, "?")
	switch v := value.(type) {
	case nil:
		return nullable
	case string:
		return kind == "string" || kind == "time" && isTime(v)
	case json.Number:
		_, err := v.Int64()
		return kind == "number" || kind == "integer" && err == nil
	case bool:
		return kind == "boolean"
	case map[string]any:
		return kind == "object"
	case []any:
		return kind == "array"
	}
	return false
}

// isTime reports whether the text is a time in RFC 3339, in UTC.
func isTime(s string) bool {
	_, err := time.Parse(time.RFC3339Nano, s)
	return err == nil && strings.HasSuffix(s, "Z")
}
