package tax_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/domain/tax"
)

// element is an element of the schema: its name with its pattern if it has text, or its children, the last of which may be
// repeated if many is true.
type element struct {
	name, pattern string
	children      []element
	many          bool
}

var form = tax.DefaultRules.Form(tax.DefaultFileRules)

const money = `\d{1,15}\.\d{2}`

// schema is the form of the file, with names, order and formats.
var schema = element{name: "TaxInvoiceBulk", children: []element{
	{name: "TIN", pattern: `\d{16}`},
	{name: "ListOfTaxInvoice", many: true, children: []element{{name: "TaxInvoice", children: []element{
		{name: "TaxInvoiceDate", pattern: `\d{4}-\d\d-\d\d`},
		{name: "TaxInvoiceOpt", pattern: `Normal|Pengganti`},
		{name: "TrxCode", pattern: `0[48]`},
		{name: "AddInfo", pattern: `(TD\.\d{5})?`},
		{name: "CustomDoc", pattern: `.*`},
		{name: "RefDesc", pattern: `FI-\d{4}-\d\d-\d+(-08)?`},
		{name: "FacilityStamp", pattern: `(TD\.\d{5})?`},
		{name: "SellerIDTKU", pattern: `\d{22}`},
		{name: "BuyerTin", pattern: `\d{16}`},
		{name: "BuyerDocument", pattern: `TIN|National ID`},
		{name: "BuyerCountry", pattern: `IDN`},
		{name: "BuyerDocumentNumber", pattern: `-|\d{16}`},
		{name: "BuyerName", pattern: `.+`},
		{name: "BuyerAdress", pattern: `.+`},
		{name: "BuyerEmail", pattern: `.*`},
		{name: "BuyerIDTKU", pattern: `\d{22}|000000`},
		{name: "ListOfGoodService", many: true, children: []element{{name: "GoodService", children: []element{
			{name: "Opt", pattern: `B`},
			{name: "Code", pattern: `\d{6}`},
			{name: "Name", pattern: `.+`},
			{name: "Unit", pattern: `UM\.\d{4}`},
			{name: "Price", pattern: money},
			{name: "Qty", pattern: `1`},
			{name: "TotalDiscount", pattern: money},
			{name: "TaxBase", pattern: money},
			{name: "OtherTaxBase", pattern: money},
			{name: "VATRate", pattern: `12|0`},
			{name: "VAT", pattern: money},
			{name: "STLGRate", pattern: `0`},
			{name: "STLG", pattern: money},
		}}}},
	}}}},
}}

// validate reads one element with its content and says what is not as the schema has it.
func validate(d *xml.Decoder, start xml.StartElement, want element) error {
	if start.Name.Local != want.name {
		return fmt.Errorf("%s stands where %s should", start.Name.Local, want.name)
	}
	text, at := "", 0
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.CharData:
			text += string(token)
		case xml.StartElement:
			if at >= len(want.children) {
				return fmt.Errorf("%s has no place for %s", want.name, token.Name.Local)
			}
			if err := validate(d, token, want.children[at]); err != nil {
				return fmt.Errorf("%s: %w", want.name, err)
			}
			if !want.many {
				at++
			}
		case xml.EndElement:
			if want.many {
				at++
			}
			if at < len(want.children) {
				return fmt.Errorf("%s lacks %s", want.name, want.children[at].name)
			}
			if len(want.children) == 0 && !regexp.MustCompile(`^(`+want.pattern+`)$`).MatchString(text) {
				return fmt.Errorf("%s is %q", want.name, text)
			}
			return nil
		}
	}
}

func valid(file []byte) error {
	d := xml.NewDecoder(bytes.NewReader(file))
	for {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF):
			return errors.New("no element")
		case err != nil:
			return err
		}
		if start, ok := token.(xml.StartElement); ok {
			return validate(d, start, schema)
		}
	}
}

func entries(t *testing.T, clients int, batch time.Time) (all []tax.FileEntry) {
	t.Helper()
	for id := int64(clients); id > 0; id-- {
		of := draft(fees("11", fmt.Sprint(id), "0.11"), fees("0", "500", "0"))
		of.ClientID = id
		c, problems := of.Content()
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		for _, d := range c.Documents[:1] {
			all = append(all, tax.FileEntry{Batch: batch, ClientID: id, Form: form, Content: c, Document: d})
		}
	}
	return all
}

func TestAFileIsAsTheSchemaHasIt(t *testing.T) {
	t.Parallel()
	c, _ := draft(fees("11", "109990833.62", "12098991.7"), fees("0", "500", "0")).Content()
	person := c
	person.Buyer = tax.Data{Name: "Ani & <Budi>", NIK: "3173000000000001", Address: "Jl. Melati 1"}
	file, err := tax.Coretax([]tax.FileEntry{
		{ClientID: 7, Form: form, Content: c, Document: c.Documents[0]},
		{ClientID: 7, Form: form, Content: c, Document: c.Documents[1]},
		{ClientID: 8, Form: form, Content: person, Document: c.Documents[0], Replaces: "04002600000000017"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := valid(file); err != nil {
		t.Fatalf("%v in\n%s", err, file)
	}
	for _, part := range []string{
		"<AddInfo></AddInfo>", "<BuyerTin>0000000000000000</BuyerTin>", "<BuyerDocumentNumber>3173000000000001</BuyerDocumentNumber>",
		"<CustomDoc>S-1</CustomDoc>", "<TaxInvoiceOpt>Pengganti</TaxInvoiceOpt>", "<Price>109990833.62</Price>", "Ani &amp; &lt;Budi&gt;",
	} {
		if !strings.Contains(string(file), part) {
			t.Errorf("the file lacks %s", part)
		}
	}
	for _, wrong := range [][2]string{
		{"<AddInfo></AddInfo>", ""}, {"<Qty>1</Qty>", "<Qty>1,0</Qty>"}, {"<BuyerName>", "<BuyerEmail></BuyerEmail><BuyerName>"}, {"109990833.62", "109990833,62"},
	} {
		if valid([]byte(strings.Replace(string(file), wrong[0], wrong[1], 1))) == nil {
			t.Errorf("the schema allows %s", wrong[1])
		}
	}
}

func TestAFileHasAThousandDocumentsAtMost(t *testing.T) {
	t.Parallel()
	first := entries(t, tax.FileLimit+1, noon)
	parts := tax.Parts(append(entries(t, 2, noon.Add(time.Hour)), first...))
	if len(parts) != 3 || len(parts[0]) != tax.FileLimit || len(parts[1]) != 1 || len(parts[2]) != 2 {
		t.Fatalf("%d parts", len(parts))
	}
	if parts[0][0].ClientID != 1 || parts[1][0].ClientID != tax.FileLimit+1 || parts[2][0].ClientID != 1 {
		t.Errorf("parts begin with clients %d, %d, %d", parts[0][0].ClientID, parts[1][0].ClientID, parts[2][0].ClientID)
	}
	for _, part := range parts {
		file, err := tax.Coretax(part)
		if err == nil {
			err = valid(file)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

func TestAFileHasOneSeller(t *testing.T) {
	t.Parallel()
	all := entries(t, 3, noon)
	all[1].Content.Seller.TIN = "9911223344556677"
	if parts := tax.Parts(all); len(parts) != 2 || len(parts[0]) != 2 || parts[1][0].ClientID != all[1].ClientID {
		t.Errorf("%d parts: %+v", len(parts), parts)
	}
}
