package words

// The staff's menu.
var (
	FindSection   = Text{"Menemukan", "Find"}
	WorkSection   = Text{"Pekerjaan", "Work"}
	BooksSection  = Text{"Pembukuan", "Books"}
	SystemSection = Text{"Sistem", "System"}
	Overview      = Text{"Ikhtisar", "Overview"}
	Clients       = Text{"Merchant", "Clients"}
	Transactions  = Text{"Transaksi", "Transactions"}
)

// The own login.
var (
	ChangePassword    = Text{"Ganti kata sandi", "Change the password"}
	PresentPassword   = Text{"Kata sandi sekarang", "Present password"}
	SetUpFactor       = Text{"Pasang faktor kedua", "Set up a second factor"}
	ConfirmLoginTitle = Text{"Pastikan ini memang Anda", "Confirm that it is you"}
	ConfirmLoginHint  = Text{
		"Langkah ini mengubah tujuan dana atau siapa yang dapat masuk. Masukkan kata sandi Anda sekali lagi; yang sudah Anda isi tetap tersimpan.",
		"This changes where money goes, or who gets in. Enter your password once more; what you typed is kept.",
	}
	ConfirmAndGoOn = Text{"Pastikan dan lanjutkan", "Confirm and go on"}
	ConfirmFactor  = Text{"Masukkan kode pertama", "Enter the first code"}
	Confirm        = Text{"Konfirmasi", "Confirm"}
	RecoveryCodes  = Text{"Kode pemulihan", "Recovery codes"}
	RecoveryHint   = Text{"Simpan: masing-masing berlaku sekali bila ponsel Anda hilang.", "Keep them: each works once if you lose your phone."}
	RemoveFactor   = Text{"Hapus faktor kedua", "Remove the second factor"}
	Sessions       = Text{"Sesi yang terbuka", "Open sessions"}
	ThisSession    = Text{"Sesi ini", "This session"}
)

// Clients.
var (
	Trouble          = Text{"Masalah", "Trouble"}
	ClientID         = Text{"No. merchant", "Client no."}
	ClientReference  = Text{"Referensi merchant (external_id)", "The client's reference (external_id)"}
	ClientName       = Text{"Nama merchant", "Client name"}
	ClientOfNumber   = Text{"Merchant no. %s", "Client no. %s"}
	ClientTitle      = Text{"Merchant", "Client"}
	ClientsEmpty     = Text{"Belum ada merchant. Mereka mendaftar sendiri di portal.", "No clients yet. They register by themselves in the portal."}
	ContactPerson    = Text{"Narahubung", "Contact person"}
	RegisteredAt     = Text{"Terdaftar", "Registered"}
	ProfileTitle     = Text{"Profil", "Profile"}
	PayoutAccount    = Text{"Rekening penarikan", "Bank account for payouts"}
	DailyCap         = Text{"Batas harian persetujuan otomatis", "Daily limit of automatic approval"}
	NoCap            = Text{"Tanpa batas", "No limit"}
	DailyCapHint     = Text{"Rupiah penuh; kosong: tanpa batas", "Whole rupiah; empty: no limit"}
	SettingsTitle    = Text{"Pengaturan akun", "Account settings"}
	ApproveClient    = Text{"Setujui merchant", "Approve the client"}
	RejectClient     = Text{"Tolak pendaftaran", "Reject the registration"}
	RejectClientHint = Text{"Pendaftaran berakhir dan tidak dapat dibuka lagi.", "It ends the registration for good."}
	SuspendClient    = Text{"Tangguhkan merchant", "Suspend the client"}
	SuspendHint      = Text{
		"Akun hanya dapat dibaca. Pembayaran yang terbuka tetap dikreditkan; penarikan menunggu.",
		"The account can only be read. Open payments are still credited; payouts wait.",
	}
	ReactivateClient = Text{"Aktifkan kembali", "Reactivate the client"}
	IssueKey         = Text{"Terbitkan kunci API", "Issue an API key"}
	NewKeyTitle      = Text{"Kunci API baru", "New API key"}
	MakeResetLink    = Text{"Buat tautan kata sandi baru", "Make a link for a new password"}
	ResetLinkHint    = Text{
		"Berikan tautan itu langsung kepada orangnya. Berlaku sekali, selama satu jam, dan menghapus faktor keduanya.",
		"Hand it to the person yourself. It works once, for an hour, and removes the second factor.",
	}
	ResetLinkTitle      = Text{"Tautan kata sandi baru", "Link for a new password"}
	EndClientAccessHint = Text{
		"Untuk kunci atau sesi yang dicuri: kunci API, semua sesi, dan semua tautan berakhir dalam satu detik.",
		"For a stolen key or session: the API key, all sessions and all links end within a second.",
	}
	AccessTitle     = Text{"Akses", "Access"}
	AppsTitle       = Text{"Aplikasi dan biaya", "Apps and fees"}
	AppsHint        = Text{"Biaya aplikasi menggantikan biaya umum pada satu metode.", "A rate of an app takes the place of the general rate of one channel."}
	NoApps          = Text{"Merchant ini belum punya aplikasi.", "This client has no app yet."}
	App             = Text{"Aplikasi", "App"}
	AddApp          = Text{"Tambah aplikasi", "Add an app"}
	SetAppFee       = Text{"Tetapkan biaya aplikasi", "Set a rate of an app"}
	OwnRates        = Text{"Biaya sendiri", "Own rates"}
	FlatPart        = Text{"Bagian tetap (rupiah)", "Flat part (rupiah)"}
	PercentPart     = Text{"Bagian persen", "Percentage"}
	PercentHint     = Text{"0,7 berarti 0,7 %", "0.7 means 0.7 %"}
	ChannelCode     = Text{"Kode metode", "Channel code"}
	ChannelCodeHint = Text{"Misalnya QRIS, BCA, atau OVO", "Such as QRIS, BCA or OVO"}
	AdjustTitle     = Text{"Koreksi saldo", "Correct the balance"}
	AdjustHint      = Text{"Jumlah dengan tanda: -25.000 mengurangi. Saldo tersedia tidak dapat di bawah nol.", "With its sign: -25.000 takes away. The available balance can't fall below zero."}
	Adjust          = Text{"Koreksi", "Correct"}
	LatestPayouts   = Text{"Penarikan terbaru", "Latest withdrawals"}
	LatestCallbacks = Text{"Callback terbaru", "Latest callbacks"}
	URLLabel        = Text{"Alamat web", "Web address"}
)

// Troubles are the words for the troubles of clients, by the API's names.
var Troubles = map[string]Text{
	"receivable":         {"Berutang kepada kami", "Owes us money"},
	"failing_endpoint":   {"Endpoint callback gagal", "Callback endpoint fails"},
	"key_without_issuer": {"Pembuat kunci API tidak berwenang lagi", "Creator of an API key is gone"},
}

// CallbackTroubles are the words for the troubles of callbacks, by the API's names.
var CallbackTroubles = map[string]Text{
	"retried": {"Gagal, akan dicoba lagi", "Failed, is tried again"},
}

// Withdrawals and settlements.
var (
	WithdrawalTitle   = Text{"Penarikan", "Withdrawal"}
	SettlementTitle   = Text{"Settlement", "Settlement"}
	PayoutsEmpty      = Text{"Belum ada. Merchant memintanya di portal atau lewat API.", "None yet. Clients ask for them in the portal or by the API."}
	TransferFee       = Text{"Biaya transfer", "Transfer fee"}
	TotalHeld         = Text{"Total yang ditahan", "Held in total"}
	Destination       = Text{"Tujuan", "Goes to"}
	Purpose           = Text{"Keperluan", "Purpose"}
	ByHand            = Text{"Ditransfer oleh orang", "Transferred by a person"}
	SubmittedAt       = Text{"Terakhir dikirim ke penyedia", "Last sent to the provider"}
	ProviderID        = Text{"ID penyedia", "Provider's id"}
	ProviderReference = Text{"Referensi di penyedia", "Reference at the provider"}
	UnknownPayout     = Text{
		"Hasilnya di penyedia belum diketahui. Periksa di dasbor penyedia sebelum menandainya selesai atau gagal.",
		"The outcome at the provider is not known. Look at the provider's dashboard before you call it completed or failed.",
	}
	UnknownFloat = Text{
		"Saldo kita di penyedia tidak cukup untuk penarikan ini. Isi saldo itu; pengiriman diulang dengan sendirinya.",
		"Our balance at the provider does not suffice for it. Top it up; it is sent again by itself.",
	}
	ContradictedPayout = Text{
		"Laporan penyedia tidak cocok dengan penarikan ini (%s). Tidak ada uang yang bergerak karenanya; seseorang harus memeriksanya.",
		"A report of the provider does not fit this payout (%s). It moved no money; somebody has to look.",
	}
	WaitingPayouts    = Text{"Penarikan yang menunggu keputusan", "Withdrawals that wait for a decision"}
	ApprovePayout     = Text{"Setujui", "Approve"}
	ApprovePayoutHint = Text{"Dikirim ke penyedia, kecuali orang yang mentransfer.", "It goes to the provider, unless a person makes the transfer."}
	ManualTransfer    = Text{"Ditransfer oleh orang, bukan oleh penyedia", "A person makes the transfer, not the provider"}
	RejectPayout      = Text{"Tolak", "Reject"}
	RejectPayoutHint  = Text{"Dana yang ditahan kembali tersedia. Merchant melihat alasannya.", "What was held is available again. The client sees the reason."}
	FoundPayout       = Text{
		"Penyedia mempunyai perintah transfer ini (%s) yang tidak dikenal di sini, misalnya setelah pemulihan cadangan. Pembayaran ini tertahan agar uangnya tidak " +
			"dikirim dua kali. Periksa perintah itu di dasbor penyedia, lalu ambil alih. Kalau perintah itu gagal, transaksi ini dapat diselesaikan secara manual.",
		"The provider has an order of this transfer (%s) that is not known here, as after a restore. The payout is held, so that the money is not " +
			"sent twice. Check the order in the provider's dashboard, then adopt it. If that order failed, the payout can be ended by hand.",
	}
	FoundProviderID = Text{"ID di penyedia yang ditemukan", "Id found at the provider"}
	FoundReference  = Text{"Referensi yang ditemukan", "Reference that was found"}
	AdoptPayout     = Text{"Ambil alih perintah penyedia", "Adopt the provider's order"}
	AdoptPayoutHint = Text{
		"Penyedia ditanya lagi; jumlah dan rekening harus cocok. Setelah itu hasilnya mengikuti penyedia.",
		"The provider is asked again; amount and bank account must match. From then on the outcome is the provider's.",
	}
	CompletePayout = Text{"Catat transfer", "Record the transfer"}
	CompleteHint   = Text{"Setelah orang mentransfernya.", "Once a person has made it."}
	WhoTransferred = Text{"Siapa yang mentransfer", "Who made the transfer"}
	FailPayout     = Text{"Nyatakan gagal", "Call it failed"}
	FailPayoutHint = Text{"Dana yang ditahan kembali tersedia. Pastikan uangnya tidak terkirim.", "What was held is available again. Make sure that the money did not go out."}
	UnknownWhy     = Text{"Mengapa belum pasti", "Why unknown"}
)

// UnknownReasons are the words for why the outcome of a payout is not known.
var UnknownReasons = map[string]Text{
	"no_answer":   {"Penyedia tidak menjawab", "No answer of the provider"},
	"refused":     {"Penyedia menolak, tetapi mungkin sudah memilikinya", "The provider refused, but may have it"},
	"float_empty": {"Saldo kita di penyedia tidak cukup", "Our balance at the provider is too low"},
}

// PayoutContradictions are the words for reports of the provider that do not fit a payout.
var PayoutContradictions = map[string]Text{
	"other_provider_id": {"ID penyedia lain", "another id of the provider"},
	"other_amount":      {"jumlah lain", "another amount"},
	"other_account":     {"rekening lain", "another account"},
	"other_reference":   {"referensi lain", "another reference"},
	"not_submitted":     {"belum pernah dikirim", "it was never sent"},
	"ended_otherwise":   {"sudah berakhir dengan cara lain", "it has ended otherwise"},
	"not_confirmed":     {"penyedia tidak membenarkannya", "the provider does not confirm it"},
}

// Approvals by a second administrator.
var (
	Approvals        = Text{"Persetujuan kedua", "Second approvals"}
	ApprovalTitle    = Text{"Persetujuan kedua", "Second approval"}
	ApprovalsEmpty   = Text{"Tidak ada yang menunggu admin kedua.", "Nothing waits for a second administrator."}
	AskedBy          = Text{"Diminta oleh", "Asked by"}
	DecidedBy        = Text{"Diputuskan oleh", "Decided by"}
	DecisionReason   = Text{"Alasan keputusan", "Reason of the decision"}
	DecidedAt        = Text{"Diputuskan", "Decided"}
	FinishedAt       = Text{"Dilakukan", "Done at"}
	ResultTitle      = Text{"Hasil", "Result"}
	Subject          = Text{"Tentang", "About"}
	GrantApproval    = Text{"Setujui dan lakukan", "Grant and do it"}
	RefuseApproval   = Text{"Tolak", "Refuse"}
	OwnApproval      = Text{"Anda yang memintanya: admin lain harus memutuskan.", "You asked for it: another administrator must decide."}
	WaitsForApproval = Text{"Menunggu admin kedua sampai %s.", "It waits for a second administrator until %s."}
)

// Money in suspense, reversals and holds.
var (
	Suspense            = Text{"Dana dalam peninjauan", "Suspense"}
	SuspenseTitle       = Text{"Dana dalam peninjauan", "Money in suspense"}
	SuspenseEmpty       = Text{"Tidak ada dana yang ditinjau.", "No money is under review."}
	AmountDue           = Text{"Seharusnya", "Due"}
	AmountReceived      = Text{"Diterima", "Received"}
	TakenBack           = Text{"Ditarik kembali", "Taken back"}
	ProviderPayment     = Text{"ID pembayaran penyedia", "Provider's id of the payment"}
	Release             = Text{"Lepaskan ke merchant", "Release to the client"}
	ReleaseHint         = Text{"Pembayaran menjadi berstatus Dibayar, saldo merchant bertambah, dan callback dikirim.", "The payment becomes PAID, the client is credited and called back."}
	Refund              = Text{"Kembalikan ke pembayar", "Refund to the payer"}
	RefundHint          = Text{"Penyedia mengembalikannya, kecuali orang sudah membayarnya dari rekening kita.", "The provider gives it back, unless a person has paid it from our own account."}
	Reopen              = Text{"Tinjau lagi", "Reopen"}
	ReopenHint          = Text{"Penyedia tidak mengembalikannya: dana ini dapat diputuskan lagi.", "The provider does not give it back: it can be decided on again."}
	RefundByHand        = Text{"Sudah dibayar kembali oleh orang", "A person has paid it back"}
	Resolution          = Text{"Keputusan", "Decision"}
	Reversals           = Text{"Pembalikan", "Reversals"}
	ReversalsEmpty      = Text{"Belum ada pembayaran yang dibalik.", "No payment was taken back."}
	PaymentReports      = Text{"Pemberitahuan yang diragukan", "Notifications in doubt"}
	PaymentReportsEmpty = Text{
		"Tidak ada pemberitahuan pembayaran yang lama menunggu atau tidak dipastikan penyedia.",
		"No notification of a payment waits long, and none lacks the provider's confirmation.",
	}
	ReversalTitle     = Text{"Pembalikan", "Reversal"}
	Assign            = Text{"Tetapkan", "Assign"}
	RefundOfReversal  = Text{"Hasil dari pengembalian dana", "The outcome of the refund"}
	NoneOfTheRefunds  = Text{"Bukan pengembalian dana yang diminta", "None of the refunds that were asked for"}
	AssignHint        = Text{"Pembayaran ini diterima lebih dari sekali. Lihat di dasbor penyedia uang mana yang ditarik kembali.", "The payment was paid more than once. See in the provider's dashboard which money was taken back."}
	Contradiction     = Text{"Pertentangan", "Contradiction"}
	EraseCustomer     = Text{"Hapus data pelanggan", "Erase the customer"}
	EraseCustomerHint = Text{
		"Nama dan nomor telepon pelanggan hilang dari daftar, berkas, halaman, dan pencarian, untuk selamanya.",
		"The customer's name and telephone number leave lists, files, pages and the search, for good.",
	}
	EndHold     = Text{"Akhiri penahanan", "End the hold"}
	EndHoldHint = Text{"Kredit pembayaran ini dapat ditarik sekarang juga, tanpa menunggu penyelesaian.", "The credit of this payment can be withdrawn now, without waiting for its settlement."}
)

// SuspenseReasons are the words for why money is in suspense.
var SuspenseReasons = map[string]Text{
	"amount_mismatch": {"Jumlah tidak cocok", "Wrong amount"},
	"second_payment":  {"Pembayaran kedua", "Second payment"},
	"order_paid":      {"Pesanan sudah dibayar", "The order was paid already"},
}

// ReversalKinds are the words for kinds of reversals.
var ReversalKinds = map[string]Text{
	"void":       {"Pembatalan", "Void"},
	"refund":     {"Pengembalian dana", "Refund"},
	"chargeback": {"Chargeback", "Chargeback"},
}

// ReversalContradictions are the words for reversals that do not fit their payment.
var ReversalContradictions = map[string]Text{
	"void_after_reversal": {"dibatalkan setelah dibalik", "a void after a reversal"},
	"other_amount":        {"jumlah lain", "another amount"},
	"not_whole":           {"bukan seluruhnya", "not the whole amount"},
	"more_than_paid":      {"lebih dari yang dibayar", "more than was paid"},
	"refunded_by_hand":    {"sudah dibayar kembali oleh orang", "a person had paid it back"},
	"came_back":           {"sudah kembali sebelum diputuskan", "it came back before it was decided"},
}

// Tickets and proposals.
var (
	TicketTitle    = Text{"Tiket", "Ticket"}
	TicketsEmpty   = Text{"Tidak ada tiket.", "No tickets."}
	TicketSubject  = Text{"Judul", "Subject"}
	Category       = Text{"Kategori", "Category"}
	Priority       = Text{"Prioritas", "Priority"}
	ReplyTicket    = Text{"Balas", "Reply"}
	CloseTicket    = Text{"Tutup tiket", "Close the ticket"}
	Message        = Text{"Pesan", "Message"}
	SaysClient     = Text{"Merchant", "Client"}
	SaysSupport    = Text{"Dukungan", "Support"}
	Proposals      = Text{"Proposal", "Proposals"}
	ProposalsEmpty = Text{"Tidak ada proposal.", "No proposals."}
	Whatsapp       = Text{"WhatsApp", "WhatsApp"}
	MarkRead       = Text{"Tandai sudah dibaca", "Mark as read"}
)

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
	"projections_halted":         {"Model baca berhenti", "Read models that halted"},
	"clients_parked":             {"Merchant diparkir: kreditnya menunggu", "Parked clients: their credits wait"},
	"reactors_failing":           {"Reaktor gagal", "Reactors that fail"},
	"projections_late":           {"Model baca tertinggal", "Read models that are late"},
	"audit_findings":             {"Audit yang menemukan sesuatu", "Audit runs that found something"},
	"payouts_unknown":            {"Penarikan yang hasilnya belum pasti", "Payouts of unknown outcome"},
	"payouts_without_connection": {"Penarikan yang tidak dikirim oleh koneksi mana pun", "Payouts that no connection makes"},
	"payouts_contradicted":       {"Penarikan yang laporannya bertentangan", "Payouts that a report contradicts"},
	"payments_contradicted":      {"Pembayaran yang pemberitahuannya tidak dipastikan penyedia", "Payments whose notification the provider does not confirm"},
	"payments_report_pending":    {"Pemberitahuan pembayaran yang lama menunggu jawaban penyedia", "Notifications of payments that wait long for the provider"},
	"refunds_stuck":              {"Pengembalian dana yang belum selesai setelah satu jam", "Refunds in processing for more than an hour"},
	"refunds_pending":            {"Pengembalian dana yang menunggu administrator", "Refunds that wait for an administrator"},
	"reversals_contradicted":     {"Pembalikan yang bertentangan", "Contradicted reversals"},
	"reversals_undecided":        {"Pembalikan yang menunggu keputusan", "Reversals that wait for a decision"},
	"suspense_open":              {"Dana dalam peninjauan", "Money in suspense"},
	"receivables":                {"Piutang dari merchant", "Clients that owe us"},
	"approvals":                  {"Persetujuan kedua", "Second approvals"},
	"withdrawals_pending":        {"Penarikan menunggu persetujuan", "Withdrawals that wait for approval"},
	"settlements_pending":        {"Settlement menunggu persetujuan", "Settlements that wait for approval"},
	"registrations":              {"Pendaftaran baru", "New registrations"},
	"callbacks_exhausted":        {"Callback yang gagal permanen", "Callbacks that were given up"},
	"callbacks_retried":          {"Callback yang gagal dan akan dicoba lagi", "Callbacks that failed and are tried again"},
	"endpoints_failing":          {"Alamat callback yang gagal", "Callback endpoints that fail"},
	"keys_without_issuer":        {"Kunci API yang pembuatnya tidak berwenang lagi", "API keys whose creator is gone"},
	"reversals_above_gross":      {"Pembayaran yang ditarik kembali melebihi nilainya", "Payments of which more was taken back than they were worth"},
	"disputes_due":               {"Sengketa yang segera jatuh tempo", "Disputes that are due soon"},
	"withholding_slips":          {"Bukti potong PPh 23 menunggu keputusan", "Withholding slips that wait for a decision"},
	"bank_lines_unmatched":       {"Baris bank lama tanpa pembukuan", "Old lines of our bank without a booking"},
	"documents_waiting":          {"Dokumen merchant menunggu keputusan", "Documents of clients that wait for a decision"},
	"tickets_open":               {"Tiket terbuka", "Open tickets"},
	"proposals_new":              {"Proposal baru", "New proposals"},
}

// The gateway's own money.
var (
	Treasury      = Text{"Kas kita", "Treasury"}
	NewTreasury   = Text{"Catat mutasi kas", "Enter a movement"}
	TreasuryEmpty = Text{"Belum ada mutasi kas kita sendiri.", "No movement of our own money yet."}
	TreasuryHint  = Text{
		"Apa yang tertulis di rekening koran atau dasbor penyedia tentang uang kita sendiri. Tidak mengubah saldo merchant mana pun.",
		"What a bank statement, or the provider's dashboard, says of our own money. It changes no client's balance.",
	}
	EnterTreasury = Text{"Catat", "Enter"}
	ValueDateHint = Text{"Kosong: hari ini", "Empty: today"}
	ReferenceHint = Text{"Misalnya BCA 2026-01 baris 17; hanya dapat dipakai sekali", "Such as BCA 2026-01 line 17; it is used once"}
	Note          = Text{"Catatan", "Note"}
	FromAccount   = Text{"Dari akun", "From account"}
	ToAccount     = Text{"Ke akun", "To account"}
	OpeningOnly   = Text{"Hanya untuk saldo awal", "Of an opening only"}
)

// TreasuryKinds are the words for kinds of entries of our own money.
var TreasuryKinds = map[string]Text{
	"top_up":              {"Isi saldo penyedia", "Top-up of the provider"},
	"provider_withdrawal": {"Tarik dari penyedia", "Withdrawal from the provider"},
	"bank_charge":         {"Biaya bank", "Bank charge"},
	"owner_in":            {"Setoran pemilik", "Paid in by the owners"},
	"owner_out":           {"Penarikan pemilik", "Paid out to the owners"},
	"pph23_used":          {"PPh 23 dipakai dalam SPT", "Prepaid income tax used"},
	"tax_payment":         {"Setoran PPN", "VAT paid to the state"},
	"rounding_to_vat":     {"Selisih pembulatan ditambahkan ke PPN", "Difference of rounding added to the VAT"},
	"vat_to_rounding":     {"Selisih pembulatan dikurangkan dari PPN", "Difference of rounding taken off the VAT"},
	"provider_sent":       {"Dikirim penyedia, belum sampai", "Sent by the provider, on its way"},
	"transit_arrived":     {"Kiriman penyedia sampai di bank", "Money of the provider arrived"},
	"bank_interest":       {"Bunga bank", "Interest of the bank"},
	"interest_tax":        {"Pajak bunga bank", "Tax on interest"},
	"transfer_bounced":    {"Transfer kembali dari bank", "Transfer came back"},
	"bounce_settled":      {"Transfer yang kembali dikirim lagi", "Returned transfer made again"},
	"opening":             {"Saldo awal", "Opening"},
}

// Fees and banks.
var (
	Fees            = Text{"Biaya", "Fees"}
	FeeTitle        = Text{"Biaya metode", "Fee of a channel"}
	GeneralFeesHint = Text{"Berlaku bagi aplikasi tanpa biaya sendiri. TRANSFER adalah biaya transfer keluar.", "For apps without a rate of their own. TRANSFER is the fee of a bank transfer out."}
	ChangeFee       = Text{"Ubah biaya", "Change the fee"}
	ChangeFeeHint   = Text{"Berlaku sejak pembayaran berikutnya.", "It counts from the next payment on."}
	Banks           = Text{"Bank", "Banks"}
	BanksHint       = Text{"Bank yang ditutup tidak menerima penarikan baru.", "A bank that is closed takes no new payouts."}
	OpenBank        = Text{"Buka bank ini", "Open the bank"}
	OpenBankHint    = Text{"Merchant dapat meminta penarikan ke bank ini lagi.", "Clients can ask for payouts to the bank again."}
	CloseBankHint   = Text{
		"Penarikan dan settlement baru ke bank ini ditolak, dan profil tidak dapat memakainya. Yang sudah menunggu persetujuan tetap ada dan dibayar bila disetujui; yang sudah dikirim berjalan terus.",
		"New withdrawals and settlements to the bank are refused, and no profile can name it. Those that wait for approval stay, and are paid if approved; those that were sent go on.",
	}
	PendingWithdrawals = Text{"Penarikan yang menunggu", "Pending withdrawals"}
	PendingSettlements = Text{"Settlement yang menunggu", "Pending settlements"}
	ConfirmRead        = Text{"Saya sudah membaca akibatnya", "I have read what it does"}
	CloseBank          = Text{"Tutup bank ini", "Close the bank"}
)

// Administrators and the own login.
var (
	Administrators   = Text{"Administrator", "Administrators"}
	AdministratorOne = Text{"Administrator", "Administrator"}
	NewAdministrator = Text{"Administrator baru", "New administrator"}
	ChangeRoleHint   = Text{"Semua sesinya berakhir seketika.", "All sessions of theirs end at once."}
	DisableAdmin     = Text{"Nonaktifkan", "Disable"}
	DisableAdminHint = Text{"Semua sesinya berakhir seketika, dan ia tidak dapat masuk.", "All sessions of theirs end at once, and they can't log in."}
	EnableAdmin      = Text{"Aktifkan", "Enable"}
	ResetAdmin       = Text{"Setel ulang kata sandi", "Reset the password"}
	ResetAdminHint   = Text{"Kata sandi baru ditampilkan sekali. Semua sesinya berakhir.", "The new password is shown once. All sessions of theirs end."}
	AlsoSecondFactor = Text{"Hapus faktor keduanya juga", "Remove the second factor, too"}
	NewPasswordOf    = Text{"Kata sandi baru", "New password"}
)
