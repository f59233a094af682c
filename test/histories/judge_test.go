package histories

import (
	"slices"
	"strconv"
	"time"

	"github.com/anishathalye/porcupine"
)

// verdict is one specification and the part of a history that it judges.
type verdict struct {
	name       string
	model      porcupine.Model
	operations []porcupine.Operation
	// witnessed are the operations with what the log says about them (witnessed). It is nil where the log says
	// nothing.
	witnessed func() []porcupine.Operation
}

// verdicts returns what has to be judged in a history.
func (h *history) verdicts() []verdict {
	verdicts := []verdict{h.ofAccount("decisions", decisions(h.record.operations)), h.ofAccount("reads", h.record.reads())}
	for n := range h.record.payouts {
		verdicts = append(verdicts, verdict{name: "key " + strconv.Itoa(n), model: keySpecification, operations: h.record.attempts(n)})
	}
	return verdicts
}

// ofAccount judges operations by the specification of an account.
func (h *history) ofAccount(name string, operations []porcupine.Operation) verdict {
	return verdict{
		name: name, model: h.rules.specification(), operations: closed(operations),
		witnessed: func() []porcupine.Operation { return closed(witnessed(operations, h.effects())) },
	}
}

// decisions are the operations that change the account, including those that were refused. A conflict says nothing
// about the account.
func decisions(operations []operation) (judged []porcupine.Operation) {
	for _, o := range operations {
		if o.in.do != readBalance && o.in.do != readPayout && !o.out.conflict && o.out.refusal != "payout_not_found" && o.out.refusal != "not_found" {
			judged = append(judged, o.judged())
		}
	}
	return judged
}

// reads are the reads, and the operations that may have changed the account. A payout that is not found counts
// as a read of it. Reads while the database was recovering promise nothing: see awaitReadModels.
func (r *record) reads() (judged []porcupine.Operation) {
	firstSent := map[string]int64{}
	for _, o := range r.operations {
		key := strconv.Itoa(o.in.payout)
		if o.body == "" {
			key = ""
		} else if first, sent := firstSent[key]; !sent || o.call < first {
			firstSent[key] = o.call
		}
		switch {
		case o.out.conflict:
			continue
		case o.out.refusal == "payout_not_found" || o.out.refusal == "not_found":
			o.in, o.out = input{do: readPayout, payout: o.in.payout}, output{}
		case o.out.refusal != "":
			continue
		}
		changes := o.in.do != readBalance && o.in.do != readPayout
		if !changes && r.databaseGone(o) {
			continue
		}
		j := o.judged()
		since := o.call
		if key != "" {
			since = firstSent[key]
		}
		if changes && o.in.do != ended && o.back-since >= int64(slow) {
			j.Return = open
		}
		judged = append(judged, j)
	}
	return judged
}

func (r *record) databaseGone(o operation) bool {
	return slices.ContainsFunc(r.faults, func(f fault) bool { return f.instance == database && f.from <= o.back && f.to >= o.call })
}

// closed returns the operations with the end of the history. It merges several open operations that would have
// the same effect into one, because only the first can have the effect.
func closed(operations []porcupine.Operation) (judged []porcupine.Operation) {
	first := map[input]int{}
	end := porcupine.Operation{Input: input{do: over}, Output: output{}}
	for _, o := range operations {
		in, out := o.Input.(input), o.Output.(output)
		if o.Return != open {
			end.Call = max(end.Call, o.Return+1)
		}
		end.Call = max(end.Call, o.Call+1)
		if at, again := first[in]; again && out.unknown && in.do != credited && in.do != adjust {
			judged[at].Call = min(judged[at].Call, o.Call)
			continue
		} else if out.unknown {
			first[in] = len(judged)
		}
		judged = append(judged, o)
	}
	end.Return = end.Call + 1
	return append(judged, end)
}

// judged returns the operation in the form that Porcupine takes.
func (o operation) judged() porcupine.Operation {
	p := porcupine.Operation{ClientId: o.client, Input: o.in, Output: o.out, Call: o.call, Return: o.back}
	if o.out.unknown {
		p.Return = open
	}
	return p
}

// attempts are the requests under one key.
func (r *record) attempts(n int) (judged []porcupine.Operation) {
	var under []operation
	for _, o := range r.operations {
		if o.body != "" && o.in.payout == n {
			under = append(under, o)
		}
	}
	for at, o := range under {
		p := o.judged()
		p.Input = attempt{body: o.body}
		p.Output = response{
			unknown: o.out.unknown, refused: o.out.refusal != "", conflict: o.conflict, answer: o.answer, replayed: o.replayed,
			contested: slices.ContainsFunc(slices.Concat(under[:at], under[at+1:]), func(other operation) bool {
				return other.call <= o.back && r.inFlightUntil(other) >= o.call
			}),
		}
		judged = append(judged, p)
	}
	return judged
}

// noticed is how long other instances may take to notice that the process that worked under a key is gone.
const noticed = int64(2 * time.Second)

// inFlightUntil is the last moment at which the gateway may have worked on a request: its answer, or the end of
// the process that handled it. A 5xx ends it too, unless the database was gone: then the key could not be given
// back.
func (r *record) inFlightUntil(o operation) int64 {
	until := o.back
	if o.status == 0 {
		until = open
	}
	for _, f := range r.faults {
		switch {
		case f.instance == database && o.out.unknown && f.from <= o.back && f.to >= o.call:
			return open
		case f.instance == o.instance && f.what == "kill" && f.to >= o.call && until == open:
			until = f.to + noticed
		}
	}
	return until
}
