package page

import (
	"encoding/json"

	"gateway/domain/connection"
	"gateway/domain/ledger"
)

// EventData holds the fields of an event's data that pages read. An event has some of them.
type EventData struct {
	// What the event is about.
	Kind          string `json:"kind"`
	ID            int64  `json:"id"`
	TransactionID string `json:"transaction_id"`
	Reference     string `json:"reference"`
	AccountHolder string `json:"account_holder"`
	VANumber      string `json:"va_number"`
	// Source is the event that caused a posting.
	Source struct {
		Position int64 `json:"commit"`
	} `json:"source"`
	Postings []ledger.Posting `json:"postings"`
	// Amounts, of which an event has the one that it is about.
	Amount   *Amount `json:"amount"`
	Paid     *Amount `json:"paid_amount"`
	Reversed *Amount `json:"reversed_amount"`
	Payout   *Amount `json:"jumlah"`
	Refund   *Amount `json:"refund_amount"`
	Disputed *Amount `json:"dispute_amount"`
	// Which connection to a provider the event is about, which one certainly made nothing before and why, and how
	// routing chose: by which rule, and which connections it considered. Merchants get none of this.
	Connection string                  `json:"connection"`
	From       string                  `json:"from"`
	Cause      string                  `json:"cause"`
	Rule       int                     `json:"rule"`
	Matched    string                  `json:"matched"`
	Considered []connection.Considered `json:"considered"`
	// FailureCode is why a payout or a refund failed, in a word of the provider.
	FailureCode string `json:"failure_code"`
	// How an attempt of a callback ended.
	Attempt    int    `json:"attempt"`
	Answer     int    `json:"response_status"`
	Error      string `json:"error"`
	DurationMS int64  `json:"duration_ms"`
}

// DataOf reads the data of an event. A field that another kind of event has under the same name, with other values,
// stays empty.
func DataOf(raw json.RawMessage) (d EventData) {
	_ = json.Unmarshal(raw, &d) // goes on after a field that it can't read
	return d
}
