package simulator

import (
	"net/http"
	"regexp"
	"slices"
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
			MobileNumber string `json:"mobile_number"`
			SuccessURL   string `json:"success_redirect_url"`
		} `json:"channel_properties"`
		Metadata struct {
			Description string `json:"description"`
		} `json:"metadata"`
	}
	if err := readJSON(r, &asked); err != nil {
		return nil, err
	}
	wallet, indonesian := strings.CutPrefix(asked.ChannelCode, "ID_")
	if asked.Currency != "IDR" || asked.Checkout != "ONE_TIME_PAYMENT" || !indonesian || !slices.Contains(invoiceWallets, wallet) {
		return nil, badRequest("currency, checkout_method and channel_code must be those of a charge in IDR")
	}
	switch {
	case asked.ChannelCode == ovoCode && !mobileNumber.MatchString(asked.Properties.MobileNumber):
		return nil, badRequest("channel_properties.mobile_number is required, in the form of E.164")
	case asked.ChannelCode != ovoCode && asked.Properties.SuccessURL == "":
		return nil, badRequest("channel_properties.success_redirect_url is required")
	}
	return s.openPayment(r, payment{
		ID: prefixedID("ewc_"), Product: ewallet, ExternalID: asked.ReferenceID, ChannelCode: asked.ChannelCode,
		Amount: asked.Amount.Value, Name: asked.Metadata.Description, SuccessURL: asked.Properties.SuccessURL,
		Phone: asked.Properties.MobileNumber,
	})
}

// ovoCode is the e-wallet that has no page, because it pushes to the customer's phone.
const ovoCode = "ID_OVO"

var mobileNumber = regexp.MustCompile(`^\+?[1-9]\d{1,14}$`)

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
	Properties    chargeProperties `json:"channel_properties"`
	Actions       *chargeActions   `json:"actions"`
	Redirects     bool             `json:"is_redirect_required"`
	CapturesNow   bool             `json:"capture_now"`
	Refunded      *decimal.Decimal `json:"refunded_amount"`
	Metadata      chargeMetadata   `json:"metadata"`
	FailureCode   *string          `json:"failure_code"`
	VoidStatus    *string          `json:"void_status"`
	VoidedAt      *time.Time       `json:"voided_at"`
	Created       time.Time        `json:"created"`
	Updated       time.Time        `json:"updated"`
}

type chargeProperties struct {
	MobileNumber string `json:"mobile_number,omitempty"`
	SuccessURL   string `json:"success_redirect_url,omitempty"`
}

type chargeMetadata struct {
	Description string `json:"description,omitempty"`
}

type chargeActions struct {
	Desktop  string  `json:"desktop_web_checkout_url"`
	Mobile   string  `json:"mobile_web_checkout_url"`
	Deeplink *string `json:"mobile_deeplink_checkout_url"`
	QR       *string `json:"qr_checkout_string"`
}

// showCharge returns the address of a page for every wallet but OVO. Only ShopeePay has a deep link. An OVO
// charge has a page all the same, for testers.
func (s *Simulator) showCharge(p payment) chargeBody {
	page := s.PublicURL + "/simulator/ewallets/" + p.ID
	body := chargeBody{
		ID: p.ID, BusinessID: businessID, ReferenceID: p.ExternalID, Status: p.Status, Currency: "IDR",
		ChargeAmount: p.Amount, Checkout: "ONE_TIME_PAYMENT", ChannelCode: p.ChannelCode,
		Properties: chargeProperties{MobileNumber: p.Phone, SuccessURL: p.SuccessURL}, Metadata: chargeMetadata{p.Name},
		CapturesNow: true, Created: p.CreatedAt, Updated: p.CreatedAt,
	}
	if p.ChannelCode != ovoCode {
		body.Actions, body.Redirects = &chargeActions{Desktop: page, Mobile: page}, true
	}
	if p.ChannelCode == "ID_SHOPEEPAY" {
		body.Actions.Deeplink = new("shopeeid://main?apprl=" + p.ID)
	}
	switch {
	case p.Status == voided:
		body.CaptureAmount, body.Updated, body.VoidedAt, body.VoidStatus = &p.PaidAmount, *p.VoidedAt, p.VoidedAt, new("SUCCEEDED")
	case p.isPaid():
		body.CaptureAmount, body.Updated, body.VoidStatus = &p.PaidAmount, *p.PaidAt, orNull(p.VoidStatus)
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
