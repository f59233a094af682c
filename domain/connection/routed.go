package connection

// Routed says how routing chose the connection of a payment or a payout among several. It is zero where only one was
// configured, and in older events.
type Routed struct {
	// Rule is the number of the rule that matched, 1 for the first.
	Rule int `json:"rule,omitempty"`
	// Considered lists the connections that were considered, those to try first, in their order.
	Considered []Considered `json:"considered,omitempty"`
}

// Considered is a connection that routing considered, and why it was chosen or not, in the words of package routing.
type Considered struct {
	Connection string `json:"connection"`
	Why        string `json:"why"`
}
