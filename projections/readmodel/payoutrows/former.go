package payoutrows

import (
	"slices"

	"gateway/projections/readmodel/readtable"
)

var (
	requestedColumns = readtable.Columns[Row]{
		readtable.At("kind text", func(r *Row) any { return &r.Kind }),
		readtable.At("id bigint", func(r *Row) any { return &r.ID }),
		readtable.At("position bigint", func(r *Row) any { return &r.Position }),
		readtable.At("client_id bigint", func(r *Row) any { return &r.ClientID }),
		readtable.At("external_id text", func(r *Row) any { return &r.ExternalID }),
		readtable.At("jumlah numeric", func(r *Row) any { return &r.Amount }),
		readtable.At("biaya_penarikan numeric", func(r *Row) any { return &r.TransferFee }),
		readtable.At("total numeric", func(r *Row) any { return &r.Total }),
		readtable.At("by text", func(r *Row) any { return &r.By }),
		readtable.At("url text", func(r *Row) any { return &r.URL }),
		readtable.At("tujuan text", func(r *Row) any { return &r.Purpose }),
		readtable.At("bank text", func(r *Row) any { return &r.Bank }),
		readtable.At("norek text", func(r *Row) any { return &r.AccountNumber }),
		readtable.At("account_holder text", func(r *Row) any { return &r.AccountHolder }),
		readtable.At("created_at timestamptz", func(r *Row) any { return &r.CreatedAt }),
	}
	progressColumns = readtable.Columns[Row]{
		readtable.At("status text", func(r *Row) any { return &r.Status }),
		readtable.At("manual boolean", func(r *Row) any { return &r.Manual }),
		readtable.At("submitted_at timestamptz", func(r *Row) any { return &r.SubmittedAt }),
		readtable.At("provider_id text", func(r *Row) any { return &r.ProviderID }),
		readtable.At("unknown boolean", func(r *Row) any { return &r.Unknown }),
		readtable.At("unknown_reason text", func(r *Row) any { return &r.UnknownReason }),
		readtable.At("di_transfer_oleh text", func(r *Row) any { return &r.TransferredBy }),
		readtable.At("transfer_at timestamptz", func(r *Row) any { return &r.TransferAt }),
		readtable.At("reason text", func(r *Row) any { return &r.Reason }),
		readtable.At("updated_at timestamptz", func(r *Row) any { return &r.UpdatedAt }),
		readtable.At("reference text", func(r *Row) any { return &r.Reference }),
		readtable.At("provider_api text", func(r *Row) any { return &r.ProviderAPI }),
		readtable.At("attempts bigint", func(r *Row) any { return &r.Attempts }),
		readtable.At("reported boolean", func(r *Row) any { return &r.Reported }),
		readtable.At("contradiction text", func(r *Row) any { return &r.Contradiction }),
		readtable.At("found_id text", func(r *Row) any { return &r.FoundID }),
		readtable.At("found_reference text", func(r *Row) any { return &r.FoundReference }),
	}
	// Columns are all columns of a Row.
	Columns = slices.Concat(requestedColumns, progressColumns)
)
