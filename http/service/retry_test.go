package service_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/balance"
	"gateway/domain/bank"
	"gateway/domain/connection"
	"gateway/domain/idempotency"
	"gateway/domain/ledger"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/domain/sequence"
	"gateway/domain/ticket"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/accountservice"
	"gateway/http/service/actservice"
	"gateway/http/service/approvalservice"
	"gateway/http/service/balanceservice"
	"gateway/http/service/ids"
	"gateway/http/service/paymentservice"
	"gateway/http/service/payoutservice"
	"gateway/http/service/proposalservice"
	"gateway/http/service/servicetest"
	"gateway/http/service/ticketservice"
	"gateway/http/service/transactionservice"
	"gateway/test/poll"
	"gateway/test/rupiah"

	"github.com/google/uuid"
)

// dyingStore is the store of a process that is killed just before it stores the answer under a key. From then
// on nothing is appended.
type dyingStore struct {
	eventstore.Store
	dead atomic.Bool
}

func (s *dyingStore) Append(ctx context.Context, stream string, at eventstore.Revision, events []eventstore.Proposed) (eventstore.Appended, error) {
	if events[0].Type == (idempotency.Completed{}).EventType() {
		s.dead.Store(true)
	}
	if s.dead.Load() {
		return eventstore.Appended{}, fmt.Errorf("%w: the process is gone", eventstore.ErrUnavailable)
	}
	return s.Store.Append(ctx, stream, at, events)
}

// killed returns another process on the same log, which dies before it stores its first answer under a key.
func killed(core *service.Core) *service.Core {
	log := eventstore.NewLog(&dyingStore{Store: core.Log.Store()}, core.Log.Codec(), eventstore.Options{})
	return otherProcess(core, log)
}

func otherProcess(core *service.Core, log *eventstore.Log) *service.Core {
	presence := *core.Presence
	presence.ID = uuid.NewString()
	return &service.Core{
		Log: log, Queries: core.Queries, Watcher: core.Watcher, IDs: ids.New(log, core.Now), State: core.State,
		Presence: &presence, Now: core.Now, Logger: core.Logger,
	}
}

// openingProvider opens every payment, once.
type openingProvider struct{ opened map[string]int }

func (p *openingProvider) OpenPayment(_ context.Context, r report.OpenRequest) (report.Instructions, error) {
	p.opened[r.ExternalID]++
	return report.Instructions{ProviderID: "provider-" + r.ExternalID, QRString: "qr"}, nil
}

func (p *openingProvider) FindPayment(context.Context, report.Lookup) (report.Payment, error) {
	return report.Payment{}, report.ErrNoRecord
}

const client = 7

// wealthyClient appends an approved client with a bank account and 1,000,000 rupiah.
func wealthyClient(t *testing.T, core *service.Core) {
	t.Helper()
	at := core.Now()
	servicetest.Append(t, core, account.Stream(client),
		account.Registered{ClientID: client, Code: "C7", Name: "Toko", Email: "toko@example.com", At: at},
		account.Approved{ClientID: client, By: "admin:1", At: at},
		account.AppAdded{ClientID: client, ID: 1, Name: "App", Code: "C7", At: at},
		account.ProfileUpdated{ClientID: client, Profile: account.Profile{
			Name: "Toko", Email: "toko@example.com", AccountNumber: "1234567890", Bank: "BCA",
		}, At: at})
	servicetest.Append(t, core, balance.Stream(client), balance.Adjusted{
		ClientID: client, Amount: rupiah.Of(1_000_000), Reason: "start", By: "admin:1",
		Movement: balance.Movement{Reference: "start", At: at, Postings: ledger.Transfer(
			ledger.ProviderClearing("xendit"), ledger.Available(client), rupiah.Of(1_000_000))},
	})
	servicetest.Append(t, core, admin.Stream, // two admins, for acts that need both
		admin.Created{AdminID: 1, Email: "ani@example.com", Role: admin.RoleAdmin, At: at},
		admin.Created{AdminID: 2, Email: "budi@example.com", Role: admin.RoleAdmin, At: at})
	servicetest.Append(t, core, "ticket-1", ticket.Opened{TicketID: 1, ClientID: client, Subject: "s", Description: "d", By: "client:7", At: at})
}

type creator func(ctx context.Context, core *service.Core, c service.Creation) (service.Created, error)

// creators are all requests that take an Idempotency-Key, with the type of the event that each creates.
func creators(p paymentservice.Provider) map[string]creator {
	return map[string]creator{
		"withdrawal.requested.v1": func(ctx context.Context, core *service.Core, c service.Creation) (service.Created, error) {
			return payoutservice.Payouts{Core: core, VATRate: rupiah.Of(11)}.Withdrawals().Request(ctx, c,
				payoutservice.Request{Amount: rupiah.Of(20_000), URL: "https://example.com"})
		},
		"settlement.requested.v1": func(ctx context.Context, core *service.Core, c service.Creation) (service.Created, error) {
			return payoutservice.Payouts{Core: core, VATRate: rupiah.Of(11)}.Settlements().Request(ctx, c,
				payoutservice.Request{Amount: rupiah.Of(20_000), AccountNumber: "1234567890", Bank: "BCA", Purpose: "rent"})
		},
		"payment.requested.v1": func(ctx context.Context, core *service.Core, c service.Creation) (service.Created, error) {
			qris, _ := pricing.Lookup("QRIS")
			return paymentservice.Payments{Core: core, Providers: connection.Only[paymentservice.Provider](p), VATRate: rupiah.Of(11)}.Request(ctx, c,
				paymentservice.Request{Channel: qris, Amount: rupiah.Of(20_000)})
		},
		"transaction.recorded.v1": func(ctx context.Context, core *service.Core, c service.Creation) (service.Created, error) {
			return transactionservice.Transactions{Core: core}.Record(ctx, c, transactionservice.Request{Total: rupiah.Of(20_000)})
		},
		"ticket.opened.v1": func(ctx context.Context, core *service.Core, c service.Creation) (service.Created, error) {
			return ticketservice.Tickets{Core: core}.Open(ctx, c, ticketservice.Request{Subject: "s", Description: "d"})
		},
		"ticket.replied.v1": func(ctx context.Context, core *service.Core, c service.Creation) (service.Created, error) {
			return ticketservice.Tickets{Core: core}.Reply(ctx, c, 1, "hello")
		},
		"proposal.submitted.v1": func(ctx context.Context, core *service.Core, c service.Creation) (service.Created, error) {
			return proposalservice.Proposals{Core: core}.Submit(ctx, c, proposalservice.Request{Name: "n", Email: "a@example.com", Description: "d"})
		},
		"account.app_added.v1": func(ctx context.Context, core *service.Core, c service.Creation) (service.Created, error) {
			return accountservice.Accounts{Core: core}.AddApp(ctx, c, accountservice.AppRequest{Name: "second"})
		},
		"balance.adjusted.v1": func(ctx context.Context, core *service.Core, c service.Creation) (service.Created, error) {
			acts := actservice.New(approvalservice.New(core, nil), actservice.UseCases{Balances: balanceservice.New(core, nil)})
			return acts.AdjustBalance(ctx, c, rupiah.Of(-20_000), "correction")
		},
		"approval.requested.v1": func(ctx context.Context, core *service.Core, c service.Creation) (service.Created, error) {
			always := rupiah.Of(0)
			acts := actservice.New(approvalservice.New(core, &always), actservice.UseCases{Balances: balanceservice.New(core, nil)})
			return acts.AdjustBalance(ctx, c, rupiah.Of(-10_000), "correction")
		},
	}
}

func createFor(t *testing.T, core *service.Core, create creator, key string, invalid error) (service.Created, error) {
	t.Helper()
	ctx := eventstore.WithMetadata(t.Context(), eventstore.Metadata{Actor: "client:7"})
	return create(ctx, core, service.Creation{
		ClientID: client, Key: key, Method: "POST", Path: "/things", BodyHash: idempotency.Hash([]byte(`{}`)), Invalid: invalid,
	})
}

func TestWhatAKilledProcessMadeIsAnsweredWhateverChangedSince(t *testing.T) {
	t.Parallel()
	core := servicetest.New(t)
	wealthyClient(t, core)
	all := creators(&openingProvider{opened: map[string]int{}})
	before := map[string]int{}
	for made, create := range all {
		if _, err := createFor(t, killed(core), create, made, nil); !errors.Is(err, eventstore.ErrUnavailable) {
			t.Fatalf("%s: the process was to be killed: %v", made, err)
		}
		before[made] = servicetest.Count(t, core, made)
	}
	at := core.Now()
	servicetest.Append(t, core, bank.Stream(), bank.ChannelChanged{Code: "BCA", Active: false, By: "admin:1", At: at})
	servicetest.Append(t, core, account.Stream(client), account.Suspended{ClientID: client, By: "admin:1", Reason: "r", At: at})
	servicetest.Append(t, core, "ticket-1", ticket.Closed{TicketID: 1, ClientID: client, By: "admin:1", At: at})
	for made, create := range all {
		invalid := domain.InvalidField("jumlah", "must be whole rupiah, since an upgrade")
		created, err := createFor(t, core, create, made, invalid)
		if err != nil {
			t.Errorf("%s: the retry is refused: %v", made, err)
			continue
		}
		again, err := createFor(t, core, create, made, nil)
		if err != nil || !again.Replayed || fmt.Sprintf("%s", again.Data) != fmt.Sprintf("%s", created.Data) {
			t.Errorf("%s: first %s, then %s %t (%v)", made, created.Data, again.Data, again.Replayed, err)
		}
		if n := servicetest.Count(t, core, made); n != before[made] {
			t.Errorf("%s: %d were made of one", made, n-before[made]+1)
		}
	}
}

// sameDigits makes the ids that the next process reserves end in the same six digits as those of earlier
// processes.
func sameDigits(t *testing.T, core *service.Core) {
	t.Helper()
	for _, kind := range []string{sequence.Transaction, sequence.Settlement} {
		s, _, err := eventstore.Load(t.Context(), core.Log, sequence.Aggregate, sequence.Stream(kind))
		if err != nil {
			t.Fatal(err)
		}
		servicetest.Append(t, core, sequence.Stream(kind),
			sequence.Reserved{Kind: kind, From: s.Last + 1, To: (s.Last/1_000_000 + 1) * 1_000_000, At: core.Now()})
	}
}

// Two instances can draw the same reference for requests of one client, if their ids end in the same digits.
func TestTwoInstancesThatDrawTheSameReferenceCreateTwoThings(t *testing.T) {
	t.Parallel()
	core := servicetest.New(t)
	wealthyClient(t, core)
	at := core.Now()
	core.Now = func() time.Time { return at }
	p := &openingProvider{opened: map[string]int{}}
	all := creators(p)
	for _, made := range []string{"payment.requested.v1", "transaction.recorded.v1", "balance.adjusted.v1", "settlement.requested.v1"} {
		before := servicetest.Count(t, core, made)
		for _, key := range []string{"", made} {
			sameDigits(t, core)
			other := otherProcess(core, eventstore.NewLog(core.Log.Store(), core.Log.Codec(), eventstore.Options{}))
			if _, err := createFor(t, other, all[made], key, nil); err != nil {
				t.Errorf("%s: %v", made, err)
			}
		}
		sameDigits(t, core)
		if _, err := createFor(t, killed(core), all[made], made+"killed", nil); !errors.Is(err, eventstore.ErrUnavailable) {
			t.Errorf("%s: the process was to be killed: %v", made, err)
		}
		if _, err := createFor(t, core, all[made], made+"killed", nil); err != nil {
			t.Errorf("%s: the retry: %v", made, err)
		}
		if n := servicetest.Count(t, core, made) - before; n != 3 {
			t.Errorf("%s: %d were made of three", made, n)
		}
	}
	if len(p.opened) != 3 {
		t.Errorf("opened at the provider: %v", p.opened)
	}
	for id, n := range p.opened {
		if n != 1 {
			t.Errorf("%s was opened %d times", id, n)
		}
	}
}

func TestARefusedRetryKeepsTheKeyForItsRequest(t *testing.T) {
	t.Parallel()
	n := newNotes(t)
	succeed := n.create
	n.create = func(service.Reserved) (any, error) { return nil, eventstore.ErrUnavailable }
	n.fails("client:7", "k", "/notes/1", `{}`, "not available", 1)
	// The append of the first attempt may still be on its way. If the key were free now, the next request
	// would create a second thing.
	n.create = func(service.Reserved) (any, error) { return nil, domain.InvalidField("x", "is wrong") }
	n.fails("client:7", "k", "/notes/1", `{}`, "invalid_field", 2)
	n.fails("client:7", "k", "/notes/1", `{"x":1}`, "idempotency_key_reused", 2)
	n.create = succeed
	n.makes("client:7", "k", "/notes/1", `{}`, 3)
	if n.created[0] != n.created[2] {
		t.Errorf("began as %+v, ended as %+v", n.created[0], n.created[2])
	}
}

func TestAnAttemptThatEndedLeavesTheKeyToOtherInstances(t *testing.T) {
	t.Parallel()
	n := newNotes(t)
	other := &notes{Core: otherProcess(n.Core, eventstore.NewLog(n.Log.Store(), n.Log.Codec(), eventstore.Options{})), t: t, create: n.create}
	keepAlive(t, n.Core, other.Core)
	n.create = func(service.Reserved) (any, error) {
		return nil, domain.Refuse(domain.Upstream, "provider_unknown", "")
	}
	n.fails("client:7", "k", "/notes/1", `{}`, "provider_unknown", 1)
	other.makes("client:7", "k", "/notes/1", `{}`, 1)
	if other.created[0] != n.created[0] {
		t.Errorf("began as %+v, continued as %+v", n.created[0], other.created[0])
	}
}

// keepAlive keeps a process's sign of life up until the test ends, so that the other process sees it.
func keepAlive(t *testing.T, core, other *service.Core) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- core.Presence.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	poll.Until(t, "the process is seen", func() bool {
		alive, err := other.Presence.Alive(ctx, core.Presence.ID)
		return err == nil && alive
	})
}
