package words

// The books: balances and the trial balance at a moment, and the report of a period.
var (
	BalanceTitle    = Text{"Saldo pada suatu saat", "Balance at a moment"}
	MomentAt        = Text{"Pada saat", "At"}
	MomentSince     = Text{"Dibandingkan dengan", "Compared with"}
	MomentSlider    = Text{"Geser ke saat mana pun", "Slide to any moment"}
	MomentNow       = Text{"Sekarang", "Now"}
	AsOfNow         = Text{"Keadaan sekarang.", "As it is now."}
	AsOf            = Text{"Keadaan pada %s.", "As it was at %s."}
	ChangesSince    = Text{"Perubahan sejak %s.", "Changes since %s."}
	ChangedBy       = Text{"Berubah %s", "Changed by %s"}
	BalanceIn       = Text{"Saldo per hari, %s", "Balance by day, %s"}
	MovementsWhy    = Text{"Semua yang mengubah saldo sampai saat itu. Kotor − biaya − PPN = perubahan. Perubahan membuka peristiwanya.", "Everything that changed the balance until then. Gross − fee − VAT = change. A change opens its event."}
	NoMovementsThen = Text{"Tidak ada mutasi di antara kedua saat itu.", "No movements between these moments."}
	LogOfClient     = Text{"Semua peristiwanya", "All its events"}

	TrialTitle      = Text{"Neraca saldo", "Trial balance"}
	WhereTheMoneyIs = Text{"Di mana uangnya", "Where the money is"}
	SumIsZero       = Text{"Jumlah semua akun nol, sebagaimana mestinya.", "All accounts sum to zero, as they must."}
	SumIsNotZero    = Text{"Jumlah semua akun bukan nol: %s.", "The accounts don't sum to zero: %s."}
	AccountsTitle   = Text{"Akun", "Accounts"}
	OfAllClients    = Text{"%s, semua merchant", "%s, all clients"}
	NothingBooked   = Text{"Belum ada yang dibukukan.", "Nothing is booked yet."}
	BalanceBefore   = Text{"Sebelumnya", "Before"}
	WhyChanged      = Text{"Mengapa berubah", "Why it changed"}
	ByClient        = Text{"Per merchant", "By client"}
	EachAccount     = Text{"Setiap akun", "Each account"}
	EachAccountHint = Text{"Akun seorang merchant membuka saldonya pada saat itu, dengan mutasinya.", "The account of a client opens its balance at that moment, with its movements."}

	PeriodTitle    = Text{"Laporan PPN dan biaya", "VAT and fees"}
	PeriodHint     = Text{"Yang dibukukan dalam periode ini tidak berubah lagi.", "What was booked in the period never changes."}
	PeriodLines    = Text{"Semua merchant", "All clients"}
	PeriodAccounts = Text{"Dibandingkan dengan neraca saldo", "Beside the trial balance"}
	FromClients    = Text{"Dari mutasi merchant", "From clients"}
	OtherEntries   = Text{"Dari pembukuan lain", "Other entries"}
	FeesEarned     = Text{"Biaya yang diperoleh", "Fees earned"}
	VATToDeclare   = Text{"PPN yang dilaporkan", "VAT to declare"}
	ProviderCosts  = Text{"Biaya penyedia", "Costs of the provider"}
	ByVATRate      = Text{"Per tarif PPN", "By VAT rate"}
	VATRate        = Text{"Tarif PPN", "VAT rate"}
	VATRateUnknown = Text{"tidak diketahui", "unknown"}
	PeriodFile     = Text{"Unduh laporan (CSV)", "Download the report (CSV)"}
	FromTo         = Text{"%s sampai %s", "%s to %s"}

	AuditTitle  = Text{"Siapa melakukan apa", "Who did what"}
	AuditEmpty  = Text{"Belum ada tindakan administrator seperti ini.", "No such act of an administrator yet."}
	ActorHint   = Text{"Misalnya admin:1", "Such as admin:1"}
	SubjectHint = Text{"Misalnya clients/42", "Such as clients/42"}
)
