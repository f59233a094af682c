package eventlogservice

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"gateway/domain/bankstatement"
)

// shown are the event fields that staff see, at any depth. All others are left out. A test checks that each
// field of each event is here or in hidden, so that a new field needs a decision.
var shown = setOf(`
	account act active admin_id after allow amount app_id approval_id approved_by at attempt attempt_reference attempts available
	bank bank_code biaya_penarikan body_bytes body_hash body_sha256 booked_at booking_id booking_kind by
	adopted_by at_once callback_id callback_url category cause changed channel channel_code client_bears client_id code commit connection
	considered contradiction cursor
	daily_payout_cap daily_refund_cap day delivered dispute_amount dispute_id due_by delivered_at di_transfer_oleh down_since duration_ms
	ended endpoint_id error evidence event events everywhere expires_at external_id
	failed_by failing failure_code failures files former_until fee fee_vat field flat from from_suspense from_unsettled
	generation given_up gross hash head held held_since held_until_settled here hold_until_settled host
	id issuer idempotency_key is_admin is_auto_approve_withdrawal item jenis jumlah keep key_id kind known kode late
	mail_id manual masked_key master_id method name net_payment newer_id next_at next_attempt_at note number
	opened_at order ordinal outcome owner paid_amount paid_at paid_from paid_with path payment_channel payment_method pending percent
	person_id position postings prepare previous_status priority proposal_id provider_api provider_dispute_id provider_id provider_payment_id
	reason receivable reference refund_id rejected_by released replaced_by replaces reply_id requested_at resource response_status
	retention_days retry_at
	reversal_id reversed_amount revision role row_id run scopes settled_at silent since size source status store streak
	suspense_closed suspense_id
	taken_back taken_from ticket_id to_unsettled total transaction_id transfer_at type
	unconfirmed undecided unsettled until url user_id va_number value_date vat vat_exempt vat_inclusive vat_rate version
	second_factor void_passwords waited was_contradicted was_undecided what why work
	approval cap client_gets key limit never next_method paid paid_by refund_amount refund_external_id refund_fee refund_fee_vat
		refund_fee_vat_rate
	refund_provider_id to_unsettled
	month exempt_from tax_number rounding batch
	form unit goods replacement line_name exempt_info exempt_stamp rate exempt_code
	accepted checkpoint checks closing credit debit events_before finding findings last opening runs time_zone trial_balance
	part parts report reports
	period slip_date slip_id tax file document_id
	balance begins closing ends format line_id lines leading occurrence opening value_at
	banks channels clients provider connections max_amount min_amount rule rules weight weights
	owed_since covers language off on
`)

// shownWhole are fields whose nested fields have names that differ from event to event.
var shownWhole = setOf(`rates`)

// hidden are the fields that staff do not see: hashes, one-time codes, pages on which a reader could pay, and
// data about a person, whether a customer's or in a merchant's words.
var hidden = setOf(`
	refund_metadata refund_note failure_message
	tax_data content npwp nik nitku exemption_paper
	account_holder account_number alamat answer before by_email command customer_name customer_phone deeplink description deskripsi
	recipients values email email_pic failure_url invoice_url items key_hash message metadata nama no_telp_pic norek notify
	password_hash pay_url perusahaan pic qr_string recovery_code recovery_codes result state step subject success_url
	text to transaction_log tujuan whatsapp
`)

// hiddenInFile are the fields of a file that staff do not see: people put the names and the numbers of others into its name.
var hiddenInFile = setOf(`name`)

// fileFields are the fields that hold a file, or a list of files.
var fileFields = setOf(`file files`)

// hiddenOf are fields that are shown of other events, and hidden of these: the source of a bank statement is the name of a file.
var hiddenOf = map[string]map[string]bool{
	bankstatement.Imported{}.EventType(): setOf(`source`),
}

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// withoutPersons returns the JSON of an event of a type with only the shown fields, and the sorted paths of those that
// were left out. Data that is not an object, as other programs may write, is left out entirely.
func withoutPersons(eventType string, raw json.RawMessage) (data json.RawMessage, left []string) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		return json.RawMessage(`{}`), []string{"data"}
	}
	paths := map[string]bool{}
	data = shownOf(all, "", hiddenOf[eventType], paths)
	return data, slices.AppendSeq([]string{}, slices.Values(slices.Sorted(maps.Keys(paths))))
}

// shownOf writes the shown fields of an object, without those in except. Values keep their JSON text, with every digit of numbers.
func shownOf(object map[string]json.RawMessage, path string, except, left map[string]bool) json.RawMessage {
	kept := map[string]json.RawMessage{}
	for name, value := range object {
		switch {
		case except[name]:
			left[path+name] = true
		case shownWhole[name]:
			kept[name] = value
		case shown[name]:
			var inner map[string]bool
			if fileFields[name] {
				inner = hiddenInFile
			}
			kept[name] = shownIn(value, path+name+".", inner, left)
		default:
			left[path+name] = true
		}
	}
	return encoded(kept)
}

// shownIn is shownOf for any value. Lists keep the shown fields of their objects.
func shownIn(value json.RawMessage, path string, except, left map[string]bool) json.RawMessage {
	var object map[string]json.RawMessage
	if json.Unmarshal(value, &object) == nil && object != nil {
		return shownOf(object, path, except, left)
	}
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil || list == nil {
		return value
	}
	for i := range list {
		list[i] = shownIn(list[i], path, except, left)
	}
	return encoded(list)
}

func encoded(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil { // parsed JSON can always be encoded
		panic(err)
	}
	return text
}
