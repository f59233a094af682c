package words

// The own login.
var (
	ChangePassword    = Text{"Ganti kata sandi", "Change the password"}
	PresentPassword   = Text{"Kata sandi sekarang", "Present password"}
	SetUpFactor       = Text{"Pasang faktor kedua", "Set up a second factor"}
	ConfirmLoginTitle = Text{"Pastikan ini memang Anda", "Confirm that it is you"}
	ConfirmLoginHint  = Text{
		"Langkah ini mengubah tujuan dana atau siapa yang dapat masuk. Masukkan kata sandi Anda sekali lagi; yang sudah Anda isi tetap tersimpan.",
		"This changes where money goes, or who gets in. Enter your password once more; what you typed is kept.",
	}
	ConfirmAndGoOn = Text{"Pastikan dan lanjutkan", "Confirm and go on"}
	ConfirmFactor  = Text{"Masukkan kode pertama", "Enter the first code"}
	Confirm        = Text{"Konfirmasi", "Confirm"}
	RecoveryCodes  = Text{"Kode pemulihan", "Recovery codes"}
	RecoveryHint   = Text{"Simpan: masing-masing berlaku sekali bila ponsel Anda hilang.", "Keep them: each works once if you lose your phone."}
	RemoveFactor   = Text{"Hapus faktor kedua", "Remove the second factor"}
	Sessions       = Text{"Sesi yang terbuka", "Open sessions"}
	ThisSession    = Text{"Sesi ini", "This session"}
)
