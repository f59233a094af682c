package app

import (
	"time"

	adminapi "gateway/http/admin"
	outgoing "gateway/http/callback"
	"gateway/http/listing"
	"gateway/http/merchant"
	"gateway/http/service/account"
	"gateway/http/service/act"
	"gateway/http/service/admin"
	"gateway/http/service/approval"
	"gateway/http/service/balance"
	"gateway/http/service/bank"
	"gateway/http/service/callback"
	"gateway/http/service/credential"
	"gateway/http/service/eventlog"
	"gateway/http/service/feed"
	"gateway/http/service/hold"
	"gateway/http/service/payment"
	"gateway/http/service/payout"
	"gateway/http/service/pricing"
	"gateway/http/service/projection"
	"gateway/http/service/proposal"
	"gateway/http/service/realtime"
	"gateway/http/service/reversal"
	"gateway/http/service/sandbox"
	"gateway/http/service/secondfactor"
	"gateway/http/service/state"
	"gateway/http/service/suspense"
	"gateway/http/service/ticket"
	"gateway/http/service/transaction"
	"gateway/http/service/treasury"
	"gateway/projections/story"
)

const (
	// sessionTTL is the lifetime of a login's bearer token.
	sessionTTL = 24 * time.Hour
	// loginWindow is the time over which failed logins are counted.
	loginWindow = 15 * time.Minute
	// invitationsPerHour bounds the mails that a client can have sent to strangers.
	invitationsPerHour = 30
	// takenPerDay is few: a person tries the own addresses, and a list of strangers' has many.
	takenPerDay = 20
	// wrongProofs is how many wrong codes, and how many wrong present passwords of a
	// person who is logged in, are taken in that time, from anywhere.
	wrongProofs = 10
)

// useCases are the use cases that merchants and administrators share.
type useCases struct {
	accounts  account.Accounts
	balances  *balance.Balances
	payouts   payout.Payouts
	proposals proposal.Proposals
	tickets   ticket.Tickets
	approvals *approval.Approvals
	acts      act.Acts
}

func (a *App) useCases(keys secrets) useCases {
	u := useCases{
		accounts: a.accounts(keys),
		balances: balance.New(a.core, a.notary),
		payouts: payout.Payouts{
			Core: a.core, Provider: a.provider, VATRate: a.config.VATRate,
			AttemptWindow: a.config.ProviderTimeout + a.config.PayoutAttemptMargin,
		},
		proposals: proposal.Proposals{Core: a.core},
		tickets:   ticket.Tickets{Core: a.core},
		approvals: approval.New(a.core, a.config.DualControlFrom),
	}
	u.acts = act.New(u.approvals, act.UseCases{
		Accounts: u.accounts, Admins: a.admins, Balances: u.balances, Payouts: u.payouts, Rates: pricing.Rates{Core: a.core},
		Suspense: suspense.Items{Core: a.core}, Reversals: reversal.Reversals{Core: a.core}, Treasury: treasury.Entries{Core: a.core},
	})
	return u
}

// issuer names the gateway in a person's app for codes.
const issuer = "Payment Gateway"

// factors are the second factors of all people.
func (a *App) factors(keys secrets) secondfactor.Factors {
	return secondfactor.Factors{
		Core: a.core, TOTP: credential.TOTP{Masters: keys.masters, Issuer: issuer},
		Wrong: credential.NewLimiter(wrongProofs, loginWindow, a.core.Now),
	}
}

// accounts are the accounts of clients and the logins of their people.
func (a *App) accounts(keys secrets) account.Accounts {
	factors, sessions := a.factors(keys), a.sessions(state.PersonSession)
	sessions.SecondFactor = factors.Check
	return account.Accounts{
		Core: a.core, Keys: credential.NewKeyCache(a.core.Queries, credential.AccountsOf(a.core.Log), a.core.Now),
		Clients: account.NewPersonClients(), Sessions: sessions, Factors: factors,
		Wrong:       credential.NewLimiter(wrongProofs, loginWindow, a.core.Now),
		Invitations: credential.NewLimiter(invitationsPerHour, time.Hour, a.core.Now),
		Taken:       credential.NewLimiter(a.takenPerDay(), 24*time.Hour, a.core.Now),
		Links:       a.links(keys), Mails: a.config.SMTPURL != "" || a.config.Environment == Sandbox,
		Masters: keys.masters, CoolOff: a.config.payoutCoolOff(),
	}
}

// takenPerDay is how often in 24 hours one network that registers, or one client that changes its address, is told
// that an address is taken. REGISTRATION_LIMIT_PER_MINUTE=0 switches this limit off, too.
func (a *App) takenPerDay() int {
	if a.config.RegistrationsPerMinute == 0 {
		return 0
	}
	return takenPerDay
}

func (a *App) administrators(keys secrets, onFailedLogin func(code string)) admin.Admins {
	factors, sessions := a.factors(keys), a.sessions(state.AdminSession)
	sessions.SecondFactor = factors.Check
	return admin.Admins{
		Core: a.core, Sessions: sessions, Factors: factors, Wrong: credential.NewLimiter(wrongProofs, loginWindow, a.core.Now),
		OnFailedLogin: onFailedLogin,
	}
}

// sessions are those of clients or of administrators, each with limits of its own.
func (a *App) sessions(kind string) credential.Sessions {
	return credential.Sessions{
		State: a.core.State, Kind: kind, TTL: sessionTTL, Now: a.core.Now,
		Limits: credential.NewLoginLimits(a.core.State, credential.LoginLimitOptions{
			Kind: kind, PerAccount: a.config.LoginsPerAccount, PerAddress: a.config.LoginsPerAddress, Window: loginWindow, Now: a.core.Now,
		}),
	}
}

// testCallbacksPerMinute bounds the test callbacks of a client.
const testCallbacksPerMinute = 30

// ownCallbacks are the callbacks as merchants see them.
func (a *App) ownCallbacks(keys secrets) callback.Own {
	return callback.Own{
		Callbacks: callback.Callbacks{Core: a.core}, Secrets: outgoing.Secrets(a.core.Log, keys.masters),
		Sender: outgoing.NewSender(outgoing.Options{AllowPrivate: a.config.allowsPrivateReceivers()}),
		Tests:  credential.NewLimiter(testCallbacksPerMinute, time.Minute, a.core.Now),
	}
}

func (a *App) merchantAPI(u useCases, keys secrets) *merchant.API {
	c := a.config
	simulated := sandbox.Sandbox{Core: a.core}
	if a.simulator != nil {
		simulated.Simulator = a.simulator
	}
	own := a.ownCallbacks(keys)
	return merchant.New(merchant.UseCases{
		Queries: a.core.Queries, Accounts: u.accounts, Balances: u.balances,
		Calculator: pricing.Calculator{Core: a.core, VATRate: c.VATRate}, KeyUses: a.keyUses, Callbacks: own,
		Cursors:   listing.NewCursors(keys.masters),
		Endpoints: callback.Endpoints{Own: own, Masters: keys.masters},
		Payments: payment.Payments{
			Core: a.core, Provider: a.provider, VATRate: c.VATRate, Expiry: c.PaymentExpiry,
			HoldUntilSettled: upperCase(c.HoldUntilSettled), NotificationURL: a.publicURL + apiPrefix + "/provider/callbacks",
			PagesURL: a.publicURL + "/pay",
		},
		Feed: feed.New(a.core), Forgotten: a.forgotten, Payouts: u.payouts, Proposals: u.proposals, Tickets: u.tickets,
		Realtime: realtime.Tokens{Issuer: a.realtime.tokens, Tickets: u.tickets},
		Stories:  a.stories(),
		Sandbox:  simulated, Transactions: transaction.Transactions{Core: a.core},
	}, merchant.Limits{
		Registrations: credential.NewLimiter(c.RegistrationsPerMinute, time.Minute, a.core.Now),
		Requests:      credential.NewLimiter(c.RequestsPerMinute, time.Minute, a.core.Now),
	})
}

func (a *App) adminAPI(u useCases, keys secrets) *adminapi.Admin {
	return adminapi.New(adminapi.UseCases{
		Queries: a.core.Queries, Accounts: u.accounts, Acts: u.acts, Admins: a.admins, Approvals: u.approvals, Balances: u.balances,
		AuditRuns: a.auditRuns, Banks: bank.Channels{Core: a.core}, Callbacks: callback.Callbacks{Core: a.core}, Payouts: u.payouts,
		Cursors:     listing.NewCursors(keys.masters),
		Projections: projection.Projections{Core: a.core, Queue: a.rebuildQueue}, Proposals: u.proposals,
		Holds: hold.Holds{Core: a.core}, Log: eventlog.New(a.core), Tickets: u.tickets, Stories: a.stories(),
	}, a.reactors)
}

// stories reads the log for people who ask what happened.
func (a *App) stories() story.Reader {
	return story.Reader{Log: a.core.Log, Queries: a.core.Queries, DB: a.databases.Read.DB, Now: a.core.Now}
}
