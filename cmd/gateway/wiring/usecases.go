package wiring

import (
	"time"

	"gateway/cmd/gateway/config"
	"gateway/domain/balance"
	"gateway/domain/bankstatement"
	"gateway/domain/tax"
	"gateway/http/api/adminapi"
	"gateway/http/api/listing"
	"gateway/http/api/merchantapi"
	"gateway/http/outbound/callbacksender"
	"gateway/http/outbound/providers"
	"gateway/http/service/accountservice"
	"gateway/http/service/actservice"
	"gateway/http/service/adminservice"
	"gateway/http/service/agingservice"
	"gateway/http/service/approvalservice"
	"gateway/http/service/balanceservice"
	"gateway/http/service/bankservice"
	"gateway/http/service/bankstatementservice"
	"gateway/http/service/callbackservice"
	"gateway/http/service/credential"
	"gateway/http/service/customerservice"
	"gateway/http/service/disputeservice"
	"gateway/http/service/documentservice"
	"gateway/http/service/eventlogservice"
	"gateway/http/service/feedservice"
	"gateway/http/service/fileservice"
	"gateway/http/service/holdservice"
	"gateway/http/service/overviewservice"
	"gateway/http/service/paymentservice"
	"gateway/http/service/payoutservice"
	"gateway/http/service/periodservice"
	"gateway/http/service/pricingservice"
	"gateway/http/service/projectionservice"
	"gateway/http/service/proposalservice"
	"gateway/http/service/realtimeservice"
	"gateway/http/service/refundservice"
	"gateway/http/service/reversalservice"
	"gateway/http/service/routingservice"
	"gateway/http/service/safeguardservice"
	"gateway/http/service/sandboxservice"
	"gateway/http/service/secondfactorservice"
	"gateway/http/service/state"
	"gateway/http/service/suspenseservice"
	"gateway/http/service/taxservice"
	"gateway/http/service/ticketservice"
	"gateway/http/service/transactionservice"
	"gateway/http/service/treasuryservice"
	"gateway/http/service/withholdingservice"
	"gateway/projections/audit/auditpackage"
	"gateway/projections/story"
)

const (
	// sessionTTL is the lifetime of a login's bearer token.
	sessionTTL = 24 * time.Hour
	// loginWindow is the time over which failed logins are counted.
	loginWindow = 15 * time.Minute
	// invitationsPerHour limits the mails that a client can have sent to strangers.
	invitationsPerHour = 30
	// takenPerDay is small: a person tries only a few own addresses, while a list of other people's addresses
	// is long.
	takenPerDay = 20
	// wrongProofs is how many wrong codes, and how many wrong present passwords of a logged-in person, are
	// accepted per loginWindow, from any address.
	wrongProofs = 10
)

// useCases are the use cases that merchants and administrators share.
type useCases struct {
	accounts  accountservice.Accounts
	balances  *balanceservice.Balances
	payouts   payoutservice.Payouts
	periods   periodservice.Periods
	refunds   refundservice.Refunds
	proposals proposalservice.Proposals
	tickets   ticketservice.Tickets
	approvals *approvalservice.Approvals
	routing   routingservice.Routing
	disputes  disputeservice.Disputes
	slips     withholdingservice.Slips
	documents documentservice.Documents
	acts      actservice.Acts
}

func (a *App) useCases(keys config.Secrets) useCases {
	u := useCases{
		accounts: a.accounts(keys),
		balances: a.balances(),
		payouts: payoutservice.Payouts{
			Core: a.core, Providers: providers.Ports[payoutservice.Provider](a.providers), Books: listersOf(a.providers),
			Payers:        payersOf(a.providers),
			VATRate:       a.config.VATRate,
			AttemptWindow: a.config.ProviderTimeout + a.config.PayoutAttemptMargin,
		},
		periods:   periodservice.Periods{Core: a.core, Notary: a.notary, Runs: a.core.State, Connections: a.providers.Names()},
		refunds:   refundservice.Refunds{Core: a.core, Rules: a.refundRules(), Ports: a.refundPorts(), VATRate: a.config.VATRate},
		proposals: proposalservice.Proposals{Core: a.core},
		tickets:   ticketservice.Tickets{Core: a.core},
		approvals: approvalservice.New(a.core, a.config.DualControlFrom),
		routing:   a.routing(),
		disputes:  disputeservice.Disputes{Core: a.core, Files: &fileservice.Store{State: a.core.State, Masters: keys.Masters}},
	}
	u.slips = withholdingservice.Slips{
		Core: a.core, Files: u.disputes.Files, Rows: a.core.Queries,
		Rules: a.slipRules(),
	}
	u.documents = documentservice.Documents{
		Core: a.core, Files: u.disputes.Files, RetentionDays: int64(a.config.DocumentRetentionDays),
		UsualSeconds: int64(a.config.ReviewUsually / time.Second),
	}
	u.acts = actservice.New(u.approvals, actservice.UseCases{
		Accounts: u.accounts, Admins: a.admins, Balances: u.balances, Payouts: u.payouts, Periods: u.periods,
		Rates:    pricingservice.Rates{Core: a.core},
		Refunds:  u.refunds,
		Suspense: suspenseservice.Items{Core: a.core}, Reversals: reversalservice.Reversals{Core: a.core},
		Disputes: u.disputes, Slips: u.slips,
		Routing: u.routing, Treasury: treasuryservice.Entries{
			Core: a.core, Rows: a.core.Queries, Connections: a.providers.Names(), Bind: u.routing.Bind,
		},
	})
	return u
}

// issuer names the gateway in a person's app for codes.
const issuer = "Payment Gateway"

// factors returns the second factors of all people.
func (a *App) factors(keys config.Secrets) secondfactorservice.Factors {
	return secondfactorservice.Factors{
		Core: a.core, TOTP: credential.TOTP{Masters: keys.Masters, Issuer: issuer},
		Wrong: credential.NewLimiter(wrongProofs, loginWindow, a.core.Now),
	}
}

// accounts returns the use cases of clients' accounts and of their people's logins.
func (a *App) accounts(keys config.Secrets) accountservice.Accounts {
	factors, sessions := a.factors(keys), a.sessions(state.PersonSession)
	sessions.SecondFactor = factors.Check
	return accountservice.Accounts{
		Core: a.core, Keys: credential.NewKeyCache(a.core.Queries, credential.AccountsOf(a.core.Log), a.core.Now),
		Clients: accountservice.NewPersonClients(), Sessions: sessions, Factors: factors,
		Wrong:       credential.NewLimiter(wrongProofs, loginWindow, a.core.Now),
		Invitations: credential.NewLimiter(invitationsPerHour, time.Hour, a.core.Now),
		Taken:       credential.NewLimiter(a.takenPerDay(), 24*time.Hour, a.core.Now),
		Links:       a.links(keys), Mails: a.config.SMTPURL != "" || a.config.Environment == config.Sandbox,
		Masters: keys.Masters, CoolOff: a.config.CoolOff(),
	}
}

// takenPerDay returns how often in 24 hours one network that registers, or one client that changes its
// address, is told that an address is taken. REGISTRATION_LIMIT_PER_MINUTE=0 switches off this limit, too.
func (a *App) takenPerDay() int {
	if a.config.RegistrationsPerMinute == 0 {
		return 0
	}
	return takenPerDay
}

func (a *App) administrators(keys config.Secrets, onFailedLogin func(code string)) adminservice.Admins {
	factors, sessions := a.factors(keys), a.sessions(state.AdminSession)
	sessions.SecondFactor = factors.Check
	return adminservice.Admins{
		Core: a.core, Sessions: sessions, Factors: factors, Wrong: credential.NewLimiter(wrongProofs, loginWindow, a.core.Now),
		OnFailedLogin: onFailedLogin,
	}
}

// sessions returns the sessions of clients or of administrators, each with separate limits.
func (a *App) sessions(kind string) credential.Sessions {
	return credential.Sessions{
		State: a.core.State, Kind: kind, TTL: sessionTTL, Now: a.core.Now,
		Limits: credential.NewLoginLimits(a.core.State, credential.LoginLimitOptions{
			Kind: kind, PerAccount: a.config.LoginsPerAccount, PerAddress: a.config.LoginsPerAddress, Window: loginWindow, Now: a.core.Now,
		}),
	}
}

// testCallbacksPerMinute limits the test callbacks per client.
const testCallbacksPerMinute = 30

// ownCallbacks returns the use cases of merchants' own callbacks.
func (a *App) ownCallbacks(keys config.Secrets) callbackservice.Own {
	return callbackservice.Own{
		Callbacks: callbackservice.Callbacks{Core: a.core}, Secrets: callbacksender.Secrets(a.core.Log, keys.Masters),
		Sender: callbacksender.NewSender(callbacksender.Options{AllowPrivate: a.config.AllowsPrivateReceivers()}),
		Tests:  credential.NewLimiter(testCallbacksPerMinute, time.Minute, a.core.Now),
	}
}

func (a *App) merchantAPI(u useCases, keys config.Secrets) *merchantapi.API {
	c := a.config
	simulated := sandboxservice.Sandbox{Core: a.core}
	if a.stage != nil {
		simulated.Simulator = a.stage
	}
	own := a.ownCallbacks(keys)
	return merchantapi.New(merchantapi.UseCases{
		Queries: a.core.Queries, Accounts: u.accounts, Balances: u.balances,
		Calculator: pricingservice.Calculator{Core: a.core, VATRate: c.VATRate}, KeyUses: a.keyUses, Callbacks: own,
		Cursors:   listing.NewCursors(keys.Masters),
		Disputes:  u.disputes,
		Slips:     u.slips,
		Documents: u.documents,
		Endpoints: callbackservice.Endpoints{Own: own, Masters: keys.Masters},
		Payments: paymentservice.Payments{
			Core: a.core, Providers: providers.Ports[paymentservice.Provider](a.providers), Router: u.routing,
			VATRate: c.VATRate, Expiry: c.PaymentExpiry,
			HoldUntilSettled: upperCase(c.HoldUntilSettled), NotificationURL: a.publicURL + apiPrefix + "/provider/callbacks",
			PagesURL: a.publicURL + "/pay",
		},
		Feed: feedservice.New(a.core), Forgotten: a.forgotten, Payouts: u.payouts, Proposals: u.proposals, Tickets: u.tickets,
		Refunds:   u.refunds,
		Overviews: a.overviews(),
		Tax:       a.tax(),
		Realtime:  realtimeservice.Tokens{Issuer: a.realtime.tokens, Tickets: u.tickets},
		Stories:   a.stories(),
		Sandbox:   simulated, Transactions: transactionservice.Transactions{Core: a.core},
	}, merchantapi.Limits{
		Registrations: credential.NewLimiter(c.RegistrationsPerMinute, time.Minute, a.core.Now),
		Requests:      credential.NewLimiter(c.RequestsPerMinute, time.Minute, a.core.Now),
	})
}

func (a *App) adminAPI(u useCases, keys config.Secrets) *adminapi.Admin {
	return adminapi.New(adminapi.UseCases{
		Queries: a.core.Queries, Accounts: u.accounts, Acts: u.acts, Admins: a.admins, Approvals: u.approvals, Balances: u.balances,
		AuditRuns: a.auditRuns, BankStatements: a.bankStatements(),
		Banks: bankservice.Channels{Core: a.core}, Callbacks: callbackservice.Callbacks{Core: a.core}, Payouts: u.payouts,
		Refunds:      u.refunds,
		Periods:      u.periods,
		Packages:     periodservice.NewPackages(a.packages(), a.logger),
		Cursors:      listing.NewCursors(keys.Masters),
		Disputes:     u.disputes,
		Slips:        u.slips,
		Documents:    u.documents,
		Safeguarding: safeguardservice.New(a.core), Ages: a.ages(), Overviews: a.overviews(),
		Projections: projectionservice.Projections{Core: a.core, Queue: a.rebuildQueue}, Proposals: u.proposals,
		Holds: holdservice.Holds{Core: a.core}, Customers: customerservice.Customers{Core: a.core},
		Log: eventlogservice.New(a.core), Routing: u.routing, Tickets: u.tickets, Stories: a.stories(),
		Tax: a.tax(),
	}, a.reactors)
}

// bankStatements returns the use cases of statements of our bank.
func (a *App) bankStatements() bankstatementservice.Statements {
	s := bankstatementservice.Statements{
		Core: a.core, AttentionDays: a.config.BankLineAttentionDays, AnyAccount: a.config.Environment == config.Sandbox,
	}
	for _, account := range a.config.BankAccounts {
		number, _ := bankstatement.AccountNumber(account) // checked with the configuration
		s.Accounts = append(s.Accounts, number)
	}
	return s
}

// tax returns the use cases of the tax on fees.
func (a *App) tax() taxservice.Tax {
	c := a.config
	return taxservice.Tax{
		Core: a.core, Rows: a.core.Queries,
		Rules: TaxRules(c),
		File: tax.FileRules{
			Unit: c.TaxUnit, Goods: c.TaxServiceCode, Replacement: c.TaxReplacement, ExemptInfo: c.TaxExemptInfo,
			ExemptStamp: c.TaxExemptStamp, LineName: c.TaxServiceName,
		},
		Seller: seller(c), Withholding: a.slipRules(),
	}
}

// packages returns what auditors' packages are made of.
func (a *App) packages() auditpackage.Source {
	return auditpackage.NewSource(a.core.Log, a.core.Queries, a.notary, TaxRules(a.config))
}

// TaxRules returns the rules of the tax documents.
func TaxRules(c config.Config) tax.Rules {
	formula, err := c.TaxFormula()
	if err != nil { // the configuration was checked
		formula = tax.DefaultFormula
	}
	return tax.Rules{Formula: formula, TaxedCode: c.TaxCode, ExemptCode: c.TaxExemptCode}
}

// seller is who sells the service of the gateway.
func seller(c config.Config) tax.Seller {
	return tax.Seller{TIN: c.TaxSellerTIN, NITKU: c.TaxSellerNITKU, Name: c.TaxSellerName, Address: c.TaxSellerAddress}
}

// slipRules are the settings about withholding slips.
func (a *App) slipRules() balance.SlipRules {
	return balance.SlipRules{Rate: a.config.TaxWithholdingRate, NumberLength: a.config.TaxSlipLength}
}

// balances returns the use cases of balances.
func (a *App) balances() *balanceservice.Balances {
	const day = 24 * time.Hour
	balances := balanceservice.New(a.core, a.notary)
	balances.WriteOffAfter = time.Duration(a.config.WriteOffAfterDays) * day
	balances.JournalAccounts = a.config.JournalAccounts
	balances.Issuer, balances.Brand = seller(a.config), a.config.Brand()
	return balances
}

// overviews returns what the payments of the last days brought.
func (a *App) overviews() overviewservice.Overviews {
	return overviewservice.Overviews{Core: a.core, HoldDays: a.config.HoldDays}
}

// ages returns the reports of how old debts are.
func (a *App) ages() agingservice.Ages {
	return agingservice.Ages{Core: a.core, Classes: a.config.AgingClasses}
}

// stories returns a reader of the log for people who ask what happened.
func (a *App) stories() story.Reader {
	return story.Reader{Log: a.core.Log, Queries: a.core.Queries, DB: a.databases.Read.DB, Now: a.core.Now, Makes: makes(a.shared.routing)}
}
