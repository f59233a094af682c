package approvalservice_test

import (
	"context"
	"io"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/approval"
	"gateway/domain/pricing"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/actservice"
	"gateway/http/service/approvalservice"
	"gateway/http/service/balanceservice"
	"gateway/http/service/pricingservice"
	"gateway/http/service/servicetest"
	"gateway/projections/reactor/approvalreactor"
	"gateway/projections/readmodel/approvalrows"

	"github.com/shopspring/decimal"
	"github.com/sirupsen/logrus"
)

const limit = 1_000_000

// office is an installation with two administrators, admin:1 and admin:2, and one client.
type office struct {
	*approvalservice.Approvals
	acts    actservice.Acts
	client  int64
	reactor *approvalreactor.Approvals
	// later is how far the clock is ahead.
	later atomic.Int64
	t     *testing.T
}

func newOffice(t *testing.T) *office {
	t.Helper()
	o := &office{t: t}
	core := servicetest.New(t)
	now := core.Now
	core.Now = func() time.Time { return now().Add(time.Duration(o.later.Load())) }
	from := decimal.NewFromInt(limit)
	o.Approvals = approvalservice.New(core, &from)
	o.acts = actservice.New(o.Approvals, actservice.UseCases{Balances: balanceservice.New(core, nil), Rates: pricingservice.Rates{Core: core}})
	quiet := logrus.New()
	quiet.SetOutput(io.Discard)
	o.reactor = approvalreactor.NewApprovals(core.Log, core.Queries, o.Approvals, core.Watcher, logrus.NewEntry(quiet), core.Now)
	servicetest.Append(t, core, admin.Stream,
		admin.Created{AdminID: 1, Email: "ani@example.com", Role: admin.RoleAdmin, At: core.Now()},
		admin.Created{AdminID: 2, Email: "budi@example.com", Role: admin.RoleAdmin, At: core.Now()})
	o.client = o.register("M1")
	return o
}

// register registers a client.
func (o *office) register(code string) int64 {
	o.t.Helper()
	id, err := o.IDs.Next(o.t.Context(), sequence.Client)
	o.must(nil, err)
	o.must(service.Execute(o.t.Context(), o.Core, account.Aggregate, account.Stream(id), func(s account.State) ([]domain.Event, error) {
		return account.Register(s, account.RegisterCmd{ClientID: id, Code: code, Name: "Toko", Email: code + "@example.com", At: o.Now()})
	}))
	return id
}

func (o *office) must(_ any, err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

// as returns the context of a request by the administrator.
func (o *office) as(actor string) context.Context {
	return eventstore.WithMetadata(o.t.Context(), eventstore.Metadata{Actor: actor})
}

// askForRate asks for another fee as admin:1.
func (o *office) askForRate(percent string) int64 {
	o.t.Helper()
	answer, err := o.acts.ChangeFee(o.as("admin:1"), "QRIS", rate(percent), "")
	o.must(nil, err)
	asked, ok := answer.(approvalservice.Asked)
	if !ok {
		o.t.Fatalf("%+v is no approval", answer)
	}
	return asked.ID
}

func rate(percent string) pricing.Rate {
	return pricing.Rate{Percent: decimal.RequireFromString(percent)}
}

// setRate changes the fee like a process that executes the act of an approval, or of none if approvalID is 0.
func (o *office) setRate(percent string, approvalID int64) {
	o.t.Helper()
	ctx := eventstore.WithMetadata(o.t.Context(), eventstore.Metadata{Actor: "admin:1", ApprovedBy: "admin:2", ApprovalID: approvalID})
	o.must(pricingservice.Rates{Core: o.Core}.Change(ctx, "QRIS", rate(percent), ""))
}

// grantElsewhere appends the grant of a process that ends before it executes the act.
func (o *office) grantElsewhere(id int64, owner string) {
	o.t.Helper()
	o.must(service.Execute(o.t.Context(), o.Core, approval.Aggregate, approval.Stream(id), func(s approval.State) ([]domain.Event, error) {
		return approval.Grant(s, approval.DecideCmd{By: "admin:2", MayDecide: true, RequesterMayAsk: true, Owner: owner, At: o.Now()})
	}))
}

func (o *office) status(id int64) approvalrows.Approval {
	o.t.Helper()
	row, err := o.Queries.Approval(o.t.Context(), id)
	o.must(nil, err)
	return row
}

// percent returns the present fee.
func (o *office) percent() string {
	o.t.Helper()
	row, err := o.Queries.FeeRate(o.t.Context(), "QRIS")
	o.must(nil, err)
	return row.Percent.String()
}

func (o *office) changes() int { return servicetest.Count(o.t, o.Core, "fee.changed.v1") }
