package snapadapter

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strconv"
	"strings"
	"time"

	"gateway/domain/report"
	"gateway/http/outbound/exchange"
	"gateway/http/snap"
)

// deviceID is the header X-DEVICE-ID, which some companies demand.
const deviceID = "gateway"

// Config is one connection: a contract with a company. Dialect, BaseURL, ClientID and PrivateKey are required,
// and Secret unless the dialect is Tokenless.
type Config struct {
	// Connection names the contract; all reports repeat it.
	Connection string
	Dialect    Dialect
	// BaseURL has no path, such as https://api.doku.com.
	BaseURL string
	// ClientID is the header X-CLIENT-KEY, PartnerID the header X-PARTNER-ID; an empty PartnerID is the ClientID.
	ClientID, PartnerID string
	// MerchantID is ours at the company. A company that signs its notifications by its key needs it, because that key
	// signs for other merchants, too. MCC is the category code of our business.
	MerchantID, MCC string
	Secret          snap.Secret
	PrivateKey      snap.PrivateKey
	// CompanyKey verifies the notifications of a company without IssuesToken, and requests for a token of one with it.
	CompanyKey snap.PublicKey
	// Prefixes are the digits before the customerNo of a virtual account (the partnerServiceId), by channel.
	Prefixes map[string]string
	// Offered are the codes of the channels that payments are opened in. Nil means all that the dialect has.
	Offered []string
	// Phone and Email stand for a customer of whom we know none, where the company demands them.
	Phone, Email string
	// IPAddress is ours, which some companies want to be told. Empty means that they are not.
	IPAddress string
	// SourceAccount is the account that transfers are made from.
	SourceAccount string
	// Timeout limits a call. Zero means 30 s.
	Timeout time.Duration
	// Transport makes the calls. Nil means connections to BaseURL.
	Transport http.RoundTripper
	// Clock returns the time. Nil means time.Now.
	Clock func() time.Time
	// OnCall is called after each call, also one for an access token. It may be nil.
	OnCall func(ctx context.Context, c exchange.Call)
}

// Adapter calls one connection. It is safe for concurrent use. It repeats a call only after the company refused
// its access token, which means that it did nothing.
//
// Its methods return *report.Refused, *report.FloatEmpty, *report.NotSent, *report.Unknown or, for a look-up,
// report.ErrNoRecord. Any other error means that no call was made.
type Adapter struct {
	Config
	calls *exchange.Client
	now   func() time.Time
	token token
	// open ends when the Adapter is closed.
	open context.Context
	stop context.CancelFunc
}

// New makes an Adapter. Close it after use.
func New(c Config) *Adapter {
	c.BaseURL, c.PartnerID = strings.TrimSuffix(c.BaseURL, "/"), cmp.Or(c.PartnerID, c.ClientID)
	a := &Adapter{Config: c, now: c.Clock, calls: exchange.New(exchange.Options{
		Connection: c.Connection, Timeout: c.Timeout, Transport: c.Transport, OnCall: c.OnCall,
	})}
	if a.now == nil {
		a.now = time.Now
	}
	a.open, a.stop = context.WithCancel(context.Background())
	return a
}

// Close ends a request for a token that still runs, and closes idle connections.
func (a *Adapter) Close() {
	a.stop()
	a.calls.Close()
}

// call calls a service and decodes its answer. Each attempt has an X-EXTERNAL-ID of its own, because the
// company refuses one that was used on the same day.
func (a *Adapter) call(ctx context.Context, service int, body, answer any) error {
	return a.callAs(ctx, service, "", body, answer)
}

// callAs calls a service with a given X-EXTERNAL-ID; an empty one means a new one for each attempt.
func (a *Adapter) callAs(ctx context.Context, service int, externalID string, body, answer any) error {
	if !a.Dialect.offers(service) {
		return fmt.Errorf("%s has no service %d: %w", a.Dialect.Company, service, errors.ErrUnsupported)
	}
	text, err := encode(body)
	if err != nil {
		return fmt.Errorf("encode the request: %w", err)
	}
	for repeated := false; ; repeated = true {
		header, token, err := a.signed(ctx, service, cmp.Or(externalID, a.externalID()), text)
		if err != nil {
			return err
		}
		answered, err := a.exchange(ctx, service, text, header)
		if refused, ok := errors.AsType[*report.Refused](err); ok && token != "" && !repeated && isTokenRefusal(refused) {
			a.token.drop(token)
			continue
		}
		if err != nil {
			return err
		}
		return exchange.Unreadable(json.Unmarshal(answered, answer))
	}
}

// encode writes a body as JavaScript would: a company may hash the body that it wrote anew, not the one that it got.
func encode(body any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(body)
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), err
}

// signed returns the headers of a call, and the access token in them, which is empty in a dialect without.
func (a *Adapter) signed(ctx context.Context, service int, externalID string, body []byte) (http.Header, string, error) {
	route, timestamp := a.Dialect.Routes[service], snap.FormatTime(a.now())
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set("Accept", "application/json")
	header.Set(snap.HeaderTimestamp, timestamp)
	header.Set(snap.HeaderPartnerID, a.PartnerID)
	header.Set(snap.HeaderExternalID, externalID)
	header.Set(snap.HeaderChannelID, a.Dialect.ChannelID)
	header.Set("X-DEVICE-ID", deviceID)
	if a.IPAddress != "" {
		header.Set("X-IP-ADDRESS", a.IPAddress)
	}
	if a.Dialect.Tokenless {
		signature, err := a.PrivateKey.Sign(snap.Message(route.Method, route.Path, body, timestamp))
		header.Set(snap.HeaderSignature, signature)
		return header, "", err
	}
	token, err := a.token.get(ctx, a)
	if err != nil {
		return nil, "", err
	}
	signature, err := a.Secret.Sign(snap.MessageWithToken(route.Method, route.Path, token, body, timestamp))
	header.Set(snap.HeaderSignature, signature)
	header.Set("Authorization", "Bearer "+token)
	return header, token, err
}

// externalID is a number of 31 digits that is new for each attempt.
func (a *Adapter) externalID() string {
	digits, err := rand.Int(rand.Reader, big.NewInt(1_000_000_000_000))
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	return strconv.FormatInt(a.now().UnixNano(), 10) + fmt.Sprintf("%012d", digits)
}

// exchange sends one request and returns the body of an answer that says that it was done.
func (a *Adapter) exchange(ctx context.Context, service int, body []byte, header http.Header) ([]byte, error) {
	route := a.Dialect.Routes[service]
	return a.calls.Do(ctx, exchange.Request{
		Method: route.Method, URL: a.BaseURL + route.Path, Header: header, Body: body,
		Operation: operationOf(route, service), Reference: exchange.Reference(ctx),
		Outcome: func(status int, answer []byte) error { return outcomeOf(service, status, answer) },
	})
}

// operationOf names a call, such as "POST create-va".
func operationOf(r Route, service int) string { return r.Method + " " + serviceNames[service] }

// serviceNames name the services that are called, for the observer of calls.
var serviceNames = map[int]string{
	snap.ServiceAccessToken: "access-token", snap.ServiceVACreate: "create-va", snap.ServiceVADelete: "delete-va",
	snap.ServiceVAStatus: "va-status", snap.ServiceQRGenerate: "qr-mpm-generate", snap.ServiceQRQuery: "qr-mpm-query",
	snap.ServiceQRCancel: "qr-mpm-cancel", snap.ServiceQRRefund: "qr-mpm-refund", snap.ServiceDebitPayment: "debit-payment",
	snap.ServiceDebitStatus: "debit-status", snap.ServiceDebitCancel: "debit-cancel", snap.ServiceDebitRefund: "debit-refund",
	snap.ServiceAccountInquiry: "account-inquiry", snap.ServiceInterbankTransfer: "transfer-interbank",
	snap.ServiceTransferStatus: "transfer-status", snap.ServiceBalance: "balance-inquiry",
}

// Check asks for an access token, unless a valid one is at hand, to see whether the company accepts our keys. It does
// nothing in a dialect without tokens, where each call costs something.
func (a *Adapter) Check(ctx context.Context) error {
	if a.Dialect.Tokenless {
		return nil
	}
	_, err := a.token.get(ctx, a)
	return err
}
