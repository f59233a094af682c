package readmodel

import (
	"time"

	"gateway/projections/readmodel/adminrows"
	"gateway/projections/readmodel/approvalrows"
	"gateway/projections/readmodel/auditlogrows"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/bankrows"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/connectionrows"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/documentrows"
	"gateway/projections/readmodel/feedrows"
	"gateway/projections/readmodel/mailrows"
	"gateway/projections/readmodel/noticerows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/personrows"
	"gateway/projections/readmodel/pricingrows"
	"gateway/projections/readmodel/proposalrows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/refundrows"
	"gateway/projections/readmodel/searchrows"
	"gateway/projections/readmodel/ticketrows"
	"gateway/projections/readmodel/withholdingrows"

	"github.com/jmoiron/sqlx"
)

// The query types of the features, each under a distinct name.
type (
	balanceQueries     = balancerows.Queries
	adminQueries       = adminrows.Queries
	approvalQueries    = approvalrows.Queries
	auditlogQueries    = auditlogrows.Queries
	bankQueries        = bankrows.Queries
	callbackQueries    = callbackrows.Queries
	clientQueries      = clientrows.Queries
	connectionQueries  = connectionrows.Queries
	disputeQueries     = disputerows.Queries
	documentQueries    = documentrows.Queries
	feedQueries        = feedrows.Queries
	mailQueries        = mailrows.Queries
	noticeQueries      = noticerows.Queries
	paymentQueries     = paymentrows.Queries
	payoutQueries      = payoutrows.Queries
	personQueries      = personrows.Queries
	pricingQueries     = pricingrows.Queries
	proposalQueries    = proposalrows.Queries
	refundQueries      = refundrows.Queries
	searchQueries      = searchrows.Queries
	ticketQueries      = ticketrows.Queries
	withholdingQueries = withholdingrows.Queries
)

// Queries has the queries of all features. It shows an event once the read models have passed its position
// (engine.CheckpointWatcher.Wait). It is safe for concurrent use.
//
// Every query for one row may return readtable.ErrNotFound. Every query may return an error that is
// eventstore.ErrUnavailable when the database cannot be reached.
type Queries struct {
	readtable.DB
	*balanceQueries
	adminQueries
	approvalQueries
	auditlogQueries
	bankQueries
	callbackQueries
	clientQueries
	connectionQueries
	disputeQueries
	documentQueries
	feedQueries
	mailQueries
	noticeQueries
	paymentQueries
	payoutQueries
	personQueries
	pricingQueries
	proposalQueries
	refundQueries
	searchQueries
	ticketQueries
	withholdingQueries
}

// NewQueries makes Queries on db. A DSN with binary_parameters=yes saves a round trip
// per query.
func NewQueries(db *sqlx.DB) *Queries {
	d := readtable.DB{SQL: db, Now: time.Now}
	return &Queries{
		DB: d, balanceQueries: balancerows.NewQueries(d),
		adminQueries:       adminQueries{DB: d},
		approvalQueries:    approvalQueries{DB: d},
		auditlogQueries:    auditlogQueries{DB: d},
		bankQueries:        bankQueries{DB: d},
		callbackQueries:    callbackQueries{DB: d},
		clientQueries:      clientQueries{DB: d},
		connectionQueries:  connectionQueries{DB: d},
		disputeQueries:     disputeQueries{DB: d},
		documentQueries:    documentQueries{DB: d},
		feedQueries:        feedQueries{DB: d},
		mailQueries:        mailQueries{DB: d},
		noticeQueries:      noticeQueries{DB: d},
		paymentQueries:     paymentQueries{DB: d},
		payoutQueries:      payoutQueries{DB: d},
		personQueries:      personQueries{DB: d},
		pricingQueries:     pricingQueries{DB: d},
		proposalQueries:    proposalQueries{DB: d},
		refundQueries:      refundQueries{DB: d},
		searchQueries:      searchQueries{DB: d},
		ticketQueries:      ticketQueries{DB: d},
		withholdingQueries: withholdingQueries{DB: d},
	}
}
