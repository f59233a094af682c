package simulator

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"
)

// maxBody is the maximum number of bytes that are read of a body.
const maxBody = 1 << 20

func (s *Simulator) newRoutes() http.Handler {
	mux := http.NewServeMux()
	for pattern, handle := range map[string]endpoint{
		"POST /v2/invoices":         s.createInvoice,
		"GET /v2/invoices":          s.listInvoices,
		"GET /v2/invoices/{id}":     s.getPayment(invoice),
		"POST /invoices/{id}/{act}": s.expireInvoice,

		"POST /callback_virtual_accounts":                       s.createVA,
		"GET /callback_virtual_accounts/{id}":                   s.getPayment(va),
		"PATCH /callback_virtual_accounts/{id}":                 s.changeVA,
		"GET /callback_virtual_account_payments/{id}":           s.getVAPayment,
		"POST /callback_virtual_accounts/{id}/simulate_payment": s.simulateVA,

		"POST /ewallets/charges":                      s.createCharge,
		"GET /ewallets/charges/{id}":                  s.getPayment(ewallet),
		"POST /ewallets/charges/{id}/void":            s.voidCharge,
		"POST /ewallets/charges/{id}/refunds":         s.createRefund(ewallet),
		"GET /ewallets/charges/{id}/refunds":          s.listRefunds(ewallet),
		"GET /ewallets/charges/{id}/refunds/{refund}": s.getRefund(ewallet),

		"POST /qr_codes":                        s.createQR,
		"GET /qr_codes/{external_id}":           s.getQR,
		"GET /qr_codes/payments":                s.listPaymentsMade(qris),
		"POST /qr_codes/{id}/payments/simulate": s.simulateQR,

		"POST /qr_codes/payments/{id}/refunds":         s.createRefund(qris),
		"GET /qr_codes/payments/{id}/refunds":          s.listRefunds(qris),
		"GET /qr_codes/payments/{id}/refunds/{refund}": s.getRefund(qris),

		"POST /refunds":             s.createUnifiedRefund,
		"GET /refunds":              s.listUnifiedRefunds,
		"GET /refunds/{id}":         s.getUnifiedRefund,
		"POST /refunds/{id}/cancel": s.cancelUnifiedRefund,

		"POST /disbursements":     s.createDisbursement,
		"GET /disbursements":      s.listDisbursements,
		"GET /disbursements/{id}": s.getDisbursement,

		"POST /v2/payouts":                     s.createPayoutV2,
		"GET /v2/payouts":                      s.listPayoutsV2,
		"GET /v2/payouts/{id}":                 s.getPayoutV2,
		"POST /v2/payouts/{id}/cancel":         s.cancelPayoutV2,
		"GET /available_disbursements_banks":   s.listBanks,
		"GET /available_virtual_account_banks": s.listVABanks,
		"GET /payouts_channels":                s.listPayoutChannels,

		"GET /transactions":      s.listTransactions,
		"GET /transactions/{id}": s.getTransaction,
		"GET /balance":           s.getBalance,
	} {
		mux.Handle(pattern, s.requireKey(s.serveJSON(handle)))
	}
	mux.Handle("/", s.requireKey(s.serveJSON(noSuchPath)))
	s.pages().route(mux)
	return mux
}

// endpoint returns the body of the answer, or the error.
type endpoint func(*http.Request) (any, error)

// apiError is the provider's error body.
type apiError struct {
	status  int
	Code    string `json:"error_code"`
	Message string `json:"message"`
}

func (e *apiError) Error() string { return e.Code + ": " + e.Message }

var errServer = &apiError{http.StatusInternalServerError, "SERVER_ERROR", "something went wrong on our side"}

// noSuchPath answers a path that the provider does not have.
func noSuchPath(*http.Request) (any, error) {
	return nil, &apiError{http.StatusNotFound, "NOT_FOUND", "The requested resource was not found"}
}

var errTooMany = &apiError{http.StatusTooManyRequests, "RATE_LIMIT_EXCEEDED", "Too many requests, try again later"}

func badRequest(message string) error {
	return &apiError{http.StatusBadRequest, "API_VALIDATION_ERROR", message}
}

func duplicate(message string) error {
	return &apiError{http.StatusConflict, "DUPLICATE_ERROR", message}
}

// requireKey refuses calls without the secret key.
func (s *Simulator) requireKey(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, _, _ := r.BasicAuth()
		if subtle.ConstantTimeCompare([]byte(key), []byte(s.SecretKey)) != 1 {
			writeJSON(w, http.StatusUnauthorized, &apiError{Code: "INVALID_API_KEY", Message: "the API key is not valid"})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// serveJSON serves an endpoint.
func (s *Simulator) serveJSON(handle endpoint) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		serve := handle
		if s.faults.Load().TooMany {
			serve = func(*http.Request) (any, error) { return nil, errTooMany }
		}
		answer, err := serve(r)
		if err == nil {
			writeJSON(w, http.StatusOK, answer)
			return
		}
		refusal := s.asAPIError(err)
		writeJSON(w, refusal.status, refusal)
	})
}

func (s *Simulator) asAPIError(err error) *apiError {
	var known *apiError
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, ErrNotFound):
		return &apiError{http.StatusNotFound, "DATA_NOT_FOUND", "there is nothing under this id"}
	case errors.Is(err, ErrState):
		return &apiError{http.StatusBadRequest, "INVALID_STATE_ERROR", "it is not in a state that allows this"}
	}
	s.Log.WithError(err).Warn("simulated provider could not serve a call")
	return errServer
}

func writeJSON(w http.ResponseWriter, status int, answer any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// An error means that the caller has hung up.
	_ = json.NewEncoder(w).Encode(answer)
}

func readJSON(r *http.Request, into any) error {
	if err := json.NewDecoder(r.Body).Decode(into); err != nil {
		return badRequest("the body is not as documented: " + err.Error())
	}
	return nil
}
