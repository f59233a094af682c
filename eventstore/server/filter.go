package server

import (
	"regexp"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"gateway/eventstore"
)

// defaultWindow is how many events EventStoreDB searches at a time when the client
// sets no limit; checkpoints are counted in windows.
const defaultWindow = 32

// filter picks events of $all by their type or their stream's name.
type filter struct {
	byStream bool
	prefixes []string
	regex    *regexp.Regexp
	// interval is after how many events, picked or not, a subscription is told of
	// how far it got.
	checkpointInterval int
}

// newFilter gives nil for no filter.
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
	f.checkpointInterval = int(window * multiplier)
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
