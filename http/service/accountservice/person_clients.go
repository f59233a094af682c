package accountservice

import (
	"context"

	"gateway/projections/readmodel"

	lru "github.com/hashicorp/golang-lru/v2"
)

// rememberedPeople is the number of people, the most recently active ones, whose client is cached.
const rememberedPeople = 10_000

// PersonClients caches the client of each person, which never changes. Only the log says whether the person
// still belongs to it. It is safe for concurrent use.
type PersonClients struct{ clients *lru.Cache[int64, int64] }

// NewPersonClients makes an empty cache.
func NewPersonClients() *PersonClients {
	clients, err := lru.New[int64, int64](rememberedPeople)
	if err != nil { // only a size below 1 fails
		panic(err)
	}
	return &PersonClients{clients}
}

// of returns the client of a person. Error: readtable.ErrNotFound.
func (c *PersonClients) of(ctx context.Context, q *readmodel.Queries, person int64) (int64, error) {
	if c == nil {
		row, err := q.PersonByID(ctx, person)
		return row.ClientID, err
	}
	if client, ok := c.clients.Get(person); ok {
		return client, nil
	}
	row, err := q.PersonByID(ctx, person)
	if err == nil {
		c.clients.Add(person, row.ClientID)
	}
	return row.ClientID, err
}
