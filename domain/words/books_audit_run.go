package words

// Audit runs: checks of the installation and comparisons with the provider's books.
var (
	AuditRunsTitle = Text{"Pemeriksaan", "Audit runs"}
	AuditRunTitle  = Text{"Pemeriksaan %d", "Audit run %d"}
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

	TalliesTitle  = Text{"Kedua pihak", "Both sides"}
	OursNumber    = Text{"Kami", "Ours"}
	OursTotal     = Text{"Jumlah kami", "Our total"}
	TheirsNumber  = Text{"Penyedia", "Theirs"}
	TheirsTotal   = Text{"Jumlah penyedia", "Their total"}
	MatchedNumber = Text{"Cocok", "Agree"}
	DifferNumber  = Text{"Berbeda", "Differ"}
	EquationTitle = Text{"Uang kita di penyedia", "Our money at the provider"}
	EqClearing    = Text{"Yang ditagih penyedia untuk kita", "Collected by the provider for us"}
	EqPayouts     = Text{"Dikurangi penarikan yang dibayar", "Less payouts that were made"}
	EqUnsettled   = Text{"Dikurangi yang dibayar, belum diselesaikan", "Less what is paid, not settled yet"}
	EqOpenPayouts = Text{"Dikurangi penarikan yang ditahan penyedia", "Less payouts that it holds open"}
	EqExpected    = Text{"Seharusnya ada", "Should be there"}
	EqBalance     = Text{"Menurut penyedia", "The provider says"}
	EqDifference  = Text{"Selisih", "Difference"}
	EqExplained   = Text{"Dijelaskan oleh perbedaan di bawah", "Explained by the differences below"}
	EqUnexplained = Text{"Tidak dijelaskan", "Not explained"}
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
