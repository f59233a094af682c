package harness

import "net/http"

// operationIndex finds an operation as http.ServeMux finds a handler: `GET /tickets/{id}`. Unlike a ServeMux it also takes two
// patterns that a path could match both, such as /refunds/external/{id} and /refunds/{id}/why: the first one then counts.
type operationIndex struct{ muxes []*http.ServeMux }

// add adds a pattern to the first mux that it does not contradict.
func (x *operationIndex) add(pattern string) {
	for _, mux := range x.muxes {
		if handles(mux, pattern) {
			return
		}
	}
	mux := http.NewServeMux()
	mux.Handle(pattern, http.NotFoundHandler())
	x.muxes = append(x.muxes, mux)
}

func handles(mux *http.ServeMux, pattern string) (ok bool) {
	defer func() { ok = recover() == nil }()
	mux.Handle(pattern, http.NotFoundHandler())
	return true
}

// find returns the pattern of the request, empty if there is none.
func (x *operationIndex) find(request *http.Request) string {
	for _, mux := range x.muxes {
		if _, pattern := mux.Handler(request); pattern != "" {
			return pattern
		}
	}
	return ""
}
