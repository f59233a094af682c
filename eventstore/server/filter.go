package server

import (
	"regexp"
	"strings"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// defaultWindow is EventStoreDB's search window, in events, when the client sets none.
// The interval of checkpoints is a multiple of it.
const defaultWindow = 32

// filter selects events of $all by their type or by the name of their stream.
type filter struct {
	byStream bool
	prefixes []string
	regex    *regexp.Regexp
	window   int // how many events the server looks at in one read
	// checkpointInterval is after how many events, selected or not, a subscription gets a
	// checkpoint.
	checkpointInterval int
}

// newFilter returns nil when the client sets no filter.
func newFilter(o *streams.ReadReq_Options_FilterOptions) (*filter, error) {
	if o == nil {
		return nil, nil
	}
	f := &filter{}
	expression := o.GetEventType()
	if by := o.GetStreamIdentifier(); by != nil {
		f.byStream, expression = true, by
	}
	f.prefixes = expression.GetPrefix()
	if text := expression.GetRegex(); text != "" {
		var err error
		if f.regex, err = regexp.Compile(text); err != nil {
			return nil, status.Errorf(codes.InvalidArgument, "the filter's regular expression: %v", err)
		}
	}
	window := int64(defaultWindow)
	if m, ok := o.GetWindow().(*streams.ReadReq_Options_FilterOptions_Max); ok {
		window = int64(m.Max)
	}
	multiplier := int64(o.GetCheckpointIntervalMultiplier())
	if window == 0 || multiplier == 0 || f.regex == nil && len(f.prefixes) == 0 {
		return nil, status.Error(codes.InvalidArgument, "the filter, its window or its checkpoint interval is empty")
	}
	f.window, f.checkpointInterval = int(window), int(window*multiplier)
	return f, nil
}

func (f *filter) matches(e eventstore.Recorded) bool {
	text := e.Type
	if f.byStream {
		text = e.Stream
	}
	if f.regex != nil {
		return f.regex.MatchString(text)
	}
	for _, p := range f.prefixes {
		if strings.HasPrefix(text, p) {
			return true
		}
	}
	return false
}
