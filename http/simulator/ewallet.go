package simulator

import (
	"net/http"
	"strings"
	"time"

	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

func (s *Simulator) createCharge(r *http.Request) (any, error) {
	var asked struct {
		ReferenceID string      `json:"reference_id"`
		Currency    string      `json:"currency"`
		Amount      money.Input `json:"amount"`
		Checkout    string      `json:"checkout_method"`
		ChannelCode string      `json:"channel_code"`
		Properties  struct {
			SuccessURL string `json:"success_redirect_url"`
		} `json:"channel_properties"`
		Metadata struct {
			Description string `json:"description"`
		} `json:"metadata"`
	}
	if err := readJSON(r, &asked); err != nil {
		return nil, err
	}
	if asked.Currency != "IDR" || asked.Checkout != "ONE_TIME_PAYMENT" || !strings.HasPrefix(asked.ChannelCode, "ID_") {
		return nil, badRequest("currency, checkout_method and channel_code must be those of a charge in IDR")
	}
	return s.openPayment(r, payment{
		ID: prefixedID("ewc_"), Product: ewallet, ExternalID: asked.ReferenceID, ChannelCode: asked.ChannelCode,
		Amount: asked.Amount.Value, Name: asked.Metadata.Description, SuccessURL: asked.Properties.SuccessURL,
	})
}

type chargeBody struct {
	ID            string           `json:"id"`
	BusinessID    string           `json:"business_id"`
	ReferenceID   string           `json:"reference_id"`
	Status        string           `json:"status"`
	Currency      string           `json:"currency"`
	ChargeAmount  decimal.Decimal  `json:"charge_amount"`
	CaptureAmount *decimal.Decimal `json:"capture_amount"`
	Checkout      string           `json:"checkout_method"`
	ChannelCode   string           `json:"channel_code"`
	Actions       chargeActions    `json:"actions"`
	FailureCode   *string          `json:"failure_code"`
	VoidStatus    *string          `json:"void_status"`
	VoidedAt      *time.Time       `json:"voided_at"`
	Created       time.Time        `json:"created"`
	Updated       time.Time        `json:"updated"`
}

type chargeActions struct {
	Desktop  string  `json:"desktop_web_checkout_url"`
	Mobile   string  `json:"mobile_web_checkout_url"`
	Deeplink *string `json:"mobile_deeplink_checkout_url"`
	QR       *string `json:"qr_checkout_string"`
}

// showCharge returns a page for every wallet. On the real provider OVO has none. Only ShopeePay
// has a deep link.
func (s *Simulator) showCharge(p payment) chargeBody {
	page := s.PublicURL + "/simulator/ewallets/" + p.ID
	body := chargeBody{
		ID: p.ID, BusinessID: businessID, ReferenceID: p.ExternalID, Status: p.Status, Currency: "IDR",
		ChargeAmount: p.Amount, Checkout: "ONE_TIME_PAYMENT", ChannelCode: p.ChannelCode,
		Actions: chargeActions{Desktop: page, Mobile: page}, Created: p.CreatedAt, Updated: p.CreatedAt,
	}
	if p.ChannelCode == "ID_SHOPEEPAY" {
		body.Actions.Deeplink = new("shopeeid://main?apprl=" + p.ID)
	}
	switch {
	case p.Status == voided:
		body.CaptureAmount, body.Updated, body.VoidedAt, body.VoidStatus = &p.PaidAmount, *p.VoidedAt, p.VoidedAt, new("SUCCEEDED")
	case p.isPaid():
		body.CaptureAmount, body.Updated = &p.PaidAmount, *p.PaidAt
		if p.Status == paid {
			body.Status = "SUCCEEDED"
		}
	case p.Status == expired:
		body.Status, body.FailureCode = "FAILED", new("CHARGE_EXPIRED")
	}
	return body
}

type chargeNotification struct {
	Event      string     `json:"event"`
	BusinessID string     `json:"business_id"`
	Created    time.Time  `json:"created"`
	Data       chargeBody `json:"data"`
}

func (s *Simulator) showChargeNotification(event string, p payment) chargeNotification {
	return chargeNotification{Event: event, BusinessID: businessID, Created: s.now(), Data: s.showCharge(p)}
}
