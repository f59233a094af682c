package words

// Callbacks.
var (
	CallbackTitle  = Text{"Callback", "Callback"}
	CallbacksEmpty = Text{"Belum ada callback.", "No callbacks yet."}
	CallbackTo     = Text{"Ke", "To"}
	AttemptsTitle  = Text{"Percobaan", "Attempts"}
	NoAttempts     = Text{"Belum pernah dikirim.", "It has not been sent yet."}
	AttemptError   = Text{"Kesalahan", "Error"}
	BodyTitle      = Text{"Isi yang dikirim", "Body that is sent"}
	ResendCallback = Text{"Kirim lagi", "Send again"}
	ResendHint     = Text{"Dikirim seketika, dan diulang seperti pertama kali bila gagal.", "It is sent at once, and as often as the first time when it fails."}
	BulkResend     = Text{"Kirim ulang banyak callback", "Send many callbacks again"}
	BulkResendHint = Text{
		"Periksa dahulu callback mana yang akan dikirim; baru kemudian kirim.",
		"First look at what would be sent again; then send it.",
	}
	DryRun           = Text{"Lihat dahulu", "Look first"}
	DryRunTitle      = Text{"Yang akan dikirim ulang", "What would be sent again"}
	SendThemAgain    = Text{"Kirim ulang semuanya", "Send them all again"}
	Limit            = Text{"Paling banyak", "At most"}
	ResentTitle      = Text{"Hasil pengiriman ulang", "What was sent again"}
	NothingToResend  = Text{"Tidak ada callback yang cocok.", "No callback matches."}
	CallbacksMatched = Text{"Cocok", "Matching"}
	CallbacksResent  = Text{"Dikirim ulang", "Sent again"}
)
