package noticerows

import (
	"context"
	"slices"

	"gateway/domain/payment"
	"gateway/domain/person"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

type wish struct {
	ClientID, PersonID int64
	Kind               string
}

func (w *wish) columns(f *readtable.Fields) {
	f.At("client_id", &w.ClientID).At("person_id", &w.PersonID).At("kind", &w.Kind)
}

var (
	want   = readtable.Insert("notices_wanted", (*wish).columns).OnConflict("(client_id, person_id, kind) DO NOTHING")
	unwant = readtable.Delete("notices_wanted", (*wish).columns, "client_id", "person_id", "kind")
)

// wanted has who asked for mails that come only on demand: the wishes of the clients of a batch, and how it changes them.
type wanted struct {
	// of has the kinds by client and person.
	of map[int64]map[int64][]string
	// ended are the rows that end; changed the people whose wishes are written.
	ended   []*wish
	changed map[int64]map[int64]bool
}

// read reads the wishes of the clients in a batch that they matter for.
func (w *wanted) read(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	w.of, w.changed = make(map[int64]map[int64][]string), make(map[int64]map[int64]bool)
	clients := clientsOf(events)
	if len(clients) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, "SELECT client_id, person_id, kind FROM notices_wanted WHERE client_id = ANY($1) ORDER BY kind", clients)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var one wish
		if err := rows.Scan(&one.ClientID, &one.PersonID, &one.Kind); err != nil {
			return err
		}
		w.put(one.ClientID, one.PersonID, append(w.of[one.ClientID][one.PersonID], one.Kind))
	}
	return rows.Err()
}

func clientsOf(events []eventstore.Envelope) (clients []int64) {
	for _, e := range events {
		switch e := e.Event.(type) {
		case payment.Paid:
			clients = append(clients, e.ClientID)
		case person.MailsChosen:
			clients = append(clients, e.ClientID)
		case person.RoleChanged:
			clients = append(clients, e.ClientID)
		case person.Removed:
			clients = append(clients, e.ClientID)
		}
	}
	slices.Sort(clients)
	return slices.Compact(clients)
}

func (w *wanted) put(client, who int64, kinds []string) {
	if w.of[client] == nil {
		w.of[client] = make(map[int64][]string)
	}
	w.of[client][who] = kinds
}

// any reports whether a person of the client asked for the kind.
func (w *wanted) any(client int64, kind string) bool {
	for _, kinds := range w.of[client] {
		if slices.Contains(kinds, kind) {
			return true
		}
	}
	return false
}

func (w *wanted) chosen(e person.MailsChosen) { w.set(e.ClientID, e.PersonID, e.On) }

func (w *wanted) roleChanged(e person.RoleChanged) {
	w.set(e.ClientID, e.PersonID, person.StillOn(w.of[e.ClientID][e.PersonID], e.Role))
}

// set replaces the kinds that a person asked for.
func (w *wanted) set(client, who int64, kinds []string) {
	for _, kind := range w.of[client][who] {
		if !slices.Contains(kinds, kind) {
			w.ended = append(w.ended, &wish{client, who, kind})
		}
	}
	w.put(client, who, kinds)
	if w.changed[client] == nil {
		w.changed[client] = make(map[int64]bool)
	}
	w.changed[client][who] = true
}

// rows returns the wishes of the people whose wishes the batch changed. They are written after those that ended.
func (w *wanted) rows() (rows []*wish) {
	for client, people := range w.changed {
		for who := range people {
			for _, kind := range w.of[client][who] {
				rows = append(rows, &wish{client, who, kind})
			}
		}
	}
	return rows
}
