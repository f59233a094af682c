package balance

import (
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/calendar"
	"gateway/domain/file"
	"gateway/domain/ledger"
	"gateway/domain/money"
	"gateway/domain/text"

	"github.com/shopspring/decimal"
)

// The states of a withholding slip, as the read model and the API name them.
const (
	SlipPending  = "pending"
	SlipApproved = "approved"
	SlipRejected = "rejected"
)

// SlipStates lists the states of a withholding slip.
func SlipStates() []string { return []string{SlipPending, SlipApproved, SlipRejected} }

// MaxPendingSlips is how many slips of a client may wait at once. A client has about one a month.
const MaxPendingSlips = 20

// Slip is a slip (bukti potong) of income tax that a client withheld from the fees of a month and paid to the state. All amounts
// are in rupiah.
type Slip struct {
	// ID identifies one submission. A slip that is submitted again after a rejection has another one.
	ID int64 `json:"slip_id"`
	// Number is that of the tax office, in capitals.
	Number string `json:"number"`
	// Period is the month of the fees, in the form 2026-01.
	Period string          `json:"period"`
	Gross  decimal.Decimal `json:"gross"`
	Tax    decimal.Decimal `json:"tax"`
	// Date is the day that the slip bears, in the form 2026-01-31.
	Date string   `json:"slip_date"`
	File file.Ref `json:"file"`
}

// CreditedSlip is what the state remembers of a slip that was credited.
type CreditedSlip struct {
	ID     int64           `json:"slip_id"`
	Number string          `json:"number"`
	Period string          `json:"period"`
	Tax    decimal.Decimal `json:"tax"`
}

// WithholdingSubmitted says that a client sent a slip, which waits for staff.
type WithholdingSubmitted struct {
	ClientID int64 `json:"client_id"`
	Slip
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// WithholdingRejected says that staff rejected a slip. It may be submitted again.
type WithholdingRejected struct {
	ClientID int64  `json:"client_id"`
	ID       int64  `json:"slip_id"`
	Number   string `json:"number"`
	// Reason is what the client reads.
	Reason string    `json:"reason"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// WithholdingApproved credits the tax of a slip: it leaves the prepaid tax for the client's available balance.
type WithholdingApproved struct {
	ClientID int64 `json:"client_id"`
	Movement
	ID     int64           `json:"slip_id"`
	Number string          `json:"number"`
	Period string          `json:"period"`
	Tax    decimal.Decimal `json:"tax"`
	By     string          `json:"by"`
}

// WithholdingCorrected says that the slips of a month that were credited may count less than before, because fees of the month
// were returned since and its invoice was replaced, or more again. Tax went back to the prepaid tax; below zero, it came from
// there.
type WithholdingCorrected struct {
	ClientID int64 `json:"client_id"`
	Movement
	// Period is the month of the slips, in the form 2026-01.
	Period string          `json:"period"`
	Tax    decimal.Decimal `json:"tax"`
	By     string          `json:"by"`
}

// WithheldBack is the tax of the slips of a month that went back to the prepaid tax, in rupiah.
type WithheldBack struct {
	Period string          `json:"period"`
	Tax    decimal.Decimal `json:"tax"`
}

// SlipRules are the settings about slips. What the law says is for the operator to know.
type SlipRules struct {
	// Rate is the largest share of the fees that may be withheld, in percent.
	Rate decimal.Decimal
	// NumberLength is how many letters and digits the number of a slip has.
	NumberLength int
}

// TaxOf returns the largest tax on an amount of fees, in rupiah, rounded to the sen; never below zero.
func (r SlipRules) TaxOf(fees decimal.Decimal) decimal.Decimal {
	const percent = -2
	return decimal.Max(decimal.Zero, money.Round(fees.Mul(r.Rate).Shift(percent)))
}

// SlipNumber returns the number of a slip in the form in which it is compared: trimmed and in capitals.
func SlipNumber(sent string) string { return strings.ToUpper(strings.TrimSpace(sent)) }

// SubmitSlipCmd submits a slip whose number has the form of SlipNumber.
type SubmitSlipCmd struct {
	ClientID int64
	Slip     Slip
	Rules    SlipRules
	Calendar calendar.Calendar
	By       string
	At       time.Time
}

// Check names every wrong field of the slip, with invalid_field: number is not of letters and digits, or of another length; period is
// malformed or not over; slip_date is no day, or in the future; gross is not above zero; tax is not above zero, above the gross, or
// above the share of the gross that may be withheld.
func (cmd SubmitSlipCmd) Check() error {
	s := cmd.Slip
	return domain.Together(cmd.checkNumber(), cmd.checkPeriod(), cmd.checkDate(), checkAmount("gross", s.Gross), cmd.checkTax())
}

func (cmd SubmitSlipCmd) checkNumber() error {
	isOther := func(r rune) bool { return (r < '0' || r > '9') && (r < 'A' || r > 'Z') }
	if len(cmd.Slip.Number) != cmd.Rules.NumberLength || strings.ContainsFunc(cmd.Slip.Number, isOther) {
		return domain.InvalidField("number", "must be the %d letters and digits on the slip, such as 25004WOBY", cmd.Rules.NumberLength)
	}
	return nil
}

func (cmd SubmitSlipCmd) checkPeriod() error {
	_, next, err := cmd.Calendar.Month("period", cmd.Slip.Period)
	if err == nil && next.After(cmd.At) {
		err = domain.InvalidField("period", "is not over")
	}
	return err
}

func (cmd SubmitSlipCmd) checkDate() error {
	day, _, err := cmd.Calendar.Day(cmd.Slip.Date)
	if err != nil || day.After(cmd.At) {
		return domain.InvalidField("slip_date", "must be the day on the slip, such as 2026-01-31, not in the future")
	}
	return nil
}

func (cmd SubmitSlipCmd) checkTax() error {
	s := cmd.Slip
	if err := checkAmount("tax", s.Tax); err != nil {
		return err
	}
	if s.Tax.GreaterThan(s.Gross) {
		return domain.InvalidField("tax", "is above the gross")
	}
	if most := cmd.Rules.TaxOf(s.Gross); s.Tax.GreaterThan(most) {
		return domain.InvalidField("tax", "is at most %s: %s %% of the gross", most, cmd.Rules.Rate)
	}
	return nil
}

func checkAmount(field string, amount decimal.Decimal) error {
	if !amount.IsPositive() || money.Check(amount) != nil {
		return domain.InvalidField(field, "must be an amount above 0")
	}
	return nil
}

// SubmitSlip keeps a slip until staff decide. Checks:
//
//  1. a retry: nothing happens
//  2. the fields of the slip, as SubmitSlipCmd.Check
//  3. slip_taken: the client has submitted a slip with the number that is pending or credited
//  4. too_many_slips: MaxPendingSlips are pending
//
// That no other client has the number is for ClaimSlip.
func SubmitSlip(s State, cmd SubmitSlipCmd) ([]domain.Event, error) {
	if s.knowsSlip(cmd.Slip.ID) {
		return nil, nil
	}
	if err := cmd.Check(); err != nil {
		return nil, err
	}
	if s.HasSlip(cmd.Slip.Number) {
		return nil, slipTaken()
	}
	if len(s.Slips) >= MaxPendingSlips {
		return nil, domain.Refuse(domain.Invalid, "too_many_slips", "%d slips wait for a decision already", MaxPendingSlips)
	}
	return []domain.Event{WithholdingSubmitted{ClientID: cmd.ClientID, Slip: cmd.Slip, By: cmd.By, At: cmd.At}}, nil
}

func slipTaken() error {
	return domain.Refuse(domain.Conflict, "slip_taken", "a slip with this number was submitted already")
}

// HasSlip reports whether a slip with the number is pending or credited.
func (s State) HasSlip(number string) bool {
	return slices.ContainsFunc(s.Slips, func(slip Slip) bool { return slip.Number == number }) ||
		slices.ContainsFunc(s.SlipsCredited, func(slip CreditedSlip) bool { return slip.Number == number })
}

// knowsSlip reports whether the submission is pending or credited.
func (s State) knowsSlip(id int64) bool {
	_, pending := s.PendingSlip(id)
	return pending || s.SlipCredited(id)
}

// PendingSlip returns the submission with the id, if it is pending.
func (s State) PendingSlip(id int64) (Slip, bool) {
	i := slices.IndexFunc(s.Slips, func(slip Slip) bool { return slip.ID == id })
	if i < 0 {
		return Slip{}, false
	}
	return s.Slips[i], true
}

// SlipCredited reports whether the submission with the id was credited.
func (s State) SlipCredited(id int64) bool {
	return slices.ContainsFunc(s.SlipsCredited, func(slip CreditedSlip) bool { return slip.ID == id })
}

// creditedFor sums the taxes, in rupiah, of the slips of a month that were credited, less what went back.
func (s State) creditedFor(period string) decimal.Decimal {
	return s.approvedFor(period).Sub(s.withheldBack(period))
}

// withheldBack is the tax of the slips of a month that went back.
func (s State) withheldBack(period string) decimal.Decimal {
	i := slices.IndexFunc(s.WithheldBack, func(b WithheldBack) bool { return b.Period == period })
	if i < 0 {
		return decimal.Zero
	}
	return s.WithheldBack[i].Tax
}

// approvedFor sums the taxes, in rupiah, of the slips of a month that staff approved.
func (s State) approvedFor(period string) decimal.Decimal {
	sum := decimal.Zero
	for _, slip := range s.SlipsCredited {
		if slip.Period == period {
			sum = sum.Add(slip.Tax)
		}
	}
	return sum
}

// ApproveSlipCmd credits a pending slip.
type ApproveSlipCmd struct {
	ClientID, ID int64
	// Fees are the fees of the client in the month of the slip, without VAT, in rupiah.
	Fees  decimal.Decimal
	Rules SlipRules
	By    string
	At    time.Time
}

// ApproveSlip credits the tax of a pending slip. Checks:
//
//  1. a retry: nothing happens
//  2. not_pending: it was rejected
//  3. slip_exceeds_fees: with the slips of its month that were credited, its tax is above the share of the month's fees
func ApproveSlip(s State, cmd ApproveSlipCmd) ([]domain.Event, error) {
	if s.SlipCredited(cmd.ID) {
		return nil, nil
	}
	slip, err := s.pendingSlip(cmd.ID)
	if err != nil {
		return nil, err
	}
	left := cmd.Rules.TaxOf(cmd.Fees).Sub(s.creditedFor(slip.Period))
	if slip.Tax.GreaterThan(left) {
		return nil, domain.Refuse(domain.Invalid, "slip_exceeds_fees",
			"of the fees of %s, %s rupiah without VAT, at most %s rupiah can still be credited", slip.Period, cmd.Fees.StringFixed(money.Places),
			decimal.Max(decimal.Zero, left).StringFixed(money.Places))
	}
	return s.recovering(func(s State) (domain.Event, error) {
		m, err := s.move(cmd.ClientID, slip.Number, cmd.At, ledger.Transfer(ledger.PrepaidTax, ledger.Available(cmd.ClientID), slip.Tax))
		return WithholdingApproved{
			ClientID: cmd.ClientID, Movement: m, ID: slip.ID, Number: slip.Number, Period: slip.Period, Tax: slip.Tax, By: cmd.By,
		}, err
	})
}

// CorrectWithholdingCmd brings what the slips of a month count to what its fees allow.
type CorrectWithholdingCmd struct {
	ClientID int64
	Period   string
	// Fees are the fees of the client in the month, without VAT and without those that were returned, in rupiah.
	Fees  decimal.Decimal
	Rules SlipRules
	By    string
	At    time.Time
}

// CorrectWithholding posts back what slips of a month were credited above the share of its fees, out of what the client can
// withdraw, and what that lacks as its debt. If fees are there again, it credits what went back before. Otherwise nothing happens.
func CorrectWithholding(s State, cmd CorrectWithholdingCmd) ([]domain.Event, error) {
	counts := decimal.Min(s.approvedFor(cmd.Period), cmd.Rules.TaxOf(cmd.Fees))
	excess := s.creditedFor(cmd.Period).Sub(counts)
	if excess.IsZero() {
		return nil, nil
	}
	return s.recovering(func(s State) (domain.Event, error) {
		postings := ledger.Transfer(ledger.PrepaidTax, ledger.Available(cmd.ClientID), excess.Neg())
		if excess.IsPositive() {
			postings = append(s.taken(cmd.ClientID, excess, decimal.Zero), ledger.Posting{Account: ledger.PrepaidTax, Amount: excess})
		}
		m, err := s.move(cmd.ClientID, cmd.Period, cmd.At, postings)
		return WithholdingCorrected{ClientID: cmd.ClientID, Movement: m, Period: cmd.Period, Tax: excess, By: cmd.By}, err
	})
}

func (s State) pendingSlip(id int64) (Slip, error) {
	slip, pending := s.PendingSlip(id)
	if !pending {
		return slip, domain.Refuse(domain.Invalid, "not_pending", "the slip does not wait for a decision any more")
	}
	return slip, nil
}

// RejectSlipCmd rejects a pending slip. The client reads the reason.
type RejectSlipCmd struct {
	ClientID, ID int64
	Reason       string
	By           string
	At           time.Time
}

// RejectSlip rejects a pending slip, and posts nothing. Checks:
//
//  1. invalid_field reason: it is empty or too long
//  2. not_pending
func RejectSlip(s State, cmd RejectSlipCmd) ([]domain.Event, error) {
	if err := text.Require("reason", cmd.Reason, text.MaxLine); err != nil {
		return nil, err
	}
	slip, err := s.pendingSlip(cmd.ID)
	if err != nil {
		return nil, err
	}
	return []domain.Event{WithholdingRejected{
		ClientID: cmd.ClientID, ID: slip.ID, Number: slip.Number, Reason: cmd.Reason, By: cmd.By, At: cmd.At,
	}}, nil
}

func evolveSlip(s State, event domain.Event) State {
	switch e := event.(type) {
	case WithholdingSubmitted:
		s.ClientID = e.ClientID
		s.Slips = append(slices.Clip(s.Slips), e.Slip)
	case WithholdingRejected:
		return s.withoutSlip(e.ID)
	case WithholdingApproved:
		s = s.withoutSlip(e.ID)
		s.SlipsCredited = append(slices.Clip(s.SlipsCredited), CreditedSlip{ID: e.ID, Number: e.Number, Period: e.Period, Tax: e.Tax})
	case WithholdingCorrected:
		return s.withWithheldBack(e.Period, s.withheldBack(e.Period).Add(e.Tax))
	}
	return s
}

func (s State) withWithheldBack(period string, tax decimal.Decimal) State {
	s.WithheldBack = slices.DeleteFunc(slices.Clone(s.WithheldBack), func(b WithheldBack) bool { return b.Period == period })
	if !tax.IsZero() {
		s.WithheldBack = append(s.WithheldBack, WithheldBack{period, tax})
	}
	return s
}

func (s State) withoutSlip(id int64) State {
	s.Slips = slices.DeleteFunc(slices.Clone(s.Slips), func(slip Slip) bool { return slip.ID == id })
	return s
}
