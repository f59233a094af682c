package words

// Processes are the words for the parts of the gateway that act by themselves, by their names in events.
var Processes = map[string]Text{
	"posting":            {"pembukuan", "posting"},
	"payout-sending":     {"pengiriman transfer", "sending of transfers"},
	"hold-ending":        {"akhir penahanan", "end of holds"},
	"dispute-watch":      {"tenggat sengketa", "due dates of disputes"},
	"approval-ending":    {"tenggat persetujuan", "due dates of approvals"},
	"recovery-finishing": {"pemulihan akun", "recovery of accounts"},
	"fee-estimates":      {"perkiraan biaya", "estimates of fees"},
	"start":              {"saat mulai", "at its start"},
	"import":             {"pemindahan log", "move of the log"},
	"move":               {"pemindahan log", "move of the log"},
	"generation":         {"pergantian log", "change of the log"},
}

// Credentials are the words for how a person proved who acts.
var Credentials = map[string]Text{
	"session": {"Masuk lewat portal", "Logged in to the portal"},
}
