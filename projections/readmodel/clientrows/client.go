package clientrows

import (
	"context"
	"time"

	"gateway/domain/account"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// Queries queries clients, their API keys and apps.
type Queries struct{ readtable.DB }

// Client is an account with its balance (API reference: Account). Its JSON holds no
// secret.
type Client struct {
	ID            int64  `db:"id" json:"id"`
	Name          string `db:"nama" json:"nama"`
	Email         string `db:"email" json:"email"`
	Code          string `db:"kode" json:"kode"`
	ContactName   string `db:"pic" json:"pic"`
	ContactPhone  string `db:"no_telp_pic" json:"no_telp_pic"`
	ContactEmail  string `db:"email_pic" json:"email_pic"`
	Address       string `db:"alamat" json:"alamat"`
	AccountNumber string `db:"norek" json:"norek"`
	Bank          string `db:"bank" json:"bank"`
	// Status is one of the statuses of package account.
	Status       string `db:"status" json:"status"`
	HasDeveloper bool   `db:"has_developer" json:"has_developer"`
	// IsAutoApproveWithdrawal is false until PausedUntil has passed.
	IsAutoApproveWithdrawal bool            `db:"is_auto_approve_withdrawal" json:"is_auto_approve_withdrawal"`
	Balance                 decimal.Decimal `db:"saldo" json:"saldo"`
	Available               decimal.Decimal `db:"available" json:"saldo_yang_bisa_ditarik"`

	// PausedUntil is the end of the last pause of auto-approval, or nil when there was none.
	PausedUntil *time.Time `db:"auto_approval_paused_until" json:"-"`
	// DailyPayoutCap limits the amount that is auto-approved per day, in rupiah. Nil means no cap.
	DailyPayoutCap *decimal.Decimal `db:"daily_payout_cap" json:"-"`

	PasswordHash string `db:"password_hash" json:"-"`
	// WebhookGeneration counts the rotations of the callback secret.
	WebhookGeneration int       `db:"webhook_generation" json:"-"`
	CreatedAt         time.Time `db:"created_at" json:"-"`
}

var clientTable = readtable.Of[Client]("clients LEFT JOIN balances ON client_id = id")

// Client returns a client.
func (q Queries) Client(ctx context.Context, id int64) (Client, error) {
	return q.client(ctx, "WHERE id = $1", id)
}

// ClientNames returns the names of clients by id. It leaves out unknown clients.
func (q Queries) ClientNames(ctx context.Context, ids []int64) (map[int64]string, error) {
	var rows []struct {
		ID   int64  `db:"id"`
		Name string `db:"nama"`
	}
	if err := q.SQL.SelectContext(ctx, &rows, "SELECT id, nama FROM clients WHERE id = ANY($1)", pq.Array(ids)); err != nil {
		return nil, readtable.Failed("clients", err)
	}
	names := make(map[int64]string, len(rows))
	for _, r := range rows {
		names[r.ID] = r.Name
	}
	return names, nil
}

// ClientByEmail returns the client with this e-mail address, compared without case. If there are several, it
// returns the one with the highest id.
func (q Queries) ClientByEmail(ctx context.Context, email string) (Client, error) {
	return q.client(ctx, "WHERE lower(email) = lower($1) ORDER BY id DESC", email)
}

func (q Queries) client(ctx context.Context, clause string, args ...any) (Client, error) {
	c, err := clientTable.Get(ctx, q.DB, clause, args...)
	return c.At(q.Now()), err
}

// At returns the client's state at a time: a pause of auto-approval that is running switches auto-approval
// off.
func (c Client) At(now time.Time) Client {
	if c.PausedUntil != nil && now.Before(*c.PausedUntil) {
		c.IsAutoApproveWithdrawal = false
	}
	return c
}

// EndedAccess lists the ids of the clients that are suspended or whose access was ended at or after since.
func (q Queries) EndedAccess(ctx context.Context, since time.Time) ([]int64, error) {
	var ids []int64
	err := q.SQL.SelectContext(ctx, &ids, "SELECT id FROM clients WHERE status = $1 UNION SELECT id FROM clients WHERE access_ended_at >= $2",
		account.StatusSuspended, since)
	if err != nil {
		return nil, readtable.Failed("clients", err)
	}
	return ids, nil
}

// Clients returns a page of the clients and their total number. It filters by status, unless status is empty.
func (q Queries) Clients(ctx context.Context, status string, p readtable.Page) ([]Client, int64, error) {
	rows, total, err := clientTable.ListPage(ctx, q.DB, "client_counts", new(readtable.Search).Equals("status", status), p)
	now := q.Now()
	for i := range rows {
		rows[i] = rows[i].At(now)
	}
	return rows, total, err
}
