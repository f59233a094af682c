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
	LatestPayments = Text{"Pembayaran terbaru", "Latest payments"}
	NoPaymentsYet  = Text{"Belum ada pembayaran. Buat yang pertama dengan halaman tagihan.", "No payments yet. Make the first one with an invoice page."}
	NewPayment     = Text{"Pembayaran baru", "New payment"}
	SearchOwn      = Text{"Cari transaksi", "Search transactions"}
	PaidAmount     = Text{"Jumlah dibayar", "Amount paid"}
	Gross          = Text{"Kotor", "Gross"}
	Cancel         = Text{"Batalkan", "Cancel"}
	CancelPayment  = Text{"Batalkan pembayaran ini", "Cancel this payment"}
	SandboxTitle   = Text{"Mainkan pelanggan (sandbox)", "Play the customer (sandbox)"}
	SandboxPay     = Text{"Bayar", "Pay"}
	SandboxSettle  = Text{"Selesaikan", "Settle"}
	SandboxExpire  = Text{"Kedaluwarsakan", "Let it expire"}
	SandboxAmount  = Text{"Jumlah (kosong: seluruhnya)", "Amount (empty: all of it)"}
	Facts          = Text{"Rincian", "Details"}
	Metadata       = Text{"Metadata", "Metadata"}
	InvoicePage    = Text{"Halaman tagihan", "Invoice page"}
	VANumber       = Text{"Nomor virtual account", "Virtual account number"}
	ReviewAmount   = Text{"Jumlahnya ditinjau", "Its money is under review"}
	Replaced       = Text{"Diganti oleh", "Replaced by"}
	Replaces       = Text{"Mengganti", "Replaces"}
	Reversed       = Text{"Dibalik", "Reversed"}
	SearchResults  = Text{"Hasil pencarian", "Search results"}
	SearchHint     = Text{
		"Ketik ID transaksi, referensi Anda, nomor VA, ID penyedia, e-mail, telepon, atau jumlah.",
		"Type a transaction id, your reference, a VA number, a provider's id, an e-mail address, a phone number or an amount.",
	}
	NoHits     = Text{"Tidak ada yang cocok. Cari dengan awalan yang lebih pendek, atau periksa nomornya.", "Nothing matches. Try a shorter beginning, or check the number."}
	MatchedBy  = Text{"Cocok pada", "Matched by"}
	ViewEvents = Text{"Lihat semua", "See all"}
)

// Registration and passwords.
var (
	ForgotHint  = Text{"Kami mengirim tautan untuk memilih kata sandi baru.", "We send a link to choose a new password."}
	SendLink    = Text{"Kirim tautan", "Send the link"}
	HeldBalance = Text{"Ditahan untuk penarikan", "Held for payouts"}
	Owed        = Text{"Piutang kami", "Owed to us"}
)
