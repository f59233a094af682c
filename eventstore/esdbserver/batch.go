package esdbserver

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/emptypb"
)

const (
	// writeTimeout is the deadline of a batch if its client sets a later one or none.
	writeTimeout = 10 * time.Second
	// maxBatches is how many batches of one call are written at the same time.
	maxBatches = 256
)

// batch is one append within a call of BatchAppend.
type batch struct {
	correlation *shared.UUID
	stream      string
	expected    int64
	deadline    time.Time
	size        int
	events      []eventstore.Proposed
}

// batches is a call of BatchAppend. The client sends each batch in one or more messages
// with the same correlation id, and gets a reply when the batch is written. Batches for
// one stream are written in the order in which they were sent.
type batches struct {
	server     *Server
	call       streams.Streams_BatchAppendServer
	incomplete map[uuid.UUID]*batch     // by correlation id
	previous   map[string]chan struct{} // by stream; closed when its newest batch is written
	slots      chan struct{}            // holds a token for each batch that is being written
	tasks      sync.WaitGroup
	sendLock   sync.Mutex // Send is not safe for concurrent use
	ended      bool       // guarded by sendLock; the call takes no more replies
	failed     chan error // gets the error that ends the call
}

// BatchAppend implements the service Streams.
func (s *Server) BatchAppend(call streams.Streams_BatchAppendServer) error {
	b := &batches{
		server: s, call: call, incomplete: make(map[uuid.UUID]*batch), previous: make(map[string]chan struct{}),
		slots: make(chan struct{}, maxBatches), failed: make(chan error, 1),
	}
	received := make(chan error, 1)
	go func() { received <- b.receiveAll() }()
	select {
	case err := <-b.failed:
		b.sendLock.Lock()
		defer b.sendLock.Unlock()
		b.ended = true
		return err
	case err := <-received:
		b.tasks.Wait()
		return errors.Join(err, b.failure())
	}
}

// failure returns the error that ends the call, nil if there is none.
func (b *batches) failure() error {
	select {
	case err := <-b.failed:
		return err
	default:
		return nil
	}
}

// receiveAll takes messages until the client closes its side.
func (b *batches) receiveAll() error {
	for {
		req, err := b.call.Recv()
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

// receive takes one message. If the message completes a batch, the writing begins.
func (b *batches) receive(req *streams.BatchAppendReq) error {
	id, err := parseID(req.GetCorrelationId())
	if err != nil {
		return err
	}
	if o := req.GetOptions(); o != nil && b.incomplete[id] == nil {
		next, err := newBatch(req.GetCorrelationId(), o)
		if err == nil {
			err = b.server.authorize(b.call.Context(), actWrite, next.stream)
		}
		if err != nil {
			return b.reply(&batch{correlation: req.GetCorrelationId()}, eventstore.Appended{}, err)
		}
		b.incomplete[id] = next
	}
	current := b.incomplete[id]
	if current == nil {
		return nil // an earlier message of this batch was refused
	}
	if err := current.addEvents(b.server.options.Version, req.GetProposedMessages()); err != nil {
		delete(b.incomplete, id)
		return b.reply(current, eventstore.Appended{}, err)
	}
	if req.GetIsFinal() {
		delete(b.incomplete, id)
		b.writeInOrder(current)
	}
	return nil
}

// newBatch makes a batch from the options in its first message.
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
	var err error
	b.expected, err = parseBatchExpected(o)
	return b, err
}

// addEvents adds the events of one message. It returns ErrTooLarge beyond maxAppendSize.
func (b *batch) addEvents(v Version, messages []*streams.BatchAppendReq_ProposedMessage) error {
	for _, m := range messages {
		if b.size += v.appendSize(m); b.size > maxAppendSize {
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

// writeInOrder writes a batch in the background, after the previous one for its stream.
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
		appended, err := b.server.append(ctx, next.stream, next.expected, next.events)
		if status.Code(err) == codes.NotFound { // another node leads: the client must look for it
			select {
			case b.failed <- err:
			default:
			}
			return
		}
		_ = b.reply(next, appended, err) // fails when the call has ended, which Recv reports
	})
}

// reply sends the outcome of a batch. A batch that fails does not end the call.
func (b *batches) reply(of *batch, appended eventstore.Appended, err error) error {
	resp := &streams.BatchAppendResp{CorrelationId: of.correlation, StreamIdentifier: streamIdentifier(of.stream)}
	if err != nil {
		resp.Result = &streams.BatchAppendResp_Error{Error: batchError(err)}
	} else {
		resp.Result = &streams.BatchAppendResp_Success_{Success: b.server.batchSuccess(appended)}
	}
	b.sendLock.Lock()
	defer b.sendLock.Unlock()
	if b.ended {
		return nil
	}
	return b.call.Send(resp)
}

func (s *Server) batchSuccess(a eventstore.Appended) *streams.BatchAppendResp_Success {
	ok := &streams.BatchAppendResp_Success{
		CurrentRevisionOption: &streams.BatchAppendResp_Success_NoStream{NoStream: &emptypb.Empty{}},
		PositionOption:        &streams.BatchAppendResp_Success_NoPosition{NoPosition: &emptypb.Empty{}},
	}
	if a.Revision >= 0 {
		ok.CurrentRevisionOption = &streams.BatchAppendResp_Success_CurrentRevision{CurrentRevision: uint64(a.Revision)}
	}
	if a.Position != (eventstore.Position{}) {
		commit, prepare := s.wirePosition(a.Position)
		ok.PositionOption = &streams.BatchAppendResp_Success_Position{
			Position: &shared.AllStreamPosition{CommitPosition: commit, PreparePosition: prepare},
		}
	}
	return ok
}

// batchError converts an error. Clients recognise it by the type of its details.
func batchError(err error) *rpcstatus.Status {
	var version *versionError
	var deleted *deletedError
	switch {
	case errors.As(err, &version):
		return batchStatus(codes.AlreadyExists, "WrongExpectedVersion", batchConflict(version))
	case errors.As(err, &deleted):
		return batchStatus(codes.NotFound, "StreamDeleted", &shared.StreamDeleted{StreamIdentifier: streamIdentifier(deleted.stream)})
	case errors.Is(err, errAccessDenied):
		return batchStatus(codes.PermissionDenied, "AccessDenied", &shared.AccessDenied{})
	case errors.Is(err, eventstore.ErrTooLarge):
		return batchStatus(codes.InvalidArgument, "MaximumAppendSizeExceeded",
			&shared.MaximumAppendSizeExceeded{MaxAppendSize: maxAppendSize})
	case errors.Is(err, context.DeadlineExceeded):
		return batchStatus(codes.DeadlineExceeded, "Timeout", &shared.Timeout{})
	case status.Code(err) == codes.Aborted:
		return batchStatus(codes.DeadlineExceeded, "Timeout", &shared.Timeout{})
	case status.Code(err) == codes.Unavailable:
		return batchStatus(codes.OK, status.Convert(err).Message(), &emptypb.Empty{}) // EventStoreDB names no code
	case status.Code(err) == codes.InvalidArgument:
		return batchStatus(codes.InvalidArgument, "BadRequest", &shared.BadRequest{Message: err.Error()})
	}
	return batchStatus(codes.Unknown, "Unknown", &shared.Unknown{})
}

func batchStatus(c codes.Code, text string, details proto.Message) *rpcstatus.Status {
	st := &rpcstatus.Status{Code: int32(c), Message: text}
	if packed, err := anypb.New(details); err == nil { // fails only for invalid UTF-8 in a message
		st.Details = []*anypb.Any{packed}
	}
	return st
}

func batchConflict(e *versionError) *shared.WrongExpectedVersion {
	w := &shared.WrongExpectedVersion{
		CurrentStreamRevisionOption: &shared.WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &emptypb.Empty{}},
	}
	if e.actual >= 0 {
		w.CurrentStreamRevisionOption = &shared.WrongExpectedVersion_CurrentStreamRevision{CurrentStreamRevision: uint64(e.actual)}
	}
	switch e.expected {
	case anyRevision:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedAny{ExpectedAny: &emptypb.Empty{}}
	case streamExists:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: &emptypb.Empty{}}
	case eventstore.NoStream:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &emptypb.Empty{}}
	default:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedStreamPosition{ExpectedStreamPosition: uint64(e.expected)}
	}
	return w
}
