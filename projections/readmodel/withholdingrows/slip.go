package withholdingrows

import (
	"context"
	"time"

	"gateway/domain/balance"
	"gateway/domain/file"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Queries queries withholding slips.
type Queries struct{ readtable.DB }

// Slip is a submission of a withholding slip, in the form shown to its client (API reference: Withholding slips).
type Slip struct {
	ID     int64  `json:"id"`
	Number string `json:"number"`
	// Period is the month of the fees, as 2026-01.
	Period string `json:"period"`
	// Gross and Tax are in rupiah.
	Gross decimal.Decimal `json:"gross"`
	Tax   decimal.Decimal `json:"tax"`
	// Date is the day on the slip, as 2026-01-31.
	Date   string   `json:"slip_date"`
	File   file.Ref `json:"file"`
	Status string   `json:"status"`
	// Reason is why it was rejected; nil unless it was.
	Reason    *string   `json:"reason"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`

	ClientID    int64  `json:"-"`
	SubmittedBy string `json:"-"`
	// DecidedBy is the administrator who decided; nil before.
	DecidedBy *string `json:"-"`
	// Position is that of the event that submitted it.
	Position int64 `json:"-"`
}

// Place implements listing.Placed.
func (s Slip) Place() readtable.Place { return readtable.Place{At: s.CreatedAt, Position: s.Position} }

// AdminSlip is a Slip in the form shown to administrators.
type AdminSlip struct {
	Slip
	ClientID int64 `json:"client_id"`
	// ClientName is the client's name. It is filled for answers; queries leave it empty.
	ClientName  string  `json:"client_name,omitempty"`
	SubmittedBy string  `json:"submitted_by"`
	DecidedBy   *string `json:"decided_by"`
}

// ForAdmin returns the form shown to administrators.
func (s Slip) ForAdmin() AdminSlip {
	return AdminSlip{Slip: s, ClientID: s.ClientID, SubmittedBy: s.SubmittedBy, DecidedBy: s.DecidedBy}
}

// Correction says that the slips of a month count less, or again more, in the form shown to its client.
type Correction struct {
	// Period is the month of the fees, as 2026-01.
	Period string `json:"period"`
	// Tax is what went back, in rupiah; below zero, what was credited again.
	Tax decimal.Decimal `json:"tax"`
	At  time.Time       `json:"corrected_at"`
}

// CorrectionOf returns what a client sees of a correction.
func CorrectionOf(e balance.WithholdingCorrected) Correction {
	return Correction{Period: e.Period, Tax: e.Tax, At: e.Movement.At.UTC().Truncate(time.Microsecond)}
}

func (s *Slip) columns(f *readtable.Fields) {
	f.At("id", &s.ID).At("position", &s.Position).At("client_id", &s.ClientID).At("number", &s.Number).At("period", &s.Period)
	f.At("gross", &s.Gross).At("tax", &s.Tax).At("slip_date", &s.Date).At("file_hash", &s.File.Hash).At("file_name", &s.File.Name)
	f.At("file_type", &s.File.Type).At("file_size", &s.File.Size).At("file_days", &s.File.RetentionDays)
	f.At("submitted_by", &s.SubmittedBy).At("created_at", &s.CreatedAt)
	f.Later("status", &s.Status).Later("reason", &s.Reason).Later("decided_by", &s.DecidedBy).Later("updated_at", &s.UpdatedAt)
}

var slipTable = readtable.TableOf("withholding_slips", (*Slip).columns)

// WithholdingSlip returns the newest submission of a number, of any client.
func (q Queries) WithholdingSlip(ctx context.Context, number string) (Slip, error) {
	return slipTable.Get(ctx, q.DB, "WHERE number = $1 ORDER BY withholding_slips.position DESC", balance.SlipNumber(number))
}

// WithholdingSlipOf returns the client's newest submission of a number.
func (q Queries) WithholdingSlipOf(ctx context.Context, clientID int64, number string) (Slip, error) {
	return slipTable.Get(ctx, q.DB, "WHERE number = $1 AND client_id = $2 ORDER BY withholding_slips.position DESC",
		balance.SlipNumber(number), clientID)
}

// WithholdingSlipByID returns a submission by its id.
func (q Queries) WithholdingSlipByID(ctx context.Context, id int64) (Slip, error) {
	return slipTable.Get(ctx, q.DB, "WHERE id = $1", id)
}

// Filter selects slips. Fields that are empty select all.
type Filter struct {
	ClientID int64
	Status   string
}

// WithholdingSlips returns a page of the slips that the filter selects, newest first, and their total number.
func (q Queries) WithholdingSlips(ctx context.Context, f Filter, p readtable.Page) (rows []Slip, total int64, err error) {
	s := new(readtable.Search).Equals("client_id", f.ClientID).Equals("status", f.Status)
	return slipTable.ListPage(ctx, q.DB, "withholding_slip_counts", s, p)
}
