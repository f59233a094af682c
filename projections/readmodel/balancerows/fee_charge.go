package balancerows

import (
	"context"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/statement"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// FeeCharge is the sum of a client's fees that were charged in a period at one rate of VAT, less what was returned
// since.
type FeeCharge struct {
	ClientID int64           `db:"client_id"`
	VATRate  string          `db:"vat_rate"`
	Fee      decimal.Decimal `db:"fee"`
	VAT      decimal.Decimal `db:"vat"`
}

const selectFeeCharges = `SELECT client_id, vat_rate, SUM(fee) AS fee, SUM(vat) AS vat FROM fee_charges
	WHERE charged >= $1 AND charged < $2`

// FeeCharges returns the fees of all clients that were charged from one full hour to another, by client and rate. It has a
// row of zeros where all fees were returned.
func (q *Queries) FeeCharges(ctx context.Context, from, until time.Time) ([]FeeCharge, error) {
	return q.feeCharges(ctx, selectFeeCharges+` GROUP BY client_id, vat_rate ORDER BY client_id, vat_rate`, from, until)
}

// FeeChargesOf is FeeCharges for one client.
func (q *Queries) FeeChargesOf(ctx context.Context, clientID int64, from, until time.Time) ([]FeeCharge, error) {
	return q.feeCharges(ctx, selectFeeCharges+` AND client_id = $3 GROUP BY client_id, vat_rate ORDER BY vat_rate`, from, until, clientID)
}

func (q *Queries) feeCharges(ctx context.Context, query string, args ...any) ([]FeeCharge, error) {
	rows := []FeeCharge{}
	if err := q.SQL.SelectContext(ctx, &rows, query, args...); err != nil {
		return nil, readtable.Failed("fee_charges", err)
	}
	return rows, nil
}

// FeeMonths returns the hours in which a client was first and last charged a fee. ok is false if it never was.
func (q *Queries) FeeMonths(ctx context.Context, clientID int64) (first, last time.Time, ok bool, err error) {
	var found []struct {
		First *time.Time `db:"first"`
		Last  *time.Time `db:"last"`
	}
	err = q.SQL.SelectContext(ctx, &found, `
		SELECT MIN(charged) AS first, MAX(charged) AS last FROM fee_charges WHERE client_id = $1`, clientID)
	if err != nil {
		return first, last, false, readtable.Failed("fee_charges", err)
	}
	if len(found) == 0 || found[0].First == nil {
		return first, last, false, nil
	}
	return found[0].First.UTC(), found[0].Last.UTC(), true, nil
}

// addToFeeCharges adds the sums of a batch.
var addToFeeCharges = readtable.Custom(`INSERT INTO fee_charges AS t (client_id, vat_rate, charged, booked, fee, vat)
	SELECT n.client_id, n.vat_rate, n.charged, n.booked, n.fee, n.vat FROM {rows}
	ON CONFLICT (client_id, charged, booked, vat_rate) DO UPDATE SET fee = t.fee + excluded.fee, vat = t.vat + excluded.vat`,
	(*chargeSum).columns, "client_id", "vat_rate", "charged", "booked", "fee", "vat")

var keepFeeOrigins = readtable.Insert("fee_origins", (*feeOrigin).columns).OnConflict("(name) DO NOTHING")

type chargeKey struct {
	clientID        int64
	vatRate         string
	charged, booked time.Time
}

type chargeSum struct {
	chargeKey
	fee, vat decimal.Decimal
}

func (s *chargeSum) columns(f *readtable.Fields) {
	f.At("client_id", &s.clientID).At("vat_rate", &s.vatRate).At("charged", &s.charged).At("booked", &s.booked)
	f.At("fee", &s.fee).At("vat", &s.vat)
}

// feeOrigin says when a fee was charged.
type feeOrigin struct {
	name    string
	charged time.Time
	vatRate string
}

func (o *feeOrigin) columns(f *readtable.Fields) {
	f.At("name", &o.name).At("charged", &o.charged).At("vat_rate", &o.vatRate)
}

// feeCharges collects the fees of a batch, by what they are a fee for.
type feeCharges struct {
	all []charge
	// origins are those that the batch adds.
	origins readtable.Changes[string, feeOrigin]
}

// charge is one movement with a fee. origin names the fee that it returns; empty for a new one.
type charge struct {
	chargeKey
	fee, vat decimal.Decimal
	origin   string
	// alias is one more name of the origin, by which the fee is charged again; empty for none.
	alias string
}

// add adds the fee of a movement, booked in an hour, which was charged at a rate.
func (c *feeCharges) add(clientID int64, e domain.Event, booked time.Time, rate string, a statement.Amounts) {
	opens, turns := FeeNames(e, a.Fee.IsPositive())
	one := charge{chargeKey: chargeKey{clientID, rate, booked, booked}, fee: a.Fee, vat: a.VAT, origin: turns}
	switch {
	case opens != "" && turns != "":
		one.alias = opens
	case opens != "":
		*c.origins.ForKey(opens) = feeOrigin{opens, booked, rate}
	}
	c.all = append(c.all, one)
}

// FeeNames returns the name of the fee that an event charges, and that of the fee that it returns; empty for none. The
// fee itself is above zero where isPositive. With both, the fee that is returned has one more name from then on.
func FeeNames(e domain.Event, isPositive bool) (opens, turns string) {
	switch e := e.(type) {
	case balance.Credited:
		return creditName(e.Reference, 0), ""
	case balance.SuspenseReleased:
		return creditName(e.Reference, e.SuspenseID), ""
	case balance.PayoutCompleted:
		return payoutName(e.Order), ""
	case balance.PayoutReversed:
		return "", payoutName(e.Order)
	case balance.PaymentReversed: // a refund by transfer has a fee of its own, a void gives that of the payment back
		if isPositive {
			return refundName(e.ReversalID), ""
		}
		return refundName(e.ReversalID), creditName(e.Reference, e.SuspenseID)
	case balance.ReversalReturned:
		return "", refundName(e.ReversalID)
	}
	return "", ""
}

func creditName(transactionID string, suspenseID int64) string {
	return "credit/" + transactionID + "/" + strconv.FormatInt(suspenseID, 10)
}

func payoutName(o balance.Order) string { return "payout/" + o.Name() }

func refundName(reversalID string) string { return "refund/" + reversalID }

// write writes the fees of the batch, each with the hour in which it was charged.
func (c *feeCharges) write(ctx context.Context, tx *engine.Tx) error {
	if len(c.all) == 0 {
		return nil
	}
	if err := readtable.Run(ctx, tx, keepFeeOrigins.Rows(c.origins.List...)); err != nil {
		return err
	}
	origins, err := c.originsOf(ctx, tx)
	if err != nil {
		return err
	}
	var sums readtable.Changes[chargeKey, chargeSum]
	var aliases []*feeOrigin
	for _, one := range c.all {
		if from, ok := origins[one.origin]; ok {
			one.charged, one.vatRate = from.charged, from.vatRate
		}
		if one.alias != "" {
			also := feeOrigin{one.alias, one.charged, one.vatRate}
			origins[also.name], aliases = also, append(aliases, &also)
		}
		sum := sums.ForKey(one.chargeKey)
		sum.chargeKey, sum.fee, sum.vat = one.chargeKey, sum.fee.Add(one.fee), sum.vat.Add(one.vat)
	}
	return readtable.Run(ctx, tx, addToFeeCharges.Rows(sums.List...), keepFeeOrigins.Rows(aliases...))
}

// originsOf returns the origins of the fees that the batch returns.
func (c *feeCharges) originsOf(ctx context.Context, tx *engine.Tx) (map[string]feeOrigin, error) {
	found := map[string]feeOrigin{}
	var names []string
	for _, one := range c.all {
		if one.origin != "" {
			names = append(names, one.origin)
		}
	}
	if len(names) == 0 {
		return found, nil
	}
	rows, err := tx.Query(ctx, `SELECT name, charged, vat_rate FROM fee_origins WHERE name = ANY($1)`, names)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var o feeOrigin
		if err := rows.Scan(&o.name, &o.charged, &o.vatRate); err != nil {
			return nil, err
		}
		o.charged = o.charged.UTC()
		found[o.name] = o
	}
	return found, rows.Err()
}
