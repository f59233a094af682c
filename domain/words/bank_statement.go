package words

// Our bank account: statements, their lines, and how the books agree.
var (
	BankStatements      = Text{"Rekening koran", "Bank statements"}
	BankDaysHint        = Text{"Saldo penutup menurut bank dibandingkan dengan buku menurut tanggal nilai. Selisihnya: dari sebelum berkas pertama, baris bank tanpa pembukuan, pembukuan tanpa baris, yang tanggalnya berbeda, dan hari yang berkasnya tidak ada.", "The closing balance at the bank against the books by value date. The difference: from before the first file, lines of the bank without a booking, bookings without a line, what has another date on either side, and days without a file."}
	BankDaysEmpty       = Text{"Belum ada rekening koran. Unggah berkas dari bank kita.", "No bank statement yet. Upload a file of our bank."}
	ImportStatement     = Text{"Unggah rekening koran", "Upload a bank statement"}
	ImportStatementHint = Text{"CSV dari BCA atau MT940, dalam UTF-8, paling besar 4 MiB. Tiap baris dicatat sekali, juga bila berkasnya tumpang tindih atau diunggah lagi. Tidak ada yang dibukukan.", "CSV of BCA or MT940, in UTF-8, at most 4 MiB. Each line is taken once, also where files overlap or come again. Nothing is booked."}
	StatementToUpload   = Text{"Berkas dari bank", "File of the bank"}
	BankAccountNo       = Text{"Nomor rekening", "Account number"}
	BankAccountHint     = Text{"Kosong: yang tertulis di berkas. Bila diisi, berkas rekening lain ditolak.", "Empty: the one in the file. If entered, a file of another account is refused."}
	StatementYear       = Text{"Tahun", "Year"}
	StatementYearHint   = Text{"Hanya bila tanggal di berkas tidak bertahun", "Only where the days of the file have no year"}
	ImportedTitle       = Text{"Berkas sudah diterima", "The file was taken in"}
	ImportedLines       = Text{"Baris di berkas", "Lines in the file"}
	ImportedNew         = Text{"Baris baru", "New lines"}
	ImportedPending     = Text{"Menunggu dibukukan bank", "Announced by the bank only"}
	ImportedDays        = Text{"Dari tanggal sampai tanggal", "From day to day"}
	ImportedFormat      = Text{"Format", "Format"}
	AtBank              = Text{"Menurut bank", "At the bank"}
	InBooks             = Text{"Menurut buku", "In the books"}
	BankDifference      = Text{"Selisih", "Difference"}
	BankBefore          = Text{"Dari sebelum berkas pertama", "From before the first file"}
	LinesAlone          = Text{"Baris tanpa pembukuan", "Lines without a booking"}
	LinesExplained      = Text{"Baris yang dijelaskan", "Lines explained"}
	BookingsAlone       = Text{"Pembukuan tanpa baris", "Bookings without a line"}
	OtherDates          = Text{"Beda tanggal", "Other dates"}
	DaysMissing         = Text{"Hari tanpa berkas", "Days without a file"}
	BankAgrees          = Text{"Cocok", "Agrees"}
	Day                 = Text{"Tanggal", "Day"}

	BankLines        = Text{"Baris rekening bank", "Lines of our bank"}
	BankLineTitle    = Text{"Baris rekening bank", "Line of our bank"}
	BankLinesEmpty   = Text{"Tidak ada baris. Unggah rekening koran dari bank kita.", "No lines. Upload a bank statement."}
	BankText         = Text{"Keterangan bank", "What the bank says"}
	BankBalance      = Text{"Saldo sesudahnya", "Balance after it"}
	BankBookings     = Text{"Pembukuan tanpa baris bank", "Bookings without a line of the bank"}
	BankBookingsNone = Text{"Tiap pembukuan pada rekening bank kita sudah punya barisnya.", "Each booking on our bank account has its line."}
	BankBooking      = Text{"Pembukuan", "Booking"}
	BankBookingHint  = Text{"ID dari daftar pembukuan", "Its id in the list of bookings"}
	BankProposals    = Text{"Pembukuan yang mungkin dimaksud", "Bookings that it may be about"}
	BankNoProposal   = Text{"Tidak ada pembukuan dengan jumlah ini. Catat di bawah, atau jelaskan barisnya.", "No booking has this amount. Enter it below, or explain the line."}
	MatchReasons     = Text{"Mengapa", "Why"}
	MatchLine        = Text{"Cocokkan", "Match"}
	MatchLineHint    = Text{"Pembukuan itu menjadi milik baris ini. Tidak ada uang yang dibukukan.", "The booking then belongs to this line. Nothing is booked."}
	ExplainLine      = Text{"Jelaskan", "Explain"}
	ExplainLineHint  = Text{"Untuk baris yang tidak akan dibukukan. Jumlahnya tetap bagian dari selisih.", "For a line that will not be booked. Its amount stays a part of the difference."}
	ReopenLine       = Text{"Buka lagi", "Reopen"}
	ReopenLineHint   = Text{"Kecocokan atau penjelasannya dibatalkan, dan pembukuannya bebas lagi.", "The match or the explanation is taken back, and the booking is free again."}
	BookLine         = Text{"Catat sebagai mutasi kas", "Enter as a movement"}
	BookLineHint     = Text{"Dibukukan dengan tanggal nilai dan jumlah baris ini, dan langsung cocok dengannya. Satu baris dibukukan sekali.", "Booked with the value date and the amount of this line, and matched with it at once. A line is booked once."}
)

// BankMatchReasons say why a booking may be that of a line.
var BankMatchReasons = map[string]Text{
	"amount":    {"jumlah sama", "same amount"},
	"day":       {"tanggal sama", "same day"},
	"near":      {"tanggal berdekatan", "near day"},
	"only":      {"satu-satunya dengan jumlah ini", "the only one of this amount"},
	"reference": {"referensinya ada di keterangan", "its reference stands in the text"},
}

// BankBookingKinds are the words for bookings on our bank account that are no entries of our own money.
var BankBookingKinds = map[string]Text{
	"payout.completed":          {"Penarikan ditransfer manual", "Payout, made by hand"},
	"refund.succeeded":          {"Pengembalian ditransfer manual", "Refund, made by hand"},
	"balance.suspense_refunded": {"Uang ditinjau dikembalikan manual", "Money in suspense, given back by hand"},
}
