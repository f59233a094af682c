package words

// The months of the books: their list, the checklist of a month, and a closed month.
var (
	MonthsTitle = Text{"Penutupan bulan", "Closing of months"}
	MonthsHint  = Text{
		"Bulan yang ditutup tidak berubah lagi: neraca saldo, hash dan checkpoint-nya tercatat, dan faktur biaya dibuat darinya. Buka bulannya untuk melihat apa yang masih harus dilakukan.",
		"A closed month never changes again: its trial balance, hash and checkpoint are in the log, and its fee invoices are made of it. Open a month to see what is left to do.",
	}
	MonthsEmpty = Text{"Belum ada bulan: catatan masih kosong.", "No months yet: the log is empty."}
	MonthTitle  = Text{"Penutupan bulan %s", "Closing of %s"}
	ClosedAt    = Text{"Ditutup pada", "Closed at"}
	MonthHash   = Text{"Hash", "Hash"}
	MonthUntil  = Text{"Berakhir", "Ends"}

	MonthNotOver = Text{
		"Bulan ini berakhir pada %s. Baru setelah itu bulan ini dapat diperiksa dan ditutup.",
		"The month ends at %s. It can be checked and closed from then on.",
	}
	MonthToDo = Text{
		"Bulan ini belum dapat ditutup. Kerjakan yang tertulis pada daftar, dari atas ke bawah.",
		"The month cannot be closed yet. Do what the list says, from top to bottom.",
	}
	MonthReady = Text{"Semua pemeriksaan sudah dibuat. Bulan ini dapat ditutup.", "Every check is made. The month can be closed."}
	MonthFound = Text{
		"Semua pemeriksaan sudah dibuat, dan menemukan sesuatu. Perbaiki lalu periksa lagi, atau terima setiap temuan dengan alasan.",
		"Every check is made, and some found something. Put it right and check again, or accept each finding with a reason.",
	}
	MonthIsClosed = Text{"Bulan ini ditutup untuk selamanya.", "The month is closed for good."}
	MonthAsked    = Text{
		"Penutupan bulan ini sudah diminta. Admin lain memutuskannya pada halaman persetujuan.",
		"The closing of the month was asked for. Another administrator decides on the page of the approval.",
	}
	SeeApproval = Text{"Lihat persetujuan %d", "See approval %d"}

	Checklist      = Text{"Daftar pemeriksaan", "Checklist"}
	CheckWord      = Text{"Pemeriksaan", "Check"}
	CheckRun       = Text{"Laporan", "Report"}
	CheckOver      = Text{"Bulan sudah berakhir", "The month is over"}
	CheckEarlierIs = Text{"Bulan sebelumnya sudah ditutup", "Earlier months are closed"}
	CheckVerify    = Text{"Seluruh catatan diperiksa setelah bulan berakhir", "The whole log is verified after the end of the month"}
	CheckReconcile = Text{"Setiap hari dibandingkan dengan pembukuan %s", "Each day is compared with the books of %s"}

	StartVerifyOfMonth     = Text{"Periksa seluruh catatan", "Verify the whole log"}
	StartVerifyOfMonthHint = Text{
		"Membaca seluruh catatan di latar belakang. Halaman ini menunjukkan kemajuannya.",
		"Reads the whole log in the background. This page shows how it goes.",
	}
	StartCompare     = Text{"Bandingkan dengan %s", "Compare with %s"}
	StartCompareHint = Text{
		"Membandingkan %s dengan pembukuan %s di latar belakang. Halaman ini menunjukkan kemajuannya.",
		"Compares %s with the books of %s in the background. This page shows how it goes.",
	}

	FindingWord    = Text{"Temuan", "Finding"}
	FindingName    = Text{"Nama temuan", "Name of the finding"}
	FindingFacts   = Text{"Apa yang ditemukan", "What was found"}
	FindingReason  = Text{"Alasan menerima: %s", "Reason to accept: %s"}
	AcceptedReason = Text{"Diterima karena", "Accepted because"}

	AsItWouldClose = Text{"Neraca saldo yang akan dicatat", "The trial balance as it would be recorded"}
	OfClosedMonth  = Text{"Neraca saldo bulan ini", "Trial balance of the month"}
	Debit          = Text{"Debit", "Debit"}
	Credit         = Text{"Kredit", "Credit"}
	AllDebits      = Text{"Jumlah debit", "Sum of debits"}
	AllCredits     = Text{"Jumlah kredit", "Sum of credits"}
	AllAccounts    = Text{"Semua akun", "All accounts"}

	CloseMonth     = Text{"Tutup bulan %s", "Close %s"}
	CloseMonthHint = Text{
		"Ini akan terjadi: admin kedua membaca permintaan ini dan menyetujuinya, lalu catatan menyimpan neraca saldo di atas, hash dan checkpoint yang ditandatangani. Bulan ini tidak dapat dibuka lagi; koreksi dibukukan pada bulan yang terbuka.",
		"This will happen: a second administrator reads the request and grants it, and the log then keeps the trial balance above, its hash and a signed checkpoint. There is no reopening; a correction is booked in an open month.",
	}
	CloseMonthAlone = Text{
		"Bila gateway ini hanya mempunyai satu admin, bulan ini langsung ditutup.",
		"Where this gateway has one administrator only, the month is closed at once.",
	}

	LateTitle  = Text{"Yang dibukukan terlambat", "What came late"}
	LateOf     = Text{"Dibukukan setelah bulan %s, dengan tanggal nilai di dalamnya", "Booked after %s, with a value date in it"}
	LateMore   = Text{"%s (%d lagi tidak ditampilkan)", "%s (%d more are not shown)"}
	LateEmpty  = Text{"Tidak ada yang dibukukan terlambat.", "Nothing came late."}
	PostsIn    = Text{"Dibukukan pada bulan", "Posts in"}
	EventsThen = Text{"Peristiwa pada akhir bulan", "Events at its end"}

	MonthStatementFile = Text{"Unduh laporan bulan yang ditandatangani (CSV)", "Download the signed statement of the month (CSV)"}
	MonthPackageFile   = Text{"Unduh paket auditor (ZIP)", "Download the auditor's package (ZIP)"}
	MonthFiles         = Text{"Berkas bulan ini", "Files of the month"}
	MonthTaxTitle      = Text{"Pajak", "Tax"}
	MonthTaxHint       = Text{
		"Faktur biaya dibuat dari bulan yang ditutup. Tetapkan faktur itu, lalu unduh berkasnya untuk kantor pajak.",
		"The fee invoices are made of the closed month. Fix them, then download the file for the tax office.",
	}
	MonthTaxProblems = Text{
		"Kantor pajak akan menolak %d isian. Perbaiki pada halaman faktur.",
		"The tax office would refuse %d fields. Put them right on the page of fee invoices.",
	}

	AcceptedFindings = Text{"Temuan yang diterima, dengan alasannya", "Findings that are accepted, with their reasons"}
	SeeMonth         = Text{"Lihat bulan dan daftar pemeriksaannya", "See the month and its checklist"}
)

// CheckTodos are the words for what is to be done for a check, by the code in the API. Each may name what is missing.
var CheckTodos = map[string]Text{
	"month_running":     {"Tunggu sampai bulan berakhir.", "Wait for the end of the month."},
	"no_later_event":    {"Tunggu peristiwa pertama setelah bulan ini.", "Wait for the first event after the month."},
	"earlier_open":      {"Tutup dahulu bulan sebelumnya.", "Close the earlier month first."},
	"not_verified":      {"Mulai pemeriksaan seluruh catatan, dengan formulir di bawah.", "Start a verify of the whole log, with the form below."},
	"not_compared":      {"Mulai perbandingan hari-hari ini, dengan formulir di bawah.", "Start a comparison of these days, with the form below."},
	"too_many_findings": {"Perbaiki yang ditemukan, lalu periksa lagi: temuannya terlalu banyak.", "Put right what it found, then check again: it found too much."},
}
