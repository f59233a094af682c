package mail

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"time"

	"gateway/domain"
)

// Asker is an event that asks for mails. The list depends only on the event, so an event that is read twice
// asks for the same mails. It may be empty.
type Asker interface {
	domain.Event
	Mails() []Mail
}

// Mail is what an event asks to be sent. It holds no secret.
type Mail struct {
	// Kind names the text (package http/outbound/mailer).
	Kind string
	// To is the address of the recipient.
	To       string
	ClientID int64
	// Values holds what the text mentions, by name.
	Values map[string]string
	// Link is the link in the text; the zero Link stands for none.
	Link Link
	// At is when the event happened. From Until on the mail is too old to be sent.
	At, Until time.Time
}

// most limits how many things a mail lists.
const most = 30

// List adds the things that a mail lists to its values. If there are more than 30, a last entry says how many
// were left out. Listed returns them.
func List(values map[string]string, things []string) {
	for i, thing := range things {
		if i == most {
			values[itemName(i)] = fmt.Sprintf("… +%d", len(things)-most)
			return
		}
		values[itemName(i)] = thing
	}
}

// Listed returns the things that List added, in the same order.
func Listed(values map[string]string) (things []string) {
	for i := 0; i <= most; i++ {
		if thing, ok := values[itemName(i)]; ok {
			things = append(things, thing)
		}
	}
	return things
}

func itemName(i int) string { return "item_" + strconv.Itoa(i) }

// Link identifies a link that a mail carries. Its token is derived from these fields and
// the master secret, so that neither an event nor a table holds it.
type Link struct {
	// Purpose says what the link may be used for.
	Purpose  string `json:"purpose"`
	ClientID int64  `json:"client_id"`
	PersonID int64  `json:"person_id"`
	// Number distinguishes the links of one purpose and person. A later link has a higher number.
	Number int `json:"number"`
}

// The purposes of links.
const (
	// PurposeInvitation lets an invited person choose a password.
	PurposeInvitation = "invitation"
	// PurposeReset lets a person choose a new password.
	PurposeReset = "reset"
	// PurposeMailsOff lets a person switch off a kind of mails. Number is the number of the kind.
	PurposeMailsOff = "mails_off"
	// PurposeUndo undoes a change of an account, while the pause that the change began lasts. Number is the
	// number of the pause.
	PurposeUndo = "undo"
)

// ID returns the id of the n-th mail (from 0) that an event asks for.
func ID(eventID [16]byte, n int) string {
	id := "ml_" + hex.EncodeToString(eventID[:])
	if n > 0 {
		id += "_" + strconv.Itoa(n)
	}
	return id
}

// The kinds of mails.
const (
	KindInvitation    = "invitation"
	KindPasswordReset = "password_reset"
	// KindAccountChanged reports that the bank account, the e-mail address or the password changed.
	KindAccountChanged = "account_changed"
	// KindRecovered lists what an end of access, or an undo, undid.
	KindRecovered = "recovered"
	// KindEndpointFailing reports a callback endpoint that accepts nothing.
	KindEndpointFailing = "endpoint_failing"
	// KindDisputeDue reports a dispute that must be answered soon.
	KindDisputeDue = "dispute_due"
	// KindApprovalRequested tells an administrator about an act that waits for a second administrator.
	KindApprovalRequested = "approval_requested"
	// KindPayoutDone says that a transfer to the client's bank account was made.
	KindPayoutDone = "payout_done"
	// KindWeeklySummary sums up the week before.
	KindWeeklySummary = "weekly_summary"
	// KindAttention lists what is new and needs a person to look at it.
	KindAttention = "attention"
	// KindReceipt says that a payment of a customer was received.
	KindReceipt = "receipt"
)
