package tax

import (
	"encoding/xml"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// FileLimit is how many documents a file for the tax office has at most.
const FileLimit = 1_000

// Parts splits the documents of a month into files: those of one export after those of an earlier one, by client. A file
// that was made never changes when documents are added, because an export begins a file of its own. A file has one seller.
func Parts(entries []FileEntry) (parts [][]FileEntry) {
	entries = slices.Clone(entries)
	slices.SortStableFunc(entries, func(a, b FileEntry) int {
		if by := a.Batch.Compare(b.Batch); by != 0 {
			return by
		}
		if by := strings.Compare(a.Content.Seller.TIN, b.Content.Seller.TIN); by != 0 {
			return by
		}
		return int(a.ClientID - b.ClientID)
	})
	for _, e := range entries {
		last := len(parts) - 1
		if last < 0 || len(parts[last]) == FileLimit || !e.sharesFile(parts[last][0]) {
			parts, last = append(parts, nil), last+1
		}
		parts[last] = append(parts[last], e)
	}
	return parts
}

func (e FileEntry) sharesFile(first FileEntry) bool {
	return e.Batch.Equal(first.Batch) && e.Content.Seller.TIN == first.Content.Seller.TIN
}

// FileRules are the words of the file that the tax office may change.
type FileRules struct {
	// Unit is the code of the unit of a service.
	Unit string `json:"unit"`
	// Goods is the code of the service.
	Goods string `json:"goods"`
	// Replacement marks a document that replaces an approved one.
	Replacement string `json:"replacement"`
	// ExemptInfo and ExemptStamp are the codes of the reason why a document is without VAT.
	ExemptInfo  string `json:"exempt_info"`
	ExemptStamp string `json:"exempt_stamp"`
	// LineName is what the fees are called.
	LineName string `json:"line_name"`
}

// Form is how a file writes its documents, by the settings at its export. A later setting changes no file.
type Form struct {
	FileRules
	// Rate is that of the formula, in percent, and ExemptCode the transaction code of fees without VAT.
	Rate       decimal.Decimal `json:"rate"`
	ExemptCode string          `json:"exempt_code"`
}

// Form returns the form of the files that are made by the rules.
func (r Rules) Form(words FileRules) Form {
	return Form{FileRules: words, Rate: r.Rate, ExemptCode: r.ExemptCode}
}

// DefaultFileRules are those without configuration.
var DefaultFileRules = FileRules{Unit: "UM.0030", Goods: "000000", Replacement: "Pengganti", LineName: "Payment gateway service fees"}

const (
	normal         = "Normal"
	service        = "B"
	country        = "IDN"
	byTIN          = "TIN"
	byNIK          = "National ID"
	none           = "-"
	noTIN          = "0000000000000000"
	one            = "1"
	amountDecimals = 2
)

// The elements stand in the order of the tax office, and an empty one stays.
type bulk struct {
	XMLName  xml.Name     `xml:"TaxInvoiceBulk"`
	XSD      string       `xml:"xmlns:xsd,attr"`
	XSI      string       `xml:"xmlns:xsi,attr"`
	TIN      string       `xml:"TIN"`
	Invoices []taxInvoice `xml:"ListOfTaxInvoice>TaxInvoice"`
}

type taxInvoice struct {
	TaxInvoiceDate      string
	TaxInvoiceOpt       string
	TrxCode             string
	AddInfo             string
	CustomDoc           string
	RefDesc             string
	FacilityStamp       string
	SellerIDTKU         string
	BuyerTin            string
	BuyerDocument       string
	BuyerCountry        string
	BuyerDocumentNumber string
	BuyerName           string
	BuyerAdress         string
	BuyerEmail          string
	BuyerIDTKU          string
	Services            []goodService `xml:"ListOfGoodService>GoodService"`
}

type goodService struct {
	Opt           string
	Code          string
	Name          string
	Unit          string
	Price         string
	Qty           string
	TotalDiscount string
	TaxBase       string
	OtherTaxBase  string
	VATRate       string
	VAT           string
	STLGRate      string
	STLG          string
}

// Coretax returns the file of one part for the import of the tax office. It follows from the part alone.
func Coretax(part []FileEntry) ([]byte, error) {
	file := bulk{XSD: "http://www.w3.org/2001/XMLSchema", XSI: "http://www.w3.org/2001/XMLSchema-instance"}
	for _, e := range part {
		file.TIN = e.Content.Seller.TIN
		file.Invoices = append(file.Invoices, invoiceOf(e))
	}
	text, err := xml.MarshalIndent(file, "", "  ")
	if err != nil {
		return nil, err
	}
	return append([]byte(xml.Header), append(text, '\n')...), nil
}

func invoiceOf(e FileEntry) taxInvoice {
	buyer := e.Content.Buyer
	i := taxInvoice{
		TaxInvoiceDate: e.Content.Date, TaxInvoiceOpt: normal, TrxCode: e.Document.Code, RefDesc: e.Document.Number,
		SellerIDTKU: e.Content.Seller.NITKU, BuyerTin: buyer.NPWP, BuyerDocument: byTIN, BuyerCountry: country, BuyerDocumentNumber: none,
		BuyerName: buyer.Name, BuyerAdress: buyer.Address, BuyerEmail: buyer.Email, BuyerIDTKU: buyer.NITKU,
	}
	if e.Replaces != "" {
		i.TaxInvoiceOpt = e.Form.Replacement
	}
	if e.Document.Code == e.Form.ExemptCode {
		i.AddInfo, i.FacilityStamp, i.CustomDoc = e.Form.ExemptInfo, e.Form.ExemptStamp, e.Content.Paper
	}
	if buyer.NPWP == "" {
		i.BuyerTin, i.BuyerDocument, i.BuyerDocumentNumber, i.BuyerIDTKU = noTIN, byNIK, buyer.NIK, headOffice
	}
	for _, l := range e.Document.Lines {
		i.Services = append(i.Services, serviceOf(e.Form, l))
	}
	return i
}

func serviceOf(form Form, l Line) goodService {
	rate := form.Rate
	if l.VATRate.IsZero() {
		rate = decimal.Zero
	}
	zero := decimal.Zero.StringFixed(amountDecimals)
	return goodService{
		Opt: service, Code: form.Goods, Name: form.LineName, Unit: form.Unit, Price: amount(l.Price), Qty: one, TotalDiscount: zero,
		TaxBase: amount(l.Base), OtherTaxBase: amount(l.OtherBase), VATRate: rate.String(), VAT: amount(l.VAT), STLGRate: "0", STLG: zero,
	}
}

func amount(d decimal.Decimal) string { return d.StringFixed(amountDecimals) }
