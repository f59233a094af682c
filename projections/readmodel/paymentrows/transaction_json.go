package paymentrows

import (
	"encoding/json"

	"gateway/domain/jsontext"
)

var emptyArray = json.RawMessage("[]")

// AppendJSON implements jsontext.Appender. It writes the same bytes as encoding/json.
func (t Transaction) AppendJSON(b []byte) ([]byte, error) {
	o := jsontext.Begin(b)
	t.appendFields(&o)
	return o.End()
}

// AppendJSON implements jsontext.Appender. Without it, the promoted method of Transaction would be used,
// which leaves out the instructions.
func (t SingleTransaction) AppendJSON(b []byte) ([]byte, error) {
	o := jsontext.Begin(b)
	t.appendFields(&o)
	for _, f := range [...]struct {
		name  string
		value *string
	}{
		{"bank_code", t.Instructions.BankCode},
		{"deeplink", t.Instructions.Deeplink},
		{"invoice_url", t.Instructions.InvoiceURL},
		{"pay_url", t.Instructions.PayURL},
		{"qr_string", t.Instructions.QRString},
		{"va_number", t.Instructions.VANumber},
	} {
		if f.value != nil {
			o.String(f.name, *f.value)
		}
	}
	return o.End()
}

func (t Transaction) appendFields(o *jsontext.Object) {
	o.Int("id", t.ID)
	o.String("transaction_id", t.TransactionID)
	jsontext.Optional(o, "external_id", t.ExternalID, (*jsontext.Object).String)
	o.Int("client_id", t.ClientID)
	if t.ClientName != "" {
		o.String("client_name", t.ClientName)
	}
	jsontext.Optional(o, "app_id", t.AppID, (*jsontext.Object).Int)
	o.String("channel", t.Channel)
	jsontext.Optional(o, "channel_code", t.ChannelCode, (*jsontext.Object).String)
	o.Decimal("total", t.Total)
	jsontext.Optional(o, "fee", t.Fee, (*jsontext.Object).Decimal)
	jsontext.Optional(o, "vat", t.VAT, (*jsontext.Object).Decimal)
	jsontext.Optional(o, "net_payment", t.NetPayment, (*jsontext.Object).Decimal)
	o.String("status", t.Status)
	jsontext.Optional(o, "paid_amount", t.PaidAmount, (*jsontext.Object).Decimal)
	jsontext.Optional(o, "paid_at", t.PaidAt, (*jsontext.Object).Time)
	jsontext.Optional(o, "expires_at", t.ExpiresAt, (*jsontext.Object).Time)
	o.Raw("metadata", t.Metadata)
	o.Raw("transaction_log", t.TransactionLog)
	o.Bool("under_review", t.UnderReview)
	o.Decimal("reversed_amount", t.ReversedAmount)
	if len(t.Reversals) == 0 {
		o.Raw("reversals", emptyArray)
	} else {
		o.Other("reversals", t.Reversals)
	}
	jsontext.Optional(o, "replaces", t.Replaces, (*jsontext.Object).String)
	jsontext.Optional(o, "replaced_by", t.ReplacedBy, (*jsontext.Object).String)
	o.Time("created_at", t.CreatedAt)
	o.Time("updated_at", t.UpdatedAt)
}
