package words

// The texts of the page on which a person undoes a change of the account.
var (
	UndoTitle = Text{"Batalkan perubahan akun", "Undo the change of your account"}
	UndoAsk   = Text{
		"Nomor rekening, bank, dan alamat e-mail akan kembali seperti sebelumnya. Kunci API dan semua sesi masuk akan berakhir, dan yang diperoleh akun sejak perubahan itu dibatalkan: orang, undangan, alamat callback, penarikan. Setelah itu pilih kata sandi baru dan buat kunci API baru.",
		"The bank account and the e-mail address go back to what they were. The API keys and all sessions end, and what the account gained since the change is undone: people, invitations, callback endpoints, payouts. Then choose a new password and issue a new API key.",
	}
	UndoDone = Text{
		"Perubahan dibatalkan. Kunci API dan semua sesi telah berakhir. Pilih kata sandi baru, periksa pengguna akun, dan buat kunci API baru.",
		"The change is undone. The API key and all sessions have ended. Choose a new password, look at the people of the account, and issue a new API key.",
	}
	UndoInvalid = Text{
		"Tautan sudah berakhir atau tidak lengkap. Hubungi kami jika perubahan itu bukan dari Anda.",
		"The link has ended, or is not whole. Call us if the change was not yours.",
	}
)
