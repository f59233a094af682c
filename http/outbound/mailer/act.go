package mailer

// acts describe the administrators' acts in Indonesian and English, by name of the act.
var acts = map[string][2]string{
	"admin.create":      {"menambah administrator", "create an administrator"},
	"admin.enable":      {"mengaktifkan kembali administrator", "enable an administrator"},
	"admin.reset":       {"mengatur ulang login administrator", "reset the login of an administrator"},
	"admin.role":        {"mengubah peran administrator", "change the role of an administrator"},
	"app_fee.set":       {"menetapkan biaya sebuah aplikasi", "set the fee of an app"},
	"balance.adjust":    {"mengoreksi saldo", "adjust a balance"},
	"client.api_key":    {"menerbitkan kunci API merchant", "issue an API key for a merchant"},
	"client.reset_link": {"membuat tautan kata sandi baru untuk merchant", "make a link for a new password of a merchant"},
	"client.settings":   {"mengubah persetujuan otomatis penarikan dana", "change the automatic approval of withdrawals"},
	"fee.change":        {"mengubah biaya", "change a fee"},
	"payout.adopt":      {"mengakui transfer yang ada di penyedia", "adopt a transfer that the provider has"},
	"payout.approve":    {"menyetujui pencairan dana", "approve a payout"},
	"payout.complete":   {"mencatat pencairan dana yang ditransfer manual", "record a payout that a person transferred"},
	"payout.fail":       {"membatalkan pencairan dana", "give up a payout"},
	"reversal.assign":   {"menetapkan uang yang ditarik kembali", "assign a reversal"},
	"suspense.refund":   {"mengembalikan dana yang tertahan", "refund money in suspense"},
	"suspense.release":  {"melepas dana yang tertahan", "release money in suspense"},
	"suspense.reopen":   {"membuka kembali dana yang tertahan", "reopen money in suspense"},
	"treasury.enter":    {"mencatat uang milik gateway", "enter money of the gateway"},
}

// actIn describes an act in a language: 0 is Indonesian, 1 is English. It returns the name of an act without
// a description.
func actIn(language int, name string) string {
	if said, ok := acts[name]; ok {
		return said[language]
	}
	return name
}
