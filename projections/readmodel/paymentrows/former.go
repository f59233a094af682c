package paymentrows

import (
	"slices"

	"gateway/projections/readmodel/readtable"
)

var (
	createdColumns = readtable.Columns[TransactionRow]{
		readtable.At("id bigint", func(r *TransactionRow) any { return &r.ID }),
		readtable.At("position bigint", func(r *TransactionRow) any { return &r.Position }),
		readtable.At("client_id bigint", func(r *TransactionRow) any { return &r.ClientID }),
		readtable.At("app_id bigint", func(r *TransactionRow) any { return &r.AppID }),
		readtable.At("transaction_id text", func(r *TransactionRow) any { return &r.TransactionID }),
		readtable.At("external_id text", func(r *TransactionRow) any { return &r.ExternalID }),
		readtable.At("channel text", func(r *TransactionRow) any { return &r.Channel }),
		readtable.At("total numeric", func(r *TransactionRow) any { return &r.Total }),
		readtable.At("metadata json", func(r *TransactionRow) any { return &r.Metadata }),
		readtable.At("transaction_log json", func(r *TransactionRow) any { return &r.TransactionLog }),
		readtable.At("created_at timestamptz", func(r *TransactionRow) any { return &r.CreatedAt }),
	}
	changedColumns = readtable.Columns[TransactionRow]{
		readtable.At("status text", func(r *TransactionRow) any { return &r.Status }),
		readtable.At("channel_code text", func(r *TransactionRow) any { return &r.ChannelCode }),
		readtable.At("fee numeric", func(r *TransactionRow) any { return &r.Fee }),
		readtable.At("vat numeric", func(r *TransactionRow) any { return &r.VAT }),
		readtable.At("net_payment numeric", func(r *TransactionRow) any { return &r.NetPayment }),
		readtable.At("paid_amount numeric", func(r *TransactionRow) any { return &r.PaidAmount }),
		readtable.At("paid_at timestamptz", func(r *TransactionRow) any { return &r.PaidAt }),
		readtable.At("late boolean", func(r *TransactionRow) any { return &r.Late }),
		readtable.At("expires_at timestamptz", func(r *TransactionRow) any { return &r.ExpiresAt }),
		readtable.At("opened_at timestamptz", func(r *TransactionRow) any { return &r.OpenedAt }),
		readtable.At("provider_id text", func(r *TransactionRow) any { return &r.ProviderID }),
		readtable.At("va_number text", func(r *TransactionRow) any { return &r.VANumber }),
		readtable.At("bank_code text", func(r *TransactionRow) any { return &r.BankCode }),
		readtable.At("qr_string text", func(r *TransactionRow) any { return &r.QRString }),
		readtable.At("pay_url text", func(r *TransactionRow) any { return &r.PayURL }),
		readtable.At("deeplink text", func(r *TransactionRow) any { return &r.Deeplink }),
		readtable.At("invoice_url text", func(r *TransactionRow) any { return &r.InvoiceURL }),
		readtable.At("replaces text", func(r *TransactionRow) any { return &r.Replaces }),
		readtable.At("replaced_by text", func(r *TransactionRow) any { return &r.ReplacedBy }),
		readtable.At("to_replace boolean", func(r *TransactionRow) any { return &r.ToReplace }),
		readtable.At("to_close boolean", func(r *TransactionRow) any { return &r.ToClose }),
		readtable.At("updated_at timestamptz", func(r *TransactionRow) any { return &r.UpdatedAt }),
	}
)

// TransactionColumns are all columns of a TransactionRow.
var TransactionColumns = slices.Concat(createdColumns, changedColumns, readtable.Columns[TransactionRow]{
	readtable.At("open_suspense integer", func(r *TransactionRow) any { return &r.OpenSuspense }),
	readtable.At("suspended_amount numeric", func(r *TransactionRow) any { return &r.SuspendedAmount }),
	readtable.At("suspended_at timestamptz", func(r *TransactionRow) any { return &r.SuspendedAt }),
	readtable.At("under_review boolean", func(r *TransactionRow) any { return &r.UnderReview }),
	readtable.At("reversed_amount numeric", func(r *TransactionRow) any { return &r.ReversedAmount }),
	readtable.At("reversals jsonb", func(r *TransactionRow) any { return &r.Reversals }),
})
