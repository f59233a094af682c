package payoutrows

import (
	"context"
	"time"

	"gateway/domain/balance"
	"gateway/domain/risk"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// Queries queries withdrawals and settlements.
type Queries struct{ readtable.DB }

// Payout is a withdrawal or a settlement (API reference: Withdrawals, Settlements).
// Only a settlement has a Purpose. A settlement may lack a URL.
type Payout struct {
	ID            int64           `json:"id"`
	ExternalID    string          `json:"external_id"`
	Amount        decimal.Decimal `json:"jumlah"`
	TransferFee   decimal.Decimal `json:"biaya_penarikan"`
	Total         decimal.Decimal `json:"total"`
	Status        string          `json:"status"`
	By            string          `json:"by"`
	URL           *string         `json:"url"`
	Purpose       *string         `json:"tujuan,omitempty"`
	Bank          string          `json:"bank"`
	AccountNumber string          `json:"norek"`
	TransferredBy *string         `json:"di_transfer_oleh"`
	TransferAt    *time.Time      `json:"transfer_at"`
	// Reason is why the payout was rejected, failed or reversed.
	Reason    *string   `json:"reason"`
	CreatedAt time.Time `json:"created_at"`
	// UpdatedAt is the time of the payout's last event.
	UpdatedAt time.Time `json:"updated_at"`

	// Kind is balance.Withdrawal or balance.Settlement.
	Kind          string `json:"-"`
	ClientID      int64  `json:"-"`
	AccountHolder string `json:"-"`
	// Position is the position of the requesting event.
	Position int64 `json:"-"`
	// Manual is true when a person makes the transfer, so that the provider is not called.
	Manual bool `json:"-"`
	// SubmittedAt is the time of the last payout.submitted event, or nil before the first.
	SubmittedAt *time.Time `json:"-"`
	// Connection names the connection to a provider that is asked for the transfer; empty where none was.
	Connection string `json:"-"`
	// ProviderID is empty until the provider has accepted the payout.
	ProviderID string `json:"-"`
	// Unknown is true while the gateway does not know whether the provider has the payout. UnknownReason is
	// kept after that.
	Unknown       bool   `json:"-"`
	UnknownReason string `json:"-"`
	// Reference and ProviderAPI are those of the last attempt. Attempts is its number.
	Reference   string `json:"-"`
	ProviderAPI string `json:"-"`
	Attempts    int    `json:"-"`
	// Reported is true while a notification waits to be confirmed.
	Reported bool `json:"-"`
	// Contradiction names how the last report contradicts the payout.
	Contradiction string `json:"-"`
	// FoundID and FoundReference identify an order for the payout at the provider that the gateway has no
	// record of making. They are empty when there is none or it was adopted.
	FoundID        string `json:"-"`
	FoundReference string `json:"-"`

	// AskedBy is the actor of the request, as events name it. AskedKey is the API key that it used, 0 for none, and AskedFrom
	// the network that it came from (risk.NetworkOf). Each is zero where it was not recorded.
	AskedBy   string `json:"-"`
	AskedKey  int64  `json:"-"`
	AskedFrom string `json:"-"`
	// DecidedAt is when an administrator approved or rejected the payout; nil where none did.
	DecidedAt *time.Time `json:"-"`
}

// AdminPayout is a Payout in the form shown to administrators (API reference: Admin payouts).
type AdminPayout struct {
	Payout
	ClientID int64 `json:"client_id"`
	// ClientName is the client's name. It is filled for answers; ForAdmin leaves it empty.
	ClientName    string     `json:"client_name,omitempty"`
	AccountHolder string     `json:"account_holder"`
	Kind          string     `json:"kind"`
	Manual        bool       `json:"manual"`
	SubmittedAt   *time.Time `json:"submitted_at"`
	Connection    string     `json:"connection"`
	ProviderID    string     `json:"provider_id"`
	Unknown       bool       `json:"unknown"`
	UnknownReason string     `json:"unknown_reason"`
	Reference     string     `json:"reference"`
	ProviderAPI   string     `json:"provider_api"`
	Attempts      int        `json:"attempts"`
	Contradiction string     `json:"contradiction"`
	// FoundID and FoundReference are the provider's id and our reference of an order that waits to be
	// adopted.
	FoundID        string `json:"found_provider_id"`
	FoundReference string `json:"found_reference"`
	// RiskSigns are those of an open payout. They are filled for answers; ForAdmin leaves them empty.
	RiskSigns []risk.Sign `json:"risk_signs"`
}

// ForAdmin returns the form shown to administrators.
func (p Payout) ForAdmin() AdminPayout {
	return AdminPayout{
		Payout: p, ClientID: p.ClientID, AccountHolder: p.AccountHolder, Kind: p.Kind, Manual: p.Manual, SubmittedAt: p.SubmittedAt,
		Connection: p.Connection, ProviderID: p.ProviderID, Unknown: p.Unknown, UnknownReason: p.UnknownReason,
		Reference: p.Reference, ProviderAPI: p.ProviderAPI, Attempts: p.Attempts, Contradiction: p.Contradiction,
		FoundID: p.FoundID, FoundReference: p.FoundReference,
		RiskSigns: []risk.Sign{},
	}
}

// Place returns the place of the payout in the lists.
func (p Payout) Place() readtable.Place {
	return readtable.Place{At: p.CreatedAt, Position: p.Position, Amount: p.Amount}
}

func (p *Payout) columns(f *readtable.Fields) {
	f.At("kind", &p.Kind).At("id", &p.ID).At("position", &p.Position).At("client_id", &p.ClientID).At("external_id", &p.ExternalID)
	f.At("jumlah", &p.Amount).At("biaya_penarikan", &p.TransferFee).At("total", &p.Total).At("by", &p.By).At("url", &p.URL)
	f.At("tujuan", &p.Purpose).At("bank", &p.Bank).At("norek", &p.AccountNumber).At("account_holder", &p.AccountHolder)
	f.At("created_at", &p.CreatedAt).At("asked_by", &p.AskedBy).At("asked_key", &p.AskedKey).At("asked_from", &p.AskedFrom)
	f.Later("decided_at", &p.DecidedAt)
	f.Later("status", &p.Status).Later("manual", &p.Manual).Later("submitted_at", &p.SubmittedAt).Later("provider_id", &p.ProviderID)
	f.Later("unknown", &p.Unknown).Later("unknown_reason", &p.UnknownReason).Later("di_transfer_oleh", &p.TransferredBy)
	f.Later("transfer_at", &p.TransferAt).Later("reason", &p.Reason).Later("updated_at", &p.UpdatedAt).Later("reference", &p.Reference)
	f.Later("connection", &p.Connection)
	f.Later("provider_api", &p.ProviderAPI).Later("attempts", &p.Attempts).Later("reported", &p.Reported)
	f.Later("contradiction", &p.Contradiction).Later("found_id", &p.FoundID).Later("found_reference", &p.FoundReference)
}

var payoutTable = readtable.TableOf("payouts", (*Payout).columns)

// Payout returns a payout of this kind, of any client.
func (q Queries) Payout(ctx context.Context, kind string, id int64) (Payout, error) {
	return payoutTable.Get(ctx, q.DB, "WHERE kind = $1 AND id = $2", kind, id)
}

// PayoutOf returns one of the client's payouts.
func (q Queries) PayoutOf(ctx context.Context, clientID int64, kind string, id int64) (Payout, error) {
	p, err := q.Payout(ctx, kind, id)
	if err == nil && p.ClientID != clientID {
		return Payout{}, readtable.ErrNotFound
	}
	return p, err
}

// PayoutByExternal returns the newest of the client's payouts with this external_id.
func (q Queries) PayoutByExternal(ctx context.Context, clientID int64, kind, externalID string) (Payout, error) {
	return readtable.NewestOfForms(externalID, Payout.isNewer, func(form string) (Payout, error) {
		return payoutTable.Get(ctx, q.DB,
			"WHERE client_id = $1 AND kind = $2 AND external_id = $3 ORDER BY payouts.position DESC", clientID, kind, form)
	})
}

// Payouts returns a page of the payouts of all clients that the filter selects, whose ClientID is not used, and their total
// number.
func (q Queries) Payouts(ctx context.Context, f PayoutFilter, p readtable.Page) ([]Payout, int64, error) {
	s := &readtable.Search{From: "payouts"}
	s.And("kind = ?", f.Kind)
	s.Equals("status", f.Status)
	if !f.isLimited() && !f.Sort.ByAmount() {
		return payoutTable.ListPageBy(ctx, q.DB, "payout_counts", s, f.Sort, p)
	}
	f.limit(s)
	const ofKind = "kind = $1 AND id = ANY (?)" // the first argument
	return payoutTable.PageBy(ctx, q.DB, s, "", ofKind, f.Sort, amountColumn, p)
}

// amountColumn is the column of the amount by which lists are limited and ordered: what arrives.
const amountColumn = "jumlah"

// PayoutFilter selects the payouts of one kind and client. Other fields that are empty select all.
type PayoutFilter struct {
	// ClientID and Kind are required.
	ClientID     int64
	Kind, Status string
	// From and To limit the time of the request; both are included.
	From, To time.Time
	// Selection is that of the amount. The payouts between From and To are looked at, so From should not be zero with it.
	readtable.Selection
}

// isLimited reports whether there is no counter of the payouts that the filter selects.
func (f PayoutFilter) isLimited() bool { return !f.From.IsZero() || !f.To.IsZero() || f.HasAmounts() }

func (f PayoutFilter) limit(s *readtable.Search) {
	s.Period("created_at", f.From, f.To)
	f.Limit(s, amountColumn)
}

// ClientPayouts returns a page of the payouts that the filter selects, newest first, and their total number.
func (q Queries) ClientPayouts(ctx context.Context, f PayoutFilter, p readtable.Page) ([]Payout, int64, error) {
	s, counters := &readtable.Search{From: "payouts"}, "client_payout_counts"
	s.And("client_id = ?", f.ClientID)
	s.And("kind = ?", f.Kind)
	s.Equals("status", f.Status)
	if f.isLimited() {
		f.limit(s)
		counters = ""
	}
	const ofKind = "kind = $2 AND id = ANY (?)" // the second argument
	return payoutTable.PageBy(ctx, q.DB, s, counters, ofKind, f.Sort, amountColumn, p)
}

// DuePayouts returns at most limit payouts after a position (0 is the start), in the order of their requests:
// those in processing that the provider makes, and ended ones with a notification that waits to be confirmed.
// It includes payouts that the provider has accepted, because their notification may have been lost. A caller
// therefore goes through all pages.
func (q Queries) DuePayouts(ctx context.Context, after int64, limit int) ([]Payout, error) {
	return payoutTable.List(ctx, q.DB, `WHERE (status = '`+balance.StatusProcessing+`' AND manual IS NOT TRUE OR reported) AND position > $1
		ORDER BY payouts.position LIMIT $2`, after, limit)
}

// UnsentPayouts returns at most limit payouts that the provider is to make and that were never ordered, in the order of
// their requests.
func (q Queries) UnsentPayouts(ctx context.Context, limit int) ([]Payout, error) {
	return payoutTable.List(ctx, q.DB, `WHERE status = '`+balance.StatusProcessing+`' AND manual IS NOT TRUE AND submitted_at IS NULL
		ORDER BY payouts.position LIMIT $1`, limit)
}

// PayoutsByID returns the existing payouts of a kind among the ids, of any client, in any order.
func (q Queries) PayoutsByID(ctx context.Context, kind string, ids []int64) ([]Payout, error) {
	return payoutTable.List(ctx, q.DB, "WHERE kind = $1 AND id = ANY($2)", kind, pq.Array(ids))
}

func (p Payout) isNewer(than Payout) bool { return p.CreatedAt.After(than.CreatedAt) }
