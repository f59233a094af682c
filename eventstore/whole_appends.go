package eventstore

// WholeAppends splits a page of the log, in its order, at the end of the last append that it has all events of:
// the rest are the events of an append whose other events come after the page. A reader who wants to see the
// effect of an append at once, or not at all, keeps the rest for the next page.
//
// A page may end inside an append because it is full, and because EventStoreDB delivers the events of an append
// one by one to those who subscribe.
func WholeAppends(page []Recorded) (whole, rest []Recorded) {
	if len(page) == 0 {
		return page, nil
	}
	first := len(page) - 1
	following := ParseMetadata(page[first].Metadata).Following
	if following <= 0 {
		return page, nil
	}
	for first > 0 && page[first-1].Stream == page[first].Stream &&
		ParseMetadata(page[first-1].Metadata).Following == following+1 {
		first, following = first-1, following+1
	}
	return page[:first:first], page[first:]
}
