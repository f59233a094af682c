package words

// Refunds, as merchants and staff see them.
var (
	Refunds           = Text{"Pengembalian dana", "Refunds"}
	RefundTitle       = Text{"Pengembalian dana", "Refund"}
	RefundNo          = Text{"Pengembalian dana %s", "Refund %s"}
	NoRefundsYet      = Text{"Belum ada pengembalian dana. Mulailah dari halaman pembayarannya.", "No refunds yet. Begin on the page of the payment."}
	RefundsOfPayment  = Text{"Pengembalian dana pembayaran ini", "Refunds of this payment"}
	RefundAmount      = Text{"Jumlah untuk pelanggan", "Amount for the customer"}
	RefundFee         = Text{"Biaya (termasuk PPN)", "Fee (with VAT)"}
	RefundMethod      = Text{"Cara", "Method"}
	RefundNote        = Text{"Catatan Anda", "Your note"}
	RefundNoteHint    = Text{"Untuk Anda sendiri; tidak dikirim ke pelanggan", "For yourself; the customer does not see it"}
	RefundReasonField = Text{"Mengapa dikembalikan", "Why it is given back"}
	RefundFailure     = Text{"Mengapa berakhir", "Why it ended"}
	RefundMoney       = Text{"Uangnya", "The money"}
	RefundPaymentID   = Text{"Uang yang mana", "Which money"}
	RefundTo          = Text{"Rekening pelanggan", "The customer's bank account"}
	RefundSucceededAt = Text{"Berhasil", "Succeeded"}
	PendingRefunds    = Text{"Pengembalian dana yang menunggu persetujuan: %d", "Refunds that wait for an approval: %d"}
	PendingRefundsTip = Text{"Uangnya ditahan, dan pelanggan menunggu.", "The money is held, and the customer waits."}
	CustomerHasMoney  = Text{"Pelanggan menerima uangnya", "The customer has the money"}
)

// Asking for a refund.
var (
	AskRefund        = Text{"Kembalikan dana", "Give money back"}
	RefundNow        = Text{"Periksa sebelum dikirim", "Check before it is sent"}
	RefundAmountHint = Text{"Rupiah penuh; kosong: semua yang tersisa, %s", "Whole rupiah; empty: all that is left, %s"}
	RefundSure       = Text{"Ya, kembalikan %s", "Yes, give %s back"}
	RefundSureTitle  = Text{"Kembalikan %s kepada pelanggan?", "Give %s back to the customer?"}
	RefundSureHint   = Text{"Belum ada yang dikirim. Ini yang terjadi setelah Anda menekan tombolnya:", "Nothing was sent yet. This is what happens once you press the button:"}
	RefundOfAll      = Text{"Semua: %s", "All of it: %s"}
	RefundOfPart     = Text{"Sebagian dari %s", "A part of %s"}
	RefundHeldNow    = Text{"Ditahan sekarang", "Held now"}
	RefundUnsettled  = Text{"… dari dana pembayaran ini yang belum dapat ditarik", "… from what of this payment is not available yet"}
	RefundAvailable  = Text{"… dari saldo tersedia", "… from the available balance"}
	RefundFeeBack    = Text{"Biaya pembayaran yang kembali kepada Anda", "Fee of the payment that comes back to you"}
	RefundCosts      = Text{"Saldo Anda akhirnya berkurang", "Your balance falls in the end by"}
	RefundPossible   = Text{"Mungkin sampai", "Possible until"}
	RefundNoEnd      = Text{"Tanpa batas waktu", "At any time"}
	RefundAtMost     = Text{"Paling banyak %s", "At most %s"}
	RefundPartOf     = Text{"Sebesar bagian itu", "As much as that part"}
	RefundPartUpTo   = Text{"Bagian itu, paling banyak %s", "That part, up to %s"}
	RefundWaits      = Text{
		"Di atas batas harian Anda, pemilik atau keuangan menyetujuinya dahulu; transfer ke rekening bank dapat menunggu admin kami.",
		"Above your daily limit the owner or a finance person approves it first; a transfer to a bank account may wait for our administrator.",
	}
	RefundTooLittle = Text{
		"Saldo tersedia Anda %s, dan pengembalian ini membutuhkan %s darinya. Kembalikan lebih sedikit, atau tunggu pembayaran berikutnya.",
		"Your available balance is %s, and this refund needs %s of it. Give back less, or wait for the next payments.",
	}
	RefundNothingLeft  = Text{"Semua dana pembayaran ini sudah atau sedang dikembalikan.", "All money of this payment was given back, or is being given back."}
	RefundDisputed     = Text{"Pelanggan menyengketakan pembayaran ini. Jawab sengketanya; dana tidak dapat dikembalikan selama itu.", "The customer disputes this payment. Answer the dispute; nothing can be given back meanwhile."}
	RefundAccountHint  = Text{"Uangnya tidak dapat kembali ke asalnya, jadi ditransfer ke rekening ini.", "The money can't go back to where it came from, so it is transferred to this account."}
	RefundAccountPart  = Text{"Hanya untuk sebagian: sebagian tidak dapat kembali ke asalnya, jadi ditransfer ke rekening ini.", "Only for a part: a part can't go back to where it came from, so it is transferred to this account."}
	RefundNoBank       = Text{"tidak perlu rekening", "no account needed"}
	RefundNeedsAccount = Text{"wajib diisi: uangnya ditransfer ke rekening ini", "is required: the money is transferred to this account"}
)

// What a person does with a refund, and what then happens. The argument is an amount.
var (
	ApproveRefund          = Text{"Setujui pengembalian", "Approve the refund"}
	ApproveRefundHint      = Text{"%s dikirim kepada pelanggan. Setelah terkirim, tidak dapat dibatalkan.", "%s goes to the customer. Once it is sent, it can't be taken back."}
	ApproveTransferHint    = Text{"%s ditransfer ke %s. Setelah terkirim, tidak dapat dibatalkan.", "%s is transferred to %s. Once it is sent, it can't be taken back."}
	RejectRefund           = Text{"Tolak pengembalian", "Reject the refund"}
	RejectRefundHint       = Text{"Tidak ada yang dikirim; %s yang ditahan kembali ke saldo.", "Nothing is sent; the %s that is held goes back to the balance."}
	CancelRefund           = Text{"Batalkan pengembalian", "Cancel the refund"}
	CancelRefundHint       = Text{"Tidak ada yang dikirim; %s yang ditahan kembali ke saldo Anda.", "Nothing is sent; the %s that is held goes back to your balance."}
	RefundAwaitsOwner      = Text{"Menunggu persetujuan pemilik atau orang keuangan merchant.", "It waits for the client's owner or a finance person."}
	RefundAwaitsAdmin      = Text{"Menunggu persetujuan admin kami, karena ditransfer ke rekening bank.", "It waits for our administrator, because it is transferred to a bank account."}
	CompleteRefundByHand   = Text{"Catat pembayaran oleh orang", "Record that a person paid it"}
	CompleteRefundHint     = Text{"%s sudah dibayar seseorang kepada pelanggan dari rekening bank kita. Periksa dahulu di dasbor penyedia: jika penyedia juga mengirimnya, pelanggan menerimanya dua kali.", "A person paid %s to the customer from our bank account. Look at the provider's dashboard first: if the provider sends it as well, the customer has it twice."}
	FailRefundByHand       = Text{"Nyatakan gagal", "Give the refund up"}
	FailRefundHint         = Text{"%s yang ditahan kembali ke saldo merchant. Periksa dahulu di dasbor penyedia: jika penyedia tetap mengirimnya, uangnya ditarik lagi dari merchant.", "The %s that is held goes back to the client's balance. Look at the provider's dashboard first: if the provider sends it all the same, it is taken from the client again."}
	RefundApproval         = Text{"Pihak yang menyetujui", "Who approves it"}
	RefundAttempts         = Text{"Percobaan", "Attempts"}
	PlayProviderRefund     = Text{"Mainkan penyedia (sandbox)", "Play the provider (sandbox)"}
	PlayRefundComplete     = Text{"Pengembalian berhasil", "The refund succeeds"}
	PlayRefundFail         = Text{"Pengembalian gagal", "The refund fails"}
	PlayRefundBounce       = Text{"Uangnya kembali (gagal setelah berhasil)", "The money bounces (it fails after it succeeded)"}
	DailyRefundCap         = Text{"Batas harian pengembalian tanpa persetujuan", "Daily limit of refunds without approval"}
	DailyRefundCapHint     = Text{"Rupiah penuh; di atasnya pemilik atau keuangan menyetujui. Kosong: Rp5.000.000", "Whole rupiah; above it the owner or a finance person approves. Empty: Rp5.000.000"}
	RefundsEmpty           = Text{"Belum ada. Merchant memintanya di portal atau lewat API.", "None yet. Clients ask for them in the portal or by the API."}
	ConnectionOfTransferBy = Text{"Ditransfer lewat koneksi", "Transferred by the connection"}
)

// RefundApprovals are the words for who approves a refund.
var RefundApprovals = map[string]Text{
	"owner": {"Pemilik atau keuangan merchant", "The client's owner or finance"},
	"admin": {"Admin kami", "Our administrator"},
}

// RefundMethods are the words for the ways in which money goes back.
var RefundMethods = map[string]Text{
	"void":     {"Pembatalan di penyedia", "Void at the provider"},
	"provider": {"Kembali ke asalnya lewat penyedia", "Back to where it came from, by the provider"},
	"transfer": {"Transfer ke rekening bank", "Transfer to a bank account"},
}

// RefundReasons are the words for why a merchant gives money back.
var RefundReasons = map[string]Text{
	"requested_by_customer": {"Diminta pelanggan", "Requested by the customer"},
	"duplicate":             {"Terbayar dua kali", "Paid twice"},
	"fraudulent":            {"Penipuan", "Fraud"},
	"cancelled":             {"Pesanan dibatalkan", "The order was cancelled"},
	"other":                 {"Lainnya", "Other"},
}

// RefundArrivals say when the customer has the money, by the method, before it has succeeded.
var RefundArrivals = map[string]Text{
	"void":     {"Segera: pembayarannya dibatalkan di penyedia", "At once: the payment is voided at the provider"},
	"provider": {"Sekitar satu hari kerja untuk dompet digital dan QRIS", "In about one working day for wallets and QRIS"},
	"transfer": {"Begitu bank pelanggan menerimanya, biasanya pada hari yang sama", "Once the customer's bank has it, usually on the same day"},
}

// RefundArrived say when the customer has the money once the refund has succeeded, by the method. The argument is a time.
var RefundArrived = map[string]Text{
	"void":     {"Sejak %s", "Since %s"},
	"provider": {"Dikirim penyedia %s; terlihat oleh pelanggan paling lambat sekitar satu hari kerja kemudian", "The provider sent it %s; the customer sees it within about one working day"},
	"transfer": {"Ada di bank pelanggan sejak %s", "The customer's bank has it since %s"},
}

// RefundStates say what a refund did with the money, by its state. The argument is its amount.
var RefundStates = map[string]Text{
	"pending":    {"%s ditahan dari saldo. Belum ada yang dikirim: menunggu persetujuan.", "%s is held from the balance. Nothing was sent: it waits for an approval."},
	"processing": {"%s ditahan dari saldo dan sedang dikirim kepada pelanggan.", "%s is held from the balance and is on its way to the customer."},
	"succeeded":  {"%s sudah keluar dari saldo, untuk pelanggan.", "%s has left the balance, for the customer."},
	"failed":     {"Pelanggan tidak menerimanya: %s kembali ke saldo.", "The customer does not get it: %s is back on the balance."},
	"cancelled":  {"Dibatalkan sebelum dikirim: %s kembali ke saldo.", "Cancelled before it was sent: %s is back on the balance."},
	"rejected":   {"Ditolak sebelum dikirim: %s kembali ke saldo.", "Rejected before it was sent: %s is back on the balance."},
}
