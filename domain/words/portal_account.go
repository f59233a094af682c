package words

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
	NoBankChosen     = Text{"Pilih bank", "Choose a bank"}
	AppsAndFees      = Text{"Aplikasi dan biaya", "Apps and fees"}
	Apps             = Text{"Aplikasi", "Apps"}
	AppCode          = Text{"Kode", "Code"}
	FeeRates         = Text{"Biaya per metode", "Fees by channel"}
	FeesOf           = Text{"Biaya %s", "Fees of %s"}
	FlatFee          = Text{"Tetap", "Flat"}
	PercentFee       = Text{"Persen", "Percent"}
	VATInclusive     = Text{"Termasuk PPN", "VAT included"}
	People           = Text{"Orang", "People"}
	PersonTitle      = Text{"Orang", "Person"}
	SecondFactor     = Text{"Faktor kedua", "Second factor"}
	InvitePerson     = Text{"Undang orang", "Invite a person"}
	InviteHint       = Text{"Kami mengirim tautan untuk memilih kata sandi.", "We send a link to choose a password."}
	ChangeRole       = Text{"Ubah peran", "Change the role"}
	RemovePersonHint = Text{"Sesinya langsung berakhir. Kunci utama tetap berlaku; gantilah jika orang ini yang membuatnya.", "The person's sessions end at once. The full key works on; replace it if this person created it."}
	EndKeys          = Text{"Cabut juga kunci terbatas yang dibuat orang ini", "Also end the restricted keys that this person created"}
	RemovePerson     = Text{"Hapus orang ini", "Remove this person"}
	RolesHint        = Text{"Pemilik: semuanya. Keuangan: pembayaran, penarikan, laporan. Pengembang: kunci terbatas dan callback. Pembaca: melihat uang saja.", "Owner: everything. Finance: payments, withdrawals, reports. Developer: restricted keys and callbacks. Viewer: looks at money only."}
	Security         = Text{"Login saya", "My login"}
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
	NoBankYet          = Text{"Profil belum punya rekening bank.", "The profile has no bank account yet."}
	NoBankTip          = Text{"Tanpa itu saldo tidak dapat ditarik.", "Without it nothing can be withdrawn."}
	EndpointFails      = Text{"Alamat callback %s gagal.", "The callback endpoint %s is failing."}
	FirstSteps         = Text{"Langkah pertama", "First steps"}
	StepBank           = Text{"Isi rekening bank pada profil", "Fill in the profile's bank account"}
	StepBankTip        = Text{"Ke sanalah saldo ditarik.", "The balance is withdrawn to it."}
	StepKey            = Text{"Buat kunci API", "Create an API key"}
	StepKeyTip         = Text{"Untuk server Anda. Tanpa server, lewati.", "For your server. Skip it without one."}
	StepPayment        = Text{"Buat pembayaran pertama", "Make the first payment"}
	StepPaymentTip     = Text{"Dengan halaman tagihan, QRIS, virtual account, atau dompet digital.", "With an invoice page, QRIS, a virtual account or an e-wallet."}
	StepCallback       = Text{"Terima callback pertama", "Get the first callback"}
	StepCallbackTip    = Text{"Tambahkan alamat callback, dan kirim contoh.", "Add a callback endpoint, and send a sample."}
	StepDone           = Text{"Selesai", "Done"}
	StepToDo           = Text{"Belum", "To do"}
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
