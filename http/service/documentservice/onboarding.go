package documentservice

import (
	"context"
	"time"

	"gateway/domain/account"
	"gateway/domain/document"
	"gateway/domain/risk"
	"gateway/projections/readmodel/documentrows"
	"gateway/projections/readmodel/readtable"
)

// The steps of a new client, in their order; between the first and the approval there is one for each of document.Kinds.
const (
	StepRegistered = "registration"
	StepApproval   = "approval"
	StepBank       = "bank_account"
	StepKey        = "api_key"
	StepEndpoint   = "callback_endpoint"
	StepPayment    = "payment"
)

// StepCodes lists the codes of the steps, in their order.
func StepCodes() []string {
	codes := append([]string{StepRegistered}, document.Kinds()...)
	return append(codes, StepApproval, StepBank, StepKey, StepEndpoint, StepPayment)
}

// The states of a step: to do for the client, waiting for staff, or done. A document that was rejected is to do, again.
const (
	StepTodo    = "todo"
	StepWaiting = "waiting"
	StepDone    = "done"
)

// Step is one thing that stands between a new client and its first payment.
type Step struct {
	Code  string `json:"code"`
	State string `json:"state"`
	// Optional says that the client may leave the step out: it has no server of its own, or was approved without the document.
	Optional bool `json:"optional"`
	// Reason is why staff rejected what the client did; nil unless they did.
	Reason *string `json:"reason"`
}

// Onboarding is how far a new client is.
type Onboarding struct {
	// Done is how many of the Required steps are done. With all of them the client takes payments.
	Done     int    `json:"done"`
	Required int    `json:"required"`
	Steps    []Step `json:"steps"`
	// Documents are the client's, newest first.
	Documents []documentrows.Document `json:"documents"`
	// UsualSeconds is how long staff usually take to decide, in seconds.
	UsualSeconds int64 `json:"usual_seconds"`
	// Measured says that UsualSeconds is the median of the newest decisions, and not a setting.
	Measured bool `json:"measured"`
}

// shownDocuments is how many documents of a client are shown.
const shownDocuments = 50

// Onboarding returns how far a client is, from what the read models hold now.
func (d Documents) Onboarding(ctx context.Context, clientID int64) (o Onboarding, err error) {
	client, err := d.Queries.Client(ctx, clientID)
	if err != nil {
		return o, err
	}
	o.Documents, _, err = d.Queries.Documents(ctx, documentrows.Filter{ClientID: clientID}, readtable.Page{Number: 1, PerPage: shownDocuments})
	if err != nil {
		return o, err
	}
	begun, err := d.Queries.Begun(ctx, clientID)
	if err != nil {
		return o, err
	}
	took, err := d.Queries.DocumentDecisions(ctx)
	if err != nil {
		return o, err
	}
	o.UsualSeconds = d.UsualSeconds
	if measured, known := risk.TimeToDecide(took); known {
		o.UsualSeconds, o.Measured = int64(measured.Usual/time.Second), true
	}
	o.add(Step{Code: StepRegistered, State: StepDone})
	for _, kind := range document.Kinds() {
		step := documentStep(kind, o.Documents)
		// Staff approved the account without it, so the client may leave it out.
		step.Optional = client.Status != account.StatusPending && step.State == StepTodo && step.Reason == nil
		o.add(step)
	}
	o.add(approvalStep(client.Status))
	o.add(Step{Code: StepBank, State: doneIf(client.AccountNumber != "")})
	o.add(Step{Code: StepKey, State: doneIf(begun.Key), Optional: true})
	o.add(Step{Code: StepEndpoint, State: doneIf(begun.Endpoint), Optional: true})
	o.add(Step{Code: StepPayment, State: doneIf(begun.Paid)})
	return o, nil
}

func (o *Onboarding) add(s Step) {
	o.Steps = append(o.Steps, s)
	if s.Optional {
		return
	}
	if o.Required++; s.State == StepDone {
		o.Done++
	}
}

func doneIf(done bool) string {
	if done {
		return StepDone
	}
	return StepTodo
}

// documentStep tells of the documents of a kind, newest first. One that was accepted counts while a newer one waits or was rejected.
func documentStep(kind string, all []documentrows.Document) Step {
	s := Step{Code: kind, State: StepTodo}
	newest := true
	for _, d := range all {
		if d.Kind != kind {
			continue
		}
		switch d.Status {
		case document.StatusAccepted:
			return Step{Code: kind, State: StepDone}
		case document.StatusWaiting:
			s.State = StepWaiting
		case document.StatusRejected:
			if newest {
				s.Reason = d.Reason
			}
		}
		newest = false
	}
	return s
}

func approvalStep(status string) Step {
	s := Step{Code: StepApproval, State: StepDone}
	if status == account.StatusPending || status == account.StatusRejected {
		s.State = StepWaiting
	}
	return s
}
