package words

// The own login of staff.
var (
	MyLogin          = Text{"Login saya", "My login"}
	ChangePassword   = Text{"Ganti kata sandi", "Change the password"}
	PresentPassword  = Text{"Kata sandi sekarang", "Present password"}
	NextPassword     = Text{"Kata sandi baru", "New password"}
	PasswordEndsRest = Text{"Semua sesi Anda yang lain berakhir.", "All your other sessions end."}
	FactorOff        = Text{"Belum dipasang", "Not set up"}
	FactorOn         = Text{"Dipasang", "Set up"}
	SetUpFactor      = Text{"Pasang faktor kedua", "Set up a second factor"}
	SetUpFactorHint  = Text{"Dengan aplikasi autentikator di ponsel Anda.", "With an authenticator app on your phone."}
	ScanCode         = Text{"Pindai dengan aplikasi autentikator", "Scan it with an authenticator app"}
	OrTypeSecret     = Text{"Atau ketik rahasia ini", "Or type this secret"}
	ConfirmFactor    = Text{"Masukkan kode pertama", "Enter the first code"}
	Confirm          = Text{"Konfirmasi", "Confirm"}
	RecoveryCodes    = Text{"Kode pemulihan", "Recovery codes"}
	RecoveryHint     = Text{"Simpan: masing-masing berlaku sekali bila ponsel Anda hilang.", "Keep them: each works once if you lose your phone."}
	RemoveFactor     = Text{"Hapus faktor kedua", "Remove the second factor"}
	Sessions         = Text{"Sesi yang terbuka", "Open sessions"}
	SessionOf        = Text{"Sesi %d", "Session %d"}
	EndSession       = Text{"Akhiri", "End it"}
	ThisSession      = Text{"Sesi ini", "This session"}
	EndEverywhere    = Text{"Keluar di mana-mana", "Log out everywhere"}
	Browser          = Text{"Peramban", "Browser"}
	LastUsed         = Text{"Terakhir dipakai", "Last used"}
)
