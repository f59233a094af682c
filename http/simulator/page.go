package simulator

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"

	"gateway/domain/money"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
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

// routePages adds the customer's pages. Like those of the real provider they need no login.
// Forms of other sites are refused.
func (s *Simulator) routePages(mux *http.ServeMux) {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		s.render(w, http.StatusForbidden, messageView("Ditolak", "Formulir ini hanya dapat dikirim dari halaman pembayaran sendiri."))
	}))
	mux.HandleFunc("GET /simulator/{product}/{id}", s.getPage)
	mux.Handle("POST /simulator/{product}/{id}", protection.Handler(http.HandlerFunc(s.postPage)))
}

// getPage serves the page of a payment. The page's script polls it; the answer is 304 while the
// status is the same.
func (s *Simulator) getPage(w http.ResponseWriter, r *http.Request) {
	p, err := findPayment(r.Context(), s.DB, `id = $1 AND product = $2`, r.PathValue("id"), pageProducts[r.PathValue("product")])
	if err != nil {
		s.renderError(w, err)
		return
	}
	v := s.newView(r.Context(), p)
	w.Header().Set("ETag", v.Tag)
	if r.Header.Get("If-None-Match") == v.Tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	v.choose(r.FormValue("channel"))
	s.render(w, http.StatusOK, v)
}

// postPage carries out the act of a button on the page and redirects to the page. It changes nothing if the
// payment is no longer pending.
func (s *Simulator) postPage(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	p, err := findPayment(r.Context(), s.DB, `id = $1 AND product = $2`, r.PathValue("id"), pageProducts[r.PathValue("product")])
	if err != nil {
		s.renderError(w, err)
		return
	}
	v := s.newView(r.Context(), p)
	act := r.PostFormValue("act")
	if !v.choose(r.PostFormValue("channel")) || !slices.Contains([]string{"pay", "pay-other", "expire"}, act) {
		s.render(w, http.StatusBadRequest, messageView("Tidak dikenal", "Halaman ini tidak mengenal pilihan itu."))
		return
	}
	var amount *decimal.Decimal
	if act == "pay-other" {
		v.Typed = r.PostFormValue("amount")
		typed, err := money.ParseRupiah(v.Typed)
		if err != nil {
			v.Problem = "Tulis jumlah dalam rupiah, misalnya 100.000."
			s.render(w, http.StatusUnprocessableEntity, v)
			return
		}
		amount = &typed
	}
	err = s.changePending(r.Context(), p.ExternalID, func(tx *sqlx.Tx, p payment) (err error) {
		if act == "expire" {
			_, err = s.expire(r.Context(), tx, p)
			return err
		}
		return s.pay(r.Context(), tx, p, amount, v.Chosen.Code)
	})
	if err != nil && !errors.Is(err, ErrState) {
		s.renderError(w, err)
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

func (s *Simulator) renderError(w http.ResponseWriter, err error) {
	if errors.Is(err, ErrNotFound) {
		s.render(w, http.StatusNotFound, messageView("Tidak ditemukan", "Tidak ada pembayaran di alamat ini. Periksa lagi tautan dari penjual."))
		return
	}
	s.Log.WithError(err).Warn("simulated provider could not show a page")
	s.render(w, http.StatusInternalServerError, messageView("Gangguan", "Halaman ini sedang tidak dapat ditampilkan. Coba lagi sebentar."))
}

func (s *Simulator) render(w http.ResponseWriter, status int, v view) {
	v.Style, v.Script = template.CSS(pageStyle), template.JS(pageScript)
	var out bytes.Buffer
	if err := pageTemplate.Execute(&out, v); err != nil {
		s.Log.WithError(err).Error("simulated provider could not make a page")
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
