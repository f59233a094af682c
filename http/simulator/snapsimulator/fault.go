package snapsimulator

import (
	"cmp"
	"net/http"
	"strconv"

	"gateway/http/snap"
)

// Fault disturbs calls. The zero Fault disturbs nothing. The members combine: the call is carried out or not,
// Then runs, and the answer is the first that is set of Hang, Text, Cut, Code and Edit.
type Fault struct {
	// Service is the service that it disturbs; 0 disturbs all, also that of access tokens.
	Service int
	// Times is how many calls it disturbs; 0 disturbs calls until ClearFaults.
	Times int
	// Undone leaves the call undone. Otherwise it is checked and carried out before it is disturbed.
	Undone bool
	// Then is called before the answer.
	Then func()
	// Hang keeps the caller waiting until it hangs up. Cut ends the connection without an answer, or in the middle
	// of Text.
	Hang, Cut bool
	// Text is sent as it is, with the status of Code, or else 200.
	Text string
	// Code replaces the code of the answer, for the service that was called. The rest of the answer stays: some
	// companies answer a repeated call with a refusal that holds the first result.
	Code snap.Code
	// Edit changes the answer of a call that was carried out.
	Edit func(answer map[string]any)
}

// Inject adds a fault. For a call, the fault that was injected first counts.
func (s *Simulator) Inject(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, &f)
}

// ClearFaults ends all faults.
func (s *Simulator) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// Calls returns how often a service was called, disturbed or not.
func (s *Simulator) Calls(service int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[service]
}

// faultOf counts a call, and returns the fault that disturbs it.
func (s *Simulator) faultOf(service int) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[service]++
	for i, f := range s.faults {
		if f.Service != 0 && f.Service != service {
			continue
		}
		if f.Times > 0 {
			if f.Times--; f.Times == 0 {
				s.faults = append(s.faults[:i:i], s.faults[i+1:]...)
			}
		}
		return *f
	}
	return Fault{}
}

// answer sends the answer to a call, or what the fault makes of it.
func (s *Simulator) answer(w http.ResponseWriter, r *http.Request, service int, f Fault, code snap.Code, said answer) {
	switch {
	case f.Hang:
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	case f.Text != "":
		if f.Cut {
			w.Header().Set("Content-Length", strconv.Itoa(len(f.Text)+1))
		}
		w.WriteHeader(cmp.Or(f.Code.Status, http.StatusOK))
		_, _ = w.Write([]byte(f.Text))
	case f.Cut:
		panic(http.ErrAbortHandler)
	case f.Code != snap.Code{}:
		delete(said, "responseMessage")
		s.write(w, service, f.Code, said)
	default:
		if f.Edit != nil {
			f.Edit(said)
		}
		s.write(w, service, code, said)
	}
}
