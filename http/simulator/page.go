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

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

// pageProducts are the products by the name that they have in a page's path.
var pageProducts = map[string]string{"invoices": invoice, "ewallets": ewallet, "virtual-accounts": va, "qr-codes": qris}

var (
	//go:embed templates/page.html
	pageText string
	//go:embed templates/page.css
	pageStyle string
	//go:embed templates/page.js
	pageScript string

	pageTemplate = template.Must(template.New("page").Parse(pageText))

	// The page may run its own script and talk to its own address, and nothing else.
	pagePolicy = "default-src 'none'; style-src " + hashOf(pageStyle) + "; script-src " + hashOf(pageScript) +
		"; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// routePages adds the pages that a payer would see. They are open, as on the real
// thing: who knows the id may pay. Forms of other sites may not.
func (s *Simulator) routePages(mux *http.ServeMux) {
	guard := http.NewCrossOriginProtection()
	guard.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		s.render(w, http.StatusForbidden, notice("Ditolak", "Formulir ini hanya dapat dikirim dari halaman pembayaran sendiri."))
	}))
	mux.HandleFunc("GET /simulator/{product}/{id}", s.getPage)
	mux.Handle("POST /simulator/{product}/{id}", guard.Handler(http.HandlerFunc(s.postPage)))
}

// getPage shows the payment. It is asked again and again by its own script, and
// answers 304 as long as the state is the same.
func (s *Simulator) getPage(w http.ResponseWriter, r *http.Request) {
	p, err := onePayment(r.Context(), s.DB, `id = $1 AND product = $2`, r.PathValue("id"), pageProducts[r.PathValue("product")])
	if err != nil {
		s.failPage(w, err)
		return
	}
	v := s.viewOf(p)
	w.Header().Set("ETag", v.Tag)
	if r.Header.Get("If-None-Match") == v.Tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	v.choose(r.FormValue("channel"))
	s.render(w, http.StatusOK, v)
}

// postPage does what a button says and sends the browser back to the page, which
// tells what came of it: nothing, if the payment was not pending any more.
func (s *Simulator) postPage(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	p, err := onePayment(r.Context(), s.DB, `id = $1 AND product = $2`, r.PathValue("id"), pageProducts[r.PathValue("product")])
	if err != nil {
		s.failPage(w, err)
		return
	}
	v := s.viewOf(p)
	act := r.PostFormValue("act")
	if !v.choose(r.PostFormValue("channel")) || !slices.Contains([]string{"pay", "pay-other", "expire"}, act) {
		s.render(w, http.StatusBadRequest, notice("Tidak dikenal", "Halaman ini tidak mengenal pilihan itu."))
		return
	}
	var amount *decimal.Decimal
	if act == "pay-other" {
		v.Typed = r.PostFormValue("amount")
		typed, err := parseRupiah(v.Typed)
		if err != nil {
			v.Problem = "Tulis jumlah dalam rupiah, misalnya 100.000."
			s.render(w, http.StatusUnprocessableEntity, v)
			return
		}
		amount = &typed
	}
	err = s.actOnPending(r.Context(), p.ExternalID, func(tx *sqlx.Tx, p payment) (err error) {
		if act == "expire" {
			_, err = s.expire(r.Context(), tx, p)
			return err
		}
		return s.pay(r.Context(), tx, p, amount, v.Chosen.Code)
	})
	if err != nil && !errors.Is(err, ErrState) {
		s.failPage(w, err)
		return
	}
	// Relative, so that it leads back whatever name the gateway is reached by.
	w.Header().Set("Location", "./"+url.PathEscape(p.ID))
	w.WriteHeader(http.StatusSeeOther)
}

// actOnPending is ErrState for what is not pending any more: a button pressed
// twice must not pay twice.
func (s *Simulator) actOnPending(ctx context.Context, externalID string, act func(*sqlx.Tx, payment) error) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		p, err := lockPayment(ctx, tx, externalID)
		if err != nil {
			return err
		}
		if p.statusAt(s.now()) != pending {
			return ErrState
		}
		return act(tx, p)
	})
}

func (s *Simulator) failPage(w http.ResponseWriter, err error) {
	if errors.Is(err, ErrNotFound) {
		s.render(w, http.StatusNotFound, notice("Tidak ditemukan", "Tidak ada pembayaran di alamat ini. Periksa lagi tautan dari penjual."))
		return
	}
	s.Log.WithError(err).Warn("simulated provider could not show a page")
	s.render(w, http.StatusInternalServerError, notice("Gangguan", "Halaman ini sedang tidak dapat ditampilkan. Coba lagi sebentar."))
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
	// Without a referrer a browser hides the origin of our own forms from us, too.
	h.Set("Referrer-Policy", "same-origin")
	w.WriteHeader(status)
	// The reader may have gone; there is nobody left to tell.
	_, _ = w.Write(out.Bytes())
}
