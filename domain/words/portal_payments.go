package words

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
