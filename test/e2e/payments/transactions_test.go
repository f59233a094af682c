package payments

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"gateway/test/e2e/harness"
)

func TestATransactionIsRecordedWithWhatWasSent(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	log := object{"cashier": "Ani", "items": []object{{"sku": "A-1", "n": 2}}}
	a := m.Post(t, "/transactions", object{
		"client_id": m.ID + 1000, "total": 75000.5, "transaction_id": "KASIR-1", "external_id": "ORDER-1",
		"net_payment": 70000, "transaction_log": log, "status": "LUNAS",
	}).Wants(t, 201).Has(t, "", harness.TransactionShape).Is(t, object{
		"client_id": m.ID, "transaction_id": "KASIR-1", "external_id": "ORDER-1", "channel": "recorded", "channel_code": nil,
		"total": 75000.5, "net_payment": 70000, "fee": nil, "vat": nil, "status": "LUNAS", "transaction_log": log,
		"paid_amount": nil, "paid_at": nil, "expires_at": nil, "metadata": nil,
	})
	for _, path := range []string{"/transactions/" + fmt.Sprint(a.ID(t, "id")), "/transactions/external/ORDER-1"} {
		got := m.Get(t, "%s", path).Wants(t, 200)
		if harness.JSON(got.Envelope["data"]) != harness.JSON(a.Envelope["data"]) {
			t.Errorf("%s shows %s, it was recorded as %s", path, got.Body, a.Body)
		}
	}
}

func TestATransactionNeedsOnlyATotal(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	a := m.Post(t, "/transactions", object{"total": 5000}).Wants(t, 201).Has(t, "", harness.TransactionShape).Is(t, object{
		"status": "PENDING", "external_id": nil, "net_payment": nil, "transaction_log": nil,
	})
	if id := a.Text(t, "transaction_id"); !regexp.MustCompile(`^[A-Z]+-` + fmt.Sprint(m.ID) + `-\d{19}$`).MatchString(id) {
		t.Errorf("transaction_id %s", id)
	}
}

// Whatever its status is, it is only a record and not a payment.
func TestARecordedTransactionMovesNoBalance(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for _, status := range []string{"PAID", "SETTLED", "completed"} {
		m.Post(t, "/transactions", object{"total": 5000, "status": status}).Wants(t, 201)
	}
	m.HasBalance(t, 0, 0, 0, 0)
}

func TestATransactionIdIsUniquePerClient(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	body := object{"total": 5000, "transaction_id": "KASIR-9"}
	m.Post(t, "/transactions", body).Wants(t, 201)
	m.Post(t, "/transactions", body).RefusesField(t, "transaction_id")
	m.Post(t, "/transactions", body.With("total", 6000)).RefusesField(t, "transaction_id")
	// As the refusal advises:
	m.Get(t, "/transactions/external/KASIR-9").Wants(t, 200).Is(t, object{"transaction_id": "KASIR-9", "total": 5000})
	other.Get(t, "/transactions/external/KASIR-9").Refuses(t, 404, "not_found")
	other.Post(t, "/transactions", body).Wants(t, 201)
	m.Get(t, "/transactions").Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
}

// external_id is the merchant's own and need not be unique.
func TestAnExternalIdFindsTheNewest(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for total := range 3 {
		m.Post(t, "/transactions", object{"total": 1000 + total, "external_id": "ORDER-2"}).Wants(t, 201)
	}
	m.Get(t, "/transactions/external/ORDER-2").Wants(t, 200).Is(t, object{"total": 1002})
	id := m.OpenInvoice(t, 50000, object{"external_id": "ORDER-2"})
	m.Get(t, "/transactions/external/ORDER-2").Wants(t, 200).Is(t, object{"transaction_id": id})
	m.Get(t, "/transactions/external/ORDER-3").Refuses(t, 404, "not_found")
}

func TestTransactionsComeInPagesNewestFirst(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	m.Get(t, "/transactions").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	var totals []string
	for i := range 17 {
		m.Post(t, "/transactions", object{"total": 1000 + i}).Wants(t, 201)
		totals = append(totals, fmt.Sprint(1000+i))
	}
	slices.Reverse(totals)
	for _, c := range []struct {
		rule, query string
		want        []string
		perPage     int
		page, last  int
	}{
		{"15 to a page", "", totals[:15], 15, 1, 2},
		{"the rest", "?page=2", totals[15:], 15, 2, 2},
		{"past the last page an empty list and a true meta", "?page=3", nil, 15, 3, 2},
		{"far past it", "?page=1000000", nil, 15, 1000000, 2},
		{"a page of one's own size", "?page=2&per_page=5", totals[5:10], 5, 2, 4},
		{"a last page that is full", "?per_page=17", totals, 17, 1, 1},
		{"the largest page", "?per_page=100", totals, 100, 1, 1},
	} {
		t.Run(c.rule, func(t *testing.T) {
			a := m.Get(t, "/transactions%s", c.query).Wants(t, 200)
			a.HasMeta(t, 17, c.perPage, c.page, c.last)
			if got := a.Column(t, "total"); !slices.Equal(got, c.want) {
				t.Errorf("totals %v, want %v", got, c.want)
			}
		})
	}
	m.Get(t, "/transactions").Wants(t, 200).ListOf(t, harness.TransactionShape)
	for query, field := range map[string]string{
		"page=0": "page", "page=-1": "page", "page=x": "page", "page=": "page", "page=1.5": "page", "page=99999999999999999999": "page",
		"per_page=0": "per_page", "per_page=101": "per_page", "per_page=many": "per_page", "page=1&per_page=1e2": "per_page",
	} {
		m.Get(t, "/transactions?%s", query).RefusesField(t, field)
	}
}
