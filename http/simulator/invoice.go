package simulator

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"gateway/domain/money"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

// defaultInvoiceLife is the real provider's default.
const defaultInvoiceLife = 24 * time.Hour

func (s *Simulator) createInvoice(r *http.Request) (any, error) {
	var asked struct {
		ExternalID  string      `json:"external_id"`
		Amount      money.Input `json:"amount"`
		Description string      `json:"description"`
		Duration    int64       `json:"invoice_duration"`
		SuccessURL  string      `json:"success_redirect_url"`
		FailureURL  string      `json:"failure_redirect_url"`
		Customer    struct {
			GivenNames string `json:"given_names"`
		} `json:"customer"`
		Methods []string `json:"payment_methods"`
	}
	if err := readJSON(r, &asked); err != nil {
		return nil, err
	}
	const longest = 365 * 24 * 60 * 60
	if asked.Duration < 0 || asked.Duration > longest {
		return nil, badRequest("invoice_duration must be within a year")
	}
	for _, method := range asked.Methods {
		if !slices.Contains(allMethods(), method) {
			return nil, &apiError{http.StatusBadRequest, "UNAVAILABLE_PAYMENT_METHOD_ERROR", "The payment method " + method + " is not available"}
		}
	}
	life := time.Duration(asked.Duration) * time.Second
	if life == 0 {
		life = defaultInvoiceLife
	}
	expiresAt := s.now().Add(life)
	return s.openPayment(r, payment{
		ID: hexID(), Product: invoice, ExternalID: asked.ExternalID, Amount: asked.Amount.Value,
		Name: asked.Description, SuccessURL: asked.SuccessURL, FailureURL: asked.FailureURL, Customer: asked.Customer.GivenNames,
		ExpiresAt: &expiresAt, Methods: strings.Join(asked.Methods, ","),
	})
}

// listInvoices serves GET /v2/invoices, newest first: the invoices with an external id, or all.
func (s *Simulator) listInvoices(r *http.Request) (any, error) {
	q := r.URL.Query()
	limit, err := limitOf(q)
	if err != nil {
		return nil, err
	}
	var rows []payment
	err = s.DB.SelectContext(r.Context(), &rows, `
		SELECT * FROM state.simulator_payments
		WHERE product = $1 AND ($2 = '' OR external_id = $2) ORDER BY created_at DESC, id LIMIT $3`,
		invoice, q.Get("external_id"), limit)
	if err != nil {
		return nil, fmt.Errorf("simulator: list invoices: %w", err)
	}
	shown := make([]any, len(rows))
	for i, p := range rows {
		shown[i] = s.show(p)
	}
	return shown, nil
}

// expireInvoice serves POST /invoices/{id}/expire!.
func (s *Simulator) expireInvoice(r *http.Request) (any, error) {
	ctx := r.Context()
	if r.PathValue("act") != "expire!" {
		return nil, ErrNotFound
	}
	var p payment
	err := s.transact(ctx, func(tx *sqlx.Tx) (err error) {
		p, err = findPayment(ctx, tx, `id = $1 AND product = $2 FOR UPDATE`, r.PathValue("id"), invoice)
		if err != nil {
			return err
		}
		p, err = s.expire(ctx, tx, p)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.show(p), nil
}

// invoiceBody is the body of answers and of notifications.
type invoiceBody struct {
	ID             string           `json:"id"`
	ExternalID     string           `json:"external_id"`
	UserID         string           `json:"user_id"`
	IsHigh         bool             `json:"is_high"`
	Status         string           `json:"status"`
	MerchantName   string           `json:"merchant_name"`
	Amount         decimal.Decimal  `json:"amount"`
	Currency       string           `json:"currency"`
	Description    string           `json:"description"`
	InvoiceURL     string           `json:"invoice_url"`
	SuccessURL     string           `json:"success_redirect_url,omitempty"`
	FailureURL     string           `json:"failure_redirect_url,omitempty"`
	ExpiryDate     *time.Time       `json:"expiry_date"`
	Created        time.Time        `json:"created"`
	Updated        time.Time        `json:"updated"`
	PaymentID      string           `json:"payment_id,omitempty"`
	PaidAmount     *decimal.Decimal `json:"paid_amount,omitempty"`
	PaidAt         *time.Time       `json:"paid_at,omitempty"`
	PaymentMethod  string           `json:"payment_method,omitempty"`
	PaymentChannel string           `json:"payment_channel,omitempty"`
	BankCode       string           `json:"bank_code,omitempty"`
	invoiceMethods
}

// invoiceMethods are the ways to pay an invoice. If the request has a list, only the listed ways are offered;
// otherwise all are.
type invoiceMethods struct {
	Banks          []bankMethod   `json:"available_banks"`
	RetailOutlets  []outletMethod `json:"available_retail_outlets"`
	EWallets       []walletMethod `json:"available_ewallets"`
	QRCodes        []qrMethod     `json:"available_qr_codes"`
	DirectDebits   []any          `json:"available_direct_debits"`
	Paylaters      []any          `json:"available_paylaters"`
	WithoutCard    bool           `json:"should_exclude_credit_card"`
	SendEmail      bool           `json:"should_send_email"`
	ProfilePicture string         `json:"merchant_profile_picture_url"`
}

type bankMethod struct {
	Code           string          `json:"bank_code"`
	CollectionType string          `json:"collection_type"`
	TransferAmount decimal.Decimal `json:"transfer_amount"`
	Branch         string          `json:"bank_branch"`
	HolderName     string          `json:"account_holder_name"`
	IdentityAmount int             `json:"identity_amount"`
}

type outletMethod struct {
	Name string `json:"retail_outlet_name"`
}

type walletMethod struct {
	Type string `json:"ewallet_type"`
}

type qrMethod struct {
	Type string `json:"qr_code_type"`
}

// retailOutlets are offered, like cards, if a request names no methods.
var retailOutlets = []string{"ALFAMART", "INDOMARET"}

func allMethods() []string {
	return slices.Concat(invoiceBanks, []string{"BNC", "MUAMALAT", "SAHABAT_SAMPOERNA", "QRIS", "CREDIT_CARD"}, invoiceWallets, retailOutlets)
}

func methodsOf(p payment) invoiceMethods {
	offered := allMethods()
	if p.Methods != "" {
		offered = strings.Split(p.Methods, ",")
	}
	m := invoiceMethods{
		Banks: []bankMethod{}, RetailOutlets: []outletMethod{}, EWallets: []walletMethod{}, QRCodes: []qrMethod{},
		DirectDebits: []any{}, Paylaters: []any{}, WithoutCard: !slices.Contains(offered, "CREDIT_CARD"),
	}
	for _, method := range offered {
		switch {
		case method == "CREDIT_CARD":
		case slices.Contains(retailOutlets, method):
			m.RetailOutlets = append(m.RetailOutlets, outletMethod{method})
		case methodOf(method) == "EWALLET":
			m.EWallets = append(m.EWallets, walletMethod{method})
		case method == "QRIS":
			m.QRCodes = append(m.QRCodes, qrMethod{method})
		default:
			m.Banks = append(m.Banks, bankMethod{
				Code: method, CollectionType: "POOL", TransferAmount: p.Amount, Branch: "Virtual Account", HolderName: sandboxMerchant,
			})
		}
	}
	return m
}

func (s *Simulator) showInvoice(p payment) invoiceBody {
	body := invoiceBody{
		ID: p.ID, ExternalID: p.ExternalID, UserID: businessID, Status: p.Status, MerchantName: sandboxMerchant,
		Amount: p.Amount, Currency: "IDR", Description: p.Name, InvoiceURL: s.PublicURL + "/simulator/invoices/" + p.ID,
		SuccessURL: p.SuccessURL, FailureURL: p.FailureURL, ExpiryDate: p.ExpiresAt, Created: p.CreatedAt, Updated: s.now(),
		invoiceMethods: methodsOf(p),
	}
	if !p.isPaid() {
		return body
	}
	body.PaymentID, body.PaidAmount, body.PaidAt = p.PaymentID, &p.PaidAmount, p.PaidAt
	body.PaymentMethod, body.PaymentChannel = methodOf(p.PaidWith), p.PaidWith
	if body.PaymentMethod == "BANK_TRANSFER" {
		body.BankCode = p.PaidWith
	}
	return body
}

// methodOf returns the payment method of a channel. An unknown channel counts as a bank.
func methodOf(channelCode string) string {
	switch {
	case slices.Contains(invoiceWallets, channelCode):
		return "EWALLET"
	case channelCode == "QRIS":
		return "QR_CODE"
	}
	return "BANK_TRANSFER"
}
