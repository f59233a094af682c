package words

// Disputes, as merchants and staff see them.
var (
	Disputes           = Text{"Sengketa", "Disputes"}
	DisputeTitle       = Text{"Sengketa", "Dispute"}
	DisputeNo          = Text{"Sengketa %s", "Dispute %s"}
	NoDisputesYet      = Text{"Belum ada sengketa. Bila pelanggan menyengketakan pembayaran, Anda menjawabnya di sini.", "No disputes. If a customer disputes a payment, you answer here."}
	DisputesEmpty      = Text{"Belum ada sengketa. Yang diberitahukan penyedia dengan cara lain dicatat di sini.", "No disputes. Enter one here that the provider told in another way."}
	DisputesOfPayment  = Text{"Sengketa pembayaran ini", "Disputes of this payment"}
	DisputedAmount     = Text{"Jumlah yang disengketakan", "Disputed amount"}
	DisputeReason      = Text{"Alasan pelanggan", "What the customer says"}
	DisputeNoReason    = Text{"Penyedia tidak menyebutkan alasannya", "The provider gives no reason"}
	DisputeHeldNow     = Text{"Ditahan sekarang", "Held now"}
	DisputeDueBy       = Text{"Jawab sebelum", "Answer by"}
	DisputeNext        = Text{"Yang terjadi berikutnya", "What happens next"}
	DisputeOpened      = Text{"Disengketakan", "Disputed"}
	DisputeOpenedBy    = Text{"Dicatat oleh", "Entered by"}
	ProviderDispute    = Text{"ID sengketa pada penyedia", "Provider's id of the dispute"}
	DisputeReversal    = Text{"Penarikan uangnya", "How the money was taken"}
	DisputeAnswered    = Text{"Dijawab", "Answered"}
	DisputeOrder       = Text{"Urutan", "Order"}
	DisputesNewest     = Text{"Terbaru dahulu", "Newest first"}
	DisputesDue        = Text{"Mendesak", "Urgent first"}
	DisputeDueIn       = Text{"%s (%s)", "%s (%s)"}
	DisputeDaysLeft    = Text{"%d hari lagi", "%d days left"}
	DisputeHoursLeft   = Text{"%d jam lagi", "%d hours left"}
	DisputeMinutesLeft = Text{"%d menit lagi", "%d minutes left"}
	DisputeTimeOver    = Text{"waktunya habis", "the time is over"}
	DisputeToAnswer    = Text{"Sengketa %s, %s: jawab sebelum %s", "Dispute %s, %s: answer by %s"}
	DisputeToAnswerTip = Text{"Tanpa jawaban, pelanggan menerima uangnya.", "Without an answer the customer gets the money."}
	DisputesToAnswer   = Text{"Semua sengketa yang perlu jawaban: %d", "All disputes that need an answer: %d"}
)

// Playing the network of a dispute in the sandbox.
var (
	PlayNetwork        = Text{"Mainkan jaringan pembayaran (sandbox)", "Play the payment network (sandbox)"}
	PlayDisputeForward = Text{"Serahkan jawaban ke jaringan", "Hand the answer to the network"}
	PlayDisputeWin     = Text{"Merchant menang", "The merchant wins"}
	PlayDisputeLose    = Text{"Merchant kalah, uangnya ditarik", "The merchant loses, and the money is taken"}
)

// Answers to disputes.
var (
	Answers            = Text{"Jawaban", "Answers"}
	NoAnswerYet        = Text{"Belum dijawab.", "Not answered yet."}
	FilesOfAnswer      = Text{"Berkas jawaban ini", "Files of this answer"}
	DownloadFile       = Text{"Unduh %s (%s)", "Download %s (%s)"}
	AnswerWithoutText  = Text{"(tanpa teks)", "(without a text)"}
	AnswerDispute      = Text{"Jawab sengketa", "Answer the dispute"}
	AnswerAgain        = Text{"Ganti jawaban", "Replace the answer"}
	AnswerHint         = Text{"Buktikan bahwa pelanggan menerima apa yang dibayarnya: tanda terima, resi, percakapan. Kami meneruskannya ke jaringan, yang memutuskan.", "Show that the customer got what was paid for: a receipt, a waybill, a conversation. We forward it to the network, which decides."}
	AnswerAgainHint    = Text{"Jawaban baru menggantikan yang terakhir, selama belum diteruskan. Kirim lagi semua yang penting: teks dan berkas.", "A new answer replaces the last one until it is forwarded. Send again all that matters: text and files."}
	AnswerText         = Text{"Yang perlu diketahui jaringan", "What the network should know"}
	AnswerFiles        = Text{"Berkas", "Files"}
	AnswerFilesHint    = Text{"Paling banyak %d berkas PDF, PNG, atau JPEG, masing-masing sampai 5 MB, semuanya sampai %d MB", "At most %d files, PDF, PNG or JPEG, up to 5 MB each and %d MB together"}
	AnswerFilesAgain   = Text{"Pilih berkasnya lagi: browser tidak mengirimnya dua kali.", "Choose the files again: the browser does not send them twice."}
	AnswerFilesTooMuch = Text{"semua berkas bersama-sama paling banyak %d MB", "all files together may have at most %d MB"}
	AnswerFilesTooMany = Text{"paling banyak %d berkas", "at most %d files"}
	AnswerFileLarge    = Text{"“%s” lebih besar dari 5 MB", "“%s” is larger than 5 MB"}
	AnswerFileEmpty    = Text{"“%s” kosong", "“%s” is empty"}
	AnswerFileType     = Text{"“%s” bukan PDF, PNG, atau JPEG yang utuh, atau isinya jenis lain dari namanya", "“%s” is no whole PDF, PNG or JPEG, or its content is of another type than its name says"}
	AnswerFileName     = Text{"nama “%s” terlalu panjang atau kosong", "the name “%s” is too long or empty"}
	AcceptDispute      = Text{"Biarkan pelanggan menerima uangnya", "Let the customer have the money"}
	AcceptDisputeHint  = Text{"Anda tidak menjawab, dan %s menjadi milik pelanggan. Halaman berikutnya bertanya sekali lagi.", "You give no answer, and %s goes to the customer. The next page asks once more."}
	AcceptSureTitle    = Text{"Biarkan pelanggan menerima %s?", "Let the customer have %s?"}
	AcceptSureHint     = Text{"Belum ada yang terjadi. %s tetap ditahan sampai penyedia mengambilnya, lalu keluar dari saldo Anda untuk selamanya. Biaya pembayarannya tidak kembali. Ini tidak dapat dibatalkan.", "Nothing happened yet. %s stays held until the provider takes it, and then has left your balance for good. The fee of the payment does not come back. This can't be undone."}
	AcceptSure         = Text{"Ya, pelanggan menerima %s", "Yes, the customer gets %s"}
)

// DisputeStates say what happens with the money of a dispute, by its state. The arguments are its amount and until when an answer
// counts.
var DisputeStates = map[string]Text{
	"needs_response": {"%s ditahan sejak pelanggan menyengketakannya. Jawaban ditunggu sampai %s.", "%s is held since the customer disputed it. An answer counts until %s."},
	"forwarding":     {"%s ditahan. Jawabannya sudah ada di sini dan akan diteruskan ke jaringan.", "%s is held. The answer is here, and will be forwarded to the network."},
	"overdue":        {"%s ditahan. Waktu untuk menjawab habis pada %s.", "%s is held. The time for an answer ended at %s."},
	"under_review":   {"%s ditahan. Jaringan sudah mempunyai jawabannya dan memutuskan.", "%s is held. The network has the answer, and decides."},
	"won":            {"Jaringan menolak permintaan pelanggan: %s kembali ke saldo.", "The network decided against the customer: %s is back on the balance."},
	"lost":           {"Jaringan memutuskan untuk pelanggan: %s tetap ditahan sampai penyedia mengambilnya.", "The network decided for the customer: %s stays held until the provider takes it."},
	"accepted":       {"Pelanggan menerima uangnya tanpa jawaban: %s tetap ditahan sampai penyedia mengambilnya.", "The customer gets the money without an answer: %s stays held until the provider takes it."},
	"expired":        {"Tidak ada jawaban tepat waktu: %s tetap ditahan sampai penyedia mengambilnya.", "No answer came in time: %s stays held until the provider takes it."},
	"deducted":       {"Penyedia sudah mengambil uangnya: %s disengketakan, dan tidak ada lagi yang ditahan.", "The provider took the money: %s was disputed, and nothing is held any more."},
}

// DisputeNexts say what happens next with a dispute, by its state.
var DisputeNexts = map[string]Text{
	"needs_response": {"Jawab dengan bukti, atau biarkan pelanggan menerima uangnya. Tanpa jawaban pada waktunya, sengketa ini kalah.", "Answer with what proves your case, or let the customer have the money. Without an answer in time the dispute is lost."},
	"forwarding":     {"Kami meneruskan jawabannya ke jaringan. Sampai saat itu jawaban baru menggantikannya, selama waktunya belum habis. Lalu jaringan memutuskan.", "We forward the answer to the network. Until then a new answer replaces it, as long as there is time. Then the network decides."},
	"overdue":        {"Sengketa ini berakhir sebagai tidak dijawab.", "The dispute ends as not answered."},
	"under_review":   {"Jaringan memutuskan, biasanya dalam beberapa minggu. Jawabannya tidak dapat diubah lagi.", "The network decides, mostly within weeks. The answer can't be changed any more."},
	"won":            {"Tidak ada lagi: sengketa ini selesai.", "Nothing more: the dispute is over."},
	"lost":           {"Penyedia mengambil uang yang ditahan, biasanya bersama sengketa lain dalam sebulan. Setelah itu selesai.", "The provider takes what is held, often with other disputes of the month. Then it is over."},
	"accepted":       {"Penyedia mengambil uang yang ditahan. Setelah itu selesai.", "The provider takes what is held. Then it is over."},
	"expired":        {"Penyedia mengambil uang yang ditahan. Setelah itu selesai.", "The provider takes what is held. Then it is over."},
	"deducted":       {"Tidak ada lagi, kecuali jaringan kemudian menolak permintaan pelanggan: lalu uangnya kembali.", "Nothing more, unless the network decides against the customer later: then the money comes back."},
}

// DisputeNextsOfStaff say it to staff where that differs from DisputeNexts.
var DisputeNextsOfStaff = map[string]Text{
	"needs_response": {"Merchant menjawab atau menerima. Tanpa jawaban pada waktunya, sengketa ini kalah.", "The client answers or accepts. Without an answer in time the dispute is lost."},
	"forwarding":     {"Kirim jawaban terakhir ke jaringan, lalu catat di sini bahwa itu sudah diteruskan. Sampai saat itu merchant dapat menggantinya.", "Send the last answer to the network, then say here that it was forwarded. Until then the client may replace it."},
	"under_review":   {"Jaringan memutuskan. Catat putusannya di sini, kecuali penyedia memberitahukannya sendiri.", "The network decides. Say here how, unless the provider tells it by itself."},
}

// Staff's work on disputes. An argument is an amount.
var (
	EnterDispute        = Text{"Catat sengketa", "Enter a dispute"}
	EnterDisputeHint    = Text{"Yang diberitahukan penyedia lewat e-mail atau dasbornya. Halaman berikutnya menyebutkan apa yang ditahan.", "One that the provider told by mail or in its dashboard. The next page says what will be held."}
	DisputePayment      = Text{"ID transaksi pembayarannya", "Transaction id of the payment"}
	DisputeMoney        = Text{"ID uangnya pada penyedia", "Provider's id of the money"}
	DisputeMoneyHint    = Text{"Hanya bila pembayaran ini menerima beberapa uang", "Only where the payment received several moneys"}
	DisputeAmountHint   = Text{"Rupiah penuh; kosong: semua yang tersisa dari uang itu", "Whole rupiah; empty: all that is left of the money"}
	DisputeSure         = Text{"Ya, tahan %s", "Yes, hold %s"}
	DisputeSureTitle    = Text{"Tahan %s dari saldo merchant?", "Hold %s from the client's balance?"}
	DisputeSureHint     = Text{"Belum ada yang terjadi. Yang ditahan: %s, dahulu dari bagian pembayaran ini yang belum dapat ditarik, lalu dari saldo tersedia; sisanya menjadi utang merchant. Pengembalian yang belum dikirim dibatalkan.", "Nothing happened yet. What is held: %s, first from what of this payment is not available yet, then from the available balance; the rest is owed by the client. Refunds that were not sent are cancelled."}
	DisputeAllLeft      = Text{"semua yang tersisa, paling banyak %s", "all that is left, at most %s"}
	ForwardDispute      = Text{"Jawaban sudah diteruskan", "The answer was forwarded"}
	ForwardDisputeHint  = Text{"Kirim dahulu jawaban terakhir ke jaringan. Setelah itu merchant tidak dapat menjawab lagi; %s tetap ditahan.", "Send the last answer to the network first. After that the merchant can't answer any more; %s stays held."}
	DecideWon           = Text{"Jaringan memutuskan untuk merchant", "The network decided for the merchant"}
	DecideWonHint       = Text{"%s yang ditahan kembali ke saldo merchant. Ini tidak dapat dibatalkan.", "The %s that is held goes back to the client's balance. This can't be undone."}
	DecideWonTakenHint  = Text{"Yang sudah diambil dari %s kembali ke saldo merchant, dan kita menagihnya pada penyedia. Ini tidak dapat dibatalkan.", "What was taken of the %s goes back to the client's balance, and the provider owes it to us. This can't be undone."}
	DecideLost          = Text{"Jaringan memutuskan untuk pelanggan", "The network decided for the customer"}
	DecideLostHint      = Text{"%s tetap ditahan sampai penyedia mengambilnya.", "%s stays held until the provider takes it."}
	SplitDeduction      = Text{"Bagi potongan penyedia", "Split a deduction of the provider"}
	SplitDeductionHint  = Text{"Jaringan mengambil uang beberapa sengketa sekaligus. Isi bagian tiap sengketa; bersama-sama harus sama dengan potongannya. Admin kedua menyetujuinya.", "A network takes the money of several disputes at once. Enter the part of each; together they must be the deduction. A second administrator approves it."}
	DeductionReference  = Text{"ID potongan pada penyedia", "Provider's id of the deduction"}
	DeductionAmount     = Text{"Jumlah potongan", "Amount of the deduction"}
	DeductionPart       = Text{"Sengketa %s, %s: %s ditahan", "Dispute %s, %s: %s is held"}
	DeductionPartOf     = Text{"Sengketa %s, %s", "Dispute %s, %s"}
	DeductionNone       = Text{"Tidak ada sengketa yang menunggu potongan.", "No dispute waits for a deduction."}
	DeductionDifference = Text{"bagian-bagiannya berjumlah %s, bukan %s", "the parts add up to %s, not to %s"}
	DeductionSureTitle  = Text{"Bagi %s?", "Split %s?"}
	DeductionSureHint   = Text{"Belum ada yang terjadi. Dari tiap sengketa bagian ini keluar dari saldo merchant, dahulu dari yang ditahan; sisa yang ditahan kembali ke saldo.", "Nothing happened yet. Of each dispute this part leaves the client's balance, first out of what is held; what is left of the hold goes back to the balance."}
	DeductionSure       = Text{"Ya, bagi %s", "Yes, split %s"}
)
