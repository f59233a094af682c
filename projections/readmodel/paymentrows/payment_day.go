package paymentrows

import (
	"context"
	"strconv"
	"strings"
	"time"

	"gateway/domain/payment"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// channelInvoice is the channel of a payment whose customer chooses the bank or wallet at the provider.
const channelInvoice = "invoice"

// DaySums are what the payments that were created on some days are now. Recorded transactions are not in it.
type DaySums struct {
	Created int64 `json:"created"`
	// Paid counts those that are PAID or SETTLED, and Amount is what was paid for them, in rupiah.
	Paid   int64           `json:"paid"`
	Amount decimal.Decimal `json:"amount"`
}

// Plus returns the sum of both.
func (s DaySums) Plus(o DaySums) DaySums {
	return DaySums{Created: s.Created + o.Created, Paid: s.Paid + o.Paid, Amount: s.Amount.Add(o.Amount)}
}

func (s *DaySums) columns(f *readtable.Fields) {
	f.At("created", &s.Created).At("paid", &s.Paid).At("amount", &s.Amount)
}

// waitBounds are the bounds of the times to pay, in seconds. Each has a column of payment_days, and later has the rest.
var waitBounds = [...]int{30, 60, 120, 300, 600, 1800, 3600, 21600, 86400}

// Waits count paid payments by the time from their creation to the payment: those below each of waitBounds and not below
// the one before, and the others.
type Waits [len(waitBounds) + 1]int64

// Median returns the bounds between which the median time to pay lies: at least from, and less than below, which is 0
// for no bound. With an even number of payments it is the lower one of both in the middle. ok is false without a payment.
func (w Waits) Median() (from, below time.Duration, ok bool) {
	all := int64(0)
	for _, n := range w {
		all += n
	}
	if all == 0 {
		return 0, 0, false
	}
	for i, n := range w {
		if all -= 2 * n; all > 0 { // less than half of them are up to here
			continue
		}
		if i > 0 {
			from = time.Duration(waitBounds[i-1]) * time.Second
		}
		if i < len(waitBounds) {
			below = time.Duration(waitBounds[i]) * time.Second
		}
		break
	}
	return from, below, true
}

func (w *Waits) columns(f *readtable.Fields) {
	for i, name := range waitColumns() {
		f.At(name, &w[i])
	}
}

func waitColumns() (names []string) {
	for _, bound := range waitBounds {
		names = append(names, "within_"+strconv.Itoa(bound))
	}
	return append(names, "later")
}

// ofConnections is the client_id of the sums of all clients by connection.
const ofConnections = "-1"

// The sums change by the difference of what a transaction was and what it is: the former row is taken from them before
// the batch is written, and the present one is added afterwards.
var (
	takeFromDays = changeDays("-")
	addToDays    = changeDays("+")
	// leaveEmptyDays deletes the sums of connections that no payment of the day has any more.
	leaveEmptyDays = readtable.Custom(`DELETE FROM payment_days AS t USING {rows} JOIN transactions AS p ON p.id = n.id
		WHERE t.client_id = `+ofConnections+` AND t.day = p.day AND t.created = 0`, (*TransactionRow).Columns, "id")
)

// changeDays returns the writer that adds the transactions in the rows to the sums, or takes them from these.
func changeDays(sign string) readtable.Writer[TransactionRow] {
	const isPaid = "status IN ('" + payment.StatusPaid + "', '" + payment.StatusSettled + "')"
	bounds := make([]string, len(waitBounds))
	for i, bound := range waitBounds {
		bounds[i] = strconv.Itoa(bound)
	}
	sums := []string{"count(*)", "count(*) FILTER (WHERE is_paid)", "COALESCE(sum(paid_amount) FILTER (WHERE is_paid), 0)"}
	names := []string{"created", "paid", "amount"}
	for i, name := range waitColumns() {
		sums = append(sums, "count(*) FILTER (WHERE is_paid AND wait = "+strconv.Itoa(i)+")")
		names = append(names, name)
	}
	add := make([]string, len(names))
	for i, name := range names {
		sums[i], add[i] = sign+sums[i], name+" = t."+name+" + excluded."+name
	}
	return readtable.Custom(`INSERT INTO payment_days AS t (client_id, day, channel, bank, connection, `+strings.Join(names, ", ")+`)
		SELECT COALESCE(client_id, `+ofConnections+`), day, COALESCE(channel, ''), COALESCE(bank, ''), COALESCE(connection, ''),
			`+strings.Join(sums, ", ")+`
		FROM (SELECT p.client_id, p.day, p.channel, COALESCE(p.code_asked, '') AS bank, p.connection, p.paid_amount, p.`+isPaid+` AS is_paid,
			width_bucket(extract(epoch FROM p.paid_at - p.created_at)::float8, ARRAY[`+strings.Join(bounds, ", ")+`]::float8[]) AS wait
			FROM {rows} JOIN transactions AS p ON p.id = n.id WHERE p.channel <> '`+ChannelRecorded+`') AS changed
		GROUP BY GROUPING SETS ((client_id, day, channel, bank), (client_id, day), (day, connection))
		ON CONFLICT (client_id, day, channel, bank, connection) DO UPDATE SET `+strings.Join(add, ", "),
		(*TransactionRow).Columns, "id")
}

// changesDay reports whether a batch may have changed what the sums of a day have of a known transaction.
func (r *TransactionRow) changesDay() bool {
	return !r.New && (r.Status != "" || r.Asked != "" || r.PaidAmount != nil || r.PaidAt != nil)
}

// entersDay reports whether a transaction is new, or changesDay.
func (r *TransactionRow) entersDay() bool { return r.New || r.changesDay() }

// PaymentDay is what the payments that were created on a day are now.
type PaymentDay struct {
	// Day is a day of the business calendar, such as 2026-01-31.
	Day string
	DaySums
	Waits
}

func (d *PaymentDay) columns(f *readtable.Fields) {
	f.At("day", &d.Day)
	d.DaySums.columns(f)
	d.Waits.columns(f)
}

var paymentDays = readtable.TableOf("payment_days", (*PaymentDay).columns)

// PaymentDays returns the days from one to another, both included, on which the client created payments, oldest first.
func (q Queries) PaymentDays(ctx context.Context, clientID int64, from, to string) ([]PaymentDay, error) {
	return paymentDays.List(ctx, q.DB, "WHERE client_id = $1 AND day >= $2 AND day <= $3 AND channel = '' ORDER BY payment_days.day",
		clientID, from, to)
}

// ChannelSums are the sums of a client's payments by one channel and one bank or wallet.
type ChannelSums struct {
	// Channel is va, ewallet, qris or invoice.
	Channel string `json:"channel"`
	// Bank is the code of the bank or wallet that the payments were made for, such as BCA. It is empty for invoices,
	// whose customers choose later.
	Bank string `json:"channel_code"`
	DaySums
}

func (s *ChannelSums) columns(f *readtable.Fields) {
	f.At("channel", &s.Channel).At("bank", &s.Bank)
	s.DaySums.columns(f)
}

const summed = "sum(created)::bigint AS created, sum(paid)::bigint AS paid, sum(amount) AS amount"

var channelSums = readtable.TableOf("(SELECT channel, bank, "+summed+` FROM payment_days
	WHERE client_id = $1 AND day >= $2 AND day <= $3 AND channel <> '' GROUP BY channel, bank) AS summed`, (*ChannelSums).columns)

// PaymentChannels returns the sums of the client's payments of some days by channel and bank, those with the most paid
// first.
func (q Queries) PaymentChannels(ctx context.Context, clientID int64, from, to string) ([]ChannelSums, error) {
	return channelSums.List(ctx, q.DB, "ORDER BY summed.amount DESC, summed.created DESC, summed.channel, summed.bank", clientID, from, to)
}

// ConnectionSums are the sums of one connection on a day.
type ConnectionSums struct {
	Day, Connection string
	DaySums
}

func (s *ConnectionSums) columns(f *readtable.Fields) {
	f.At("day", &s.Day).At("connection", &s.Connection)
	s.DaySums.columns(f)
}

var connectionSums = readtable.TableOf("payment_days", (*ConnectionSums).columns)

// PaymentConnections returns the sums of all clients by day and by the connection that has the payment, ordered by both.
func (q Queries) PaymentConnections(ctx context.Context, from, to string) ([]ConnectionSums, error) {
	return connectionSums.List(ctx, q.DB,
		"WHERE client_id = "+ofConnections+" AND day >= $1 AND day <= $2 ORDER BY payment_days.day, payment_days.connection", from, to)
}

// ClientSums are the sums of one client.
type ClientSums struct {
	ClientID   int64  `json:"client_id"`
	ClientName string `json:"client_name"`
	DaySums
}

func (s *ClientSums) columns(f *readtable.Fields) {
	f.At("client_id", &s.ClientID)
	s.DaySums.columns(f)
}

var clientSums = readtable.TableOf("(SELECT client_id, "+summed+` FROM payment_days
	WHERE day = ANY ($1) AND channel = '' AND client_id <> `+ofConnections+` GROUP BY client_id) AS summed`, (*ClientSums).columns)

// PaymentClients returns the sums of some days by client, those with the most paid first, without the names. A limit of 0
// returns all.
func (q Queries) PaymentClients(ctx context.Context, days []string, limit int) ([]ClientSums, error) {
	return clientSums.List(ctx, q.DB, "ORDER BY summed.amount DESC, summed.created DESC, summed.client_id LIMIT NULLIF($2, 0)",
		pq.Array(days), limit)
}
