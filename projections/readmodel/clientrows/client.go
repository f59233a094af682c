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
	ID            int64  `json:"id"`
	Position      int64  `json:"-"` // of the registration
	Name          string `json:"nama"`
	Email         string `json:"email"`
	Code          string `json:"kode"`
	ContactName   string `json:"pic"`
	ContactPhone  string `json:"no_telp_pic"`
	ContactEmail  string `json:"email_pic"`
	Address       string `json:"alamat"`
	AccountNumber string `json:"norek"`
	Bank          string `json:"bank"`
	// Status is one of the statuses of package account.
	Status       string `json:"status"`
	HasDeveloper bool   `json:"has_developer"`
	// IsAutoApproveWithdrawal is false until PausedUntil has passed.
	IsAutoApproveWithdrawal bool            `json:"is_auto_approve_withdrawal"`
	Balance                 decimal.Decimal `json:"saldo"`
	Available               decimal.Decimal `json:"saldo_yang_bisa_ditarik"`

	// PausedUntil is the end of the last pause of auto-approval, or nil when there was none.
	PausedUntil *time.Time `json:"-"`
	// DailyPayoutCap limits the amount that is auto-approved per day, in rupiah. Nil means no cap.
	DailyPayoutCap *decimal.Decimal `json:"-"`
	// DailyRefundCap limits the refunds of a day that no person approves, in rupiah.
	DailyRefundCap decimal.Decimal `json:"-"`

	PasswordHash string `json:"-"`
	// WebhookGeneration counts the rotations of the callback secret.
	WebhookGeneration int       `json:"-"`
	CreatedAt         time.Time `json:"-"`
}

// Columns lists the columns of the client, and of its balance.
func (c *Client) Columns(f *readtable.Fields) {
	f.At("id", &c.ID).At("position", &c.Position).At("kode", &c.Code).At("password_hash", &c.PasswordHash).At("created_at", &c.CreatedAt)
	f.Later("nama", &c.Name).Later("email", &c.Email).Later("status", &c.Status).Later("pic", &c.ContactName)
	f.Later("no_telp_pic", &c.ContactPhone).Later("email_pic", &c.ContactEmail).Later("alamat", &c.Address)
	f.Later("norek", &c.AccountNumber).Later("bank", &c.Bank).Later("auto_approval_paused_until", &c.PausedUntil)
	f.Later("webhook_generation", &c.WebhookGeneration)
	f.Apart("is_auto_approve_withdrawal", &c.IsAutoApproveWithdrawal).Apart("daily_payout_cap", &c.DailyPayoutCap)
	f.Apart("daily_refund_cap", &c.DailyRefundCap)
	f.Apart("has_developer", &c.HasDeveloper).Apart("saldo", &c.Balance).Apart("available", &c.Available)
}

var clientTable = readtable.TableOf("clients LEFT JOIN balances ON client_id = id", (*Client).Columns)

// Client returns a client.
func (q Queries) Client(ctx context.Context, id int64) (Client, error) {
	c, err := clientTable.Get(ctx, q.DB, "WHERE id = $1", id)
	return c.At(q.Now()), err
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

// RecoveringClients returns at most limit clients for which the end of access, or its undo, is not finished
// in other streams, oldest first.
func (q Queries) RecoveringClients(ctx context.Context, limit int) (ids []int64, err error) {
	if err = q.SQL.SelectContext(ctx, &ids, `SELECT id FROM clients WHERE recovering ORDER BY position LIMIT $1`, limit); err != nil {
		return nil, readtable.Failed("clients", err)
	}
	return ids, nil
}

// The troubles that ClientsIn selects clients by.
const (
	// TroubleReceivable selects clients that owe money.
	TroubleReceivable = "receivable"
	// TroubleEndpoint selects clients with a callback endpoint whose last attempt failed.
	TroubleEndpoint = "failing_endpoint"
	// TroubleOrphan selects clients with an API key whose issuer is gone.
	TroubleOrphan = "key_without_issuer"
)

// inTrouble selects the ids of the clients with each trouble. They are few among all clients.
var inTrouble = map[string]string{
	TroubleReceivable: "SELECT client_id FROM balances WHERE receivable < 0",
	TroubleEndpoint:   "SELECT client_id FROM callback_endpoints WHERE down_since IS NOT NULL",
	TroubleOrphan: "SELECT client_id FROM api_keys WHERE orphaned_at IS NOT NULL AND (ends_at IS NULL OR ends_at > $2) " +
		"ORDER BY orphaned_at LIMIT 1000",
}

// ClientsIn returns a page of the clients with a trouble, newest first, and their total number. It filters by
// status, unless status is empty. An unknown trouble selects no client.
func (q Queries) ClientsIn(ctx context.Context, trouble, status string, p readtable.Page) ([]Client, int64, error) {
	ids, ok := inTrouble[trouble]
	if !ok {
		return []Client{}, 0, nil
	}
	// OFFSET 0 keeps PostgreSQL from reading all clients of the status, or all clients in position order.
	var all []int64
	args := []any{status}
	if trouble == TroubleOrphan {
		args = append(args, q.Now())
	}
	err := q.SQL.SelectContext(ctx, &all, "SELECT id FROM (SELECT id, position, status FROM clients WHERE id = ANY (ARRAY("+ids+
		")) OFFSET 0) AS few WHERE $1 = '' OR status = $1 ORDER BY position DESC", args...)
	if err != nil {
		return nil, 0, readtable.Failed("clients", err)
	}
	from := min(int64(p.Number-1)*int64(p.PerPage), int64(len(all)))
	shown := all[from:min(from+int64(p.PerPage), int64(len(all)))]
	if len(shown) == 0 {
		return []Client{}, int64(len(all)), nil
	}
	rows, err := clientTable.List(ctx, q.DB, "WHERE id = ANY ($1) ORDER BY clients.position DESC", pq.Array(shown))
	now := q.Now()
	for i := range rows {
		rows[i] = rows[i].At(now)
	}
	return rows, int64(len(all)), err
}
