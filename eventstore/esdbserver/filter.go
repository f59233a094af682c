package esdbserver

import (
	"strings"
	"time"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/dlclark/regexp2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// defaultWindow is EventStoreDB's search window, in events, if the client sets none. The interval of
// checkpoints is a multiple of it.
const defaultWindow = 32

// filter selects events of $all by their type or by the name of their stream.
type filter struct {
	byStream bool
	prefixes []string
	regex    *regexp2.Regexp // .NET's syntax
	window   int             // how many events the server looks at in one read
	// checkpointInterval is the number of events, selected or not, after which a subscription gets a
	// checkpoint.
	checkpointInterval int
}

// matchTimeout limits the time of a regular expression for one name: with .NET's expressions it can grow
// without limit.
const matchTimeout = time.Second

// newFilter returns nil if the client sets no filter. Without prefixes and without an expression nothing
// passes.
func newFilter(o *streams.ReadReq_Options_FilterOptions, subscribes bool) (*filter, error) {
	if o == nil {
		return nil, nil
	}
	f := &filter{window: defaultWindow}
	var expression *streams.ReadReq_Options_FilterOptions_Expression
	switch by := o.GetFilter().(type) {
	case *streams.ReadReq_Options_FilterOptions_EventType:
		expression = by.EventType
	case *streams.ReadReq_Options_FilterOptions_StreamIdentifier:
		f.byStream, expression = true, by.StreamIdentifier
	default:
		return nil, status.Error(codes.InvalidArgument, "the filter has no expression")
	}
	f.prefixes = expression.GetPrefix()
	if text := expression.GetRegex(); text != "" {
		var err error
		if f.regex, err = regexp2.Compile(text, regexp2.None); err != nil {
			return nil, errHandler
		}
		f.regex.MatchTimeout = matchTimeout
	}
	switch w := o.GetWindow().(type) {
	case *streams.ReadReq_Options_FilterOptions_Max:
		f.window = int(max(w.Max, 1))
	case *streams.ReadReq_Options_FilterOptions_Count:
	default:
		return nil, status.Error(codes.InvalidArgument, "the filter has no window")
	}
	if subscribes && o.GetCheckpointIntervalMultiplier() == 0 {
		return nil, errHandler
	}
	f.checkpointInterval = f.window * int(o.GetCheckpointIntervalMultiplier())
	return f, nil
}

// matches reports whether the event passes. An event whose name takes the expression too long does not.
func (f *filter) matches(e eventstore.Recorded) bool {
	text := e.Type
	if f.byStream {
		text = e.Stream
	}
	if f.regex != nil {
		matched, err := f.regex.MatchString(text)
		return err == nil && matched
	}
	for _, p := range f.prefixes {
		if strings.HasPrefix(text, p) {
			return true
		}
	}
	return false
}
