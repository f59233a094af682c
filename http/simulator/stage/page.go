package stage

import (
	"context"
	_ "embed"
	"errors"
	"io"
	"net/http"

	"gateway/http/simulator"
	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

var (
	//go:embed templates/overview.html
	overviewText string
	overviewPage = simulator.NewPage("Penyedia tiruan", overviewText)
)

const (
	// shownBills limits the open payments that the overview shows of each connection.
	shownBills = 20
	maxForm    = 4 << 10
)

func (s *Stage) routes(order func(ctx context.Context, reference string) simulator.Order) http.Handler {
	mux := http.NewServeMux()
	if s.Several() {
		mux.HandleFunc("GET /simulator", s.getOverview)
		mux.HandleFunc("GET /simulator/{connection}/switch", s.getSwitch)
		mux.HandleFunc("GET /simulator/{connection}/settlement-file", s.getSettlementFile)
		protection := http.NewCrossOriginProtection()
		mux.Handle("POST /simulator/{connection}/switch", protection.Handler(http.HandlerFunc(s.postSwitch)))
	}
	// A product of Xendit's and a connection stand at the same place of a path. A name of a connection is no product.
	mux.Handle("/simulator/", s.xendit())
	for _, c := range s.connections {
		if c.SNAP != nil {
			prefix := "/simulator/" + c.Name
			pages := simulator.BillPages(prefix, billsOf{c.SNAP}, order, s.log)
			for product := range products {
				mux.Handle(prefix+"/"+product+"/", pages)
			}
		}
	}
	return mux
}

// products are the services that open what the pages' addresses name.
var products = map[string]int{
	"virtual-accounts": snap.ServiceVACreate, "qr-codes": snap.ServiceQRGenerate, "ewallets": snap.ServiceDebitPayment,
}

// billsOf are the bills of one company, for their pages.
type billsOf struct{ company *snapsimulator.Simulator }

// Bill implements simulator.Bills.
func (b billsOf) Bill(product, id string) (simulator.Bill, error) {
	for _, found := range b.company.Bills() {
		if found.ID == id && found.Service == products[product] {
			return shown(found), nil
		}
	}
	return simulator.Bill{}, simulator.ErrNotFound
}

// Pay implements simulator.Bills.
func (b billsOf) Pay(bill simulator.Bill, amount *decimal.Decimal) error {
	// Only an open bill has the button, but a tester may pay what a real customer could not: another amount.
	if again, err := b.Bill(bill.Product, bill.ID); err != nil || again.Ended || !again.PaidAt.IsZero() {
		return errors.Join(simulator.ErrState, err)
	}
	if amount != nil && !amount.IsPositive() {
		return simulator.ErrState
	}
	return translated(pay(b.company, bill.Reference, amount, amount != nil))
}

// Expire implements simulator.Bills.
func (b billsOf) Expire(bill simulator.Bill) error {
	return translated(b.company.Expire(bill.Reference))
}

func shown(b snapsimulator.Bill) simulator.Bill {
	as := simulator.Bill{
		ID: b.ID, Reference: b.Reference, ChannelCode: b.Channel, Code: b.Code, Name: b.Name, Amount: b.Amount, CreatedAt: b.CreatedAt,
		ExpiresAt: b.ExpiresAt, Ended: !b.Open && b.Paid.At.IsZero(), PaidAmount: b.Paid.Amount, PaidAt: b.Paid.At, PaymentID: b.Paid.ID,
		SuccessURL: b.ReturnURL,
	}
	for product, service := range products {
		if service == b.Service {
			as.Product = product
		}
	}
	return as
}

// openBills lists the open payments of a connection, newest first.
func (c Connection) openBills(ctx context.Context) (open []simulator.Bill, err error) {
	if c.SNAP == nil {
		return c.Xendit.OpenBills(ctx, shownBills)
	}
	for _, b := range c.SNAP.Bills() {
		if b.Open && len(open) < shownBills {
			open = append(open, shown(b))
		}
	}
	return open, nil
}

// overview is the content of the overview of one connection.
type overview struct {
	Name, Prefix, Problem string
	// Settles says that the connection has a settlement file.
	Settles bool
	State   State
	States  []State
	Open    []simulator.Bill
}

func (s *Stage) getOverview(w http.ResponseWriter, r *http.Request) {
	var all []overview
	for _, c := range s.connections {
		o := overview{Name: c.Name, Prefix: "/simulator", State: c.Switch.State(), States: States()}
		if c.SNAP != nil {
			o.Prefix, o.Settles = o.Prefix+"/"+c.Name, true
		}
		open, err := c.openBills(r.Context())
		if o.Open = open; err != nil {
			s.log.WithError(err).Warn("simulated provider could not list its payments")
			o.Problem = "Daftar ini sedang tidak dapat ditampilkan."
		}
		all = append(all, o)
	}
	overviewPage.Write(w, s.log, all)
}

func (s *Stage) getSwitch(w http.ResponseWriter, r *http.Request) {
	c, ok := s.find(r.PathValue("connection"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, string(c.Switch.State())+"\n")
}

// postSwitch sets a switch. A script that does not follow the redirection to the overview may ignore it.
func (s *Stage) postSwitch(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	c, ok := s.find(r.PathValue("connection"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	err := c.Switch.Set(State(r.PostFormValue("state")))
	switch {
	case errors.Is(err, ErrNoState):
		http.Error(w, "state must be up, down, failing or hanging", http.StatusBadRequest)
		return
	case err != nil:
		s.log.WithError(err).Warn("a simulated provider could not be switched")
		http.Error(w, "the simulated provider could not be switched: try again", http.StatusInternalServerError)
		return
	}
	// The location is relative, because browsers may reach the gateway by any name.
	w.Header().Set("Location", "../../simulator")
	w.WriteHeader(http.StatusSeeOther)
}
