package approval

import (
	"cmp"
	"encoding/json"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/mail"

	"github.com/shopspring/decimal"
)

// Requested says that an administrator asked for an act that needs a second administrator.
type Requested struct {
	ApprovalID int64 `json:"approval_id"`
	// Act is the name of the act, such as `payout.approve`. Names are permanent.
	Act string `json:"act"`
	// What says in one sentence what is to be done, for the administrator who decides.
	What string `json:"what"`
	// Subject is what the act is about, such as `withdrawals/17`.
	Subject string `json:"subject"`
	// Amount is in rupiah; nil if the act has none.
	Amount *decimal.Decimal `json:"amount"`
	// Command holds everything that the act needs, as JSON. It contains no secret, at most the hash of one.
	Command json.RawMessage `json:"command"`
	By      string          `json:"by"`
	// Reason is the requester's reason; it may be empty.
	Reason    string    `json:"reason"`
	ExpiresAt time.Time `json:"expires_at"`
	At        time.Time `json:"at"`
	// ByEmail is the address of the requester, empty if the requester has none.
	ByEmail string `json:"by_email"`
	// Notify lists the addresses of the administrators who may decide.
	Notify []string `json:"notify"`
}

// Granted says that another administrator agreed. Owner is the process that carries out the act.
type Granted struct {
	ApprovalID int64     `json:"approval_id"`
	By         string    `json:"by"`
	Reason     string    `json:"reason"`
	Owner      string    `json:"owner"`
	At         time.Time `json:"at"`
}

// Refused says that another administrator did not agree.
type Refused struct {
	ApprovalID int64     `json:"approval_id"`
	By         string    `json:"by"`
	Reason     string    `json:"reason"`
	At         time.Time `json:"at"`
}

// Expired says that the approval was neither granted nor refused in time.
type Expired struct {
	ApprovalID int64     `json:"approval_id"`
	At         time.Time `json:"at"`
}

// Resumed hands a granted act to another process, because the former one is gone.
type Resumed struct {
	ApprovalID int64     `json:"approval_id"`
	Owner      string    `json:"owner"`
	At         time.Time `json:"at"`
}

// Done says that the act was carried out. Result is its answer as JSON, without secrets; it is null if a
// crash came between the act and this event.
type Done struct {
	ApprovalID int64           `json:"approval_id"`
	Result     json.RawMessage `json:"result"`
	At         time.Time       `json:"at"`
}

// Failed says that the act was refused when it was carried out, with the refusal.
type Failed struct {
	ApprovalID int64     `json:"approval_id"`
	Code       string    `json:"code"`
	Field      string    `json:"field"`
	Message    string    `json:"message"`
	At         time.Time `json:"at"`
}

// EventType is the wire name.
func (Requested) EventType() string { return "approval.requested.v1" }
func (Granted) EventType() string   { return "approval.granted.v1" }
func (Refused) EventType() string   { return "approval.refused.v1" }
func (Expired) EventType() string   { return "approval.expired.v1" }
func (Resumed) EventType() string   { return "approval.resumed.v1" }
func (Done) EventType() string      { return "approval.done.v1" }
func (Failed) EventType() string    { return "approval.failed.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{
		Requested{}, Granted{}, Refused{}, Expired{}, Resumed{}, Done{}, Failed{}, PlaceTaken{},
	}
}

// Mails implements mail.Asker: a notice to each administrator who may decide. It names the act and its
// subject, and contains no text that the requester wrote.
func (e Requested) Mails() []mail.Mail {
	values := map[string]string{
		"approval_id": strconv.FormatInt(e.ApprovalID, 10), "act": e.Act, "subject": e.Subject, "by": cmp.Or(e.ByEmail, e.By),
	}
	if e.Amount != nil {
		values["amount"] = e.Amount.String()
	}
	mails := make([]mail.Mail, 0, len(e.Notify))
	for _, to := range e.Notify {
		mails = append(mails, mail.Mail{Kind: mail.KindApprovalRequested, To: to, Values: values, At: e.At, Until: e.ExpiresAt})
	}
	return mails
}
