package provider_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/report"
	"gateway/http/provider"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var now = time.Date(2025, 3, 1, 5, 0, 0, 0, time.UTC)

// newClient makes a client of a provider that answers by handle.
func newClient(t *testing.T, handle http.HandlerFunc) *provider.Client {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	client := provider.New(provider.Config{
		BaseURL: server.URL, SecretKey: "xnd_secret", Timeout: time.Second, Clock: func() time.Time { return now },
	})
	t.Cleanup(client.Close)
	return client
}

func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func TestOnlyADefiniteNoIsARefusal(t *testing.T) {
	t.Parallel()
	problem := `{"error_code":"SOME_CODE","message":"some message"}`
	for _, c := range []struct {
		name    string
		handle  http.HandlerFunc
		refused bool
	}{
		{"400", answer(400, problem), true},
		{"401", answer(401, problem), true},
		{"403", answer(403, problem), true},
		{"404 to a creation", answer(404, problem), true},
		{"422", answer(422, problem), true},
		{"403 of something in between", answer(403, `<html>blocked</html>`), false},
		{"400 without a code", answer(400, `{}`), false},
		{"408", answer(408, problem), false},
		{"409, which an earlier call may have caused", answer(409, problem), false},
		{"429", answer(429, problem), false},
		{"500", answer(500, problem), false},
		{"503", answer(503, ``), false},
		{"a redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, false},
		{"no JSON", answer(200, `OK`), false},
		{"no status", answer(200, `{"id":"d1","external_id":"WD-1","amount":99999999}`), false},
		{"amount as text", answer(200, strings.Replace(accepted, `99999999`, `"99999999"`, 1)), false},
		{"an endless answer", answer(200, strings.Repeat(" ", 1<<20)+accepted), false},
		{"a broken connection", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, false},
		{"a connection broken in the body", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, accepted)
		}, false},
		{"a timeout", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := newClient(t, c.handle).SendPayout(t.Context(), transfer())
			var refused *report.Refused
			var unknown *report.Unknown
			if errors.As(err, &refused) != c.refused || errors.As(err, &unknown) == c.refused {
				t.Fatalf("got %v, want refused: %v", err, c.refused)
			}
			if c.refused && (refused.Code != "SOME_CODE" || refused.Message != "some message") {
				t.Fatalf("got %+v", refused)
			}
			if refusal := (&domain.Refusal{}); errors.As(err, &refusal) {
				t.Fatalf("%v could be shown to a client as being about its own fields", err)
			}
		})
	}
}

func TestAFailedConnectionIsAnUnknownOutcome(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(nil)
	server.Close()
	client := provider.New(provider.Config{BaseURL: server.URL})
	_, err := client.SendPayout(t.Context(), transfer())
	var unknown *report.Unknown
	if !errors.As(err, &unknown) {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err = client.SendPayout(ended, transfer()); !errors.As(err, &unknown) || !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

func TestLookups404IsNotFoundAndALostAnswerIsUnknown(t *testing.T) {
	t.Parallel()
	for name, look := range map[string]func(*provider.Client) error{
		"find payment": func(c *provider.Client) error {
			_, err := c.FindPayment(t.Context(), pricing.Invoice, "a")
			return err
		},
		"get payment": func(c *provider.Client) error {
			_, err := c.GetPayment(t.Context(), pricing.EWallet, "a")
			return err
		},
		"find payout": func(c *provider.Client) error {
			_, err := c.FindPayout(t.Context(), "a")
			return err
		},
	} {
		if err := look(talk(t, answer(404, `{"error_code":"DIRECT_DISBURSEMENT_NOT_FOUND_ERROR","message":"x"}`))); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("%s, 404: %v", name, err)
		}
		for status, body := range map[int]string{502: ``, 404: `<html>not here</html>`} {
			var unknown *report.Unknown
			if err := look(talk(t, answer(status, body))); !errors.As(err, &unknown) {
				t.Errorf("%s, %d %s: %v", name, status, body, err)
			}
		}
	}
}

// sent is a request as the provider sees it.
type sent struct {
	method, path, user, password, key string
	body                              any
}

func record(t *testing.T, into *sent, reply string) *provider.Client {
	return talk(t, func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		into.method, into.path, into.key = r.Method, r.URL.Path, r.Header.Get("X-IDEMPOTENCY-KEY")
		into.user, into.password, _ = r.BasicAuth()
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(&into.body); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		_, _ = io.WriteString(w, reply)
	})
}

func TestRequestsAreThoseTheProviderDocuments(t *testing.T) {
	t.Parallel()
	request := provider.OpenRequest{
		ExternalID: "INV-1-17", Amount: decimal.RequireFromString("99999999.00"), CustomerName: "Budi",
		CustomerPhone: "0812-3456 7890", SuccessURL: "https://shop.test/ok", Description: "Order", CallbackURL: "https://gateway.test/cb",
		ExpiresAt: time.Date(2025, 3, 1, 13, 0, 0, 1, time.FixedZone("WIB", 7*3600)),
	}
	number := json.Number("99999999")
	for _, c := range []struct {
		channel, code, path, reply string
		want                       map[string]any
	}{
		{"invoice", "", "/v2/invoices", `{"id":"a","invoice_url":"b"}`, map[string]any{
			"external_id": "INV-1-17", "amount": number, "currency": "IDR", "description": "Order",
			"invoice_duration": json.Number("3601"), "success_redirect_url": "https://shop.test/ok",
		}},
		{"va", "BCA", "/callback_virtual_accounts", `{"id":"a","account_number":"1","bank_code":"BCA"}`, map[string]any{
			"external_id": "INV-1-17", "bank_code": "BCA", "name": "Budi", "is_closed": true, "expected_amount": number,
			"is_single_use": true, "expiration_date": "2025-03-01T06:00:00.000000001Z",
		}},
		{"ewallet", "OVO", "/ewallets/charges", `{"id":"a"}`, map[string]any{
			"reference_id": "INV-1-17", "currency": "IDR", "amount": number, "checkout_method": "ONE_TIME_PAYMENT", "channel_code": "ID_OVO",
			"channel_properties": map[string]any{"mobile_number": "+6281234567890", "success_redirect_url": "https://shop.test/ok"},
			"metadata":           map[string]any{"description": "Order"},
		}},
		{"qris", "", "/qr_codes", `{"id":"a","qr_string":"b"}`, map[string]any{
			"external_id": "INV-1-17", "type": "DYNAMIC", "callback_url": "https://gateway.test/cb", "amount": number,
		}},
	} {
		var got sent
		request.Channel, request.ChannelCode = pricing.Kind(c.channel), c.code
		if _, err := record(t, &got, c.reply).OpenPayment(t.Context(), request); err != nil {
			t.Errorf("%s: %v", c.channel, err)
		}
		want := sent{method: "POST", path: c.path, user: "xnd_secret", body: c.want}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(sent{})); diff != "" {
			t.Errorf("%s: %s", c.channel, diff)
		}
	}
}

func TestAPayoutCarriesItsKeyAndAmountsThatAreNotWholeGoAsTheyAre(t *testing.T) {
	t.Parallel()
	var got sent
	request := order()
	request.Amount = decimal.RequireFromString("99999999999.05")
	d, err := record(t, &got, accepted).SendPayout(t.Context(), request)
	if err != nil || d.ProviderID != "d1" || d.Status != report.Pending {
		t.Fatalf("%+v, %v", d, err)
	}
	want := sent{method: "POST", path: "/disbursements", user: "xnd_secret", key: "key-1", body: map[string]any{
		"external_id": "WD-1", "amount": json.Number("99999999999.05"), "bank_code": "BCA", "account_holder_name": "Toko",
		"account_number": "1234567890", "description": "Withdrawal",
	}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(sent{})); diff != "" {
		t.Error(diff)
	}
}

func TestFindPayoutNeverLetsAFailureHideMoneyThatLeft(t *testing.T) {
	t.Parallel()
	one := `{"id":%q,"external_id":%q,"amount":1,"status":%q}`
	list := func(elements ...string) string { return "[" + strings.Join(elements, ",") + "]" }
	failed, pending := fmt.Sprintf(one, "f", "WD-1", "FAILED"), fmt.Sprintf(one, "p", "WD-1", "PENDING")
	done, foreign := fmt.Sprintf(one, "c", "WD-1", "COMPLETED"), fmt.Sprintf(one, "x", "WD-2", "COMPLETED")
	for body, want := range map[string]string{
		list(failed, done, pending): "c", list(pending, failed): "p", list(failed): "f", list(foreign, failed): "f",
	} {
		d, err := talk(t, answer(200, body)).FindPayout(t.Context(), "WD-1")
		if err != nil || d.ProviderID != want {
			t.Errorf("%s: %+v, %v, want %s", body, d, err, want)
		}
	}
	for _, body := range []string{`[]`, list(foreign)} {
		if _, err := talk(t, answer(200, body)).FindPayout(t.Context(), "WD-1"); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestAVAWithoutAListOfPaymentsIsPendingUntilItsExpiry(t *testing.T) {
	t.Parallel()
	for expiry, want := range map[string]report.Status{
		"2025-03-01T05:00:01Z": report.Pending, "2025-03-01T05:00:00Z": report.Expired,
	} {
		client := talk(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/callback_virtual_accounts/va1" {
				answer(404, `{"error_code":"NOT_FOUND","message":"no such path"}`)(w, r)
				return
			}
			fmt.Fprintf(w, `{"id":"va1","external_id":"a","bank_code":"BCA","account_number":"1","expected_amount":1,
				"status":"INACTIVE","expiration_date":%q}`, expiry)
		})
		got, err := client.GetPayment(t.Context(), pricing.VA, "va1")
		if err != nil || got.Status != want {
			t.Errorf("%s: %s, %v, want %s", expiry, got.Status, err, want)
		}
	}
}

func TestWhatIsListedOfOthersIsPassedOver(t *testing.T) {
	t.Parallel()
	account := `{"id":%q,"external_id":%q,"bank_code":"BCA","account_number":"1","expected_amount":1,"status":"PENDING"}`
	payment := `{"payment_id":"p","callback_virtual_account_id":"other","external_id":"b","bank_code":"BCA","amount":1,
		"transaction_timestamp":"2025-03-01T05:00:00Z"}`
	client := talk(t, func(w http.ResponseWriter, r *http.Request) {
		// A provider that does not know the filter lists everything.
		list := fmt.Sprintf(account, "other", "b") + "," + fmt.Sprintf(account, "mine", "a")
		if r.URL.Path == "/callback_virtual_account_payments" {
			list = payment
		}
		_, _ = io.WriteString(w, "["+list+"]")
	})
	for externalID, want := range map[string]report.Status{"a": report.Pending, "b": report.Paid} {
		found, err := client.FindPayment(t.Context(), pricing.VA, externalID)
		if err != nil || found.TransactionID != externalID || found.Status != want {
			t.Errorf("%s: found %+v, %v, want %s", externalID, found, err, want)
		}
	}
	if _, err := client.FindPayment(t.Context(), pricing.VA, "c"); !errors.Is(err, report.ErrNoRecord) {
		t.Errorf("found what is not listed: %v", err)
	}
}

func TestBooksThatCannotBeReadToTheEndAreAnError(t *testing.T) {
	t.Parallel()
	one := `{"id":"txn_1","product_id":"p1","reference_id":"INV-1","status":"SUCCESS","amount":10000,"created":"2025-03-01T05:00:00Z"}`
	for name, body := range map[string]string{
		"no list":                    `{"has_more":false}`,
		"more, but nothing":          `{"has_more":true,"data":[]}`,
		"a status that nobody knows": `{"has_more":false,"data":[` + strings.Replace(one, "SUCCESS", "MAYBE", 1) + `]}`,
		"no amount":                  `{"has_more":false,"data":[` + strings.Replace(one, `"amount":10000,`, "", 1) + `]}`,
		"no JSON":                    `<html>`,
	} {
		err := talk(t, answer(200, body)).ListBookings(t.Context(), report.BookingQuery{}, func(report.Booking) error { return nil })
		var unknown *report.Unknown
		if !errors.As(err, &unknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
