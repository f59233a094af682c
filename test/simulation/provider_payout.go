package simulation

import (
	"slices"
	"time"
)

// fakePayout is a payout that the gateway ordered. A failed one never moved money; a reversed one did, and the
// money came back.
type fakePayout struct {
	id, reference, key string
	amount             int64
	bank, account      string
	status             string // PENDING, COMPLETED, FAILED, REVERSED
	failureCode        string
	v2                 bool
	cameBack           bool // after it was paid
	created, updated   time.Time
}

// paid reports whether the bank account got the money and kept it.
func (p *fakePayout) paid() bool { return p.status == "COMPLETED" }

// keyThere is the idempotency key in its API: each of the two APIs has keys of its own.
func (p *fakePayout) keyThere() string {
	if p.v2 {
		return "v2 " + p.key
	}
	return p.key
}

// unpayable is the bank account that the provider refuses.
const unpayable = "9999999999"

// order makes a payout, or refuses it without a record.
func (p *fakeProvider) order(made fakePayout) (*fakePayout, answer) {
	if used := p.keys[made.keyThere()]; used != nil {
		if used.reference != made.reference || used.amount != made.amount || used.account != made.account {
			p.world.fail("the key %s orders %d for %s; it ordered %d for %s before", made.key, made.amount, made.reference, used.amount, used.reference)
		}
		return used, problem(400, "DUPLICATE_TRANSACTION_ERROR")
	}
	made.id, made.status, made.created, made.updated = p.newID("disb-"), "PENDING", time.Now(), time.Now()
	switch {
	case made.account == unpayable:
		return nil, problem(400, "INVALID_ACCOUNT_NUMBER_ERROR")
	case p.floatEmpty && p.world.chance(2): // it accepts the order, and then fails it
		made.status, made.failureCode = "FAILED", "INSUFFICIENT_BALANCE"
	case p.floatEmpty:
		return nil, problem(400, "DIRECT_DISBURSEMENT_BALANCE_INSUFFICIENT_ERROR")
	}
	p.payouts = append(p.payouts, &made)
	p.keys[made.keyThere()] = &made
	if made.status == "FAILED" {
		p.notifyPayout(&made)
	}
	return &made, answer{}
}

// disburse is POST /disbursements.
func (p *fakeProvider) disburse(key string, in map[string]any) answer {
	amount, _ := in["amount"].(float64)
	reference, _ := in["external_id"].(string)
	account, _ := in["account_number"].(string)
	bank, _ := in["bank_code"].(string)
	if key == "" || amount < 10_000 || amount != float64(int64(amount)) || account == "" || bank == "" || reference == "" {
		return problem(400, "API_VALIDATION_ERROR")
	}
	made, refusal := p.order(fakePayout{reference: reference, key: key, amount: int64(amount), bank: bank, account: account})
	if refusal.status != 0 {
		return refusal
	}
	return answer{200, made.disbursement()}
}

func (p *fakePayout) disbursement() map[string]any {
	m := map[string]any{
		"id": p.id, "external_id": p.reference, "user_id": "u1", "amount": p.amount, "bank_code": p.bank,
		"account_holder_name": "TOKO", "disbursement_description": p.reference, "status": p.status,
		"created": timeText(p.created), "updated": timeText(p.updated),
	}
	if p.failureCode != "" {
		m["failure_code"] = p.failureCode
	}
	return m
}

// visible returns the records that a look-up by this reference finds. New ones are hidden while look-ups lag.
func (p *fakeProvider) visible(reference string, v2 bool) (found []*fakePayout) {
	for _, made := range p.payouts {
		if made.reference == reference && made.v2 == v2 && !made.created.Add(p.lag).After(time.Now()) {
			found = append(found, made)
		}
	}
	return found
}

// findDisbursements is GET /disbursements?external_id=.
func (p *fakeProvider) findDisbursements(reference string) answer {
	found := p.visible(reference, false)
	if len(found) == 0 {
		return problem(404, "DIRECT_DISBURSEMENT_NOT_FOUND_ERROR")
	}
	list := make([]any, len(found))
	for i, made := range found {
		list[i] = made.disbursement()
	}
	return answer{200, list}
}

// payOut is POST /v2/payouts.
func (p *fakeProvider) payOut(key string, in map[string]any) answer {
	amount, _ := in["amount"].(float64)
	reference, _ := in["reference_id"].(string)
	properties, _ := in["channel_properties"].(map[string]any)
	account, _ := properties["account_number"].(string)
	bank, _ := in["channel_code"].(string)
	if key == "" || amount < 10_000 || amount != float64(int64(amount)) || account == "" || bank == "" || reference == "" {
		return problem(400, "API_VALIDATION_ERROR")
	}
	if used := p.keys[(&fakePayout{key: key, v2: true}).keyThere()]; used != nil && used.reference == reference && used.amount == int64(amount) {
		return answer{200, used.payout()}
	}
	made, refusal := p.order(fakePayout{reference: reference, key: key, amount: int64(amount), bank: bank, account: account, v2: true})
	if refusal.status != 0 {
		if made != nil {
			refusal = problem(409, "DUPLICATE_ERROR")
		}
		return refusal
	}
	return answer{200, made.payout()}
}

// payoutStatusesV2 are the statuses in the words of the second API.
var payoutStatusesV2 = map[string]string{"PENDING": "ACCEPTED", "COMPLETED": "SUCCEEDED", "FAILED": "FAILED", "REVERSED": "REVERSED"}

func (p *fakePayout) payout() map[string]any {
	m := map[string]any{
		"id": p.id, "reference_id": p.reference, "business_id": "u1", "currency": "IDR", "amount": p.amount,
		"channel_code": p.bank, "channel_properties": map[string]any{"account_number": p.account, "account_holder_name": "TOKO"},
		"description": p.reference, "status": payoutStatusesV2[p.status], "created": timeText(p.created), "updated": timeText(p.updated),
	}
	if p.failureCode != "" {
		m["failure_code"] = p.failureCode
	}
	return m
}

// findPayouts is GET /v2/payouts?reference_id=.
func (p *fakeProvider) findPayouts(reference string) answer {
	list := []any{}
	for _, made := range p.visible(reference, true) {
		list = append(list, made.payout())
	}
	return answer{200, map[string]any{"data": list, "has_more": false}}
}

func (p *fakeProvider) notifyPayout(made *fakePayout) {
	if made.v2 {
		event := map[string]string{"COMPLETED": "payout.succeeded", "FAILED": "payout.failed", "REVERSED": "payout.reversed"}[made.status]
		p.notify("disbursement", made.reference, map[string]any{
			"event": event, "business_id": "u1", "created": timeText(time.Now()), "data": made.payout(),
		})
		return
	}
	p.notify("disbursement", made.reference, made.disbursement())
}

// settlePayout ends an open payout, or takes a completed one back.
func (p *fakeProvider) settlePayout(made *fakePayout) {
	w := p.world
	switch {
	case made.status == "PENDING" && w.calm > 0 && w.chance(5):
		made.status, made.failureCode = "FAILED", "INVALID_DESTINATION"
	case made.status == "PENDING" && w.calm == 0 && w.chance(5):
		made.status, made.failureCode = "FAILED", []string{"INVALID_DESTINATION", "TEMPORARY_BANK_NETWORK_ERROR", "INSUFFICIENT_BALANCE"}[w.random.IntN(3)]
	case made.status == "PENDING":
		made.status = "COMPLETED"
	case made.status == "COMPLETED":
		made.status, made.failureCode, made.cameBack = "REVERSED", "REVERSED_BY_BANK", true
		if !made.v2 && w.chance(2) { // the first API says FAILED after COMPLETED
			made.status = "FAILED"
		}
	default:
		return
	}
	made.updated = time.Now()
	w.note("provider: the payout %s is %s %s", made.reference, made.status, made.failureCode)
	p.notifyPayout(made)
}

// payoutsBy returns the payouts under any of the references that one payout of the gateway has.
func (p *fakeProvider) payoutsBy(name string) (found []*fakePayout) {
	for _, made := range p.payouts {
		if made.reference == name || len(made.reference) > len(name) && made.reference[:len(name)+1] == name+"-" {
			found = append(found, made)
		}
	}
	return slices.Clip(found)
}
