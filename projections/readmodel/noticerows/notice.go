package noticerows

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/endpoint"
	"gateway/domain/mail"
	"gateway/domain/notice"
	"gateway/domain/payment"
	"gateway/domain/person"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// Queries queries what is to be told.
type Queries struct{ readtable.DB }

// Due is something that people of a client are to be told.
type Due struct {
	Key      string
	ClientID int64
	// Kind is one of the kinds of domain/mail.
	Kind string
	// Item is what an attention lists (package notice). It is empty for other kinds.
	Item string
	// Facts is what the text of another kind mentions, by name, as JSON.
	Facts json.RawMessage
	// Until is when it is no news any more.
	Until time.Time
}

func (d *Due) columns(f *readtable.Fields) {
	f.At("key", &d.Key).At("client_id", &d.ClientID).At("kind", &d.Kind).At("item", &d.Item).At("facts", &d.Facts).At("until", &d.Until)
}

var dueTable = readtable.TableOf("notices_due", (*Due).columns)

// DueNotices returns at most limit things of a kind that are news at now, the most urgent first.
func (q Queries) DueNotices(ctx context.Context, kind string, now time.Time, limit int) ([]Due, error) {
	return dueTable.List(ctx, q.DB, "WHERE kind = $1 AND until > $2 ORDER BY notices_due.until, notices_due.key LIMIT $3", kind, now, limit)
}

// DueNoticesOf returns at most limit things of a kind that a client is to be told at now, oldest first.
func (q Queries) DueNoticesOf(ctx context.Context, clientID int64, kind string, now time.Time, limit int) ([]Due, error) {
	return dueTable.List(ctx, q.DB,
		"WHERE client_id = $1 AND kind = $2 AND until > $3 ORDER BY notices_due.until LIMIT $4", clientID, kind, now, limit)
}

// ClientsToTell returns at most limit clients, from an id on, that have something of a kind that is news at now, and
// that were not given a notice of the kind on the day.
func (q Queries) ClientsToTell(ctx context.Context, kind, day string, now time.Time, after int64, limit int) ([]int64, error) {
	return q.clients(ctx, `SELECT DISTINCT d.client_id FROM notices_due d
		WHERE d.kind = $1 AND d.until > $3 AND d.client_id > $4
			AND NOT EXISTS (SELECT 1 FROM notice_marks m WHERE m.kind = $1 AND m.client_id = d.client_id AND m.day >= $2)
		ORDER BY d.client_id LIMIT $5`, kind, day, now, after, limit)
}

// PaidClients returns at most limit clients, from an id on, of which a payment was paid since a day, and that were not given
// a notice of a kind for the day until.
func (q Queries) PaidClients(ctx context.Context, kind, since, until string, after int64, limit int) ([]int64, error) {
	return q.clients(ctx, `SELECT p.client_id FROM notice_marks p
		WHERE p.kind = '`+markPaid+`' AND p.client_id > $4 AND p.day >= $2
			AND NOT EXISTS (SELECT 1 FROM notice_marks m WHERE m.kind = $1 AND m.client_id = p.client_id AND m.day >= $3)
		ORDER BY p.client_id LIMIT $5`, kind, since, until, after, limit)
}

func (q Queries) clients(ctx context.Context, query string, args ...any) ([]int64, error) {
	ids := []int64{}
	if err := q.SQL.SelectContext(ctx, &ids, query, args...); err != nil {
		return nil, readtable.Failed("notice_marks", err)
	}
	return ids, nil
}

// markPaid marks the newest day on which a payment was paid.
const markPaid = "paid"

type mark struct {
	Kind     string
	ClientID int64
	Day      string
}

func (m *mark) columns(f *readtable.Fields) {
	f.At("kind", &m.Kind).At("client_id", &m.ClientID).At("day", &m.Day)
}

// Notices projects what people of clients are to be told, and what they were told.
type Notices struct{}

// Name implements engine.Model.
func (Notices) Name() string { return "notices" }

// Tables implements engine.Model.
func (Notices) Tables() []string { return []string{"notices_due", "notice_marks", "notices_wanted"} }

var (
	putDue    = readtable.Insert("notices_due", (*Due).columns).OnConflict("(key) DO NOTHING")
	deleteDue = readtable.Delete("notices_due", (*Due).columns, "key")
	putMarks  = readtable.Insert("notice_marks", (*mark).columns).
			OnConflict("(kind, client_id) DO UPDATE SET day = excluded.day WHERE t.day < excluded.day")
)

// Applies implements engine.Selective.
func (Notices) Applies() []domain.Event {
	return []domain.Event{
		balance.PayoutCompleted{},
		balance.PayoutFailed{},
		balance.PayoutReversed{},
		balance.WriteOffRecovered{},
		endpoint.Failing{},
		payment.DisputeOpened{},
		payment.Paid{},
		person.MailsChosen{},
		person.RoleChanged{},
		person.Removed{},
		notice.Given{},
	}
}

// Apply implements engine.Model.
func (Notices) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := fold{}
	if err := f.wanted.read(ctx, tx, events); err != nil {
		return err
	}
	for _, e := range events {
		if err := f.fold(e); err != nil {
			return err
		}
	}
	return readtable.Run(ctx, tx, putDue.Rows(f.put...), deleteDue.Rows(f.told...), putMarks.Rows(f.marks.List...),
		unwant.Rows(f.wanted.ended...), want.Rows(f.wanted.rows()...))
}

type markKey struct {
	kind   string
	client int64
}

type fold struct {
	put, told []*Due
	marks     readtable.Changes[markKey, mark]
	wanted    wanted
}

// How long a thing is news. A gateway that begins to send mails tells no person of what is older.
const (
	moneyNews     = 24 * time.Hour
	attentionNews = 72 * time.Hour
)

func (f *fold) fold(env eventstore.Envelope) error {
	key := hex.EncodeToString(env.ID[:])
	switch e := env.Event.(type) {
	case balance.PayoutCompleted:
		return f.payoutDone(key, e)
	case balance.PayoutFailed:
		f.attention(key, e.ClientID, notice.PayoutItem(notice.ItemPayoutFailed, e.Order), e.At)
	case balance.PayoutReversed:
		f.attention(key, e.ClientID, notice.PayoutItem(notice.ItemPayoutReversed, e.Order), e.At)
	case balance.WriteOffRecovered:
		f.attention(key, e.ClientID, notice.Item(notice.ItemRecovered, e.Amount.StringFixed(2)), e.At)
	case endpoint.Failing:
		f.attention(key, e.ClientID, notice.Item(notice.ItemEndpoint, strconv.FormatInt(e.EndpointID, 10)), e.At)
	case payment.DisputeOpened:
		f.attention(key, e.ClientID, notice.Item(notice.ItemDispute,
			strconv.FormatInt(e.DisputeID, 10), e.DisputeOrder.Amount.StringFixed(2), e.DueBy.UTC().Format(time.RFC3339)), e.At)
	case payment.Paid:
		return f.paid(key, e)
	case person.MailsChosen:
		f.wanted.chosen(e)
	case person.RoleChanged:
		f.wanted.roleChanged(e)
	case person.Removed:
		f.wanted.set(e.ClientID, e.PersonID, nil)
	case notice.Given:
		for _, covered := range e.Covers {
			f.told = append(f.told, &Due{Key: covered})
		}
		if e.Day != "" {
			f.mark(e.Kind, e.ClientID, e.Day)
		}
	}
	return nil
}

func (f *fold) payoutDone(key string, e balance.PayoutCompleted) error {
	return f.fact(key, e.ClientID, mail.KindPayoutDone, notice.PayoutFacts(e), e.At.Add(moneyNews))
}

func (f *fold) paid(key string, e payment.Paid) error {
	f.mark(markPaid, e.ClientID, e.At.UTC().Format(time.DateOnly))
	if !f.wanted.any(e.ClientID, mail.KindReceipt) {
		return nil
	}
	return f.fact(key, e.ClientID, mail.KindReceipt, notice.PaymentFacts(e), e.At.Add(moneyNews))
}

func (f *fold) fact(key string, client int64, kind string, of map[string]string, until time.Time) error {
	facts, err := json.Marshal(of)
	f.put = append(f.put, &Due{Key: key, ClientID: client, Kind: kind, Facts: facts, Until: until})
	return err
}

func (f *fold) attention(key string, client int64, item string, at time.Time) {
	f.put = append(f.put, &Due{
		Key: key, ClientID: client, Kind: mail.KindAttention, Item: item, Facts: json.RawMessage("{}"), Until: at.Add(attentionNews),
	})
}

func (f *fold) mark(kind string, client int64, day string) {
	m := f.marks.ForKey(markKey{kind, client})
	m.Kind, m.ClientID, m.Day = kind, client, max(m.Day, day)
}
