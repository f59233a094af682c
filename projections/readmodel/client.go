package readmodel

import (
	"context"
	"time"

	"gateway/domain/account"

	"github.com/shopspring/decimal"
)

// Client is an account with its balance. Its JSON is the profile of specification
// 2.2 and holds no secret.
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
	// Status is one of account.StatusPending and its like.
	Status                  string          `db:"status" json:"status"`
	HasDeveloper            bool            `db:"has_developer" json:"has_developer"`
	IsAutoApproveWithdrawal bool            `db:"is_auto_approve_withdrawal" json:"is_auto_approve_withdrawal"`
	Balance                 decimal.Decimal `db:"saldo" json:"saldo"`
	Available               decimal.Decimal `db:"available" json:"saldo_yang_bisa_ditarik"`

	PasswordHash string `db:"password_hash" json:"-"`
	// WebhookGeneration counts the rotations of the callback secret, from 0.
	WebhookGeneration int       `db:"webhook_generation" json:"-"`
	CreatedAt         time.Time `db:"created_at" json:"-"`
}

var clientTable = tableOf[Client]("clients LEFT JOIN balances ON client_id = id")

// Client finds a client.
func (q *Queries) Client(ctx context.Context, id int64) (Client, error) {
	return clientTable.one(ctx, q, "WHERE id = $1", id)
}

// ClientByEmail finds a client by e-mail address, whatever its case.
func (q *Queries) ClientByEmail(ctx context.Context, email string) (Client, error) {
	return clientTable.one(ctx, q, "WHERE lower(email) = lower($1) ORDER BY id DESC", email)
}

// SuspendedClients lists the ids of those that are suspended.
func (q *Queries) SuspendedClients(ctx context.Context) ([]int64, error) {
	var ids []int64
	if err := q.db.SelectContext(ctx, &ids, "SELECT id FROM clients WHERE status = $1", account.StatusSuspended); err != nil {
		return nil, &unreadError{"clients", err}
	}
	return ids, nil
}

// Clients lists the clients, of one status unless it is empty, and gives their
// total number.
func (q *Queries) Clients(ctx context.Context, status string, p Page) ([]Client, int64, error) {
	return clientTable.page(ctx, q, "client_counts", filter{}.where("status", status), p)
}
