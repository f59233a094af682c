package words

// Recovery: what an account gained, and what was undone.
var (
	Recovery         = Text{"Pemulihan", "Recovery"}
	RecoveryPageHint = Text{
		"Yang diperoleh akun ini dibatalkan bila semua akses diakhiri: orang menjadi pembaca, alamat callback dimatikan, kunci dan undangan berakhir, penarikan yang belum dikirim dibatalkan. Setelah itu yang memang milik Anda dapat dipulihkan di sini.",
		"What this account gained is undone when all access is ended: people become viewers, callback endpoints are off, keys and invitations end, payouts that are not sent are cancelled. What is yours can be restored here afterwards.",
	}
	GainedSince      = Text{"Diperoleh sejak %s", "Gained since %s"}
	UndoneAt         = Text{"Dibatalkan pada %s", "Undone at %s"}
	NothingGained    = Text{"Tidak ada.", "Nothing."}
	RecoveryState    = Text{"Keadaan", "State"}
	RecoveryRestored = Text{"dipulihkan", "restored"}
	Restore          = Text{"Pulihkan", "Restore"}
	EndAccessSince   = Text{"Batalkan sejak", "Undo since"}
	EndAccessDefault = Text{"Kosong: sejak jeda yang sedang berjalan dimulai, atau tujuh hari terakhir.", "Empty: since the pause began that runs, or for the last seven days."}
)

// GainedKinds are the words for what an account can gain, by the API's word.
var GainedKinds = map[string]Text{
	"person":            {"Orang", "Person"},
	"invitation":        {"Undangan", "Invitation"},
	"password":          {"Kata sandi", "Password"},
	"api_key":           {"Kunci API", "API key"},
	"callback_endpoint": {"Alamat callback", "Callback endpoint"},
	"secret":            {"Rahasia callback", "Secret of callbacks"},
	"second_factor":     {"Faktor kedua", "Second factor"},
	"withdrawal":        {"Penarikan", "Withdrawal"},
	"settlement":        {"Settlement", "Settlement"},
}
