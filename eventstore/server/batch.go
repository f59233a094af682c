package server

import (
	"context"
	"errors"
	"io"
	"math"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"gateway/eventstore"
)

const (
	// writeTimeout bounds a batch whose client allows more, or says nothing.
	writeTimeout = 10 * time.Second
	// maxBatches is how many of one connection are written at the same time.
	maxBatches = 256
)

// batch is one append among those that share a call of BatchAppend.
type batch struct {
	correlation *shared.UUID
	stream      string
	expected    int64
	deadline    time.Time
	size        int
	events      []eventstore.Proposed
}

// batches is a call of BatchAppend: appends come in pieces, told apart by their
// correlation id, and are answered as they are written. Those on one stream are
// written in the order in which they came.
type batches struct {
	server     *Server
	call       streams.Streams_BatchAppendServer
	incomplete map[uuid.UUID]*batch
	previous   map[string]chan struct{} // by stream: closed when its last batch is written
	slots      chan struct{}
	tasks      sync.WaitGroup
	sendLock   sync.Mutex
}

// BatchAppend implements the service Streams.
func (s *Server) BatchAppend(call streams.Streams_BatchAppendServer) error {
	b := &batches{
		server: s, call: call, incomplete: make(map[uuid.UUID]*batch), previous: make(map[string]chan struct{}),
		slots: make(chan struct{}, maxBatches),
	}
	defer b.tasks.Wait()
	for {
		req, err := call.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := b.receive(req); err != nil {
			return err
		}
	}
}

func (b *batches) receive(req *streams.BatchAppendReq) error {
	id, err := parseID(req.GetCorrelationId())
	if err != nil {
		return err
	}
	if o := req.GetOptions(); o != nil && b.incomplete[id] == nil {
		next, err := newBatch(req.GetCorrelationId(), o)
		if err != nil {
			return b.reply(&batch{correlation: req.GetCorrelationId()}, eventstore.Appended{}, err)
		}
		b.incomplete[id] = next
	}
	current := b.incomplete[id]
	if current == nil {
		return nil // refused already
	}
	if err := current.addEvents(req.GetProposedMessages()); err != nil {
		delete(b.incomplete, id)
		return b.reply(current, eventstore.Appended{}, err)
	}
	if req.GetIsFinal() {
		delete(b.incomplete, id)
		b.writeInOrder(current)
	}
	return nil
}

func newBatch(correlation *shared.UUID, o *streams.BatchAppendReq_Options) (*batch, error) {
	b := &batch{
		correlation: correlation, stream: string(o.GetStreamIdentifier().GetStreamName()),
		deadline: time.Now().Add(writeTimeout),
	}
	asked := b.deadline
	switch d := o.GetDeadlineOption().(type) {
	case *streams.BatchAppendReq_Options_Deadline:
		asked = time.Now().Add(d.Deadline.AsDuration())
	case *streams.BatchAppendReq_Options_Deadline_21_10_0:
		asked = d.Deadline_21_10_0.AsTime()
	}
	if asked.Before(b.deadline) {
		b.deadline = asked
	}
	switch e := o.GetExpectedStreamPosition().(type) {
	case *streams.BatchAppendReq_Options_StreamPosition:
		if e.StreamPosition > math.MaxInt64 {
			return nil, status.Error(codes.InvalidArgument, "the expected revision is none")
		}
		b.expected = int64(e.StreamPosition)
	case *streams.BatchAppendReq_Options_NoStream:
		b.expected = eventstore.NoStream
	case *streams.BatchAppendReq_Options_Any:
		b.expected = anyRevision
	case *streams.BatchAppendReq_Options_StreamExists:
		b.expected = streamExists
	default:
		return nil, status.Error(codes.InvalidArgument, "the expected revision is missing")
	}
	return b, nil
}

func (b *batch) addEvents(messages []*streams.BatchAppendReq_ProposedMessage) error {
	for _, m := range messages {
		if b.size += appendSize(m); b.size > maxAppendSize {
			return eventstore.ErrTooLarge
		}
		e, err := toProposed(m)
		if err != nil {
			return err
		}
		b.events = append(b.events, e)
	}
	return nil
}

// start writes a batch when the one before it on the stream is written.
func (b *batches) writeInOrder(next *batch) {
	before, done := b.previous[next.stream], make(chan struct{})
	b.previous[next.stream] = done
	b.slots <- struct{}{}
	b.tasks.Go(func() {
		defer func() { <-b.slots }()
		defer close(done)
		if before != nil {
			<-before
		}
		ctx, cancel := context.WithDeadline(b.call.Context(), next.deadline)
		defer cancel()
		appended, err := b.server.write(ctx, next.stream, next.expected, next.events)
		_ = b.reply(next, appended, err) // fails when the call ended, which Recv says too
	})
}
