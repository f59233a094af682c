package words

// Read models and reactors.
var (
	Projections       = Text{"Model baca", "Read models"}
	ProjectionTitle   = Text{"Model baca", "Read model"}
	ProjectionsHint   = Text{"Semua yang bekerja dari log: model baca yang dapat dibangun ulang, dan reaktor.", "All that works off the log: read models, which can be built anew, and reactors."}
	Lag               = Text{"Tertinggal", "Behind"}
	LagSeconds        = Text{"Tertinggal (detik)", "Behind (seconds)"}
	Progress          = Text{"Kemajuan", "Progress"}
	Head              = Text{"Ujung log", "Head of the log"}
	HaltedAt          = Text{"Berhenti pada", "Halted at"}
	HaltedNotice      = Text{"Berhenti: peristiwa ini tidak dapat diterapkan.", "Halted: it can't apply this event."}
	Problem           = Text{"Masalah", "Problem"}
	TableBytes        = Text{"Ukuran tabel", "Size of its tables"}
	KeptBytes         = Text{"Disimpan dari pembangunan ulang", "Kept of rebuilds"}
	FormerAt          = Text{"Tabel sebelumnya sampai posisi", "Former tables up to position"}
	Rebuild           = Text{"Bangun ulang dan ganti", "Build anew and swap"}
	RebuildHint       = Text{"Dibangun dari log di samping tabel yang melayani, lalu ditukar. Tidak ada permintaan yang gagal.", "It is built from the log beside the tables that serve, then swapped. No request fails."}
	SwapIn            = Text{"Pakai yang dibangun", "Swap in what was built"}
	Compare           = Text{"Bangun dan bandingkan", "Build and compare"}
	CompareHint       = Text{"Dibangun dari log di samping tabel yang melayani; hanya dibandingkan.", "It is built from the log beside the tables that serve, and only compared."}
	RollBack          = Text{"Kembalikan yang sebelumnya", "Take the last swap back"}
	RollBackHint      = Text{"Tabel sebelumnya dikejar sampai ujung log, lalu melayani lagi.", "The former tables are brought up to date and serve again."}
	CleanUp           = Text{"Buang yang disimpan", "Remove what is kept"}
	CleanUpHint       = Text{"Setelah itu tidak dapat dikembalikan.", "After that nothing can be taken back."}
	ComparisonTitle   = Text{"Perbandingan dengan yang dibangun", "Comparison with what was built"}
	ComparedSame      = Text{"Setiap baris sama, sampai posisi %d.", "Every row is the same, up to position %d."}
	ComparedDifferent = Text{"Ada baris yang berbeda, sampai posisi %d.", "Rows differ, up to position %d."}
	TableName         = Text{"Tabel", "Table"}
	ServedRows        = Text{"Baris yang melayani", "Rows that serve"}
	RebuiltRows       = Text{"Baris yang dibangun", "Rows built"}
	OnlyServed        = Text{"Hanya yang melayani", "Only serving"}
	OnlyRebuilt       = Text{"Hanya yang dibangun", "Only built"}
	IsReactor         = Text{"Reaktor: tidak ada tabel untuk dibangun ulang.", "A reactor: it has no tables to build anew."}
)

// What needs a person.
var (
	AttentionTitle = Text{"Perlu dilihat seseorang", "What needs a person"}
	AttentionNone  = Text{"Tidak ada yang menunggu seseorang. Semua berjalan.", "Nothing waits for a person. All is well."}
	Count          = Text{"Banyaknya", "Count"}
	Urgency        = Text{"Keadaan", "Urgency"}
	OldestSince    = Text{"Paling lama sejak", "Oldest since"}
	Details        = Text{"Keterangan", "Details"}
)

// Attention are the words for kinds of things that need a person.
var Attention = map[string]Text{
	"projections_halted":      {"Model baca berhenti", "Read models that halted"},
	"clients_parked":          {"Merchant diparkir: kreditnya menunggu", "Parked clients: their credits wait"},
	"reactors_failing":        {"Reaktor gagal", "Reactors that fail"},
	"projections_late":        {"Model baca tertinggal", "Read models that are late"},
	"audit_findings":          {"Audit yang menemukan sesuatu", "Audit runs that found something"},
	"payouts_unknown":         {"Penarikan yang hasilnya belum pasti", "Payouts of unknown outcome"},
	"payouts_contradicted":    {"Penarikan yang laporannya bertentangan", "Payouts that a report contradicts"},
	"payments_contradicted":   {"Pembayaran yang pemberitahuannya tidak dipastikan penyedia", "Payments whose notification the provider does not confirm"},
	"payments_report_pending": {"Pemberitahuan pembayaran yang lama menunggu jawaban penyedia", "Notifications of payments that wait long for the provider"},
	"reversals_contradicted":  {"Pembalikan yang bertentangan", "Contradicted reversals"},
	"reversals_undecided":     {"Pembalikan yang menunggu keputusan", "Reversals that wait for a decision"},
	"suspense_open":           {"Dana dalam peninjauan", "Money in suspense"},
	"receivables":             {"Piutang dari merchant", "Clients that owe us"},
	"approvals":               {"Persetujuan kedua", "Second approvals"},
	"withdrawals_pending":     {"Penarikan menunggu persetujuan", "Withdrawals that wait for approval"},
	"settlements_pending":     {"Settlement menunggu persetujuan", "Settlements that wait for approval"},
	"registrations":           {"Pendaftaran baru", "New registrations"},
	"callbacks_exhausted":     {"Callback yang menyerah", "Callbacks that were given up"},
	"endpoints_failing":       {"Alamat callback yang gagal", "Callback endpoints that fail"},
	"keys_without_issuer":     {"Kunci API yang pembuatnya tidak berwenang lagi", "API keys whose creator is gone"},
	"tickets_open":            {"Tiket terbuka", "Open tickets"},
	"proposals_new":           {"Proposal baru", "New proposals"},
}
