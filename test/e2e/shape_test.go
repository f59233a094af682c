package e2e

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"
)

// shape says which fields an object has, no more and no fewer, and of what type.
// A question mark stands for null.
type shape map[string]string

// The objects of the decisions, section Response data, and of specification 2.
var (
	transactionShape = shape{
		"id": "integer", "transaction_id": "string", "external_id": "string?", "client_id": "integer", "app_id": "integer?",
		"channel": "string", "channel_code": "string?", "total": "number", "fee": "number?", "vat": "number?",
		"net_payment": "number?", "status": "string", "paid_amount": "number?", "paid_at": "time?", "expires_at": "time?",
		"metadata": "object?", "transaction_log": "object?", "created_at": "time", "updated_at": "time",
	}
	createdShape   = shape{"transaction": "object", "provider_id": "string", "expires_at": "time"}
	vaShape        = createdShape.and(shape{"va_number": "string", "bank_code": "string"})
	ewalletShape   = createdShape.and(shape{"pay_url": "string", "deeplink": "string"})
	qrisShape      = createdShape.and(shape{"qr_string": "string"})
	invoiceShape   = createdShape.and(shape{"invoice_url": "string"})
	methodShape    = shape{"channel": "string", "channel_code": "string", "name": "string", "min_amount": "number", "max_amount": "number", "active": "boolean"}
	breakdownShape = shape{
		"channel_code": "string", "amount": "number", "fee": "number", "vat": "number", "vat_rate": "number",
		"total_fee": "number", "net_amount": "number", "include_vat": "boolean",
	}
	vatShape           = shape{"amount": "number", "base": "number", "vat": "number", "vat_rate": "number", "is_inclusive": "boolean"}
	withdrawalFeeShape = shape{"amount": "number", "bank_code": "string", "fee": "number"}
	amountToPayShape   = shape{
		"net_amount": "number", "channel_code": "string", "amount_to_pay": "number", "fee": "number", "vat": "number", "total_fee": "number",
	}
	payoutShape = shape{
		"id": "integer", "external_id": "string", "jumlah": "number", "biaya_penarikan": "number", "total": "number",
		"status": "string", "by": "string", "bank": "string", "norek": "string", "di_transfer_oleh": "string?",
		"transfer_at": "time?", "reason": "string?", "created_at": "time", "updated_at": "time",
	}
	withdrawalShape  = payoutShape.and(shape{"url": "string"})
	settlementShape  = payoutShape.and(shape{"tujuan": "string"})
	balanceShape     = shape{"client_id": "integer", "saldo": "number", "saldo_yang_bisa_ditarik": "number", "ditahan": "number", "belum_settle": "number"}
	bankChannelShape = shape{"code": "string", "name": "string", "active": "boolean", "withdrawal_fee": "number"}
	profileShape     = shape{
		"id": "integer", "nama": "string", "email": "string", "kode": "string", "pic": "string", "no_telp_pic": "string",
		"email_pic": "string", "alamat": "string", "norek": "string", "bank": "string", "status": "string",
		"has_developer": "boolean", "is_auto_approve_withdrawal": "boolean", "saldo": "number", "saldo_yang_bisa_ditarik": "number",
	}
	appShape      = shape{"id": "integer", "app_id": "integer", "type": "string", "url": "string", "app": "object"}
	innerAppShape = shape{"id": "integer", "kode": "string", "name": "string", "jenis": "string"}
	apiKeyShape   = shape{"id": "integer", "name": "string", "masked_key": "string", "created_at": "time"}
	newKeyShape   = apiKeyShape.and(shape{"key": "string"})
	loginShape    = shape{"token": "string", "expires_at": "time", "client": "object"}
	callbackShape = shape{
		"id": "string", "kind": "string", "client_id": "integer", "url": "string", "payload": "object",
		"status": "string", "attempts": "array", "next_attempt_at": "time?",
	}
	attemptShape    = shape{"at": "time", "response_status": "integer", "error": "string", "duration_ms": "integer"}
	projectionShape = shape{
		"name": "string", "position": "integer", "head": "integer", "lag": "integer", "state": "string", "progress": "number", "error": "string?",
	}
)

func (s shape) and(more shape) shape {
	all := shape{}
	for _, part := range []shape{s, more} {
		for k, v := range part {
			all[k] = v
		}
	}
	return all
}

// has demands the shape of an object in data; the path "" is data itself.
func (a answer) has(tb testing.TB, path string, s shape) answer {
	tb.Helper()
	value := a.envelope["data"]
	if path != "" {
		value = a.field(tb, path)
	}
	s.check(tb, a.request+" "+path, value)
	return a
}

// listOf demands a list, not empty, of objects of the shape.
func (a answer) listOf(tb testing.TB, s shape) answer {
	tb.Helper()
	list := a.list(tb)
	if len(list) == 0 {
		tb.Errorf("%s: the list is empty", a.request)
	}
	for _, item := range list {
		s.check(tb, a.request, item)
	}
	return a
}

func (s shape) check(tb testing.TB, what string, value any) {
	tb.Helper()
	fields, ok := value.(map[string]any)
	if !ok {
		tb.Errorf("%s: %s is no object", what, text(value))
		return
	}
	wanted := map[string]any{}
	for name, kind := range s {
		wanted[name] = nil
		if got, there := fields[name]; there && !fits(kind, got) {
			tb.Errorf("%s: %s is %s, want a JSON %s", what, name, text(got), kind)
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

// isTime: RFC 3339 in UTC.
func isTime(s string) bool {
	_, err := time.Parse(time.RFC3339Nano, s)
	return err == nil && strings.HasSuffix(s, "Z")
}
