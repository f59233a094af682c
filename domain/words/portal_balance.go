package words

// The balance, its movements and statements.
var (
	BalanceChart     = Text{"Saldo 30 hari terakhir", "Balance of the last 30 days"}
	Movements        = Text{"Mutasi", "Movements"}
	Movement         = Text{"Mutasi", "Movement"}
	MovementsHint    = Text{"Setiap baris adalah satu peristiwa dalam catatan. Buka untuk melihat asalnya.", "Each line is one event of the log. Open it to see where it comes from."}
	NoMovementsYet   = Text{"Belum ada mutasi. Saldo bergerak sejak pembayaran pertama.", "No movements yet. The balance moves from the first payment on."}
	Explain          = Text{"Jelaskan", "Explain"}
	BalanceAfter     = Text{"Saldo setelahnya", "Balance after it"}
	Change           = Text{"Perubahan", "Change"}
	BookedAt         = Text{"Dibukukan", "Booked"}
	ValueDate        = Text{"Tanggal nilai", "Value date"}
	About            = Text{"Tentang", "About"}
	WhatMoved        = Text{"Uang yang berpindah", "What moved"}
	WhatMovedHint    = Text{"Jumlah semua baris selalu nol.", "The lines always sum to zero."}
	LedgerAccount    = Text{"Akun", "Account"}
	TheEvent         = Text{"Peristiwa dalam catatan", "The event in the log"}
	EventIDWord      = Text{"ID peristiwa", "Event id"}
	StreamWord       = Text{"Aliran", "Stream"}
	EventData        = Text{"Isi peristiwa", "What the event says"}
	LeafNumber       = Text{"Nomor daun dalam catatan", "Number of its leaf in the log"}
	ProofOfEvent     = Text{"Bukti terhadap checkpoint", "Proof against the checkpoint"}
	ProofHint        = Text{"Berkas bukti memuat semua peristiwa saldo Anda dengan buktinya. Simpan: berkas berikutnya membuktikan bahwa tidak ada yang diubah.", "The proof file has every event of your balance with its proof. Keep it: a later one proves that nothing was altered."}
	DownloadProof    = Text{"Unduh bukti", "Download the proof"}
	Statements       = Text{"Rekening koran", "Statements"}
	StatementOf      = Text{"Rekening koran %s", "Statement of %s"}
	OpeningBalance   = Text{"Saldo awal", "Opening balance"}
	ClosingBalance   = Text{"Saldo akhir", "Closing balance"}
	MonthField       = Text{"Bulan", "Month"}
	StatementLine    = Text{"Baris", "Line"}
	HowMany          = Text{"Banyaknya", "Count"}
	NetChange        = Text{"Perubahan saldo", "Change of the balance"}
	TotalOfAll       = Text{"Jumlah", "Total"}
	MonthIsOver      = Text{"Bulan ini sudah selesai: angkanya tidak berubah lagi.", "The month is over: its figures no longer change."}
	MonthGoesOn      = Text{"Bulan ini masih berjalan: angkanya sampai sekarang.", "The month goes on: these are its figures until now."}
	DownloadCSVOf    = Text{"Unduh CSV dengan semua mutasi", "Download CSV with every movement"}
	DownloadPDF      = Text{"Unduh PDF", "Download PDF"}
	SeeMovements     = Text{"Lihat mutasinya", "See its movements"}
	PerDay           = Text{"Per hari", "By day"}
	DayWord          = Text{"Hari", "Day"}
	StatementFormula = Text{"Saldo awal + perubahan = saldo akhir. Di setiap baris: kotor − biaya − PPN = perubahan.", "Opening balance + change = closing balance. In every line: gross − fee − VAT = change."}
)

// Lines are the words for the lines of a statement.
var Lines = map[string]Text{
	"payments":         {"Pembayaran pelanggan", "Payments of customers"},
	"reversals":        {"Pembayaran yang ditarik kembali", "Payments taken back"},
	"payouts":          {"Penarikan dan settlement", "Withdrawals and settlements"},
	"returned_payouts": {"Transfer yang dikembalikan bank", "Transfers that the bank returned"},
	"adjustments":      {"Koreksi oleh admin", "Corrections by an administrator"},
	"other":            {"Lainnya", "Other"},
}

// Accounts are the words for accounts of the ledger. A client's accounts are listed by the last part of their names.
var Accounts = map[string]Text{
	"available":         {"Saldo tersedia", "Available balance"},
	"unsettled":         {"Belum dapat ditarik", "Not yet available"},
	"held":              {"Ditahan untuk penarikan", "Held for payouts"},
	"receivable":        {"Piutang", "Receivable"},
	"provider:clearing": {"Uang pada penyedia", "Money at the provider"},
	"bank:payouts":      {"Ditransfer penyedia", "Paid out by the provider"},
	"bank:operating":    {"Rekening bank kami", "Our bank account"},
	"revenue:fees":      {"Biaya", "Fees"},
	"tax:vat":           {"PPN", "VAT"},
	"suspense":          {"Uang yang ditinjau", "Money under review"},
	"equity":            {"Modal", "Equity"},
	"cost:provider":     {"Biaya penyedia", "Costs of the provider"},
	"cost:bank":         {"Biaya bank", "Costs of the bank"},
}
