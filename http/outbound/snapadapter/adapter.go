package snapadapter

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"strings"
	"time"

	"gateway/domain/report"
	"gateway/http/snap"
)

const (
	defaultTimeout = 30 * time.Second
	maxAnswer      = 1 << 20
	// deviceID is the header X-DEVICE-ID, which some companies demand.
	deviceID = "gateway"
)

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
}

// Adapter calls one connection. It is safe for concurrent use. It repeats a call only after the company refused
// its access token, which means that it did nothing.
//
// Its methods return *report.Refused, *report.FloatEmpty, *report.NotSent, *report.Unknown or, for a look-up,
// report.ErrNoRecord. Any other error means that no call was made.
type Adapter struct {
	Config
	http  *http.Client
	now   func() time.Time
	token token
	// open ends when the Adapter is closed.
	open context.Context
	stop context.CancelFunc
}

// New makes an Adapter. Close it after use.
func New(c Config) *Adapter {
	c.BaseURL, c.PartnerID = strings.TrimSuffix(c.BaseURL, "/"), cmp.Or(c.PartnerID, c.ClientID)
	a := &Adapter{Config: c, now: c.Clock, http: &http.Client{
		Transport: c.Transport, Timeout: cmp.Or(c.Timeout, defaultTimeout),
		// A redirected POST would carry the signature and the order to another host.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	if a.http.Transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost = 64 // all calls go to one host
		a.http.Transport = t
	}
	if a.now == nil {
		a.now = time.Now
	}
	a.open, a.stop = context.WithCancel(context.Background())
	return a
}

// Close ends a request for a token that still runs, and closes idle connections.
func (a *Adapter) Close() {
	a.stop()
	a.http.CloseIdleConnections()
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
		return unreadable(json.Unmarshal(answered, answer))
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
	connected := false
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected = true }})
	request, err := http.NewRequestWithContext(ctx, route.Method, a.BaseURL+route.Path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("make the request: %w", err)
	}
	// Without GetBody the transport can't repeat the request on another connection. So an answer is always
	// about the one call that was made.
	request.GetBody, request.Header = nil, header
	answer, err := a.http.Do(request)
	if err != nil && !connected {
		return nil, &report.NotSent{Err: err}
	}
	if err != nil {
		return nil, &report.Unknown{Err: err}
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, &report.Unknown{Err: fmt.Errorf("read the answer: %w", err)}
	case len(text) > maxAnswer:
		return nil, &report.Unknown{Err: fmt.Errorf("the answer is longer than %d bytes", maxAnswer)}
	}
	return text, outcomeOf(service, answer.StatusCode, text)
}

// unreadable turns the error of an unreadable answer into a *report.Unknown: what was asked for may be done.
func unreadable(err error) error {
	if err == nil {
		return nil
	}
	return &report.Unknown{Err: fmt.Errorf("unreadable answer: %w", err)}
}
