package openapi

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gateway/domain/money"
	"gateway/domain/pricing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/shopspring/decimal"
)

var numbersInText = regexp.MustCompile(`\d[\d,]*\d|\d`)

// A request for a payment describes the amounts that its kind of channel accepts, or names the operation that
// lists them channel by channel.
func TestTheDescriptionLimitsAmountsAsTheChannelsDo(t *testing.T) {
	t.Parallel()
	doc := load(t)
	for schema, kind := range map[string]pricing.Kind{
		"VAPaymentRequest": pricing.VA, "EWalletPaymentRequest": pricing.EWallet, "QRISPaymentRequest": pricing.QRIS, "InvoicePaymentRequest": pricing.Invoice,
	} {
		least, most := limitsOf(kind)
		amount := doc.Components.Schemas[schema].Value.Properties["amount"]
		described, maximum := amount.Value.Description, maximumOf(t, amount)
		if elsewhere := strings.Contains(described, "GET /payments/methods"); !elsewhere && !maximum.Equal(most) {
			t.Errorf("%s: the maximum is %s, the code takes %s", schema, maximum, most)
		}
		for _, number := range numbersInText.FindAllString(described, -1) {
			n := strings.ReplaceAll(number, ",", "")
			if !slices.Contains([]string{least.String(), most.String()}, n) {
				t.Errorf("%s: %q, and the code takes %s to %s", schema, described, least, most)
			}
		}
	}
}

// limitsOf returns the smallest and the largest amount, in rupiah, of any channel of a kind.
func limitsOf(kind pricing.Kind) (least, most decimal.Decimal) {
	least = money.Max
	for _, c := range pricing.Channels() {
		if c.Kind == kind {
			least, most = decimal.Min(least, c.Min), decimal.Max(most, c.Max)
		}
	}
	return least, most
}

// maximumOf returns the maximum that stands beside a reference, or else that of the schema it refers to.
func maximumOf(t *testing.T, ref *openapi3.SchemaRef) decimal.Decimal {
	t.Helper()
	var written struct{ Maximum *float64 }
	raw, err := json.Marshal(ref)
	if err == nil {
		err = json.Unmarshal(raw, &written)
	}
	if err != nil {
		t.Fatal(err)
	}
	if written.Maximum == nil {
		written.Maximum = ref.Value.Max
	}
	return decimal.NewFromFloat(*written.Maximum)
}
