package callbackservice

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/callback"
	"gateway/eventstore"
	"gateway/projections/audit/books"
	"gateway/projections/readmodel/callbackrows"
)

// MaxResends limits how many callbacks one request may resend.
const MaxResends = 500

// ResendRequest selects callbacks to resend. An empty field selects all.
type ResendRequest struct {
	// Status is exhausted or delivered.
	Status   string
	ClientID int64
	// From and To are times or business days of the reported events, both included.
	From, To string
	// Seen is when the caller saw which callbacks these are; zero for now. One that was attempted since is left out, so
	// that a request that comes twice sends each of them once.
	Seen time.Time
	// Limit is the maximum number of callbacks to resend.
	Limit int
	// DryRun only shows what would be resent.
	DryRun bool
}

// Resent lists what was resent, or would be.
type Resent struct {
	DryRun bool `json:"dry_run"`
	// SeenAt is when the callbacks were read.
	SeenAt time.Time `json:"seen_at"`
	// Matching is how many callbacks the request selects, counting at most 1,000 per client.
	Matching int64 `json:"matching"`
	// Resent is how many callbacks of the list are due again now.
	Resent    int              `json:"resent"`
	Callbacks []ResentCallback `json:"callbacks"`
}

// ResentCallback is one callback of a bulk resend. Status is its status before.
type ResentCallback struct {
	ID       string `json:"id"`
	ClientID int64  `json:"client_id"`
	// ClientName is the client's name. It is filled for answers; ResendMany leaves it empty.
	ClientName string    `json:"client_name"`
	Kind       string    `json:"kind"`
	Resource   string    `json:"resource"`
	URL        string    `json:"url"`
	Status     string    `json:"status"`
	CreatedAt  time.Time `json:"created_at"`
	Resent     bool      `json:"resent"`
	// ErrorCode and Message say why the callback was not resent. Both are empty when it was, and in a dry
	// run.
	ErrorCode string `json:"error_code"`
	Message   string `json:"message"`
}

// ResendMany makes the selected callbacks due again, oldest first, each as Resend does. A refused one does
// not stop the others. A failure does, and those after it report it. Refusals: invalid_field status,
// client_id, from, to or limit. If ResendMany returns an error, nothing was resent.
func (c Callbacks) ResendMany(ctx context.Context, r ResendRequest) (Resent, error) {
	in, wrongTime := books.Between(c.Calendar, "from", r.From, "to", r.To)
	var wrongStatus error
	if r.Status != callback.StatusExhausted && r.Status != callback.StatusDelivered {
		wrongStatus = domain.InvalidField("status", "must be exhausted or delivered")
	}
	var wrongLimit, wrongClient error
	if r.Limit < 1 || r.Limit > MaxResends {
		wrongLimit = domain.InvalidField("limit", "must be from 1 to %d", MaxResends)
	}
	if r.ClientID < 0 {
		wrongClient = domain.InvalidField("client_id", "must be a positive integer")
	}
	if err := domain.Together(wrongStatus, wrongClient, wrongTime, wrongLimit); err != nil {
		return Resent{}, err
	}
	filter := callbackrows.ResendFilter{Status: r.Status, ClientID: r.ClientID, From: in.From, To: in.To, Seen: r.Seen}
	now := c.Now()
	rows, matching, err := c.Queries.CallbacksToResend(ctx, filter, r.Limit)
	if err != nil {
		return Resent{}, err
	}
	done := Resent{DryRun: r.DryRun, SeenAt: now, Matching: matching, Callbacks: make([]ResentCallback, len(rows))}
	for i, row := range rows {
		done.Callbacks[i] = ResentCallback{
			ID: row.ID, ClientID: row.ClientID, Kind: row.Kind, Resource: row.Resource, URL: row.URL, Status: row.Status, CreatedAt: row.CreatedAt,
		}
	}
	if !r.DryRun {
		c.resendAll(ctx, rows, &done)
	}
	return done, nil
}

func (c Callbacks) resendAll(ctx context.Context, rows []callbackrows.Callback, done *Resent) {
	var last eventstore.Position
	var failure error
	for i, row := range rows {
		said := &done.Callbacks[i]
		if failure != nil {
			said.ErrorCode, said.Message = "unavailable", "not tried, after an earlier one failed"
			continue
		}
		out, err := c.resend(ctx, row, new(len(row.Attempts)))
		var refusal *domain.Refusal
		switch {
		case err == nil && len(out.Events) == 0:
			said.ErrorCode, said.Message = "callback_changed", "another request sent it again meanwhile"
		case err == nil:
			said.Resent, last = true, out.Position
			done.Resent++
		case errors.As(err, &refusal):
			said.ErrorCode, said.Message = refusal.Code, refusal.Message
		default:
			failure = err
			said.ErrorCode, said.Message = "unavailable", "the log did not take it in time: ask again"
			c.Logger.WithError(err).WithField("callback_id", row.ID).Error("a bulk resend of callbacks stopped")
		}
	}
	if done.Resent > 0 {
		c.Wait(ctx, last)
	}
}
