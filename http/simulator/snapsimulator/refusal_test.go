package snapsimulator_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

const (
	midtransToken = "/v1.0/access-token/b2b"
	createVA      = "/v1.0/transfer-va/create-va"
	va            = `{"partnerServiceId":"   88899","customerNo":"1234","virtualAccountNo":"   888991234","virtualAccountName":"Budi","trxId":"INV1",` +
		`"totalAmount":{"value":"10000.00","currency":"IDR"},"virtualAccountTrxType":"C","expiredDate":"2026-12-31T23:59:59+07:00",` +
		`"additionalInfo":{"merchantId":"M-1","bank":"bca"}}`
	generateQR = "/v1.0/qr/qr-mpm-generate"
	qr         = `{"partnerReferenceNo":"P1","amount":{"value":"10000.00","currency":"IDR"},"merchantId":"M-1","validityPeriod":"2026-12-31T23:59:59+07:00"}`
)

func midtrans(t *testing.T) *merchant {
	t.Helper()
	m := newMerchant(t, "midtrans")
	m.logIn(t, midtransToken, "grant_type")
	return m
}

func TestWrongCredentialsAreRefused(t *testing.T) {
	t.Parallel()
	set := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	for name, c := range map[string]struct {
		request request
		spoil   func(*http.Request)
		want    string
	}{
		"as it should be": {request: request{}, want: "2002700"},
		"a signature of another byte": {spoil: func(r *http.Request) {
			signature := []byte(r.Header.Get(snap.HeaderSignature))
			if signature[10]++; signature[10] == 'z'+1 || signature[10] == '9'+1 || signature[10] == 'Z'+1 {
				signature[10] = 'A'
			}
			r.Header.Set(snap.HeaderSignature, string(signature))
		}, want: "4012700"},
		"a body of another byte":   {request: request{signBody: strings.Replace(va, "10000.00", "10000.01", 1)}, want: "4012700"},
		"signed without padding":   {request: request{signBody: strings.ReplaceAll(va, " ", "")}, want: "4012700"},
		"signed for another path":  {request: request{signPath: generateQR}, want: "4012700"},
		"another secret":           {request: request{key: snap.Secret("secret-2")}, want: "4012700"},
		"our key for the secret":   {request: request{key: merchantKey()}, want: "4012700"},
		"another time":             {spoil: set(snap.HeaderTimestamp, "2026-03-02T12:00:01+07:00"), want: "4012700"},
		"no time":                  {spoil: set(snap.HeaderTimestamp, ""), want: "4002702"},
		"a time of another form":   {spoil: set(snap.HeaderTimestamp, "1772427600"), want: "4002701"},
		"no signature":             {spoil: set(snap.HeaderSignature, ""), want: "4002702"},
		"no partner":               {spoil: set(snap.HeaderPartnerID, ""), want: "4002702"},
		"another partner":          {spoil: set(snap.HeaderPartnerID, "client-2"), want: "4012700"},
		"no id":                    {spoil: set(snap.HeaderExternalID, ""), want: "4002702"},
		"an id that is too long":   {spoil: set(snap.HeaderExternalID, strings.Repeat("1", 37)), want: "4002701"},
		"no channel":               {spoil: set(snap.HeaderChannelID, ""), want: "4002702"},
		"an unknown token":         {spoil: set("Authorization", "Bearer x"), want: "4012701"},
		"no token":                 {spoil: set("Authorization", ""), want: "4012703"},
		"another scheme":           {spoil: set("Authorization", "Basic x"), want: "4012703"},
		"a body that is no object": {request: request{body: "[]"}, want: "4002700"},
	} {
		m := midtrans(t) // none has the reference
		c.request.method, c.request.path = http.MethodPost, createVA
		if c.request.body == "" {
			c.request.body = va
		}
		if code, said := m.send(t, c.request, c.spoil); code != c.want {
			t.Errorf("%s: %s %s", name, code, said["responseMessage"])
		}
	}
}

func TestATokenIsGivenForTheRightSignatureOnly(t *testing.T) {
	t.Parallel()
	m := newMerchant(t, "midtrans")
	set := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	const right = `{"grant_type":"client_credentials"}`
	for name, c := range map[string]struct {
		body  string
		spoil func(*http.Request)
		want  string
	}{
		"as it should be": {right, nil, "2007300"}, "the standard's member": {`{"grantType":"client_credentials"}`, nil, "4007302"},
		"another grant":  {`{"grant_type":"password"}`, nil, "4007301"},
		"another client": {right, set(snap.HeaderClientKey, "client-2"), "4017300"}, "no client": {right, set(snap.HeaderClientKey, ""), "4007302"},
		"another time": {right, set(snap.HeaderTimestamp, "2026-03-02T12:00:01+07:00"), "4017300"}, "no signature": {right, set(snap.HeaderSignature, ""), "4007302"},
	} {
		if code, said := m.askForToken(t, midtransToken, c.body, c.spoil); code != c.want {
			t.Errorf("%s: %s %s", name, code, said["responseMessage"])
		}
	}
}

func TestATokenEnds(t *testing.T) {
	t.Parallel()
	m := midtrans(t)
	m.offset.Add(int64(15*time.Minute) - 1)
	if code, _ := m.post(t, generateQR, qr); code != "2004700" {
		t.Error(code)
	}
	m.offset.Add(1)
	if code, _ := m.post(t, generateQR, strings.Replace(qr, "P1", "P2", 1)); code != "4014701" {
		t.Error(code)
	}
	m.logIn(t, midtransToken, "grant_type")
	m.company.RevokeTokens()
	if code, _ := m.post(t, generateQR, strings.Replace(qr, "P1", "P2", 1)); code != "4014701" {
		t.Error(code)
	}
}

func TestAnExternalIDIsUsedOnceADay(t *testing.T) {
	t.Parallel()
	m := midtrans(t)
	again := func(r *http.Request) { r.Header.Set(snap.HeaderExternalID, "41807553358950093184162180797837") }
	send := func(reference string) string {
		code, _ := m.send(t, request{method: http.MethodPost, path: generateQR, body: strings.Replace(qr, "P1", reference, 1)}, again)
		return code
	}
	if first, second := send("P1"), send("P2"); first != "2004700" || second != "4094700" {
		t.Errorf("%s, then %s", first, second)
	}
	m.offset.Add(int64(11 * time.Hour)) // 23:00 in Jakarta
	m.logIn(t, midtransToken, "grant_type")
	if code := send("P3"); code != "4094700" {
		t.Error(code)
	}
	m.offset.Add(int64(time.Hour)) // midnight in Jakarta
	m.logIn(t, midtransToken, "grant_type")
	if code := send("P4"); code != "2004700" {
		t.Error(code)
	}
}

func TestWrongFieldsAreRefused(t *testing.T) {
	t.Parallel()
	m := midtrans(t)
	replaced := func(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }
	for name, c := range map[string]struct{ path, body, want, about string }{
		"a prefix without padding":        {createVA, replaced(va, `"   88899"`, `"88899"`, `"   888991234"`, `"888991234"`), "4002701", "partnerServiceId"},
		"a prefix that lost a space":      {createVA, replaced(va, `"   88899"`, `"  88899"`, `"   888991234"`, `"  888991234"`), "4002701", "partnerServiceId"},
		"a prefix padded on the right":    {createVA, replaced(va, `"   88899"`, `"88899   "`, `"   888991234"`, `"88899   1234"`), "4002701", "partnerServiceId"},
		"a prefix of nine characters":     {createVA, replaced(va, `"   88899"`, `"    88899"`), "4002701", "partnerServiceId"},
		"a number without padding":        {createVA, replaced(va, `"   888991234"`, `"888991234"`), "4002701", "virtualAccountNo"},
		"a customer with letters":         {createVA, replaced(va, `"1234"`, `"12a4"`), "4002701", "customerNo"},
		"a customer as a number":          {createVA, replaced(va, `"1234"`, `1234`), "4002701", "customerNo"},
		"no name":                         {createVA, replaced(va, `"virtualAccountName":"Budi",`, ``), "4002702", "virtualAccountName"},
		"an empty name":                   {createVA, replaced(va, `"Budi"`, `""`), "4002702", "virtualAccountName"},
		"no reference":                    {createVA, replaced(va, `"trxId":"INV1",`, ``), "4002702", "trxId"},
		"a reference that is too long":    {createVA, replaced(va, `INV1`, strings.Repeat("I", 65)), "4002701", "trxId"},
		"no amount":                       {createVA, replaced(va, `"totalAmount":{"value":"10000.00","currency":"IDR"},`, ``), "4002702", "totalAmount"},
		"no decimals":                     {createVA, replaced(va, `10000.00`, `10000`), "4002701", "totalAmount.value"},
		"one decimal":                     {createVA, replaced(va, `10000.00`, `10000.0`), "4002701", "totalAmount.value"},
		"three decimals":                  {createVA, replaced(va, `10000.00`, `10000.000`), "4002701", "totalAmount.value"},
		"an amount as a number":           {createVA, replaced(va, `"10000.00"`, `10000.00`), "4002701", "totalAmount.value"},
		"nothing":                         {createVA, replaced(va, `10000.00`, `0.00`), "4002701", "totalAmount.value"},
		"a negative amount":               {createVA, replaced(va, `10000.00`, `-1.00`), "4002701", "totalAmount.value"},
		"dollars":                         {createVA, replaced(va, `IDR`, `USD`), "4002701", "totalAmount.currency"},
		"an open amount":                  {createVA, replaced(va, `"C"`, `"O"`), "4002701", "virtualAccountTrxType"},
		"an expiry without an offset":     {createVA, replaced(va, `+07:00`, ``), "4002701", "expiredDate"},
		"an expiry in the past":           {createVA, replaced(va, `2026-12-31`, `2026-01-31`), "4002701", "expiredDate"},
		"no bank":                         {createVA, replaced(va, `,"bank":"bca"`, ``), "4002702", "additionalInfo.bank"},
		"no additionalInfo":               {createVA, replaced(va, `,"additionalInfo":{"merchantId":"M-1","bank":"bca"}`, ``), "4002702", "additionalInfo"},
		"an additionalInfo that is none":  {createVA, replaced(va, `{"merchantId":"M-1","bank":"bca"}`, `"x"`), "4002701", "additionalInfo"},
		"a QR code without a reference":   {generateQR, replaced(qr, `"partnerReferenceNo":"P1",`, ``), "4004702", "partnerReferenceNo"},
		"a QR code without decimals":      {generateQR, replaced(qr, `10000.00`, `10000`), "4004701", "amount.value"},
		"a QR code of another merchant":   {generateQR, replaced(qr, `M-1`, `M-2`), "4044708", "merchantId"},
		"a question without a service":    {"/v1.0/qr/qr-mpm-query", `{"originalPartnerReferenceNo":"P1","merchantId":"M-1"}`, "4005102", "serviceCode"},
		"a question of another service":   {"/v1.0/qr/qr-mpm-query", `{"originalPartnerReferenceNo":"P1","merchantId":"M-1","serviceCode":"54"}`, "4005101", "serviceCode"},
		"a question about nothing":        {"/v1.0/qr/qr-mpm-query", `{"merchantId":"M-1","serviceCode":"47"}`, "4005102", "originalReferenceNo"},
		"a question about a missing code": {"/v1.0/qr/qr-mpm-query", `{"originalPartnerReferenceNo":"P404","merchantId":"M-1","serviceCode":"47"}`, "4045101", ""},
		"a wallet by our reference alone": {"/v1.0/debit/status", `{"originalPartnerReferenceNo":"P1","serviceCode":"54"}`, "4005502", "originalReferenceNo"},
		"a missing wallet":                {"/v1.0/debit/status", `{"originalExternalId":"P1","serviceCode":"54"}`, "4045501", ""},
		"a missing virtual account": {
			"/v1.0/transfer-va/inquiry-va", `{"partnerServiceId":"   88899","customerNo":"9","virtualAccountNo":"   888999","trxId":"INV1"}`,
			"4043012", "",
		},
		"a missing transfer": {"/v1.0/transfer/status", `{"originalPartnerReferenceNo":"D404","serviceCode":"18"}`, "4043601", ""},
		"an unknown bank":    {"/v1.0/account-inquiry-external", `{"beneficiaryBankCode":"999","beneficiaryAccountNo":"1"}`, "4041603", ""},
	} {
		code, said := m.post(t, c.path, c.body)
		if message, _ := said["responseMessage"].(string); code != c.want || c.about != "" && !strings.HasSuffix(message, "{"+c.about+"}") {
			t.Errorf("%s: %s %s", name, code, message)
		}
	}
}

func TestABillLivesOnce(t *testing.T) {
	t.Parallel()
	m := midtrans(t)
	const identity = `"partnerServiceId":"   88899","customerNo":"1234","virtualAccountNo":"   888991234"`
	const status = `{` + identity + `,"inquiryRequestId":"INV1","additionalInfo":{"merchantId":"M-1"}}`
	const remove = `{` + identity + `,"trxId":"INV1","additionalInfo":{"merchantId":"M-1"}}`
	steps := []struct{ name, path, body, want string }{
		{"open", createVA, va, "2002700"},
		{"open again", createVA, va, "4092701"},
		{"look it up", "/v1.0/transfer-va/inquiry-va", `{` + identity + `,"trxId":"INV1"}`, "2003000"},
		{"ask for its status", "/v1.0/transfer-va/status", status, "2002600"},
	}
	for _, s := range steps {
		if code, said := m.post(t, s.path, s.body); code != s.want {
			t.Fatalf("%s: %s %v", s.name, code, said)
		}
	}
	if _, err := m.company.Pay("INV1", snapsimulator.Money{Amount: decimal.NewFromInt(9_999)}); err == nil {
		t.Error("a closed account takes another amount")
	}
	if _, err := m.company.Pay("INV1", snapsimulator.Money{}); err != nil {
		t.Fatal(err)
	}
	if _, err := m.company.Pay("INV1", snapsimulator.Money{}); err == nil {
		t.Error("it is paid twice")
	}
	if code, _ := m.post(t, "/v1.0/transfer-va/delete-va", remove); code != "4043114" {
		t.Errorf("a paid one is deleted: %s", code)
	}
	if code, _ := m.post(t, generateQR, qr); code != "2004700" {
		t.Fatal(code)
	}
	m.offset.Add(int64(365 * 24 * time.Hour))
	m.logIn(t, midtransToken, "grant_type")
	if _, err := m.company.Pay("P1", snapsimulator.Money{}); err == nil {
		t.Error("an expired one is paid")
	}
	if code, _ := m.post(t, "/v1.0/qr/qr-mpm-cancel", `{"originalPartnerReferenceNo":"P1","merchantId":"M-1","reason":"x"}`); code != "4037700" {
		t.Errorf("an expired one is cancelled: %s", code)
	}
}

// Each company has its own paths and methods.
func TestPathsAndMethodsAreTheCompanys(t *testing.T) {
	t.Parallel()
	doku := newMerchant(t, "doku")
	doku.logIn(t, "/authorization/v1/access-token/b2b", "grantType")
	const remove = "/virtual-accounts/bi-snap-va/v1.1/transfer-va/delete-va"
	if code, _ := doku.post(t, remove, `{}`); code != "4053100" {
		t.Errorf("DOKU deletes by DELETE: %s", code)
	}
	body := `{"partnerServiceId":"   88899","customerNo":"1","virtualAccountNo":"   888991","trxId":"INV1"}`
	if code, said := doku.send(t, request{method: http.MethodDelete, path: remove, body: body}, nil); code != "4003102" {
		t.Errorf("without a channel: %s %v", code, said)
	}
	dana := newMerchant(t, "dana")
	if code, _ := dana.post(t, "/v1.0/qr/qr-mpm-generate.htm", qr); code != "2000000" {
		t.Errorf("DANA needs no token, and its codes have no service: %s", code)
	}
	if code, said := dana.post(t, "/payment-gateway/v1.0/debit/status.htm", `{"originalPartnerReferenceNo":"P404","serviceCode":"54","merchantId":"M-1"}`); code != "2000000" ||
		said["latestTransactionStatus"] != "07" {
		t.Errorf("%s %v", code, said)
	}
	order := `{"partnerReferenceNo":"P2","merchantId":"M-1","amount":{"value":"1.00","currency":"IDR"},"validUpTo":"2026-03-10T12:00:00+07:00",` +
		`"urlParams":[{"url":"https://x.example"}],"additionalInfo":{"mcc":"5732","order":{"orderTitle":"x"},"envInfo":{"sourcePlatform":"IPG","terminalType":"WEB"}}}`
	const debit = "/payment-gateway/v1.0/debit/payment-host-to-host.htm"
	if code, said := dana.post(t, debit, order); code != "4000001" {
		t.Errorf("DANA allows one week: %s %v", code, said)
	}
	for part, about := range map[string]string{
		`"mcc":"5732",`: "additionalInfo.mcc", `{"url":"https://x.example"}`: "urlParams", `"validUpTo":"2026-03-10T12:00:00+07:00",`: "validUpTo",
		`,"terminalType":"WEB"`: "additionalInfo.envInfo.terminalType", `"merchantId":"M-1",`: "merchantId",
	} {
		if code, said := dana.post(t, debit, strings.Replace(order, part, "", 1)); code != "4000002" || said["responseMessage"] != "Invalid Mandatory Field {"+about+"}" {
			t.Errorf("without %s: %s %v", about, code, said)
		}
	}
	if code, said := dana.post(t, debit, strings.Replace(order, "03-10", "03-09", 1)); code != "2000000" {
		t.Errorf("%s %v", code, said)
	}
	for _, m := range []*merchant{doku, dana} {
		answered, err := m.server.Client().Post(m.server.URL+"/v1.0/transfer-interbank", "application/json", strings.NewReader("{}"))
		if err != nil || answered.StatusCode != http.StatusNotFound {
			t.Errorf("%v (%v)", answered, err)
		}
		answered.Body.Close()
	}
}

func TestMoneyOfTransfersIsKept(t *testing.T) {
	t.Parallel()
	m := midtrans(t)
	order := func(reference, amount string) string {
		code, _ := m.post(t, "/v1.0/transfer-interbank", `{"partnerReferenceNo":"`+reference+`","amount":{"value":"`+amount+`","currency":"IDR"},`+
			`"beneficiaryAccountName":"Budi","beneficiaryAccountNo":"8888","beneficiaryBankCode":"002","sourceAccountNo":"777","transactionDate":"2026-01-01T10:00:00+07:00"}`)
		return code
	}
	if first, second, third := order("D1", "600.00"), order("D2", "401.00"), order("D1", "1.00"); first != "2001800" || second != "4031814" || third != "4091801" {
		t.Errorf("%s %s %s", first, second, third)
	}
	if err := m.company.FailTransfer("D1", "x"); err != nil {
		t.Fatal(err)
	}
	if err := m.company.CompleteTransfer("D1"); err == nil {
		t.Error("a failed transfer completes")
	}
	if code := order("D2", "1000.00"); code != "2001800" {
		t.Error(code)
	}
	if got := m.company.Transferred(); !got.Equal(decimal.NewFromInt(1000)) {
		t.Error(got)
	}
}
