package words

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
