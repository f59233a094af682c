package approvalservice

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"gateway/domain/approval"
	"gateway/eventstore"
	"gateway/projections/readmodel/approvalrows"

	"github.com/shopspring/decimal"
)

// The kinds of particulars: how a value is to be read.
const (
	KindText    = "text"
	KindRupiah  = "rupiah"
	KindPercent = "percent"
	KindFlag    = "flag"
	KindTime    = "time"
	KindDay     = "day"
	// KindCode is a word of the API, such as a status.
	KindCode = "code"
)

// The names of the particulars that every act has, if the administrator who asked is known.
const (
	RequestedBy   = "requested_by"
	RequesterRole = "requester_role"
)

// Particular is one thing that the second administrator should know before the decision. It holds no secret.
type Particular struct {
	// Name says what it is, such as `account_number`.
	Name string `json:"name"`
	Kind string `json:"kind"`
	// Value is what it is, or will be once the act is done. It is empty for what will have no value.
	Value string `json:"value"`
	// Before is what a change replaces, empty for nothing. It is nil for what is no change, and once the act was decided.
	Before *string `json:"before"`
	// At is when it happened; nil for what did not happen in the past.
	At *time.Time `json:"at"`
}

// Shown is an approval with its particulars, as they are now.
type Shown struct {
	approvalrows.Approval
	// Particulars are in the order in which people should read them.
	Particulars []Particular `json:"particulars"`
}

// Text is a particular that is a text.
func Text(name, value string) Particular { return Particular{Name: name, Kind: KindText, Value: value} }

// Code is a particular that is a word of the API.
func Code(name, value string) Particular { return Particular{Name: name, Kind: KindCode, Value: value} }

// Rupiah is a particular that is an amount in rupiah.
func Rupiah(name string, amount decimal.Decimal) Particular {
	return Particular{Name: name, Kind: KindRupiah, Value: amount.String()}
}

// RupiahOr is Rupiah for an amount that may be nil, which is shown as no value.
func RupiahOr(name string, amount *decimal.Decimal) Particular {
	if amount == nil {
		return Particular{Name: name, Kind: KindRupiah}
	}
	return Rupiah(name, *amount)
}

// Percent is a particular that is a percentage.
func Percent(name string, percent decimal.Decimal) Particular {
	return Particular{Name: name, Kind: KindPercent, Value: percent.String()}
}

// Flag is a particular that is true or false.
func Flag(name string, yes bool) Particular {
	return Particular{Name: name, Kind: KindFlag, Value: strconv.FormatBool(yes)}
}

// Moment is a particular that is a time.
func Moment(name string, at time.Time) Particular {
	return Particular{Name: name, Kind: KindTime, Value: at.UTC().Format(time.RFC3339Nano)}
}

// Day is a particular that is a day in the form 2026-01-31.
func Day(name, day string) Particular { return Particular{Name: name, Kind: KindDay, Value: day} }

// Replacing returns the particular as a change from a former value.
func (p Particular) Replacing(former Particular) Particular {
	p.Before = &former.Value
	return p
}

// Happened returns the particular as a change of the past.
func (p Particular) Happened(at time.Time) Particular {
	utc := at.UTC()
	p.At = &utc
	return p
}

// Show returns an approval with its particulars. Of an approval that was decided, a change has no Before, because that
// value may be gone. Error: readtable.ErrNotFound.
func (a *Approvals) Show(ctx context.Context, id int64) (Shown, error) {
	row, err := a.Queries.Approval(ctx, id)
	if err != nil {
		return Shown{}, err
	}
	shown := Shown{Approval: row, Particulars: a.requester(ctx, row.By)}
	s, _, err := eventstore.Load(ctx, a.Log, approval.Aggregate, approval.Stream(id))
	act, known := a.acts[s.Act]
	if err != nil || !known {
		return shown, err
	}
	more, err := act.explain(ctx, s.Command)
	if err != nil {
		return Shown{}, err
	}
	if row.Status != approval.StatusRequested {
		for i := range more {
			if more[i].At == nil {
				more[i].Before = nil
			}
		}
	}
	shown.Particulars = append(shown.Particulars, more...)
	return shown, nil
}

// requester says who asked. It says nothing about an administrator whom the read models do not know.
func (a *Approvals) requester(ctx context.Context, by string) []Particular {
	id, err := strconv.ParseInt(strings.TrimPrefix(by, "admin:"), 10, 64)
	if err != nil {
		return []Particular{}
	}
	who, err := a.Queries.Admin(ctx, id)
	if err != nil {
		return []Particular{}
	}
	return []Particular{Text(RequestedBy, who.Email), Code(RequesterRole, who.Role)}
}

// explainer decodes the command of an act for its Explain.
func explainer[C, T any](act Act[C, T]) func(ctx context.Context, command json.RawMessage) ([]Particular, error) {
	return func(ctx context.Context, command json.RawMessage) ([]Particular, error) {
		var cmd C
		if act.Explain == nil {
			return nil, nil
		}
		if err := json.Unmarshal(command, &cmd); err != nil {
			return nil, err
		}
		return act.Explain(ctx, cmd)
	}
}
