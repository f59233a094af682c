package words

// Acts describe the administrators' acts that may need a second one, by name of the act. They follow "to" in English, and the name
// of a person in Indonesian.
var Acts = map[string]Text{
	"admin.create":             {"menambah administrator", "create an administrator"},
	"admin.enable":             {"mengaktifkan kembali administrator", "enable an administrator"},
	"admin.reset":              {"mengatur ulang login administrator", "reset the login of an administrator"},
	"admin.role":               {"mengubah peran administrator", "change the role of an administrator"},
	"app_fee.set":              {"menetapkan biaya sebuah aplikasi", "set the fee of an app"},
	"balance.adjust":           {"mengoreksi saldo", "adjust a balance"},
	"balance.write_off":        {"menghapusbukukan utang merchant", "write off what a merchant owes"},
	"client.api_key":           {"menerbitkan kunci API merchant", "issue an API key for a merchant"},
	"client.reset_link":        {"membuat tautan kata sandi baru untuk merchant", "make a link for a new password of a merchant"},
	"client.settings":          {"mengubah persetujuan otomatis penarikan dana", "change the automatic approval of withdrawals"},
	"dispute.decide":           {"mencatat hasil sengketa", "record how a dispute ended"},
	"dispute.deduct":           {"membagi potongan penyedia atas sengketa", "split a deduction over disputes"},
	"fee.change":               {"mengubah biaya", "change a fee"},
	"period.close":             {"menutup bulan pembukuan", "close a month of the books"},
	"routing.change":           {"mengubah perutean", "change the routing"},
	"payout.adopt":             {"mengakui transfer yang ada di penyedia", "adopt a transfer that the provider has"},
	"payout.approve":           {"menyetujui pencairan dana", "approve a payout"},
	"payout.complete":          {"mencatat pencairan dana yang ditransfer manual", "record a payout that a person transferred"},
	"payout.fail":              {"membatalkan pencairan dana", "give up a payout"},
	"refund.approve":           {"menyetujui pengembalian dana lewat transfer", "approve a refund by transfer"},
	"refund.complete":          {"mencatat pengembalian dana yang dibayar manual", "record a refund that a person paid"},
	"refund.fail":              {"membatalkan pengembalian dana", "give up a refund"},
	"reversal.assign":          {"menetapkan uang yang ditarik kembali", "assign a reversal"},
	"suspense.refund":          {"mengembalikan dana yang tertahan", "refund money in suspense"},
	"suspense.release":         {"melepas dana yang tertahan", "release money in suspense"},
	"suspense.reopen":          {"membuka kembali dana yang tertahan", "reopen money in suspense"},
	"withholding_slip.approve": {"menyetujui bukti potong PPh 23", "approve a withholding slip"},
	"treasury.enter":           {"mencatat uang milik gateway", "enter money of the gateway"},
}
