package simulator

import (
	"net/http"
	"strings"
	"time"

	"gateway/domain/money"
	"gateway/http/simulator/qrtext"

	"github.com/shopspring/decimal"
)

func (s *Simulator) createQR(r *http.Request) (any, error) {
	var asked struct {
		ExternalID  string      `json:"external_id"`
		Type        string      `json:"type"`
		CallbackURL string      `json:"callback_url"`
		Amount      money.Input `json:"amount"`
	}
	if err := readJSON(r, &asked); err != nil {
		return nil, err
	}
	if asked.Type != "DYNAMIC" || asked.CallbackURL == "" {
		return nil, badRequest("type DYNAMIC and callback_url are required")
	}
	if asked.Amount.Value.GreaterThan(decimal.NewFromInt(mostByQR)) {
		return nil, badRequest("the amount must be at most 10000000")
	}
	id := prefixedID("qr_")
	text, err := qrText(id, asked.Amount.Value)
	if err != nil {
		return nil, badRequest("the amount has no place in a QR code")
	}
	return s.openPayment(r, payment{
		ID: id, Product: qris, ExternalID: asked.ExternalID, Amount: asked.Amount.Value, Token: text,
	})
}

// mostByQR is the maximum amount of a QR code, in rupiah.
const mostByQR = 10_000_000

// qrText returns the text of the QR code of a payment. Its reference is derived from the id.
func qrText(id string, amount decimal.Decimal) (string, error) {
	reference := strings.ReplaceAll(strings.TrimPrefix(id, "qr_"), "-", "")
	return qrtext.Build(qrtext.Fields{
		Domain: "ID.CO.SIMULATOR.WWW", PAN: "936009990000000019", MerchantID: "000000000000001", Criteria: "UME",
		NMID: "ID1020000000001", MCC: "5999", Amount: amount, Name: "GATEWAY SANDBOX", City: "JAKARTA",
		PostalCode: "10110", Reference: reference[:min(25, len(reference))], Terminal: "A01",
	})
}

// getQR finds a QR code by the external id only, as the real provider does.
func (s *Simulator) getQR(r *http.Request) (any, error) {
	p, err := findPayment(r.Context(), s.DB, `external_id = $1 AND product = $2`, r.PathValue("external_id"), qris)
	if err != nil {
		return nil, err
	}
	return s.show(p), nil
}

// simulateQR serves the provider's own test mode.
func (s *Simulator) simulateQR(r *http.Request) (any, error) {
	return s.simulatePayment(r, r.PathValue("id"))
}

type qrBody struct {
	ID         string          `json:"id"`
	ExternalID string          `json:"external_id"`
	Amount     decimal.Decimal `json:"amount"`
	QRString   string          `json:"qr_string"`
	Type       string          `json:"type"`
	Status     string          `json:"status"`
	Created    time.Time       `json:"created"`
	Updated    time.Time       `json:"updated"`
}

func showQR(p payment) qrBody {
	body := qrBody{
		ID: p.ID, ExternalID: p.ExternalID, Amount: p.Amount, QRString: p.Token, Type: "DYNAMIC",
		Status: "ACTIVE", Created: p.CreatedAt, Updated: p.CreatedAt,
	}
	if p.Status != pending {
		body.Status = "INACTIVE"
	}
	return body
}

type qrPaymentBody struct {
	Event   string          `json:"event"`
	ID      string          `json:"id"`
	Amount  decimal.Decimal `json:"amount"`
	Created *time.Time      `json:"created"`
	QRCode  qrCodeBody      `json:"qr_code"`
	Status  string          `json:"status"`
	Details qrDetails       `json:"payment_details"`
}

type qrCodeBody struct {
	ID         string `json:"id"`
	ExternalID string `json:"external_id"`
	QRString   string `json:"qr_string"`
	Type       string `json:"type"`
}

type qrDetails struct {
	ReceiptID string `json:"receipt_id"`
	Source    string `json:"source"`
}

// issuerOf is the app that a QR code is paid with: GoPay, from which nothing can be refunded, for one amount.
func issuerOf(p payment) string {
	if p.PaidAmount.Equal(decimal.NewFromInt(gopayAmount)) {
		return "GOPAY"
	}
	return "DANA"
}

// gopayAmount is the amount of a payment by QR code that is made with GoPay.
const gopayAmount = 30306

func showQRPayment(p payment) qrPaymentBody {
	body := qrPaymentBody{
		Event: "qr.payment", ID: p.PaymentID, Amount: p.PaidAmount, Created: p.PaidAt,
		QRCode: qrCodeBody{ID: p.ID, ExternalID: p.ExternalID, QRString: p.Token, Type: "DYNAMIC"},
		Status: "COMPLETED", Details: qrDetails{ReceiptID: p.PaymentID[len(p.PaymentID)-12:], Source: issuerOf(p)},
	}
	if p.Status == settled {
		body.Status = settled
	}
	return body
}
