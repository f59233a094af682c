package words

// The daily proof that our money covers what is owed to clients.
var (
	SafeguardingTitle = Text{"Perlindungan dana merchant", "Safeguarding"}
	SafeguardingHint  = Text{
		"Setiap hari: uang di bank, dalam perjalanan ke bank dan di penyedia, dibandingkan dengan yang menjadi hak merchant (tersedia, belum settle, ditahan) dan uang yang belum jelas. Utang merchant kepada kami tidak mengurangi hak merchant lain.",
		"Each day: the money at the bank, on the way to it and at the providers, against what clients have (available, unsettled, held) and what is in suspense. What a client owes us does not reduce what we owe to others.",
	}
	OwnMoney               = Text{"Uang yang kami pegang", "Money that we hold"}
	OwedMoney              = Text{"Hak merchant dan pembayar", "Owed to clients and payers"}
	SafeguardingDifference = Text{"Selisih", "Difference"}
	SafeguardingSide       = Text{"Sisi", "Side"}
	MoneyCovers            = Text{"Uang kami mencukupi.", "Our money covers it."}
	MoneyIsShort           = Text{"Uang kami kurang %s.", "Our money is short by %s."}
	Covered                = Text{"Cukup", "Covered"}
	ShortBy                = Text{"Kurang %s", "Short by %s"}
	DayGoesOn              = Text{"(hari ini masih berjalan)", "(the day goes on)"}
	SafeguardingGoesOn     = Text{
		"Hari ini belum berakhir: angkanya masih berubah, dan belum ada berkas yang ditandatangani.",
		"The day is not over: its figures still change, and it has no signed file yet.",
	}
	SafeguardingFile  = Text{"Unduh semua hari (CSV)", "Download all days (CSV)"}
	SignedFile        = Text{"Unduh berkas yang ditandatangani (CSV)", "Download the signed file (CSV)"}
	SafeguardingSides = map[string]Text{
		"own":  {"Kami pegang", "We hold it"},
		"owed": {"Hak merchant dan pembayar", "It is owed"},
	}
)
