package simulator

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"gateway/domain/money"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
	"github.com/sirupsen/logrus"
	"rsc.io/qr"
)

// maxForm is the maximum size of a form's body in bytes. It is small, because anyone may send one.
const maxForm = 16 << 10

// pageProducts maps the names in the paths of pages to products.
var pageProducts = map[string]string{"invoices": invoice, "ewallets": ewallet, "virtual-accounts": va, "qr-codes": qris}

var (
	//go:embed templates/page.html
	pageText string
	//go:embed templates/page.css
	pageStyle string
	//go:embed templates/page.js
	pageScript string

	pageTemplate = template.Must(template.New("page").Parse(pageText))

	// pagePolicy allows the page its own style and script, and requests to its own origin.
	pagePolicy = "default-src 'none'; style-src " + hashOf(pageStyle) + "; script-src " + hashOf(pageScript) +
		"; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// pages serve the customers' pages of one company, below prefix, which names the company where there are several.
type pages struct {
	prefix string
	now    func() time.Time
	log    logrus.FieldLogger
	// find returns the payment of a product with an id of the page's address; order what else its page shows.
	find  func(ctx context.Context, product, id string) (payment, error)
	order func(ctx context.Context, p payment) Order
	// pay pays a pending payment, and expire ends it. A nil amount means the amount due. Error: ErrState (not pending).
	pay    func(ctx context.Context, p payment, amount *decimal.Decimal, channelCode string) error
	expire func(ctx context.Context, p payment) error
}

func (s *Simulator) pages() pages {
	return pages{
		prefix: "/simulator", now: s.now, log: s.Log, order: s.orderOf,
		find: func(ctx context.Context, product, id string) (payment, error) {
			return findPayment(ctx, s.DB, `id = $1 AND product = $2`, id, product)
		},
		pay: func(ctx context.Context, p payment, amount *decimal.Decimal, channelCode string) error {
			return s.changePending(ctx, p.ExternalID, func(tx *sqlx.Tx, p payment) error { return s.pay(ctx, tx, p, amount, channelCode) })
		},
		expire: func(ctx context.Context, p payment) error {
			return s.changePending(ctx, p.ExternalID, func(tx *sqlx.Tx, p payment) error {
				_, err := s.expire(ctx, tx, p)
				return err
			})
		},
	}
}

// route adds the customer's pages. Like those of the real provider they need no login.
// Forms of other sites are refused.
func (g pages) route(mux *http.ServeMux) {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		g.render(w, http.StatusForbidden, messageView("Ditolak", "Formulir ini hanya dapat dikirim dari halaman pembayaran sendiri."))
	}))
	mux.HandleFunc("GET "+g.prefix+"/{product}/{id}", g.getPage)
	mux.Handle("POST "+g.prefix+"/{product}/{id}", protection.Handler(http.HandlerFunc(g.postPage)))
}

// getPage serves the page of a payment. The page's script polls it; the answer is 304 while the
// status is the same.
func (g pages) getPage(w http.ResponseWriter, r *http.Request) {
	p, err := g.find(r.Context(), pageProducts[r.PathValue("product")], r.PathValue("id"))
	if err != nil {
		g.renderError(w, err)
		return
	}
	v := g.newView(r.Context(), p)
	w.Header().Set("ETag", v.Tag)
	if r.Header.Get("If-None-Match") == v.Tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	v.choose(r.FormValue("channel"))
	g.render(w, http.StatusOK, v)
}

// postPage carries out the act of a button on the page and redirects to the page. It changes nothing if the
// payment is no longer pending.
func (g pages) postPage(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	p, err := g.find(r.Context(), pageProducts[r.PathValue("product")], r.PathValue("id"))
	if err != nil {
		g.renderError(w, err)
		return
	}
	v := g.newView(r.Context(), p)
	act := r.PostFormValue("act")
	if !v.choose(r.PostFormValue("channel")) || !slices.Contains([]string{"pay", "pay-other", "expire"}, act) {
		g.render(w, http.StatusBadRequest, messageView("Tidak dikenal", "Halaman ini tidak mengenal pilihan itu."))
		return
	}
	var amount *decimal.Decimal
	if act == "pay-other" {
		v.Typed = r.PostFormValue("amount")
		typed, err := money.Typed(v.Typed)
		if err != nil {
			v.Problem = "Tulis jumlah dalam rupiah, misalnya 100.000."
			g.render(w, http.StatusUnprocessableEntity, v)
			return
		}
		amount = &typed
	}
	if act == "expire" {
		err = g.expire(r.Context(), p)
	} else {
		err = g.pay(r.Context(), p, amount, v.Chosen.Code)
	}
	if err != nil && !errors.Is(err, ErrState) {
		g.renderError(w, err)
		return
	}
	// The location is relative, because browsers may reach the gateway by any name.
	w.Header().Set("Location", "./"+url.PathEscape(p.ID))
	w.WriteHeader(http.StatusSeeOther)
}

// changePending runs change on a pending payment, so that a button that is pressed twice does not pay twice.
// Error: ErrState (not pending).
func (s *Simulator) changePending(ctx context.Context, externalID string, change func(*sqlx.Tx, payment) error) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		p, err := lockPayment(ctx, tx, externalID)
		if err != nil {
			return err
		}
		if p.statusAt(s.now()) != pending {
			return ErrState
		}
		return change(tx, p)
	})
}

func (g pages) renderError(w http.ResponseWriter, err error) {
	if errors.Is(err, ErrNotFound) {
		g.render(w, http.StatusNotFound, messageView("Tidak ditemukan", "Tidak ada pembayaran di alamat ini. Periksa lagi tautan dari penjual."))
		return
	}
	g.log.WithError(err).Warn("simulated provider could not show a page")
	g.render(w, http.StatusInternalServerError, messageView("Gangguan", "Halaman ini sedang tidak dapat ditampilkan. Coba lagi sebentar."))
}

func (g pages) render(w http.ResponseWriter, status int, v view) {
	v.Style, v.Script = template.CSS(pageStyle), template.JS(pageScript)
	renderPage(w, g.log, pageTemplate, status, v)
}

// renderPage sends a page with the headers that all pages have.
func renderPage(w http.ResponseWriter, log logrus.FieldLogger, t *template.Template, status int, v any) {
	var out bytes.Buffer
	if err := t.Execute(&out, v); err != nil {
		log.WithError(err).Error("simulated provider could not make a page")
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", pagePolicy)
	h.Set("Cache-Control", "no-store")
	// With no-referrer a browser would send no origin with the page's own forms.
	h.Set("Referrer-Policy", "same-origin")
	w.WriteHeader(status)
	// An error means that the browser has hung up.
	_, _ = w.Write(out.Bytes())
}

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

func (g pages) newView(ctx context.Context, p payment) view {
	now := g.now()
	p.Status = p.statusAt(now)
	v := view{
		Status: p.Status, Tag: `"` + strings.ToLower(p.Status) + `"`, Product: p.Product,
		Reference: p.ExternalID, Amount: rupiahText(p.Amount), SuccessURL: p.SuccessURL, FailureURL: p.FailureURL, Groups: groupsOf(p),
	}
	order := g.order(ctx, p)
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

// rupiahText formats an amount in the Indonesian way: Rp 1.500.000 and Rp 1.500,50.
func rupiahText(d decimal.Decimal) string { return "Rp\u00a0" + money.Grouped(d) }

// wib is the time zone of Jakarta, which has no daylight saving time.
var wib = time.FixedZone("WIB", 7*60*60)

var months = [...]string{
	"Jan", "Feb", "Mar", "Apr", "Mei", "Jun", "Jul", "Agu", "Sep", "Okt", "Nov", "Des",
}

func timeText(t time.Time) string {
	t = t.In(wib)
	return fmt.Sprintf("%d %s %d, %s WIB", t.Day(), months[t.Month()-1], t.Year(), t.Format("15.04"))
}

// durationText formats the remaining time, for browsers without script.
func durationText(d time.Duration) string {
	minutes := int(d / time.Minute)
	switch hours := minutes / 60; {
	case hours >= 48:
		return fmt.Sprintf("%d hari", hours/24)
	case hours > 0:
		return fmt.Sprintf("%d jam %d menit", hours, minutes%60)
	case minutes > 0:
		return fmt.Sprintf("%d menit", minutes)
	}
	return "kurang dari semenit"
}
