package simulator

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"html/template"
	"strings"
	"time"
	"unicode/utf8"

	"rsc.io/qr"
)

// sandboxMerchant is the name of the gateway's account with the provider. The pages show it for
// payments whose description names no merchant.
const sandboxMerchant = "Gateway Sandbox"

// view is the content of a page.
type view struct {
	Style  template.CSS
	Script template.JS

	// Title and Text are the content of a page without a payment.
	Title, Text string

	// Status is empty on a page without a payment. Tag is the ETag, which depends on Status and
	// Called.
	Status, Tag                string
	Merchant, Initial          string
	Order, Reference, Customer string
	Amount                     string
	Product                    string

	// Deadline is empty without an expiry. Left is in seconds.
	Deadline, Remaining string
	Left                int64

	Groups []group
	Chosen choice
	// Typed is the other amount as the customer typed it, Problem the message if it is malformed.
	Typed, Problem string

	PaidAmount, PaidWith, PaidAt, PaymentID string
	// Mismatch is true if another amount than the amount due was paid.
	Mismatch bool
	// Called says, for a paid payment, whether the shop was called back.
	Called Called
	// FailureURL leads away from an invoice that expired.
	SuccessURL, FailureURL string
}

// group is a group of choices. Wide is set if the names are long.
type group struct {
	Title   string
	Choices []choice
	Wide    bool
}

// choice is one way to pay: a bank has Number, QRIS has QR, an e-wallet neither.
type choice struct {
	Code, Name string
	// Number has spaces, for reading; Digits has none, for the clipboard.
	Number, Digits string
	QR             template.HTML
	Checked        bool
}

func messageView(title, text string) view { return view{Title: title, Text: text} }

func (s *Simulator) newView(ctx context.Context, p payment) view {
	now := s.now()
	p.Status = p.statusAt(now)
	v := view{
		Status: p.Status, Tag: `"` + strings.ToLower(p.Status) + `"`, Product: p.Product,
		Reference: p.ExternalID, Amount: rupiahText(p.Amount), SuccessURL: p.SuccessURL, FailureURL: p.FailureURL, Groups: groupsOf(p),
	}
	order := s.orderOf(ctx, p)
	v.Merchant, v.Order = order.Merchant, order.Reference
	first, _ := utf8.DecodeRuneInString(v.Merchant)
	v.Initial = strings.ToUpper(string(first))
	v.Customer = p.Customer
	if p.Product == va {
		v.Customer = p.Name
	}
	if p.ExpiresAt != nil {
		left := p.ExpiresAt.Sub(now)
		v.Deadline, v.Left, v.Remaining = timeText(*p.ExpiresAt), int64(left/time.Second), durationText(left)
	}
	if p.isPaid() {
		v.PaidAmount, v.PaidAt, v.PaymentID = rupiahText(p.PaidAmount), timeText(*p.PaidAt), p.PaymentID
		// A QR code has no channel of its own.
		v.Called = order.Called
		v.Tag = `"` + strings.ToLower(p.Status) + string(order.Called) + `"`
		v.PaidWith, v.Mismatch = channelName(cmp.Or(p.PaidWith, "QRIS")), !p.PaidAmount.Equal(p.Amount)
	}
	return v
}

// choose marks the choice with the code, or the first one if the code is empty or unknown. It
// reports whether the code is empty or known.
func (v *view) choose(code string) bool {
	for g := range v.Groups {
		for c := range v.Groups[g].Choices {
			chosen := &v.Groups[g].Choices[c]
			if code == "" || code == chosen.Code {
				chosen.Checked = true
				v.Chosen = *chosen
				return true
			}
		}
	}
	if code != "" {
		v.choose("")
	}
	return false
}

// The channels of an invoice, in the order of the page.
var (
	invoiceBanks   = []string{"BCA", "MANDIRI", "BRI", "BNI", "BSI", "PERMATA", "CIMB", "BJB"}
	invoiceWallets = []string{"OVO", "DANA", "LINKAJA", "SHOPEEPAY"}

	channelNames = map[string]string{
		"MANDIRI": "Mandiri", "PERMATA": "Permata", "LINKAJA": "LinkAja", "SHOPEEPAY": "ShopeePay",
		"MUAMALAT": "Muamalat", "SAHABAT_SAMPOERNA": "Sahabat Sampoerna",
	}
)

func channelName(code string) string {
	code = strings.TrimPrefix(code, "ID_")
	return cmp.Or(channelNames[code], code)
}

// groupsOf returns the ways to pay: several for an invoice, otherwise one.
func groupsOf(p payment) []group {
	code := strings.TrimPrefix(p.ChannelCode, "ID_")
	switch p.Product {
	case va:
		return []group{{Title: "Virtual account", Choices: []choice{bankChoice(code, p.Token)}}}
	case ewallet:
		return []group{{Title: "E-wallet", Choices: []choice{{Code: code, Name: channelName(code)}}}}
	case qris:
		return []group{qrGroup(p.Token)}
	}
	banks, wallets := group{Title: "Virtual account"}, group{Title: "E-wallet", Wide: true}
	for _, bank := range invoiceBanks {
		banks.Choices = append(banks.Choices, bankChoice(bank, invoiceNumber(p.ID, bank)))
	}
	for _, wallet := range invoiceWallets {
		wallets.Choices = append(wallets.Choices, choice{Code: wallet, Name: channelName(wallet)})
	}
	groups := []group{banks, wallets}
	if text, err := qrText(p.ID, p.Amount); err == nil { // an amount may be too long for a code
		groups = []group{banks, qrGroup(text), wallets}
	}
	return groups
}

func bankChoice(code, digits string) choice {
	var spaced strings.Builder
	for i, digit := range digits {
		if i > 0 && i%4 == 0 {
			spaced.WriteByte(' ')
		}
		spaced.WriteRune(digit)
	}
	return choice{Code: code, Name: channelName(code), Number: spaced.String(), Digits: digits}
}

// invoiceNumber returns the number of the invoice's virtual account at a bank. It is derived from
// the id and not recorded, because the simulator is not paid by number.
func invoiceNumber(id, bank string) string {
	sum := sha256.Sum256([]byte(id + bank))
	return fmt.Sprintf("%s%011d", vaPrefix(bank), binary.BigEndian.Uint64(sum[:])%100_000_000_000)
}

func qrGroup(text string) group {
	return group{Title: "Kode QR", Choices: []choice{{Code: "QRIS", Name: "QRIS", QR: qrPicture(text)}}}
}

// qrPicture draws the code as one SVG path of runs of dark modules, with the margin of four
// modules that scanners need.
func qrPicture(text string) template.HTML {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return ""
	}
	const quiet = 4
	var path strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			run := 0
			for code.Black(x+run, y) {
				run++
			}
			if run > 0 {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", x+quiet, y+quiet, run, run)
				x += run
			}
		}
	}
	return template.HTML(fmt.Sprintf(`<svg class="qr" role="img" aria-label="Kode QRIS" `+
		`viewBox="0 0 %[1]d %[1]d" shape-rendering="crispEdges">`+
		`<path fill="#fff" d="M0 0h%[1]dv%[1]dH0z"/><path d="%[2]s"/></svg>`, code.Size+2*quiet, &path))
}
