package words

// The books: balances and the trial balance at a moment, and the report of a period.
var (
	BalanceTitle    = Text{"Saldo pada suatu saat", "Balance at a moment"}
	MomentAt        = Text{"Pada saat", "At"}
	MomentSince     = Text{"Dibandingkan dengan", "Compared with"}
	MomentSlider    = Text{"Geser ke saat mana pun", "Slide to any moment"}
	MomentNow       = Text{"Sekarang", "Now"}
	AsOfNow         = Text{"Keadaan sekarang.", "As it is now."}
	AsOf            = Text{"Keadaan pada %s.", "As it was at %s."}
	ChangesSince    = Text{"Perubahan sejak %s.", "Changes since %s."}
	ChangedBy       = Text{"Berubah %s", "Changed by %s"}
	BalanceIn       = Text{"Saldo per hari, %s", "Balance by day, %s"}
	MovementsWhy    = Text{"Semua yang mengubah saldo sampai saat itu. Kotor − biaya − PPN = perubahan. Perubahan membuka peristiwanya.", "Everything that changed the balance until then. Gross − fee − VAT = change. A change opens its event."}
	NoMovementsThen = Text{"Tidak ada mutasi di antara kedua saat itu.", "No movements between these moments."}
	LogOfClient     = Text{"Semua peristiwanya", "All its events"}

	TrialTitle      = Text{"Neraca saldo", "Trial balance"}
	WhereTheMoneyIs = Text{"Di mana uangnya", "Where the money is"}
	SumIsZero       = Text{"Jumlah semua akun nol, sebagaimana mestinya.", "All accounts sum to zero, as they must."}
	SumIsNotZero    = Text{"Jumlah semua akun bukan nol: %s.", "The accounts don't sum to zero: %s."}
	AccountsTitle   = Text{"Akun", "Accounts"}
	OfAllClients    = Text{"%s, semua merchant", "%s, all clients"}
	NothingBooked   = Text{"Belum ada yang dibukukan.", "Nothing is booked yet."}
	BalanceBefore   = Text{"Sebelumnya", "Before"}
	WhyChanged      = Text{"Mengapa berubah", "Why it changed"}
	ByClient        = Text{"Per merchant", "By client"}
	EachAccount     = Text{"Setiap akun", "Each account"}
	EachAccountHint = Text{"Akun seorang merchant membuka saldonya pada saat itu, dengan mutasinya.", "The account of a client opens its balance at that moment, with its movements."}

	PeriodTitle        = Text{"Laporan PPN dan biaya", "VAT and fees"}
	PeriodHint         = Text{"Yang dibukukan dalam periode ini tidak berubah lagi.", "What was booked in the period never changes."}
	PeriodLines        = Text{"Semua merchant", "All clients"}
	PeriodAccounts     = Text{"Dibandingkan dengan neraca saldo", "Beside the trial balance"}
	FromClients        = Text{"Dari mutasi merchant", "From clients"}
	OtherEntries       = Text{"Dari pembukuan lain", "Other entries"}
	FeesEarned         = Text{"Biaya yang diperoleh", "Fees earned"}
	VATToDeclare       = Text{"PPN yang dilaporkan", "VAT to declare"}
	ProviderCosts      = Text{"Biaya penyedia", "Costs of the provider"}
	ByVATRate          = Text{"Per tarif PPN", "By VAT rate"}
	VATRate            = Text{"Tarif PPN", "VAT rate"}
	VATRateUnknown     = Text{"tidak diketahui", "unknown"}
	PeriodFile         = Text{"Unduh laporan (CSV)", "Download the report (CSV)"}
	GeneralLedgerByDay = Text{"Unduh buku besar per hari (CSV)", "Download the general ledger by day (CSV)"}
	GeneralLedgerFile  = Text{"Unduh buku besar per bulan (CSV)", "Download the general ledger by month (CSV)"}
	JournalsFile       = Text{"Unduh jurnal untuk Accurate Online (JSON)", "Download the journals for Accurate Online (JSON)"}
	FromTo             = Text{"%s sampai %s", "%s to %s"}

	AuditTitle  = Text{"Siapa melakukan apa", "Who did what"}
	AuditEmpty  = Text{"Belum ada tindakan administrator seperti ini.", "No such act of an administrator yet."}
	ActorHint   = Text{"Misalnya admin:1", "Such as admin:1"}
	SubjectHint = Text{"Misalnya clients/42", "Such as clients/42"}
)

// Audit runs: checks of the installation and comparisons with the provider's books.
var (
	AuditRunsTitle = Text{"Pemeriksaan", "Audit runs"}
	AuditRunsHint  = Text{
		"Pemeriksaan seluruh catatan dan perbandingan dengan pembukuan penyedia, termasuk yang dijalankan di mesin. 100 terbaru dari setiap jenis disimpan.",
		"Checks of the whole log and comparisons with the provider's books, those run on the machine too. The newest 100 of each kind are kept.",
	}
	AuditRunsEmpty = Text{
		"Belum ada pemeriksaan seperti ini. Jalankan satu di atas, atau gateway audit verify di mesin.",
		"No such run yet. Start one above, or run gateway audit verify on the machine.",
	}
	AuditRunsReadOnly = Text{"Auditor dan admin dapat menjalankan pemeriksaan.", "Auditors and administrators may start a run."}

	StartVerify     = Text{"Periksa catatan", "Verify the log"}
	StartVerifyHint = Text{
		"Membaca yang baru sejak pemeriksaan terakhir yang tidak menemukan apa pun, di latar belakang. Tidak mengubah apa pun.",
		"Reads what is new since the last run that found nothing, in the background. It changes nothing.",
	}
	WholeLog           = Text{"Seluruh catatan, dari peristiwa pertama", "The whole log, from the first event"}
	StartReconcile     = Text{"Bandingkan dengan penyedia", "Compare with the provider"}
	StartReconcileHint = Text{
		"Membandingkan satu hari pembukuan penyedia dengan catatan kami, dua arah, dan menjelaskan setiap perbedaan.",
		"Compares a day of the provider's books with our log, both ways, and explains each difference.",
	}
	ReconcileDay = Text{"Hari", "Day"}

	AuditRunKind = Text{"Jenis", "Kind"}
	Outcome      = Text{"Hasil", "Outcome"}
	BeganAt      = Text{"Dimulai", "Began"}
	EndedAt      = Text{"Berakhir", "Ended"}
	TookTime     = Text{"Lamanya", "Took"}
	Seconds      = Text{"%s detik", "%s s"}
	Milliseconds = Text{"%d milidetik", "%d ms"}
	FoundNumber  = Text{"Temuan", "Findings"}
	Scope        = Text{"Yang diperiksa", "What it checked"}
	ScopeWhole   = Text{"seluruh catatan", "the whole log"}
	ScopeSince   = Text{"sejak posisi %d", "since position %d"}
	ScopeFull    = Text{"%s, dari peristiwa pertama", "%s, from the first event"}
	ProgramMade  = Text{"Versi program", "Version of the program"}
	ReadUpTo     = Text{"Dibaca sampai posisi", "Read up to position"}
	EventsRead   = Text{"Peristiwa yang dibaca", "Events read"}
	RunProgress  = Text{"%s %d berjalan: posisi %d dari %d", "%s %d is running: position %d of %d"}

	RunFoundNotice = Text{
		"Ada yang salah. Setiap baris di bawah mengatakan apa artinya dan apa yang dilakukan.",
		"Something is wrong. Each row below says what it means and what to do.",
	}
	RunSoundVerify    = Text{"Semua aturan dipenuhi.", "Every rule holds."}
	RunSoundReconcile = Text{"Kedua pihak sama, dan uang di penyedia tepat.", "Both sides agree, and the money at the provider is right."}
	RunIncomplete     = Text{
		"Tidak ada yang diketahui salah, tetapi tidak semua dapat diperiksa. Lihat sebabnya di bawah, lalu jalankan lagi.",
		"Nothing is known to be wrong, but not all could be checked. See why below, then run it again.",
	}
	RunFailedNotice = Text{"Pemeriksaan ini tidak dapat dilakukan: %s", "It could not be done: %s"}
	RunInterrupted  = Text{
		"Prosesnya dihentikan sebelum selesai, jadi tidak ada laporan. Jalankan lagi.",
		"Its process ended before it was done, so there is no report. Start it again.",
	}
	RunUnfinished = Text{"Laporan ada setelah pemeriksaan selesai.", "The report is here when the run has ended."}
	RunNoReport   = Text{"Tidak ada laporan. Jalankan lagi.", "There is no report. Start it again."}
	LeftOff       = Text{"%d temuan lagi tidak disimpan. Jalankan perintahnya di mesin untuk melihat semuanya.", "%d more are not kept. Run the command on the machine to see all."}

	ChecksTitle   = Text{"Aturan yang diperiksa", "Rules that were checked"}
	RuleWord      = Text{"Aturan", "Rule"}
	FindingsTitle = Text{"Temuan", "Findings"}
	WhereWord     = Text{"Di mana", "Where"}
	ProblemWord   = Text{"Masalah", "Problem"}
	WhatToDo      = Text{"Apa yang dilakukan", "What to do"}
	WaitingNumber = Text{"Menunggu giliran", "Waiting"}
	NotChecked    = Text{"Tidak dapat diperiksa", "Could not be checked"}

	DifferencesTitle = Text{"Perbedaan", "Differences"}
	DifferenceWord   = Text{"Perbedaan", "Difference"}
	OurLog           = Text{"Catatan kami", "Our log"}
	TheProvider      = Text{"Penyedia", "The provider"}
	NothingThere     = Text{"tidak ada", "nothing"}
	ChangesMoney     = Text{"Pengaruhnya", "Effect there"}
	WhatItMeans      = Text{"Artinya", "What it means"}

	TalliesTitle    = Text{"Kedua pihak", "Both sides"}
	OursNumber      = Text{"Kami", "Ours"}
	OursTotal       = Text{"Jumlah kami", "Our total"}
	TheirsNumber    = Text{"Penyedia", "Theirs"}
	TheirsTotal     = Text{"Jumlah penyedia", "Their total"}
	MatchedNumber   = Text{"Cocok", "Agree"}
	DifferNumber    = Text{"Berbeda", "Differ"}
	EquationTitle   = Text{"Uang kita di penyedia", "Our money at the provider"}
	EqClearing      = Text{"Yang ditagih penyedia untuk kita", "Collected by the provider for us"}
	EqPayouts       = Text{"Dikurangi penarikan yang dibayar", "Less payouts that were made"}
	EqUnsettled     = Text{"Dikurangi yang dibayar, belum diselesaikan", "Less what is paid, not settled yet"}
	EqUnsettledFees = Text{"Ditambah perkiraan biaya atas itu", "Plus the fees for that, estimated"}
	EqEstimatedFees = Text{"Biaya penyedia yang masih perkiraan", "The provider's fees that are still estimated"}
	EqWaitsSince    = Text{"Menunggu berkas setelmen sejak", "Waiting for a settlement file since"}
	EqWaiting       = Text{"Pembayaran yang menunggunya", "Payments that wait for it"}
	BalanceUnknown  = Text{"Penyedia ini tidak memberi tahu saldo: bandingkan dengan laporannya.", "This provider tells no balance: compare with its statement."}
	EqOpenPayouts   = Text{"Dikurangi penarikan yang ditahan penyedia", "Less payouts that it holds open"}
	EqOpenRefunds   = Text{"Dikurangi pengembalian dana yang ditahan penyedia", "Less refunds that it holds open"}
	EqExpected      = Text{"Seharusnya ada", "Should be there"}
	EqBalance       = Text{"Menurut penyedia", "The provider says"}
	EqDifference    = Text{"Selisih", "Difference"}
	EqExplained     = Text{"Dijelaskan oleh perbedaan di bawah", "Explained by the differences below"}
	EqUnexplained   = Text{"Tidak dijelaskan", "Not explained"}
)

// RunKinds are the kinds of audit runs.
var RunKinds = map[string]Text{
	"verify":    {"Pemeriksaan catatan", "Check of the log"},
	"reconcile": {"Perbandingan dengan penyedia", "Comparison with the provider"},
}

// DifferenceKinds are the words for the things that differ, by the API's word.
var DifferenceKinds = map[string]Text{
	"payment":   {"Pembayaran", "Payment"},
	"payout":    {"Penarikan", "Payout"},
	"reversal":  {"Penarikan kembali", "Reversal"},
	"fee":       {"Biaya penyedia", "Provider's fee"},
	"own money": {"Uang kita sendiri", "Our own money"},
}

// DifferenceProblems are the words for how they differ, by the API's word.
var DifferenceProblems = map[string]Text{
	"missing here":     {"tidak ada di catatan kami", "missing in our log"},
	"missing there":    {"tidak ada di penyedia", "missing at the provider"},
	"amount differs":   {"jumlahnya berbeda", "amount differs"},
	"status differs":   {"keadaannya berbeda", "state differs"},
	"booked otherwise": {"dibukukan lain", "booked otherwise"},
}

// Rule is a rule of the log: its name, and what to do if it is broken.
type Rule struct{ Name, Next Text }

// Rules are the words for the rules that a check of the log tests, by their names in the API.
var Rules = map[string]Rule{
	"every event can be read": {
		Text{"Setiap peristiwa dapat dibaca", "Every event can be read"},
		Text{
			"Peristiwa itu diubah di luar gateway, atau ditulis program yang lebih baru. Bandingkan dengan cadangan sebelum apa pun ditulis lagi.",
			"The event was altered outside of the gateway, or a newer program wrote it. Compare it with a backup before anything else is written.",
		},
	},
	"no other program wrote into a stream of the gateway": {
		Text{"Tidak ada program lain yang menulis ke aliran gateway", "No other program wrote into a stream of the gateway"},
		Text{"Cari program yang menulisnya, dan cabut haknya.", "Find the program that wrote it, and take its rights away."},
	},
	"positions and revisions follow each other": {
		Text{"Posisi dan revisi berurutan", "Positions and revisions follow each other"},
		Text{
			"Ada peristiwa yang dihapus, disisipkan atau dipindahkan. Simpan salinan basis data, dan bandingkan dengan cadangan dan checkpoint yang disimpan di luar.",
			"Events were removed, inserted or moved. Keep a copy of the database, and compare it with a backup and with checkpoints that are kept elsewhere.",
		},
	},
	"postings sum to zero, and no client is below zero but in what it owes": {
		Text{"Pembukuan berjumlah nol, dan tidak ada saldo merchant di bawah nol", "Postings sum to zero, and no client is below zero"},
		Text{
			"Buka peristiwanya dan lihat pembukuannya. Hentikan penarikan merchant itu sampai sebabnya diketahui.",
			"Open the event and look at its postings. Stop the client's payouts until the cause is known.",
		},
	},
	"every payment is booked exactly once": {
		Text{"Setiap pembayaran dibukukan tepat sekali", "Every payment is booked exactly once"},
		Text{
			"Buka pembayarannya dan lihat riwayatnya. Yang dibukukan dua kali dikoreksi dengan alasan; yang belum dibukukan menunggu merchant yang diparkir.",
			"Open the payment and look at its timeline. What was booked twice is corrected with a reason; what is not booked waits for a parked client.",
		},
	},
	"every terminal event is called back, and no other": {
		Text{"Setiap akhir diberitahukan ke merchant, dan tidak ada yang lain", "Every terminal event is called back, and no other"},
		Text{"Buka callback-nya dan kirim lagi.", "Open the callback and send it again."},
	},
	"every payout is made at most once": {
		Text{"Setiap penarikan dibayar paling banyak sekali", "Every payout is made at most once"},
		Text{
			"Hentikan penarikan, cari referensinya di dasbor penyedia, lalu bandingkan hari itu dengan pembukuan penyedia.",
			"Stop payouts, look the reference up in the provider's dashboard, then compare that day with the provider's books.",
		},
	},
	"what needed a second administrator names two": {
		Text{"Yang memerlukan admin kedua menyebut dua orang", "What needed a second administrator names two"},
		Text{
			"Tanyakan kedua orang itu. Jika tidak ada yang menyetujuinya, seseorang menulis ke catatan tanpa gateway.",
			"Ask both persons. If neither granted it, the log was written to without the gateway.",
		},
	},
	"a withholding slip is credited once": {
		Text{"Bukti potong dikreditkan satu kali", "A withholding slip is credited once"},
		Text{
			"Bandingkan kreditnya dengan bukti potongnya, lalu koreksi saldo merchant.",
			"Compare the credit with the slip, then adjust the client's balance.",
		},
	},
	"closed months are those of the log": {
		Text{"Bulan yang ditutup sama dengan catatannya", "Closed months are those of the log"},
		Text{
			"Jangan pakai angka-angka bulan itu sebelum catatannya dibandingkan dengan cadangan dan dengan laporan bulan yang disimpan di luar.",
			"Rely on no figure of that month before the log is compared with a backup and with the statement of the month that was kept elsewhere.",
		},
	},
	"every file that an event names is there and whole": {
		Text{"Setiap berkas yang disebut catatan ada dan utuh", "Every file that an event names is there and whole"},
		Text{"Pulihkan tabel state.files dari cadangan.", "Restore the table state.files from a backup."},
	},
	"the log is the one that was signed": {
		Text{"Catatan masih sama dengan yang ditandatangani", "The log is the one that was signed"},
		Text{
			"Catatan diubah setelah ditandatangani, atau kuncinya lain. Jangan pakai angka-angkanya sebelum dibandingkan dengan cadangan dan checkpoint yang disimpan di luar.",
			"The log was changed after it was signed, or the key is another. Rely on no figure of it before it is compared with a backup and with checkpoints that are kept elsewhere.",
		},
	},
	"copies of archived events": {
		Text{"Salinan peristiwa yang diarsipkan sama dengan arsipnya", "The copies of archived events are as the archive has them"},
		Text{
			"Seseorang mengubah tabel kept_events, yang dipakai gateway saat arsip tidak terjangkau. Cari tahu siapa, lalu salin ulang dengan gateway events archive (RUNBOOK.md).",
			"Somebody changed the table kept_events, by which the gateway decides while the archive is away. Find out who, then copy it again with gateway events archive (RUNBOOK.md).",
		},
	},
	"every read model equals a replay of the log": {
		Text{"Setiap model baca sama dengan pemutaran ulang catatan", "Every read model equals a replay of the log"},
		Text{
			"Bangun ulang model baca itu di halaman model baca. Catatannya sendiri tidak salah.",
			"Rebuild the read model on the page of read models. The log itself is not wrong.",
		},
	},
}

// The log and its events.
var (
	LogTitle        = Text{"Catatan langsung", "Live log"}
	LogHeading      = Text{"Semua yang terjadi", "Everything that happens"}
	LogHint         = Text{"Setiap angka berasal dari peristiwa ini. Tidak ada yang dapat diubah atau dihapus.", "Every figure comes from these events. None can be changed or removed."}
	LogPause        = Text{"Jeda", "Pause"}
	LogFollow       = Text{"Ikuti", "Follow"}
	LogStep         = Text{"Satu langkah", "One step"}
	LogFollowing    = Text{"Mengikuti: peristiwa baru muncul di atas.", "Following: new events appear at the top."}
	LogPaused       = Text{"Dijeda. Satu langkah menampilkan peristiwa berikutnya.", "Paused. One step shows the next event."}
	LogEmpty        = Text{"Belum ada peristiwa seperti ini.", "No such event yet."}
	LogCategory     = Text{"Jenis aliran", "Kind of stream"}
	LogCategoryHint = Text{"Misalnya balance", "Such as balance"}
	LogStreamHint   = Text{"Misalnya balance-42", "Such as balance-42"}
	LogTypeHint     = Text{"Misalnya payment.paid", "Such as payment.paid"}

	EventTitle       = Text{"Peristiwa", "Event"}
	EventHidden      = Text{"Tidak ditampilkan karena rahasia atau data pribadi: %s", "Not shown, because it is secret or about a person: %s"}
	EventCause       = Text{"Siapa di baliknya", "Who is behind it"}
	EventVia         = Text{"Lewat", "Through"}
	EventCorrelation = Text{"Permintaan yang memulainya", "Request that began it"}
	EventCausation   = Text{"Disebabkan oleh", "Caused by"}
	EventSource      = Text{"Dibukukan karena peristiwa", "Posted for event"}
	EventChain       = Text{"Yang mendahuluinya dari permintaan yang sama", "What the same request caused before it"}
	EventChainEmpty  = Text{"Permintaan itu tidak menyebabkan apa pun sebelumnya.", "That request caused nothing before it."}
	BalanceThen      = Text{"Saldo setelahnya", "The balance after it"}
)

// Proofs and checkpoints.
var (
	CheckTitle       = Text{"Periksa bukti", "Check a proof"}
	CheckHint        = Text{"Berkas diperiksa di peramban Anda dan tidak dikirim ke mana pun.", "The file is checked in your browser, and sent nowhere."}
	CheckKeptHint    = Text{"Halaman ini bekerja tanpa jaringan: simpan bersama bukti dan kuncinya.", "This page works without a network: keep it with the proofs and the key."}
	CheckWithout     = Text{"Pemeriksaan di peramban memerlukan skrip dan koneksi aman (https). Tanpa itu: gateway audit check.", "To check in the browser takes scripts and a secure connection (https). Without them: gateway audit check."}
	CheckFile        = Text{"Berkas bukti", "Proof file"}
	CheckKey         = Text{"Kunci publik", "Public key"}
	CheckKeyHint     = Text{"Bandingkan dengan kunci yang Anda simpan sendiri.", "Compare it with the key that you kept yourself."}
	CheckEarlier     = Text{"Checkpoint yang Anda simpan", "Checkpoint that you kept"}
	CheckEarlierHint = Text{"Membuktikan bahwa tidak ada yang diubah sejak itu. Berkas harus dibuat sejak checkpoint itu.", "Proves that nothing was altered since. The file must have been made since that checkpoint."}
	CheckSubmit      = Text{"Periksa", "Check"}
	CheckKeep        = Text{"Unduh halaman pemeriksa untuk disimpan", "Download the checking page, to keep it"}

	CheckpointTitle  = Text{"Checkpoint dan bukti", "Checkpoints and proofs"}
	CheckpointNewest = Text{"Checkpoint terbaru", "Newest checkpoint"}
	CheckpointSize   = Text{"Peristiwa yang dicakup", "Events that it covers"}
	CheckpointAt     = Text{"Ditandatangani %s", "Signed %s"}
	CheckpointHint   = Text{"Simpan checkpoint dan kunci di luar sistem ini: nanti keduanya membuktikan bahwa tidak ada yang diubah.", "Keep the checkpoint and the key outside of this system: later they prove that nothing was altered."}
	CheckpointNotYet = Text{"Belum ada checkpoint: yang pertama ditandatangani dalam satu menit setelah peristiwa pertama.", "No checkpoint yet: the first is signed within a minute of the first event."}
	SinceSize        = Text{"Unduh bukti sejak checkpoint (jumlah peristiwanya)", "Download the proof since a checkpoint (the number of its events)"}
	VerifyTitle      = Text{"Memeriksa seluruh catatan", "Verify the whole log"}
	VerifyHint       = Text{"Halaman Pemeriksaan menjalankannya dan menyimpan laporannya. Perintah di mesin menjawab yang sama:", "The page of audit runs starts these and keeps their reports. The commands on the machine answer the same:"}
	VerifyCommands   = Text{
		"gateway audit verify            aturan buku besar, tanda tangan, read model, dan penyedia\n" +
			"gateway audit reconcile --date 2026-01-31   setiap perbedaan dengan pembukuan penyedia, dijelaskan\n" +
			"gateway audit checkpoint        menandatangani keadaan sekarang\n" +
			"gateway audit check FILE        memeriksa bukti tanpa jaringan",
		"gateway audit verify            rules of the ledger, signatures, read models and the provider\n" +
			"gateway audit reconcile --date 2026-01-31   each difference from the provider's books, explained\n" +
			"gateway audit checkpoint        signs the log as it is now\n" +
			"gateway audit check FILE        checks a proof without a network",
	}
)

// Checks are the messages of the check of a proof, by its outcome.
var Checks = map[string]Text{
	"busy":       {"Memeriksa …", "Checking …"},
	"sound":      {"Benar: {events} peristiwa terbukti ada dalam catatan {size} peristiwa yang ditandatangani, tidak ada yang hilang, dan jumlahnya {balance}.", "Sound: {events} events are proved to be in the signed log of {size} events, none is missing, and they sum to {balance}."},
	"goeson":     {"Catatan ini melanjutkan checkpoint yang Anda simpan: tidak ada yang diubah sejak itu.", "The log goes on from the checkpoint that you kept: nothing was altered since."},
	"file":       {"Salah: berkas ini tidak seperti saat ditandatangani. Berkas terpotong atau diubah.", "Wrong: the file is not as it was signed. It was cut off or changed."},
	"checkpoint": {"Salah: checkpoint dalam berkas tidak ditandatangani dengan kunci ini.", "Wrong: the checkpoint in the file is not signed with this key."},
	"lines":      {"Salah: peristiwa {detail} tidak ada dalam catatan yang ditandatangani.", "Wrong: event {detail} is not in the log that was signed."},
	"order":      {"Salah: ada peristiwa yang hilang atau asing di {detail}.", "Wrong: an event is missing or foreign at {detail}."},
	"balance":    {"Salah: pembukuan tidak berjumlah saldo yang disebut.", "Wrong: the postings don't sum to the balance that is stated."},
	"earlier":    {"Salah: catatan tidak melanjutkan checkpoint yang Anda simpan. Simpan keduanya dan tanyakan kepada kami.", "Wrong: the log does not go on from the checkpoint that you kept. Keep both, and ask us."},
	"since":      {"Berkas tidak dapat dibandingkan: unduh bukti sejak checkpoint {detail} peristiwa.", "The file can't be compared: download the proof since the checkpoint of {detail} events."},
	"key":        {"Kunci publik tidak lengkap.", "The public key is not complete."},
}

// How to read the balances of the ledger's accounts.
var (
	SignsHint = Text{
		"Cara membaca tanda: uang yang ada pada penyedia dan bank, biaya yang kita bayar, dan piutang merchant bertanda minus; yang menjadi milik merchant dan kantor pajak, pendapatan kita, dan modal bertanda plus. Yang sudah ditransfer penyedia juga plus: itu mengurangi uang pada penyedia.",
		"How to read the signs: money that is at the provider or at our bank, what we paid in costs, and what clients owe us are negative; what we owe clients and the tax office, what we earned, and equity are positive. What the provider has paid out is positive, too: it takes away from the money at the provider.",
	}
	WhatItHolds = Text{"Isinya", "What it holds"}
)

// AccountHints say what accounts hold, by the keys of Accounts.
var AccountHints = map[string]Text{
	"available":         {"Yang dapat ditarik merchant (plus)", "What clients may withdraw (positive)"},
	"unsettled":         {"Kredit yang ditahan sampai diselesaikan (plus)", "Credits that are held until they settle (positive)"},
	"held":              {"Yang ditahan untuk penarikan, pengembalian, dan sengketa (plus)", "What payouts, refunds and disputes hold (positive)"},
	"receivable":        {"Yang masih harus dibayar merchant kepada kita (minus)", "What clients owe us (negative)"},
	"provider:clearing": {"Uang yang masuk melalui penyedia (minus)", "Money that came in through the provider (negative)"},
	"provider:payouts":  {"Yang ditransfer penyedia ke rekening bank penerima (plus)", "What the provider paid out to bank accounts (positive)"},
	"bank:operating":    {"Uang di rekening bank kita sendiri (minus selama ada uang)", "Money on our own bank account (negative while there is any)"},
	"bank:transit":      {"Dikirim penyedia, belum dibukukan bank (minus selama ada)", "Sent by the provider, and not booked by our bank (negative while there is any)"},
	"bank:bounced":      {"Transfer yang dikembalikan bank, sampai dikirim lagi (plus)", "Transfers that the bank sent back, until they are made again (positive)"},
	"revenue:interest":  {"Bunga yang dibayar bank kita (plus)", "Interest that our bank paid (positive)"},
	"cost:interest_tax": {"Pajak yang dipotong bank dari bunga (minus)", "The tax that our bank kept of the interest (negative)"},
	"revenue:fees":      {"Biaya yang kita peroleh, tanpa PPN (plus)", "Fees that we earned, without VAT (positive)"},
	"tax:vat":           {"PPN dalam biaya, terutang ke kantor pajak (plus)", "VAT in the fees, owed to the tax office (positive)"},
	"suspense":          {"Uang diterima yang belum dapat dikreditkan (plus)", "Money received that cannot be credited as it is (positive)"},
	"equity":            {"Uang pemilik, dan lawan dari koreksi admin (biasanya plus)", "The owners' money, and the other side of corrections (as a rule positive)"},
	"cost:provider":     {"Biaya yang dikenakan penyedia, dengan PPN-nya (minus)", "What the provider charged us, with the VAT on it (negative)"},
	"asset:pph23":       {"PPh 23 yang dipotong merchant dari biaya kita, sampai kita pakai (minus)", "Income tax that clients withheld from our fees, until we use it (negative)"},
	"cost:income_tax":   {"Pajak penghasilan kita yang dibayar dengan PPh 23 itu (minus)", "Our income tax that such prepaid tax paid (negative)"},
	"cost:bad_debt":     {"Utang merchant yang dihapusbukukan, dikurangi yang kembali kemudian (minus)", "What clients owed and was written off, less what came back later (negative)"},
	"cost:bank":         {"Biaya yang dikenakan bank (minus)", "What banks charged us (negative)"},
	"cost:provider_estimates": {
		"Biaya yang seharusnya dikenakan penyedia, sampai berkas setelmennya ada (minus)",
		"What providers should charge us, until their settlement file is there (negative)",
	},
}

// What payments would have brought under another rule.
var (
	WhatIfTitle          = Text{"Bagaimana jika", "What if"}
	WhatIfHint           = Text{"Pembayaran yang sudah terjadi dihitung ulang dengan aturan lain. Tidak ada yang berubah.", "Payments that were made are computed anew under another rule. Nothing changes."}
	WhatIfSuppose        = Text{"Andaikan", "Suppose"}
	WhatIfAsk            = Text{"Hitung", "Compute"}
	WhatIfNothingChanged = Text{"Ini hanya perhitungan: tidak ada yang berubah.", "This is a computation only: nothing was changed."}
	WhatIfPayments       = Text{"Pembayaran per metode", "Payments by channel"}
	WhatIfNone           = Text{"Tidak ada pembayaran yang dikreditkan dalam periode ini. Pilih bulan lain.", "No payment was credited in this period. Choose another month."}
	WhatIfBalance        = Text{"Saldo pada akhir periode", "Balance at the end of the period"}
	WhatIfVoided         = Text{"%d pembayaran yang dibatalkan tidak dihitung.", "%d payments that were voided are left out."}
	WhatIfWhy            = Text{"Dari mana selisihnya", "Where the difference comes from"}
	WhatIfSum            = Text{"Bersih, dan saldo", "Net, and the balance"}
	ForTheClient         = Text{"Bagi merchant", "For the client"}
	SupposedVAT          = Text{"Tarif PPN (persen)", "VAT rate (percent)"}
	SupposedHold         = Text{"Ditahan sampai diselesaikan penyedia", "Held until the provider settles"}
	SupposedDays         = Text{"Paling lama (hari)", "At most (days)"}
	SupposedDaysHint     = Text{"Hanya bila ditahan; 0 berarti tanpa batas", "Only where it is held; 0 for no limit"}
	AsItWas              = Text{"Seperti adanya", "As it was"}
	FeeWas               = Text{"Biaya", "Fee"}
	FeeThen              = Text{"Biaya andaian", "Supposed fee"}
	VATWas               = Text{"PPN", "VAT"}
	VATThen              = Text{"PPN andaian", "Supposed VAT"}
	NetWas               = Text{"Bersih", "Net"}
	NetThen              = Text{"Bersih andaian", "Supposed net"}
	Difference           = Text{"Selisih", "Difference"}
	ItWas                = Text{"Sebenarnya", "It was"}
	ItWouldBe            = Text{"Andaian", "It would be"}
)
