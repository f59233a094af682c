package tax

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/text"

	"github.com/shopspring/decimal"
)

// Invoices folds the streams of fee invoices.
var Invoices = domain.Aggregate[InvoiceState]{Category: "fee_invoice", Evolve: evolveInvoice}

// InvoiceStream names the stream of the fee invoice of a client and a month such as 2026-01.
func InvoiceStream(month string, clientID int64) string {
	return Invoices.Stream(month + "-" + strconv.FormatInt(clientID, decimalBase))
}

// The states of a fee invoice.
const (
	// StatusDraft is computed anew whenever somebody looks.
	StatusDraft = "draft"
	// StatusExported is fixed, and waits for the number of the tax office.
	StatusExported = "exported"
	// StatusApproved has the number of the tax office.
	StatusApproved = "approved"
	// StatusReplaced was approved once, and its replacement waits for a number.
	StatusReplaced = "replaced"
	// StatusRejected has a document that the tax office refused, and waits to be exported anew.
	StatusRejected = "rejected"
	// StatusCancelled has no document any more, because all its fees were returned since the export. What the tax office
	// has of it is cancelled there by hand.
	StatusCancelled = "cancelled"
)

// Seller is what fee invoices say of the gateway, by the configuration.
type Seller struct {
	// TIN is the gateway's NPWP, 16 digits.
	TIN string `json:"tin"`
	// NITKU is that of its place of business, 22 digits.
	NITKU   string `json:"nitku"`
	Name    string `json:"name"`
	Address string `json:"alamat"`
}

// Content is what a fee invoice says. Amounts are in rupiah with two decimals.
type Content struct {
	// Date is the last day of the month.
	Date   string `json:"date"`
	Seller Seller `json:"seller"`
	Buyer  Data   `json:"buyer"`
	// Paper is the paper of the exemption, empty if no document needs one.
	Paper     string     `json:"exemption_paper"`
	Documents []Document `json:"documents"`
}

// Document is a tax invoice: a fee invoice has one for each transaction code.
type Document struct {
	// Number is ours, and never changes.
	Number string `json:"number"`
	// Code is the transaction code of the tax office.
	Code  string `json:"code"`
	Lines []Line `json:"lines"`
	Amounts
}

// Line has the fees that were charged at one rate of VAT.
type Line struct {
	// VATRate is the effective rate in percent that the fees were charged with.
	VATRate decimal.Decimal `json:"vat_rate"`
	Amounts
}

// Amounts are those of a line, or of several.
type Amounts struct {
	// Price is the sum of the fees without VAT, and Base (DPP) the price less discounts, of which there are none.
	Price decimal.Decimal `json:"price"`
	Base  decimal.Decimal `json:"dpp"`
	// OtherBase is DPP nilai lain, VAT the tax on it by the formula, and BookedVAT what the ledger has.
	OtherBase decimal.Decimal `json:"dpp_nilai_lain"`
	VAT       decimal.Decimal `json:"ppn"`
	BookedVAT decimal.Decimal `json:"booked_vat"`
}

// Plus returns the sum of both.
func (a Amounts) Plus(b Amounts) Amounts {
	return Amounts{
		a.Price.Add(b.Price), a.Base.Add(b.Base), a.OtherBase.Add(b.OtherBase), a.VAT.Add(b.VAT), a.BookedVAT.Add(b.BookedVAT),
	}
}

func (a Amounts) equal(b Amounts) bool {
	return a.Price.Equal(b.Price) && a.OtherBase.Equal(b.OtherBase) && a.VAT.Equal(b.VAT) && a.BookedVAT.Equal(b.BookedVAT)
}

// Total returns the sum of the documents.
func (c Content) Total() (sum Amounts) {
	for _, d := range c.Documents {
		sum = sum.Plus(d.Amounts)
	}
	return sum
}

// document finds the document with a number.
func (c Content) document(number string) (Document, bool) {
	for _, d := range c.Documents {
		if d.Number == number {
			return d, true
		}
	}
	return Document{}, false
}

// exportedVersion is the part that the events which fix an invoice share.
type exportedVersion struct {
	// Month is the closed month that the invoice is of, such as 2026-01.
	Month    string `json:"month"`
	ClientID int64  `json:"client_id"`
	// Version counts from 1.
	Version int     `json:"version"`
	Content Content `json:"content"`
	// Changed lists the numbers of the documents that the next file has.
	Changed []string `json:"changed"`
	// Form is how that file writes them.
	Form Form `json:"form"`
	// Rounding is how much more VAT the invoice has than the ledger. Postings move the difference to what was posted before.
	Rounding decimal.Decimal  `json:"rounding"`
	Postings []ledger.Posting `json:"postings"`
	// Batch is the time of the export, which its invoices share.
	Batch time.Time `json:"batch"`
	By    string    `json:"by"`
	At    time.Time `json:"at"`
}

// Exported fixes an invoice, or fixes it anew while no document of it is approved.
type Exported exportedVersion

// Replaced fixes an invoice anew after the tax office approved it.
type Replaced exportedVersion

// Approved attaches the number of the tax office to a document, which does not change.
type Approved struct {
	Month    string `json:"month"`
	ClientID int64  `json:"client_id"`
	Number   string `json:"number"`
	// TaxNumber is the tax office's, 17 digits.
	TaxNumber string    `json:"tax_number"`
	By        string    `json:"by"`
	At        time.Time `json:"at"`
}

// Rejected says that the tax office refused a document that has no number yet, with the file it was in. The next export fixes
// it anew.
type Rejected struct {
	Month    string    `json:"month"`
	ClientID int64     `json:"client_id"`
	Number   string    `json:"number"`
	Reason   string    `json:"reason"`
	By       string    `json:"by"`
	At       time.Time `json:"at"`
}

// EventType is the wire name.
func (Exported) EventType() string { return "fee_invoice.exported.v1" }
func (Replaced) EventType() string { return "fee_invoice.replaced.v1" }
func (Approved) EventType() string { return "fee_invoice.approved.v1" }
func (Rejected) EventType() string { return "fee_invoice.rejected.v1" }

// Posted returns the postings, which sum to zero.
func (e Exported) Posted() []ledger.Posting { return e.Postings }

// Posted returns the postings, which sum to zero.
func (e Replaced) Posted() []ledger.Posting { return e.Postings }

// InvoiceState is the state of a fee invoice. Its Version is 0 before it is exported.
type InvoiceState struct {
	Month    string
	ClientID int64
	Version  int
	Content  Content
	Rounding decimal.Decimal
	// TaxNumbers are the tax office's numbers of the documents, by ours. A replaced document has none until it is approved.
	TaxNumbers map[string]string
	// FormerNumbers are the tax office's numbers of the former versions of the documents, by ours.
	FormerNumbers map[string][]string
	// WasApproved is true once a document was approved.
	WasApproved bool
	// Rejected are the numbers of the documents that the tax office refused since the last export.
	Rejected []string
	// Files are what the files of the tax office have of the invoice, oldest first.
	Files []FileEntry
}

// FileEntry is a document as the file of an export has it.
type FileEntry struct {
	// Batch is the time of the export.
	Batch    time.Time
	ClientID int64
	Content  Content
	Document Document
	Form     Form
	// Replaces is the tax office's number of the document that this one replaces; empty for none.
	Replaces string
	// Refused is true once the tax office refused the file.
	Refused bool
}

func evolveInvoice(s InvoiceState, event domain.Event) InvoiceState {
	switch e := event.(type) {
	case Exported:
		return s.fixed(exportedVersion(e))
	case Replaced:
		return s.fixed(exportedVersion(e))
	case Approved:
		s.TaxNumbers = maps.Clone(s.TaxNumbers)
		if s.TaxNumbers == nil {
			s.TaxNumbers = map[string]string{}
		}
		s.TaxNumbers[e.Number], s.WasApproved = e.TaxNumber, true
		s.Rejected = slices.DeleteFunc(slices.Clone(s.Rejected), func(number string) bool { return number == e.Number })
	case Rejected:
		return s.rejected(e.Number)
	}
	return s
}

func (s InvoiceState) rejected(number string) InvoiceState {
	s.Files = slices.Clone(s.Files)
	for i, e := range slices.Backward(s.Files) {
		if e.Document.Number == number {
			s.Files[i].Refused = true
			break
		}
	}
	if _, stays := s.Content.document(number); stays {
		s.Rejected = append(slices.Clip(s.Rejected), number)
	}
	return s
}

func (s InvoiceState) fixed(e exportedVersion) InvoiceState {
	former := s
	s.Month, s.ClientID, s.Version, s.Content, s.Rounding, s.Rejected = e.Month, e.ClientID, e.Version, e.Content, e.Rounding, nil
	s.TaxNumbers, s.Files = maps.Clone(s.TaxNumbers), slices.Clip(s.Files)
	s.FormerNumbers = maps.Clone(s.FormerNumbers)
	for _, number := range e.Changed {
		document, _ := e.Content.document(number)
		s.Files = append(s.Files, FileEntry{
			Batch: e.Batch, ClientID: e.ClientID, Content: e.Content, Document: document, Form: e.Form, Replaces: former.replaced(number),
		})
		s.replaceNumber(number)
	}
	return s
}

// replaceNumber makes the number of a document a former one. The maps must be copies.
func (s *InvoiceState) replaceNumber(number string) {
	taxNumber := s.TaxNumbers[number]
	if taxNumber == "" {
		return
	}
	if s.FormerNumbers == nil {
		s.FormerNumbers = map[string][]string{}
	}
	s.FormerNumbers[number] = append(slices.Clip(s.FormerNumbers[number]), taxNumber)
	delete(s.TaxNumbers, number)
}

// had reports whether a document has a number of the tax office, or a former version of it had.
func (s InvoiceState) had(number, taxNumber string) bool {
	return s.TaxNumbers[number] == taxNumber || slices.Contains(s.FormerNumbers[number], taxNumber)
}

// replaced returns the tax office's number that the next version of a document replaces: that of the document, or while it has
// none that which its last version was to replace.
func (s InvoiceState) replaced(number string) string {
	if taxNumber := s.TaxNumbers[number]; taxNumber != "" {
		return taxNumber
	}
	last, _ := s.lastEntry(number)
	return last.Replaces
}

// lastEntry returns the newest version of a document in a file.
func (s InvoiceState) lastEntry(number string) (last FileEntry, ok bool) {
	for _, e := range slices.Backward(s.Files) {
		if e.Document.Number == number {
			return e, true
		}
	}
	return last, false
}

// Dropped is a document that a file had and that is no part of its invoice any more. TaxNumber is the tax office's, empty for
// none.
type Dropped struct{ Number, TaxNumber string }

// Dropped lists the documents that are to be cancelled at the tax office.
func (s InvoiceState) Dropped() (list []Dropped) {
	seen := map[string]bool{}
	for _, e := range s.Files {
		number := e.Document.Number
		if _, stays := s.Content.document(number); stays || seen[number] {
			continue
		}
		seen[number] = true
		taxNumber := s.replaced(number)
		if last, _ := s.lastEntry(number); taxNumber != "" || !last.Refused {
			list = append(list, Dropped{number, taxNumber})
		}
	}
	return list
}

// IsFree reports whether the next export takes the seller and the buyer anew: before the first, and after the tax office
// refused a document, unless it has approved one.
func (s InvoiceState) IsFree() bool { return s.Version == 0 || len(s.Rejected) > 0 && !s.WasApproved }

// Status returns one of the states of a fee invoice.
func (s InvoiceState) Status() string {
	switch {
	case s.Version == 0:
		return StatusDraft
	case len(s.Content.Documents) == 0:
		return StatusCancelled
	case len(s.Rejected) > 0:
		return StatusRejected
	case s.isApproved():
		return StatusApproved
	case s.WasApproved:
		return StatusReplaced
	}
	return StatusExported
}

func (s InvoiceState) isApproved() bool {
	for _, d := range s.Content.Documents {
		if s.TaxNumbers[d.Number] == "" {
			return false
		}
	}
	return true
}

// ExportCmd fixes an invoice of a closed month.
type ExportCmd struct {
	Month    string
	ClientID int64
	Content  Content
	Form     Form
	Batch    time.Time
	By       string
	At       time.Time
}

// Export decides an ExportCmd. An invoice that says the same already stays as it is, unless the tax office refused it. One that
// was fixed keeps its date and, unless it IsFree, its seller, its buyer and its paper; only its documents follow the fees. It is a
// replacement once a document was approved. Nothing happens while it Awaits an answer.
func Export(s InvoiceState, cmd ExportCmd) ([]domain.Event, error) {
	if !s.IsOutdated(cmd.Content) || s.Awaits(cmd.Content) {
		return nil, nil
	}
	content, changed := cmd.Content, s.changed(cmd.Content)
	if !s.IsFree() {
		content.Date, content.Seller, content.Buyer = s.Content.Date, s.Content.Seller, s.Content.Buyer
		content.Paper = cmp.Or(s.Content.Paper, content.Paper)
	}
	total := content.Total()
	rounding := total.VAT.Sub(total.BookedVAT)
	var postings []ledger.Posting
	if moved := rounding.Sub(s.Rounding); !moved.IsZero() {
		postings = ledger.Transfer(ledger.Equity, ledger.TaxRounding, moved)
	}
	fixed := exportedVersion{
		Month: cmd.Month, ClientID: cmd.ClientID, Version: s.Version + 1, Content: content, Changed: changed, Form: cmd.Form,
		Rounding: rounding, Postings: postings, Batch: cmd.Batch, By: cmd.By, At: cmd.At,
	}
	if s.WasApproved {
		return []domain.Event{Replaced(fixed)}, nil
	}
	return []domain.Event{Exported(fixed)}, nil
}

// IsOutdated reports whether an export fixes the invoice anew, with the next content.
func (s InvoiceState) IsOutdated(next Content) bool {
	return len(s.Rejected) > 0 || s.Content.Differs(next)
}

// Awaits reports whether a document of the next content differs from what a file has to which the tax office has not answered.
// Were it fixed anew, the number in that answer would be taken for its own, and the tax office would have two documents of it.
func (s InvoiceState) Awaits(next Content) bool {
	return slices.ContainsFunc(s.changed(next), func(number string) bool {
		last, ok := s.lastEntry(number)
		return ok && !last.Refused && s.TaxNumbers[number] == ""
	})
}

// changed returns the numbers of the documents of the next content that its file has.
func (s InvoiceState) changed(next Content) (numbers []string) {
	numbers = s.Content.changed(next)
	for _, d := range next.Documents {
		if slices.Contains(s.Rejected, d.Number) && !slices.Contains(numbers, d.Number) {
			numbers = append(numbers, d.Number)
		}
	}
	return numbers
}

// Differs reports whether the next content has other documents, or other amounts in them.
func (c Content) Differs(next Content) bool {
	return len(c.changed(next)) > 0 || len(c.Documents) != len(next.Documents)
}

// changed returns the numbers of the documents that differ in the next content.
func (c Content) changed(next Content) (numbers []string) {
	for _, d := range next.Documents {
		if was, ok := c.document(d.Number); !ok || !was.equal(d.Amounts) {
			numbers = append(numbers, d.Number)
		}
	}
	return numbers
}

// taxNumberDigits is the length of the tax office's numbers, which begin with the transaction code.
const taxNumberDigits = 17

// The refusals of approvals and rejections.
var (
	ErrNoDocument = domain.Refuse(domain.NotFound, "no_tax_document", "no exported document has this number")
	ErrApproved   = domain.Refuse(domain.Conflict, "tax_document_approved", "the document has another number of the tax office")
	ErrNumbered   = domain.Refuse(domain.Conflict, "tax_document_approved", "the tax office has numbered the document")
)

// ApproveCmd attaches the number of the tax office to a document.
type ApproveCmd struct {
	Number, TaxNumber string
	By                string
	At                time.Time
}

// Approve decides an ApproveCmd. A document that is no part of its invoice any more gets its number too, by which it is
// cancelled. Checks:
//
//  1. ErrNoDocument
//  2. invalid_field tax_number: not 17 digits, or not of the document's transaction code
//  3. a number that the document has, or that a former version of it had: nothing happens
//  4. ErrApproved
func Approve(s InvoiceState, cmd ApproveCmd) ([]domain.Event, error) {
	entry, ok := s.lastEntry(cmd.Number)
	if !ok {
		return nil, ErrNoDocument
	}
	document := entry.Document
	if !isDigits(cmd.TaxNumber, taxNumberDigits) || cmd.TaxNumber[:len(document.Code)] != document.Code {
		return nil, domain.InvalidField("tax_number", "must have %d digits and begin with %s", taxNumberDigits, document.Code)
	}
	switch {
	case s.had(cmd.Number, cmd.TaxNumber):
		return nil, nil
	case s.TaxNumbers[cmd.Number] != "":
		return nil, ErrApproved
	}
	return []domain.Event{Approved{
		Month: s.Month, ClientID: s.ClientID, Number: cmd.Number, TaxNumber: cmd.TaxNumber, By: cmd.By, At: cmd.At,
	}}, nil
}

// RejectCmd frees a document of the file of an export, which the tax office refused.
type RejectCmd struct {
	Number string
	Batch  time.Time
	Reason string
	By     string
	At     time.Time
}

// Reject decides a RejectCmd. Checks:
//
//  1. invalid_field reason: it is empty or too long
//  2. a document that a later file has, or that was rejected already: nothing happens
//  3. ErrNumbered
func Reject(s InvoiceState, cmd RejectCmd) ([]domain.Event, error) {
	if err := text.Require("reason", cmd.Reason, text.MaxLine); err != nil {
		return nil, err
	}
	last, _ := s.lastEntry(cmd.Number)
	switch {
	case !last.Batch.Equal(cmd.Batch) || last.Refused:
		return nil, nil
	case s.TaxNumbers[cmd.Number] != "":
		return nil, ErrNumbered
	}
	return []domain.Event{Rejected{
		Month: s.Month, ClientID: s.ClientID, Number: cmd.Number, Reason: cmd.Reason, By: cmd.By, At: cmd.At,
	}}, nil
}
