package snapsimulator

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

var (
	// ErrNotFound says that there is no bill or transfer with that reference.
	ErrNotFound = errors.New("snapsimulator: not found")
	// ErrState says that the bill or transfer is not in a state that allows it.
	ErrState = errors.New("snapsimulator: not possible in this state")
)

// Options configure a Simulator: the two sides of one contract. Company, ClientID and MerchantKey are required,
// Secret unless the company is dana, and CompanyKey and NotifyURL for notifications.
type Options struct {
	// Company is doku, midtrans or dana.
	Company string
	// ClientID is the merchant's X-CLIENT-KEY, PartnerID its X-PARTNER-ID; an empty PartnerID is the ClientID.
	ClientID, PartnerID string
	// MerchantID is the merchant's merchantId. Empty means that every merchantId is accepted.
	MerchantID string
	// Secret signs what both sides send, where the company uses access tokens.
	Secret snap.Secret
	// MerchantKey verifies what the merchant signs by its private key. CompanyKey signs for the company.
	MerchantKey snap.PublicKey
	CompanyKey  snap.PrivateKey
	// NotifyURL is where the merchant hears the company; the paths of the standard follow.
	NotifyURL string
	// PagesURL is where a customer pays; /ewallets/ and the company's reference follow. Empty means an address that answers no one.
	PagesURL string
	// TransferDelay is the time after which Run completes a transfer by itself. Zero leaves that to CompleteTransfer.
	TransferDelay time.Duration
	// TokenLife is how long an access token lasts. Zero means 15 minutes.
	TokenLife time.Duration
	// Float is the money that transfers can be made from, in rupiah.
	Float decimal.Decimal
	// Fee is what the company charges. Nil means nothing.
	Fee Fee
	// Holder tells who holds a bank account, by the number of the bank (014) and of the account. Nil means that
	// every account exists.
	Holder func(bank, account string) (name string, exists bool)
	// Clock returns the time. Nil means time.Now.
	Clock func() time.Time
	// Client sends notifications. Nil means a client that follows no redirect, with a limit of 30 s.
	Client *http.Client
}

// Simulator is one company and its contract with one merchant. It is an http.Handler for paths from "/", and
// safe for concurrent use.
type Simulator struct {
	Options
	company company

	mu        sync.Mutex
	tokens    map[string]time.Time
	used      map[string]bool // X-EXTERNAL-ID of usedOn
	usedOn    string
	bills     map[string]*bill // by the merchant's reference
	transfers map[string]*transfer
	planned   map[string]string // outcomes of transfers that are not ordered yet
	// givenPrefix is the partnerServiceId of new virtual accounts; empty for what was asked for.
	givenPrefix string
	// listedAfter is how long a transfer is not found after its order.
	listedAfter time.Duration
	float       decimal.Decimal
	faults      []*Fault
	calls       map[int]int
	waiting     []Notice
	delivery    Delivery
	ownToken    string // that the merchant issued to the company
	wake        chan struct{}
}

// New makes a Simulator. It panics for a company that it can't play.
func New(o Options) *Simulator {
	played, ok := companies[o.Company]
	if !ok {
		panic("snapsimulator: no company " + o.Company)
	}
	if o.PartnerID == "" {
		o.PartnerID = o.ClientID
	}
	if o.TokenLife == 0 {
		o.TokenLife = 15 * time.Minute
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Client == nil {
		o.Client = &http.Client{
			Timeout: 30 * time.Second, Transport: &http.Transport{},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	if o.Holder == nil {
		o.Holder = func(_, account string) (string, bool) { return "PEMILIK " + account, true }
	}
	if o.PagesURL == "" {
		o.PagesURL = "https://company.example/pay"
	}
	o.NotifyURL, o.PagesURL = strings.TrimSuffix(o.NotifyURL, "/"), strings.TrimSuffix(o.PagesURL, "/")
	return &Simulator{
		Options: o, company: played, tokens: map[string]time.Time{}, used: map[string]bool{}, bills: map[string]*bill{},
		transfers: map[string]*transfer{}, planned: map[string]string{}, float: o.Float, calls: map[int]int{}, wake: make(chan struct{}, 1),
	}
}

// change reads or changes the state.
func (s *Simulator) change(f func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return f()
}

func (s *Simulator) now() time.Time { return s.Clock() }

// newID returns an id that the company gives.
func newID(prefix string) string {
	var id [12]byte
	_, _ = rand.Read(id[:])
	return prefix + hex.EncodeToString(id[:])
}

// digits returns n random digits.
func digits(n int) string {
	var b strings.Builder
	for range n {
		var one [1]byte
		_, _ = rand.Read(one[:])
		fmt.Fprint(&b, one[0]%10)
	}
	return b.String()
}
