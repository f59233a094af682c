package auditlogrows

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// AuditLog projects the events that administrators caused.
type AuditLog struct{}

// Name implements engine.Model.
func (AuditLog) Name() string { return "audit_log" }

// Tables implements engine.Model.
func (AuditLog) Tables() []string { return []string{"audit_log"} }

var insertAuditLog = readtable.Insert("audit_log", (*AuditEntry).columns).OrCopy()

// Applies implements engine.Selective. The model reads every event, but only its actor and the fields that
// many events have in common.
func (AuditLog) Applies() []domain.Event { return nil }

// Apply implements engine.Model.
func (AuditLog) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var entries []*AuditEntry
	for _, env := range events {
		if entry, ok := EntryOf(env.Recorded); ok {
			entries = append(entries, &entry)
		}
	}
	return readtable.Run(ctx, tx, insertAuditLog.Rows(entries...))
}

// EntryOf returns the entry of an event. ok is false for an event that no administrator caused.
func EntryOf(r eventstore.Recorded) (entry AuditEntry, ok bool) {
	if !mayBeAct(r) {
		return entry, false
	}
	m := eventstore.ParseMetadata(r.Metadata)
	if m.Origin == "" || !isAct(m.Actor, r) {
		return entry, false
	}
	d := parseAuditData(r.Data)
	return AuditEntry{
		Position: r.Position.Commit, At: r.BookedAt, Actor: m.Actor, ApprovedBy: m.ApprovedBy, Kind: eventKind(r.Type),
		Subject: d.subject(r.Stream), ClientID: d.ClientID, Reason: d.Reason, Detail: d.detail, RequestID: m.RequestID,
	}, true
}

// bookkeeping are the stream categories that record how a request was handled, not what was done.
var bookkeeping = []string{"idempotency", "sequence", "snapshot", "slices", "requester"}

// mayBeAct is isAct for an event whose metadata is not parsed yet, as that of most events need not be. It may
// be true for an event that is no act.
func mayBeAct(r eventstore.Recorded) bool {
	return bytes.Contains(r.Metadata, []byte(`"admin`)) || bytes.Contains(r.Metadata, []byte(`"machine`)) || r.Type == "admin.created.v1"
}

func isAct(actor string, r eventstore.Recorded) bool {
	kind, _, _ := strings.Cut(actor, ":")
	category, _, _ := strings.Cut(r.Stream, "-")
	switch kind {
	case "admin", "machine":
		return !slices.Contains(bookkeeping, category)
	case "system": // the first admin
		return r.Type == "admin.created.v1"
	}
	return false
}

var eventVersion = regexp.MustCompile(`\.v[0-9]+$`)

func eventKind(wireName string) string { return eventVersion.ReplaceAllString(wireName, "") }

// auditData holds the fields in which events name their subject.
type auditData struct {
	ID            int64  `json:"id"`
	Kind          string `json:"kind"`
	ClientID      int64  `json:"client_id"`
	AdminID       int64  `json:"admin_id"`
	AppID         int64  `json:"app_id"`
	TicketID      int64  `json:"ticket_id"`
	ProposalID    int64  `json:"proposal_id"`
	ApprovalID    int64  `json:"approval_id"`
	PersonID      int64  `json:"person_id"`
	TransactionID string `json:"transaction_id"`
	CallbackID    string `json:"callback_id"`
	Reference     string `json:"reference"`
	ChannelCode   string `json:"channel_code"`
	Code          string `json:"code"`
	Connection    string `json:"connection"`
	Owner         string `json:"owner"`
	Name          string `json:"name"`
	Reason        string `json:"reason"`

	detail json.RawMessage
}

// shownDetails are the fields that say what was changed. None of them is secret or about a customer.
var shownDetails = []string{
	"role", "amount", "jumlah", "total", "channel_code", "code", "flat", "percent", "vat_inclusive", "active", "is_auto_approve_withdrawal",
	"daily_payout_cap", "daily_refund_cap", "manual", "di_transfer_oleh", "everywhere", "act", "what", "kind", "value_date", "app_id", "name",
	"second_factor", "work", "rules",
}

// parseAuditData reads the data of an event. It leaves out what it cannot read.
func parseAuditData(raw json.RawMessage) (d auditData) {
	_ = json.Unmarshal(raw, &d) // a field with an unexpected type is left out
	var all map[string]json.RawMessage
	_ = json.Unmarshal(raw, &all)
	shown := map[string]json.RawMessage{}
	for _, name := range shownDetails {
		if value, ok := all[name]; ok {
			shown[name] = value
		}
	}
	d.detail, _ = json.Marshal(shown) // parsed JSON can always be encoded
	return d
}

// subject returns the object that an event is about, as an API path.
func (d auditData) subject(stream string) string {
	category, id, _ := strings.Cut(stream, "-")
	path := func(collection string, id int64) string { return collection + "/" + strconv.FormatInt(id, 10) }
	switch category {
	case "admin", "admin_login":
		return path("admins", d.AdminID)
	case "second_factor":
		if admin, ok := strings.CutPrefix(d.Owner, "admin:"); ok {
			return "admins/" + admin
		}
		return strings.Replace(d.Owner, ":", "/", 1)
	case "balance":
		if d.Kind == "withdrawal" || d.Kind == "settlement" {
			return path(d.Kind+"s", d.ID)
		}
		return path("clients", d.ClientID)
	case "account":
		switch {
		case d.AppID != 0:
			return path("apps", d.AppID)
		case d.PersonID != 0:
			return path("users", d.PersonID)
		}
		return path("clients", d.ClientID)
	case "client_tax", "fee_invoice":
		return path("clients", d.ClientID)
	case "payment":
		return "transactions/" + d.TransactionID
	case "callback":
		return "callbacks/" + d.CallbackID
	case "ticket":
		return path("tickets", d.TicketID)
	case "proposal":
		return path("proposals", d.ProposalID)
	case "approval":
		return path("approvals", d.ApprovalID)
	case "projection":
		return "projections/" + d.Name
	case "treasury":
		return "treasury/" + d.Reference
	case "settings":
		switch id {
		case "routing":
			return "routing"
		case "connections":
			return "connections/" + d.Connection
		}
		if d.Code != "" {
			return "bank-channels/" + d.Code
		}
		return "fees/" + d.ChannelCode
	}
	return category + "/" + id
}
