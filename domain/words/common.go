package words

import (
	"strings"

	"gateway/domain/text"
)

// The frame of all pages.
var (
	Gateway       = Text{"Payment Gateway", "Payment Gateway"}
	PortalName    = Text{"Portal merchant", "Merchant portal"}
	ConsoleName   = Text{"Konsol staf", "Staff console"}
	SkipToContent = Text{"Langsung ke isi", "Skip to content"}
	Menu          = Text{"Menu", "Menu"}
	HelpInGuide   = Text{"Bantuan (bahasa Inggris):", "Help:"}
	LogOut        = Text{"Keluar", "Log out"}
	OtherLanguage = Text{"English", "Bahasa Indonesia"}
	Search        = Text{"Cari", "Search"}
	SearchAll     = Text{"ID, VA, e-mail, jumlah …", "Id, VA, e-mail, amount …"}
	Back          = Text{"Kembali", "Back"}
	Show          = Text{"Tampilkan", "Show"}
	Reset         = Text{"Hapus filter", "Clear filters"}
	DownloadCSV   = Text{"Unduh CSV", "Download CSV"}
	NextPage      = Text{"Berikutnya", "Next"}
	FirstPage     = Text{"Ke awal", "Back to the first"}
	RowsOf        = Text{"Jumlah baris: %d", "Rows: %d"}
	Any           = Text{"Semua", "All"}
	Yes           = Text{"Ya", "Yes"}
	No            = Text{"Tidak", "No"}
	None          = Text{"–", "–"}
	Optional      = Text{"tidak wajib", "optional"}
	Print         = Text{"Cetak", "Print"}
	Updating      = Text{"Terkini", "Live"}
	Offline       = Text{"Terputus, mencoba lagi", "Disconnected, trying again"}
	CopyOnce      = Text{"Salin sekarang: ini hanya ditampilkan sekali.", "Copy it now: it is shown only this once."}
	RequestNumber = Text{"Nomor permintaan", "Request id"}
)

// The help of keys.
var (
	ShortKeys = Text{"Tombol pintas", "Keys"}
	KeySearch = Text{"Ke pencarian", "Go to the search"}
	KeyRows   = Text{"Baris berikutnya dan sebelumnya dalam daftar", "The next and the previous row of a list"}
	KeyFirst  = Text{"Baris pertama dan terakhir dalam daftar", "The first and the last row of a list"}
	KeyOpen   = Text{"Buka yang dipilih", "Open what has the focus"}
	KeyHelp   = Text{"Bantuan ini", "This help"}
	KeyClose  = Text{"Tutup", "Close"}
	KeyFields = Text{
		"Selama Anda mengetik di kolom isian, tombol pintas tidak bekerja.", "While you type into a field, the keys do nothing.",
	}
	KeysOn = Text{"Tombol pintas aktif", "The keys are on"}
)

// Logging in.
var (
	LogIn             = Text{"Masuk", "Log in"}
	Email             = Text{"Alamat e-mail", "E-mail address"}
	Password          = Text{"Kata sandi", "Password"}
	Code              = Text{"Kode 6 angka", "6-digit code"}
	CodeHint          = Text{"Hanya bila faktor kedua dipasang", "Only where a second factor is set up"}
	PleaseLogIn       = Text{"Silakan masuk untuk melanjutkan.", "Please log in to go on."}
	SessionEnded      = Text{"Sesi Anda berakhir. Silakan masuk lagi.", "Your session has ended. Please log in again."}
	SessionEndedTyped = Text{
		"Sesi Anda berakhir, dan formulirnya belum dikerjakan. Masuk lagi: isian Anda masih ada, kecuali rahasia.",
		"Your session has ended, and the form was not done. Log in again: what you typed is still there, but for secrets.",
	}
	NoAccountYet   = Text{"Belum punya akun? Daftar", "No account yet? Register"}
	ForgotPassword = Text{"Lupa kata sandi?", "Forgot the password?"}
)

// What may go wrong.
var (
	NotFoundTitle  = Text{"Tidak ditemukan", "Not found"}
	NotFoundText   = Text{"Halaman atau data ini tidak ada, atau bukan milik Anda.", "There is no such page or thing, or it is not yours."}
	ForbiddenTitle = Text{"Tidak diizinkan", "Not allowed"}
	ForbiddenText  = Text{"Peran Anda tidak boleh membuka halaman ini.", "Your role may not open this page."}
	CrossSiteTitle = Text{"Isian dari situs lain", "A form of another website"}
	CrossSiteText  = Text{
		"Isian ini dikirim dari situs lain, bukan dari halaman kami, sehingga ditolak: tidak ada yang diubah. Jika Anda tidak mengirimnya " +
			"sendiri, situs itu mungkin mencoba bertindak atas nama Anda. Untuk melanjutkan, buka halaman di sini dan isi kembali.",
		"This form was sent from another website, not from a page of ours, and was refused: nothing was changed. If you did not send it " +
			"yourself, that website may have tried to act in your name. To go on, open the page here and fill it in again.",
	}
	UnavailableTitle = Text{"Coba lagi sebentar lagi", "Try again in a moment"}
	UnavailableText  = Text{"Layanan sedang mengejar catatannya atau sedang sibuk.", "The service is catching up with its log, or busy."}
	RefusedTitle     = Text{"Ini tidak dapat dilakukan", "This can't be done"}
	UnreadableTitle  = Text{"Tidak dapat dibaca", "It could not be read"}
	UnreadableText   = Text{"Alamat atau isian ini rusak. Kembali, lalu coba lagi.", "The address or form is damaged. Go back and try again."}
	TooLargeTitle    = Text{"Terlalu besar", "It is too large"}
	TooLargeText     = Text{"Isian ini terlalu besar; tidak ada yang disimpan. Kembali, lalu pendekkan teksnya atau kirim berkas yang lebih kecil.", "The form is too large; nothing was saved. Go back and shorten its texts, or send smaller files."}
	BrokenTitle      = Text{"Terjadi kesalahan", "Something went wrong"}
	BrokenText       = Text{"Kesalahan ini tercatat. Coba lagi, atau sebutkan nomor permintaan kepada dukungan.", "The error is on record. Try again, or tell support the request id."}
	WorksFromGrant   = Text{"Berlaku setelah admin kedua menyetujuinya.", "It works once a second administrator has granted it."}
	ViewApproval     = Text{"Lihat persetujuan", "See the approval"}
)

// Columns and fields that many pages have.
var (
	Amount            = Text{"Jumlah", "Amount"}
	Fee               = Text{"Biaya", "Fee"}
	VAT               = Text{"PPN", "VAT"}
	Net               = Text{"Bersih", "Net"}
	Status            = Text{"Status", "Status"}
	Channel           = Text{"Metode", "Channel"}
	CreatedAt         = Text{"Dibuat", "Created"}
	UpdatedAt         = Text{"Diperbarui", "Updated"}
	PaidAt            = Text{"Dibayar", "Paid"}
	ExpiresAt         = Text{"Kedaluwarsa", "Expires"}
	Reference         = Text{"Referensi", "Reference"}
	Period            = Text{"Periode", "Period"}
	AmountFrom        = Text{"Jumlah dari", "Amount from"}
	AmountTo          = Text{"Jumlah sampai", "Amount to"}
	SortBy            = Text{"Urutan", "Order"}
	NewestFirst       = Text{"Terbaru dahulu", "Newest first"}
	Situation         = Text{"Keadaan", "Situation"}
	OrderNumber       = Text{"No. pesanan", "Order number"}
	StatusReason      = Text{"Alasan status", "Reason for the status"}
	PaidOf            = Text{"Dibayar %s dari %s", "%s paid of %s"}
	PaidTwice         = Text{"Dibayar lagi, padahal pesanan ini sudah dibayar", "Paid although the order had been paid"}
	NotPaidUntil      = Text{"Tidak dibayar sampai %s", "Not paid until %s"}
	EndedEarly        = Text{"Diakhiri sebelum waktunya, %s", "Ended early, %s"}
	EndedCancelled    = Text{"Dibatalkan merchant, %s", "The merchant cancelled it, %s"}
	CancelledOwn      = Text{"Anda membatalkannya, %s", "You cancelled it, %s"}
	CancelledBy       = Text{"Dibatalkan oleh", "Cancelled by"}
	EndedReplaced     = Text{"Diganti pembayaran baru", "A newer payment replaced it"}
	RefusedByProvider = Text{"Ditolak penyedia", "The provider refused it"}
	ExternalID        = Text{"Referensi Anda (external_id)", "Your reference (external_id)"}
	Transaction       = Text{"Transaksi", "Transaction"}
	Client            = Text{"Merchant", "Client"}
	Reason            = Text{"Alasan", "Reason"}
	By                = Text{"Oleh", "By"}
	At                = Text{"Waktu", "Time"}
	From              = Text{"Dari tanggal", "From"}
	To                = Text{"Sampai tanggal", "To"}
	Name              = Text{"Nama", "Name"}
	Role              = Text{"Peran", "Role"}
	What              = Text{"Apa", "What"}
	ID                = Text{"ID", "Id"}
	Kind              = Text{"Jenis", "Kind"}
	Address           = Text{"Alamat", "Address"}
	Bank              = Text{"Bank", "Bank"}
	Account           = Text{"Nomor rekening", "Account number"}
	Position          = Text{"Posisi", "Position"}
	Event             = Text{"Peristiwa", "Event"}
	EventNo           = Text{"Nomor peristiwa", "Event number"}
	NothingHere       = Text{"Belum ada apa-apa di sini.", "There is nothing here yet."}
	NothingFound      = Text{"Tidak ada yang cocok dengan filter ini.", "Nothing matches these filters."}
	Phone             = Text{"Telepon", "Phone"}
)

// Charts.
var (
	AsTable      = Text{"Lihat sebagai tabel", "See it as a table"}
	ValueWord    = Text{"Nilai", "Value"}
	ChartSummary = Text{
		"%s. Mulai %s; akhir %s; terendah %s; tertinggi %s.",
		"%s. It begins with %s and ends with %s; the lowest is %s, the highest %s.",
	}
)

// Why and the timeline.
var (
	WhyTitle        = Text{"Penyebab", "Why it is so"}
	WhatWaits       = Text{"Yang sedang ditunggu", "What waits"}
	Timeline        = Text{"Urutan kejadian", "Timeline"}
	WaitsFor        = Text{"Menunggu", "Waits for"}
	Since           = Text{"sejak", "since"}
	Until           = Text{"sampai", "until"}
	NoWaiting       = Text{"Tidak menunggu apa pun.", "It waits for nothing."}
	Postings        = Text{"Pembukuan", "Postings"}
	MoreOfIt        = Text{"Lanjutkan", "Go on"}
	TraceID         = Text{"Jejak", "Trace"}
	AttemptAnswered = Text{"Percobaan %d: dijawab %d dalam %s", "Attempt %d: answered %d within %s"}
	Technical       = Text{"Rincian teknis", "Technical details"}
	SecondsTook     = Text{"%s detik", "%s s"}
	AttemptFailed   = Text{"Percobaan %d: %s", "Attempt %d: %s"}
	Approver        = Text{"Disetujui oleh", "Approved by"}
)

// Who caused an event.
var (
	ActorAdmin     = Text{"Admin no. %s", "Administrator no. %s"}
	ActorClient    = Text{"Merchant no. %s (kunci API)", "Client no. %s (API key)"}
	ActorPerson    = Text{"Orang no. %s dari merchant no. %s", "Person no. %s of client no. %s"}
	ActorMachine   = Text{"%s, di mesin", "%s, on the machine"}
	ActorOwnKey    = Text{"Server Anda (kunci API)", "Your server (API key)"}
	ActorMerchant  = Text{"Merchant", "The merchant"}
	ActorOwnPerson = Text{"Orang no. %s", "Person no. %s"}
	ActorProvider  = Text{"Penyedia pembayaran", "The payment provider"}
	ActorStaff     = Text{"Staf gateway", "The gateway's staff"}
	ActorSystem    = Text{"Gateway (%s)", "The gateway (%s)"}
	ActorGateway   = Text{"Gateway sendiri", "The gateway itself"}
	ActorNamedKey  = Text{"Kunci API %s", "API key %s"}
	ActorClientKey = Text{"%s (kunci API)", "%s (API key)"}
	ActorPersonOf  = Text{"Orang no. %s dari %s", "Person no. %s of %s"}
	NamedWithRole  = Text{"%s (%s)", "%s (%s)"}
)

// Unicode characters that give the text between them a direction of its own. A text of a user never contains
// them, because the API refuses it.
const (
	IsolateBegin = "\u2068"
	IsolateEnd   = "\u2069"
)

// Isolated marks a text of a user as an argument of a sentence: it does not change the direction of the text
// around it, and a page puts it into an element of its own.
func Isolated(said string) string {
	return IsolateBegin + text.WithoutControls(said, text.MaxText) + IsolateEnd
}

// Bare returns a sentence without the characters of Isolated, for files.
func Bare(sentence string) string {
	return strings.NewReplacer(IsolateBegin, "", IsolateEnd, "").Replace(sentence)
}

// What is wrong with a filter, or with another parameter of a page's address.
var (
	NoSuchFilter    = Text{"bukan filter daftar ini", "is no filter of this list"}
	NoSuchPlace     = Text{"tempat ini tidak ada pada daftar; mulailah dari awal", "is no place in this list; begin at its start"}
	PeriodOrDays    = Text{"pilih salah satu: periode atau tanggal", "give either a period or days"}
	ChooseListed    = Text{"pilih salah satu dari daftar", "choose one of the list"}
	MustBeDay       = Text{"harus berupa tanggal, seperti 2026-01-31", "must be a day, such as 2026-01-31"}
	MustBeMoment    = Text{"harus berupa waktu, seperti 2026-01-31T15:04", "must be a moment, such as 2026-01-31T15:04"}
	MustBeNumber    = Text{"harus berupa angka", "must be a number"}
	BelowAmountFrom = Text{"tidak boleh kurang dari jumlah terkecil", "must not be less than the smallest amount"}
	BeforeFrom      = Text{"tidak boleh sebelum tanggal awal", "must not be before the first day"}
	BeforeSince     = Text{"tidak boleh sebelum “Dibandingkan dengan”", "must not be before “Compared with”"}
	CheckMarked     = Text{"Periksa isian yang ditandai.", "Check what is marked."}
	CorrectFilter   = Text{
		"Tidak ada yang ditampilkan karena filternya salah. Perbaiki atau hapus filternya.",
		"Nothing is shown, because a filter is wrong. Correct the filters or clear them.",
	}
)

// Parameters are the words for parameters of addresses that a page has no field for.
var Parameters = map[string]Text{
	"after": {"Tempat pada daftar", "Place in the list"},
	"at":    MomentAt,
	"since": MomentSince,
	"from":  From,
	"to":    To,
	"month": MonthField,
	"q":     Search,
}
