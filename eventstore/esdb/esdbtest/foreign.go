package esdbtest

import (
	"context"
	"testing"

	"gateway/eventstore/esdbserver"
)

// systemRecords are events that a server writes by itself when it starts.
var systemRecords = []esdbserver.Record{
	{Stream: "$$$users", Type: "$metadata", Data: []byte(`{"$maxCount":1}`)},
	{Stream: "$user-admin", Type: "$UserCreated", Data: []byte(`{"loginName":"admin","groups":["$admins"]}`)},
	{Stream: "$users", Type: "$User", Data: []byte(`"admin"`)},
	{Stream: "$$$stats-127.0.0.1:2113", Type: "$metadata", Data: []byte(`{"$maxAge":86400}`)},
	{Stream: "$stats-127.0.0.1:2113", Type: "$statsCollected", Data: []byte(`{"proc-id":1}`)},
}

// ForeignRecords are events written neither by the server nor by the gateway, of every kind that a shared
// database may hold. The names of their types do not reveal who wrote them.
var ForeignRecords = []esdbserver.Record{
	{
		Stream: "$persistentsubscription-$all::reports-checkpoint", Type: "SubscriptionCheckpoint",
		Data: []byte(`{"commit":1,"prepare":1}`),
	},
	{Stream: "$settings", Type: "update-default-acl", Data: []byte(`{"$userStreamAcl":{"$r":"$all","$w":"$all"}}`)},
	{Stream: "$scavenges", Type: "$scavengeStarted", Data: []byte(`{"scavengeId":"1"}`)},
	{Stream: "$projections-orders", Type: "$ProjectionUpdated", Data: []byte(`{"query":"fromAll()"}`)},
	{Stream: "$ce-payment", Type: "$>", Data: []byte(`0@payment-1`), Binary: true},
	{Stream: "orders-result", Type: "Result", Data: []byte(`{"count":1}`)},
	{
		Stream: "sale-1", Type: "OrderPlaced", Data: []byte(`{"total":5}`),
		Metadata: []byte(`{"$correlationId":"c","$causationId":"d"}`),
	},
	{Stream: "sale-1", Type: "OrderShipped", Data: []byte{0, 1, 0xff}, Metadata: []byte{0xfe}, Binary: true},
	{Stream: "sale-2", Type: "OrderPlaced", Data: []byte(`{}`), Metadata: []byte(`"text"`)},
	{Stream: "legacy", Type: "payment.paid.v1", Data: []byte(`{}`)},
}

// WriteForeign writes each of ForeignRecords.
func (c *Cluster) WriteForeign(tb testing.TB) {
	tb.Helper()
	record(tb, c.leader, ForeignRecords...)
}

// WriteForeign writes each of ForeignRecords.
func (s *Server) WriteForeign(tb testing.TB) {
	tb.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	record(tb, s.node, ForeignRecords...)
}

// record writes the events. It ends the test on an error.
func record(tb testing.TB, to *esdbserver.Server, records ...esdbserver.Record) {
	tb.Helper()
	for _, r := range records {
		if _, err := to.Record(context.Background(), r); err != nil {
			tb.Fatalf("write %s to %s: %v", r.Type, r.Stream, err)
		}
	}
}
