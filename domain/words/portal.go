package words

// The merchants' menu.
var (
	MoneySection    = Text{"Uang", "Money"}
	BuildSection    = Text{"Integrasi", "Integration"}
	AccountSection  = Text{"Akun", "Account"}
	Home            = Text{"Ringkasan", "Home"}
	Payments        = Text{"Pembayaran", "Payments"}
	Payment         = Text{"Pembayaran %s", "Payment %s"}
	PaymentTitle    = Text{"Pembayaran", "Payment"}
	Balance         = Text{"Saldo", "Balance"}
	Callbacks       = Text{"Callback", "Callbacks"}
	Register        = Text{"Daftar", "Register"}
	RegisterHint    = Text{"Akun Anda aktif setelah admin menyetujuinya.", "Your account is active once an administrator has approved it."}
	BusinessName    = Text{"Nama usaha", "Business name"}
	PasswordHint    = Text{"8 sampai 255 karakter", "8 to 255 characters"}
	WaitForApproval = Text{
		"Akun Anda menunggu persetujuan admin. Halaman lain terbuka setelah itu.",
		"Your account waits for an administrator's approval. The other pages open after that.",
	}
	AccountSuspended = Text{"Akun Anda ditangguhkan: dapat dibaca, tidak dapat digunakan.", "Your account is suspended: it can be read, not used."}
	AccountRejected  = Text{"Pendaftaran Anda ditolak.", "Your registration was rejected."}
)

// Home and payments.
var (
	Available      = Text{"Saldo tersedia", "Available balance"}
	PendingBalance = Text{"Belum dapat ditarik", "Not yet available"}
	PaymentsToday  = Text{"Pembayaran hari ini", "Payments made today"}
	PaidOfThem     = Text{"sudah dibayar: %d", "paid: %d"}
	LastMonth      = Text{"Laporan bulan lalu", "Statement of last month"}
	LatestPayments = Text{"Pembayaran terbaru", "Latest payments"}
	NoPaymentsYet  = Text{"Belum ada pembayaran. Buat yang pertama dengan halaman tagihan.", "No payments yet. Make the first one with an invoice page."}
	NewPayment     = Text{"Pembayaran baru", "New payment"}
	PaidAmount     = Text{"Jumlah dibayar", "Amount paid"}
	Gross          = Text{"Kotor", "Gross"}
	Cancel         = Text{"Batalkan", "Cancel"}
	CancelPayment  = Text{"Batalkan pembayaran ini", "Cancel this payment"}
	SandboxTitle   = Text{"Simulasikan pembayaran (sandbox)", "Simulate the payment (sandbox)"}
	SandboxPay     = Text{"Bayar", "Pay"}
	SandboxSettle  = Text{"Selesaikan", "Settle"}
	SandboxExpire  = Text{"Kedaluwarsakan", "Let it expire"}
	SandboxAmount  = Text{"Jumlah (kosong: seluruhnya)", "Amount (empty: all of it)"}
	Facts          = Text{"Rincian", "Details"}
	Metadata       = Text{"Metadata", "Metadata"}
	InvoicePage    = Text{"Halaman tagihan", "Invoice page"}
	VANumber       = Text{"Nomor virtual account", "Virtual account number"}
	Replaced       = Text{"Diganti oleh", "Replaced by"}
	Replaces       = Text{"Mengganti", "Replaces"}
	Reversed       = Text{"Dibalik", "Reversed"}
	SearchResults  = Text{"Hasil pencarian", "Search results"}
	SearchHint     = Text{
		"Ketik ID transaksi, referensi Anda, nomor VA, nomor bukti potong, ID penyedia, e-mail, telepon, atau jumlah.",
		"Type a transaction id, your reference, a VA number, the number of a withholding slip, a provider's id, an e-mail address, a phone number or an amount.",
	}
	NoHits     = Text{"Tidak ada yang cocok. Cari dengan awalan yang lebih pendek, atau periksa nomornya.", "Nothing matches. Try a shorter beginning, or check the number."}
	MatchedBy  = Text{"Cocok pada", "Matched by"}
	ViewEvents = Text{"Lihat semua", "See all"}
)

// Registration and passwords.
var (
	ForgotHint  = Text{"Kami mengirim tautan untuk memilih kata sandi baru.", "We send a link to choose a new password."}
	SendLink    = Text{"Kirim tautan", "Send the link"}
	HeldBalance = Text{"Ditahan untuk penarikan, pengembalian, dan sengketa", "Held for payouts, refunds and disputes"}
	Owed        = Text{"Piutang kami", "Owed to us"}
)

// The page behind the link of an invitation, or of a forgotten password.
var (
	SavePassword      = Text{"Simpan kata sandi", "Save the password"}
	PasswordAgain     = Text{"Sekali lagi", "Once more"}
	PasswordSaved     = Text{"Kata sandi Anda tersimpan. Silakan masuk dengan kata sandi itu.", "Your password is saved. You can log in with it."}
	PasswordsDiffer   = Text{"Kedua kata sandi tidak sama.", "The two passwords differ."}
	PasswordLength    = Text{"Kata sandi harus 8 sampai 255 karakter.", "A password has 8 to 255 characters."}
	BrokenTryAgain    = Text{"Terjadi kesalahan. Coba lagi sebentar lagi.", "Something went wrong. Try again in a moment."}
	PasswordLinkEnded = Text{
		"Tautan ini sudah dipakai, sudah kedaluwarsa, atau tidak lengkap. Mintalah tautan baru.",
		"This link was used, has expired, or is not whole. Ask for a new one.",
	}
	PasswordEmailTaken = Text{
		"Alamat e-mail ini sudah dipakai oleh login lain. Mintalah undangan ke alamat lain.",
		"This e-mail address belongs to another login. Ask for an invitation to another address.",
	}
)

// The account: profile, apps, people and the own login.
var (
	Profile          = Text{"Profil", "Profile"}
	ProfileSaved     = Text{"Simpan profil", "Save the profile"}
	ProfileHint      = Text{"Mengubah rekening atau e-mail menjeda persetujuan otomatis penarikan, dan alamat lama diberi tahu.", "Changing the bank account or e-mail address pauses automatic approval of withdrawals, and the former address is told."}
	BusinessAddress  = Text{"Alamat usaha", "Business address"}
	ContactName      = Text{"Nama PIC", "Contact person"}
	ContactPhone     = Text{"Telepon PIC", "Contact's phone"}
	ContactEmail     = Text{"E-mail PIC", "Contact's e-mail"}
	ClientCode       = Text{"Kode merchant", "Client code"}
	ClientNumber     = Text{"Nomor merchant", "Client id"}
	AutoApproval     = Text{"Penarikan disetujui otomatis", "Withdrawals approved automatically"}
	NoBankChosen     = Text{"belum ada bank", "no bank yet"}
	BankSearchHint   = Text{"Ketik sebagian nama, seperti BCA, lalu pilih. Kosong: %s.", "Type a part of its name, such as BCA, and choose. Empty: %s."}
	AppsAndFees      = Text{"Aplikasi dan biaya", "Apps and fees"}
	Apps             = Text{"Aplikasi", "Apps"}
	AppCode          = Text{"Kode", "Code"}
	FeeRates         = Text{"Biaya per metode", "Fees by channel"}
	FeesOf           = Text{"Biaya %s", "Fees of %s"}
	FlatFee          = Text{"Tetap", "Flat"}
	PercentFee       = Text{"Persen", "Percent"}
	VATInclusive     = Text{"Termasuk PPN", "VAT included"}
	People           = Text{"Tim", "People"}
	PersonTitle      = Text{"Orang", "Person"}
	SecondFactor     = Text{"Faktor kedua", "Second factor"}
	InvitePerson     = Text{"Undang orang", "Invite a person"}
	InviteHint       = Text{"Kami mengirim tautan untuk memilih kata sandi.", "We send a link to choose a password."}
	ChangeRole       = Text{"Ubah peran", "Change the role"}
	RemovePersonHint = Text{"Sesinya langsung berakhir. Kunci utama tetap berlaku; gantilah jika orang ini yang membuatnya.", "The person's sessions end at once. The full key works on; replace it if this person created it."}
	EndKeys          = Text{"Cabut juga kunci terbatas yang dibuat orang ini", "Also end the restricted keys that this person created"}
	RemovePerson     = Text{"Hapus orang ini", "Remove this person"}
	RolesHint        = Text{"Pemilik: semuanya. Keuangan: pembayaran, penarikan, laporan. Pengembang: kunci terbatas dan callback. Pembaca: melihat uang saja.", "Owner: everything. Finance: payments, withdrawals, reports. Developer: restricted keys and callbacks. Viewer: looks at money only."}
	Security         = Text{"Keamanan", "My login"}
	NewPassword      = Text{"Kata sandi baru", "New password"}
	PasswordEnds     = Text{"Semua sesi lain langsung berakhir.", "All other sessions end at once."}
	SecondFactorOn   = Text{"Faktor kedua terpasang: login meminta kode 6 angka.", "A second factor is set up: a login asks for a 6-digit code."}
	SecondFactorOff  = Text{"Belum ada faktor kedua. Dengan kode dari ponsel, kata sandi saja tidak cukup untuk masuk.", "There is no second factor yet. With a code from your phone, the password alone opens nothing."}
	ReplaceFactor    = Text{"Ganti faktor kedua", "Replace the second factor"}
	ScanFactor       = Text{"Pindai dengan aplikasi autentikator", "Scan with an authenticator app"}
	FactorSecret     = Text{"Atau ketik kunci ini", "Or type this key"}
	ConfirmHint      = Text{"Faktor kedua berlaku setelah kode pertama benar.", "The second factor counts once a first code is right."}
	SessionTitle     = Text{"Sesi", "Session"}
	Device           = Text{"Perangkat", "Device"}
	EndsAt           = Text{"Berakhir", "Ends"}
	EndThisSession   = Text{"Akhiri sesi ini", "End this session"}
	Open             = Text{"Buka", "Open"}
	Activity         = Text{"Aktivitas", "Activity"}
	ActivityVia      = Text{"Lewat", "Via"}
	ActivityDetails  = Text{"Keterangan", "Details"}
	EndAccess        = Text{"Akhiri semua akses", "End all access"}
	EndAccessHint    = Text{"Untuk kunci atau sesi yang dicuri: semua kunci API, sesi (juga ini) dan tautan berakhir dalam satu detik, dan yang diperoleh akun sejak waktu itu dibatalkan.", "For a stolen key or session: every API key, session (this one, too) and link ends within a second, and what the account gained since then is undone."}
)

// Tickets and proposals.
var (
	Tickets         = Text{"Tiket", "Tickets"}
	Ticket          = Text{"Tiket", "Ticket"}
	HelpSection     = Text{"Bantuan", "Help"}
	NewTicket       = Text{"Tiket baru", "New ticket"}
	NoTicketsYet    = Text{"Belum ada tiket. Tanyakan apa saja kepada dukungan.", "No tickets yet. Ask support anything."}
	SubjectField    = Text{"Perihal", "Subject"}
	QuestionField   = Text{"Pertanyaan", "Question"}
	CategoryField   = Text{"Kategori", "Category"}
	PriorityField   = Text{"Prioritas", "Priority"}
	OpenTicket      = Text{"Kirim tiket", "Send the ticket"}
	Conversation    = Text{"Percakapan", "Conversation"}
	Reply           = Text{"Balas", "Reply"}
	ReplyMessage    = Text{"Pesan", "Message"}
	SupportSaid     = Text{"Dukungan", "Support"}
	YouSaid         = Text{"Anda", "You"}
	Proposal        = Text{"Proposal", "Proposal"}
	ProposalHint    = Text{"Ceritakan kerja sama yang Anda inginkan. Kami menghubungi Anda.", "Tell us how you would like to work together. We will get in touch."}
	SendProposal    = Text{"Kirim proposal", "Send the proposal"}
	Company         = Text{"Perusahaan", "Company"}
	WhatsApp        = Text{"WhatsApp", "WhatsApp"}
	ProposalSubject = Text{"Isi proposal", "What you propose"}
)

// Home.
var (
	NeedsAttention     = Text{"Perlu perhatian", "Needs attention"}
	FailedCallbacks    = Text{"Callback yang tidak diterima server Anda: %d", "Callbacks that your server did not take: %d"}
	RetriedCallbacks   = Text{"Callback yang gagal dan akan dicoba lagi: %d", "Callbacks that failed and are tried again: %d"}
	RetriedCallbackTip = Text{"Periksa server Anda: gateway mencobanya lagi dengan sendirinya.", "Look at your server: the gateway tries again by itself."}
	FailedCallbackTip  = Text{"Lihat jawabannya, perbaiki, lalu kirim ulang.", "See how it answered, mend it, and send them again."}
	NoFactorYet        = Text{"Login Anda belum punya faktor kedua.", "Your login has no second factor yet."}
	NoFactorTip        = Text{"Pasang kode 6 angka dari ponsel.", "Set up a 6-digit code from your phone."}
	EndpointFails      = Text{"Alamat callback %s tidak menerima kiriman sejak %s.", "The callback endpoint %s has taken nothing since %s."}
	EndpointFailsTip   = Text{"Percobaan terakhir: %s. Gateway mencobanya lagi dengan sendirinya.", "The last attempt: %s. The gateway tries again by itself."}
)

// Categories and Priorities are the words for the categories and priorities of tickets.
var (
	Categories = map[string]Text{
		"bug":             {"Kesalahan", "Bug"},
		"feature_request": {"Permintaan fitur", "Feature request"},
		"question":        {"Pertanyaan", "Question"},
		"other":           {"Lainnya", "Other"},
	}
	Priorities = map[string]Text{
		"low":    {"Rendah", "Low"},
		"medium": {"Sedang", "Medium"},
		"high":   {"Tinggi", "High"},
	}
)

// The balance, its movements and statements.
var (
	BalanceChart      = Text{"Saldo 30 hari terakhir", "Balance of the last 30 days"}
	Movements         = Text{"Mutasi", "Movements"}
	Movement          = Text{"Mutasi", "Movement"}
	MovementsHint     = Text{"Setiap baris adalah satu peristiwa dalam catatan. Buka untuk melihat asalnya.", "Each line is one event of the log. Open it to see where it comes from."}
	NoMovementsYet    = Text{"Belum ada mutasi. Saldo bergerak sejak pembayaran pertama.", "No movements yet. The balance moves from the first payment on."}
	Explain           = Text{"Jelaskan", "Explain"}
	BalanceAfter      = Text{"Saldo setelahnya", "Balance after it"}
	Change            = Text{"Perubahan", "Change"}
	BookedAt          = Text{"Dibukukan", "Booked"}
	ValueDate         = Text{"Tanggal nilai", "Value date"}
	About             = Text{"Tentang", "About"}
	WhatMoved         = Text{"Uang yang berpindah", "What moved"}
	LedgerAccount     = Text{"Akun", "Account"}
	TheEvent          = Text{"Peristiwa dalam catatan", "The event in the log"}
	EventIDWord       = Text{"ID peristiwa", "Event id"}
	StreamWord        = Text{"Aliran", "Stream"}
	EventData         = Text{"Isi peristiwa", "What the event says"}
	LeafNumber        = Text{"Nomor daun dalam catatan", "Number of its leaf in the log"}
	ProofOfEvent      = Text{"Bukti terhadap checkpoint", "Proof against the checkpoint"}
	ProofHint         = Text{"Berkas bukti memuat semua peristiwa saldo Anda dengan buktinya. Simpan: berkas berikutnya membuktikan bahwa tidak ada yang diubah.", "The proof file has every event of your balance with its proof. Keep it: a later one proves that nothing was altered."}
	DownloadProof     = Text{"Unduh bukti", "Download the proof"}
	Statements        = Text{"Rekening koran", "Statements"}
	StatementOf       = Text{"Rekening koran %s", "Statement of %s"}
	OpeningBalance    = Text{"Saldo awal", "Opening balance"}
	ClosingBalance    = Text{"Saldo akhir", "Closing balance"}
	MonthField        = Text{"Bulan", "Month"}
	StatementLine     = Text{"Baris", "Line"}
	HowMany           = Text{"Banyaknya", "Count"}
	NetChange         = Text{"Perubahan saldo", "Change of the balance"}
	TotalOfAll        = Text{"Jumlah", "Total"}
	MonthIsOver       = Text{"Bulan ini sudah selesai: angkanya tidak berubah lagi.", "The month is over: its figures no longer change."}
	MonthGoesOn       = Text{"Bulan ini masih berjalan: angkanya sampai sekarang.", "The month goes on: these are its figures until now."}
	DownloadCSVOf     = Text{"Unduh CSV dengan semua mutasi", "Download CSV with every movement"}
	DownloadPDF       = Text{"Unduh PDF", "Download PDF"}
	DownloadSignature = Text{"Unduh tanda tangan PDF", "Download the PDF's signature"}
	SeeMovements      = Text{"Lihat mutasinya", "See its movements"}
	PerDay            = Text{"Per hari", "By day"}
	DayWord           = Text{"Hari", "Day"}
	StatementFormula  = Text{"Saldo awal + perubahan = saldo akhir. Di setiap baris: kotor − biaya − PPN = perubahan.", "Opening balance + change = closing balance. In every line: gross − fee − VAT = change."}
)

// Lines are the words for the lines of a statement.
var Lines = map[string]Text{
	"payments":         {"Pembayaran pelanggan", "Payments of customers"},
	"reversals":        {"Pembayaran yang ditarik kembali", "Payments taken back"},
	"payouts":          {"Penarikan dan settlement", "Withdrawals and settlements"},
	"returned_payouts": {"Transfer yang dikembalikan bank", "Transfers that the bank returned"},
	"adjustments":      {"Koreksi oleh admin", "Corrections by an administrator"},
	"withholding":      {"PPh 23 yang Anda potong", "Income tax that you withheld"},
	"other":            {"Lainnya", "Other"},
}

// Accounts are the words for accounts of the ledger. A client's accounts are listed by the last part of their names, those of a
// connection without its name.
var Accounts = map[string]Text{
	"available":               {"Saldo tersedia", "Available balance"},
	"unsettled":               {"Belum dapat ditarik", "Not yet available"},
	"held":                    {"Ditahan untuk penarikan, pengembalian, dan sengketa", "Held for payouts, refunds and disputes"},
	"receivable":              {"Piutang", "Receivable"},
	"provider:clearing":       {"Uang pada penyedia", "Money at the provider"},
	"provider:payouts":        {"Ditransfer penyedia", "Paid out by the provider"},
	"bank:operating":          {"Rekening bank kami", "Our bank account"},
	"bank:transit":            {"Dalam perjalanan ke bank kami", "On its way to our bank"},
	"bank:bounced":            {"Transfer yang kembali", "Transfers that came back"},
	"revenue:fees":            {"Biaya", "Fees"},
	"revenue:interest":        {"Bunga bank", "Interest of the bank"},
	"cost:interest_tax":       {"Pajak bunga bank", "Tax on interest"},
	"tax:vat":                 {"PPN", "VAT"},
	"suspense":                {"Uang yang ditinjau", "Money under review"},
	"equity":                  {"Modal", "Equity"},
	"cost:provider":           {"Biaya penyedia", "Costs of the provider"},
	"asset:pph23":             {"PPh 23 dibayar di muka", "Prepaid income tax (PPh 23)"},
	"cost:income_tax":         {"Pajak penghasilan", "Income tax"},
	"cost:bad_debt":           {"Utang yang dihapusbukukan", "Debts written off"},
	"cost:bank":               {"Biaya bank", "Costs of the bank"},
	"cost:provider_estimates": {"Perkiraan biaya penyedia", "Costs of the provider, estimated"},
}

// A new payment.
var (
	PaymentMethods   = Text{"Cara bayar", "Ways to pay"}
	NewPaymentHint   = Text{"Pelanggan membayar dengan yang dibuat di sini. Anda melihat uangnya masuk di halaman pembayaran ini.", "The customer pays with what is made here. You see the money arrive on the payment's page."}
	CreatePayment    = Text{"Buat pembayaran", "Create the payment"}
	AmountField      = Text{"Jumlah (rupiah)", "Amount (rupiah)"}
	AmountHint       = Text{"Misalnya 150.000", "Such as 150.000"}
	BankOfVA         = Text{"Bank virtual account", "Bank of the virtual account"}
	Wallet           = Text{"Dompet digital", "E-wallet"}
	CustomerName     = Text{"Nama pelanggan", "Customer's name"}
	CustomerNameHint = Text{"Tampil di bank saat pelanggan membayar", "Shown by the bank when the customer pays"}
	CustomerPhone    = Text{"Telepon pelanggan", "Customer's phone"}
	PayUntil         = Text{"Dapat dibayar sampai", "Can be paid until"}
	PayUntilHint     = Text{"%s, paling lama 31 hari; dompet digital 30 menit, OVO selalu 55 detik. Kosong: 24 jam, dompet digital 30 menit", "%s, at most 31 days; e-wallets 30 minutes, OVO always 55 seconds. Empty: 24 hours, e-wallets 30 minutes"}
	PhoneHint        = Text{"Wajib untuk OVO, misalnya +6281234567890", "Required for OVO, such as +6281234567890"}
	Description      = Text{"Keterangan", "Description"}
	ExternalIDHint   = Text{"Nomor pesanan Anda; tidak wajib", "Your order's number; optional"}
	ReplacesField    = Text{"Mengganti pembayaran", "Replaces the payment"}
	ReplacesHint     = Text{
		"ID transaksi pembayaran lama dari pesanan yang sama, yang berakhir begitu yang baru ini terbuka; tidak wajib",
		"Transaction id of an older payment of the same order, which ends once this one is open; optional",
	}
	PayAgain        = Text{"Buat pembayaran pengganti", "Make a payment in its place"}
	CallbackURL     = Text{"URL callback", "Callback URL"}
	CallbackURLHint = Text{"Kami memberi tahu alamat ini ketika dibayar; tidak wajib", "We tell this address when it is paid; optional"}
	SuccessURL      = Text{"Halaman setelah bayar (success_url)", "Page after the payment (success_url)"}

	HowToPay        = Text{"Cara pelanggan membayar", "How the customer pays"}
	OpenInvoice     = Text{"Buka halaman tagihan", "Open the invoice page"}
	OpenWallet      = Text{"Buka dompet digital", "Open the e-wallet"}
	ScanToPay       = Text{"Pindai dengan aplikasi bank atau dompet digital", "Scan with a bank's or wallet's app"}
	PayBefore       = Text{"Bayar sebelum", "Pay before"}
	TransferTo      = Text{"Transfer ke virtual account %s", "Transfer to the %s virtual account"}
	SendLinkToPay   = Text{"Kirim tautan ini kepada pelanggan", "Send this link to the customer"}
	QRText          = Text{"Isi QRIS", "Text of the QR code"}
	CallbacksOfThis = Text{"Lihat callback", "See the callbacks"}
)

// Withdrawals and settlements.
var (
	Withdrawals        = Text{"Penarikan", "Withdrawals"}
	Withdrawal         = Text{"Penarikan", "Withdrawal"}
	Settlements        = Text{"Settlement", "Settlements"}
	Settlement         = Text{"Settlement", "Settlement"}
	WithdrawalNo       = Text{"Penarikan %s", "Withdrawal %s"}
	SettlementNo       = Text{"Settlement %s", "Settlement %s"}
	AccountHolder      = Text{"Atas nama", "Account holder"}
	NewWithdrawal      = Text{"Tarik saldo", "Withdraw"}
	NewSettlement      = Text{"Settlement baru", "New settlement"}
	NoWithdrawalsYet   = Text{"Belum ada penarikan. Tarik saldo ke rekening bank pada profil Anda.", "No withdrawals yet. Withdraw to the bank account of your profile."}
	NoSettlementsYet   = Text{"Belum ada settlement. Dengan settlement Anda mentransfer saldo ke rekening mana pun.", "No settlements yet. A settlement transfers balance to any bank account."}
	PayoutAmount       = Text{"Jumlah", "Amount"}
	PayoutFee          = Text{"Biaya (termasuk PPN)", "Fee (with VAT)"}
	PayoutTotal        = Text{"Total dari saldo", "Total from the balance"}
	FeePerTransfer     = Text{"Biaya per transfer", "Fee of a transfer"}
	MostToWithdraw     = Text{"Paling banyak", "At most"}
	BankAccountOf      = Text{"Rekening tujuan", "Bank account"}
	WithdrawHint       = Text{"Jumlah sampai di rekening %s; biaya %s ditambahkan di atasnya.", "The amount arrives at %s; the fee of %s comes on top."}
	WithdrawAmountHint = Text{"Paling sedikit 10.000, tanpa desimal", "10.000 at least, no decimals"}
	PayoutURL          = Text{"URL callback", "Callback URL"}
	PayoutURLHint      = Text{
		"Untuk server Anda: kami memberi tahu alamat ini ketika transfer selesai atau gagal. Boleh kosong: hasilnya selalu terlihat di sini",
		"For your server: we tell this address when the transfer has ended. It may stay empty: the outcome is always shown here",
	}
	PayoutRefHint    = Text{"Nomor Anda sendiri; tidak wajib", "Your own number; optional"}
	AskWithdrawal    = Text{"Minta penarikan", "Request the withdrawal"}
	AskSettlement    = Text{"Minta settlement", "Request the settlement"}
	PurposeField     = Text{"Tujuan", "Purpose"}
	PurposeHint      = Text{"Misalnya gaji", "Such as salaries"}
	ProfileBank      = Text{"rekening pada profil", "the profile's bank account"}
	OtherAccountHint = Text{"Kosongkan untuk memakai rekening pada profil", "Leave empty for the profile's bank account"}
	NoBankAccount    = Text{"Profil Anda belum punya rekening bank. Isi dahulu bank dan nomor rekening.", "Your profile has no bank account yet. Fill in the bank and the account number first."}
	ToProfile        = Text{"Ke profil", "Go to the profile"}
	TransferredBy    = Text{"Ditransfer oleh", "Transferred by"}
	TransferredAt    = Text{"Ditransfer", "Transferred"}
	RequestedBy      = Text{"Diminta oleh", "Requested by"}
	CancelPayout     = Text{"Batalkan permintaan ini", "Cancel this request"}
	PlayBank         = Text{"Mainkan bank (sandbox)", "Play the bank (sandbox)"}
	PlayComplete     = Text{"Transfer berhasil", "The transfer succeeds"}
	PlayFail         = Text{"Transfer gagal", "The transfer fails"}
)

// PayoutBy names who asked for a payout.
var PayoutBy = map[string]Text{
	"client": {"Anda", "You"},
	"admin":  {"Staf gateway", "The gateway's staff"},
}

// Recovery: what an account gained, and what was undone.
var (
	Recovery         = Text{"Pemulihan", "Recovery"}
	RecoveryPageHint = Text{
		"Yang diperoleh akun ini dibatalkan bila semua akses diakhiri: orang menjadi pembaca, alamat callback dimatikan, kunci dan undangan berakhir, penarikan yang belum dikirim dibatalkan. Setelah itu yang memang milik Anda dapat dipulihkan di sini.",
		"What this account gained is undone when all access is ended: people become viewers, callback endpoints are off, keys and invitations end, payouts that are not sent are cancelled. What is yours can be restored here afterwards.",
	}
	GainedSince      = Text{"Diperoleh sejak %s", "Gained since %s"}
	UndoneAt         = Text{"Dibatalkan pada %s", "Undone at %s"}
	NothingGained    = Text{"Tidak ada.", "Nothing."}
	RecoveryState    = Text{"Keadaan", "State"}
	RecoveryRestored = Text{"dipulihkan", "restored"}
	Restore          = Text{"Pulihkan", "Restore"}
	EndAccessSince   = Text{"Batalkan sejak", "Undo since"}
	EndAccessDefault = Text{"Kosong: sejak jeda yang sedang berjalan dimulai, atau tujuh hari terakhir.", "Empty: since the pause began that runs, or for the last seven days."}
)

// GainedKinds are the words for what an account can gain, by the API's word.
var GainedKinds = map[string]Text{
	"person":            {"Orang", "Person"},
	"invitation":        {"Undangan", "Invitation"},
	"password":          {"Kata sandi", "Password"},
	"api_key":           {"Kunci API", "API key"},
	"callback_endpoint": {"Alamat callback", "Callback endpoint"},
	"secret":            {"Rahasia callback", "Secret of callbacks"},
	"second_factor":     {"Faktor kedua", "Second factor"},
	"withdrawal":        {"Penarikan", "Withdrawal"},
	"settlement":        {"Settlement", "Settlement"},
	"refund":            {"Pengembalian dana", "Refund"},
}

// What a merchant plays on the page of a paid payment in the sandbox.
var (
	SandboxDisputeTitle    = Text{"Mainkan sengketa (sandbox)", "Play a dispute (sandbox)"}
	SandboxDisputeHint     = Text{"Pelanggan menyangkal pembayaran ini. Uangnya ditahan, dan sengketanya muncul sesaat lagi.", "The customer disputes this payment. The money is held, and the dispute appears a moment later."}
	SandboxDispute         = Text{"Buka sengketa", "Open a dispute"}
	SandboxChargeBackTitle = Text{"Mainkan bank pelanggan (sandbox)", "Play the customer's bank (sandbox)"}
	SandboxChargeBackHint  = Text{"Bank menarik uangnya kembali tanpa bertanya. Kami menemukannya di pembukuan penyedia; itu makan waktu sebentar.", "The bank takes the money back without a question. We find it in the provider's books, which takes a while."}
	SandboxChargeBack      = Text{"Tarik kembali", "Take it back"}
)
