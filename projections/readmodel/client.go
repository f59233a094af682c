package readmodel

import (
	"context"
	"time"

	"gateway/domain/account"

	"github.com/shopspring/decimal"
)

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
	Status                  string          `db:"status" json:"status"`
	HasDeveloper            bool            `db:"has_developer" json:"has_developer"`
	IsAutoApproveWithdrawal bool            `db:"is_auto_approve_withdrawal" json:"is_auto_approve_withdrawal"`
	Balance                 decimal.Decimal `db:"saldo" json:"saldo"`
	Available               decimal.Decimal `db:"available" json:"saldo_yang_bisa_ditarik"`

	PasswordHash string `db:"password_hash" json:"-"`
	// WebhookGeneration is the number of rotations of the callback secret.
	WebhookGeneration int       `db:"webhook_generation" json:"-"`
	CreatedAt         time.Time `db:"created_at" json:"-"`
}

var clientTable = tableOf[Client]("clients LEFT JOIN balances ON client_id = id")

// Client returns a client.
func (q *Queries) Client(ctx context.Context, id int64) (Client, error) {
	return clientTable.get(ctx, q, "WHERE id = $1", id)
}

// ClientByEmail returns the client with this e-mail address, compared without case; of
// several, the one with the highest id.
func (q *Queries) ClientByEmail(ctx context.Context, email string) (Client, error) {
	return clientTable.get(ctx, q, "WHERE lower(email) = lower($1) ORDER BY id DESC", email)
}

// SuspendedClients lists the ids of the suspended clients.
func (q *Queries) SuspendedClients(ctx context.Context) ([]int64, error) {
	var ids []int64
	if err := q.db.SelectContext(ctx, &ids, "SELECT id FROM clients WHERE status = $1", account.StatusSuspended); err != nil {
		return nil, &queryError{"clients", err}
	}
	return ids, nil
}

// Clients returns a page of the clients and the number of all: of one status, unless
// it is empty.
func (q *Queries) Clients(ctx context.Context, status string, p Page) ([]Client, int64, error) {
	return clientTable.listPage(ctx, q, "client_counts", filter{}.where("status", status), p)
}
