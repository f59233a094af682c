package words

// The gateway's own money.
var (
	Treasury      = Text{"Kas kita", "Treasury"}
	NewTreasury   = Text{"Catat mutasi kas", "Enter a movement"}
	TreasuryEmpty = Text{"Belum ada mutasi kas kita sendiri.", "No movement of our own money yet."}
	TreasuryHint  = Text{
		"Apa yang tertulis di rekening koran atau dasbor penyedia tentang uang kita sendiri. Tidak mengubah saldo merchant mana pun.",
		"What a bank statement, or the provider's dashboard, says of our own money. It changes no client's balance.",
	}
	EnterTreasury = Text{"Catat", "Enter"}
	ValueDateHint = Text{"Kosong: hari ini", "Empty: today"}
	ReferenceHint = Text{"Misalnya BCA 2026-01 baris 17; hanya dapat dipakai sekali", "Such as BCA 2026-01 line 17; it is used once"}
	Note          = Text{"Catatan", "Note"}
	FromAccount   = Text{"Dari akun", "From account"}
	ToAccount     = Text{"Ke akun", "To account"}
	OpeningOnly   = Text{"Hanya untuk saldo awal", "Of an opening only"}
)

// TreasuryKinds are the words for kinds of entries of our own money.
var TreasuryKinds = map[string]Text{
	"top_up":              {"Isi saldo penyedia", "Top-up of the provider"},
	"provider_withdrawal": {"Tarik dari penyedia", "Withdrawal from the provider"},
	"bank_charge":         {"Biaya bank", "Bank charge"},
	"owner_in":            {"Setoran pemilik", "Paid in by the owners"},
	"owner_out":           {"Penarikan pemilik", "Paid out to the owners"},
	"tax_payment":         {"Setoran PPN", "VAT paid to the state"},
	"opening":             {"Saldo awal", "Opening"},
}

// Fees and banks.
var (
	Fees            = Text{"Biaya", "Fees"}
	FeeTitle        = Text{"Biaya metode", "Fee of a channel"}
	GeneralFeesHint = Text{"Berlaku bagi aplikasi tanpa biaya sendiri. TRANSFER adalah biaya transfer keluar.", "For apps without a rate of their own. TRANSFER is the fee of a bank transfer out."}
	ChangeFee       = Text{"Ubah biaya", "Change the fee"}
	ChangeFeeHint   = Text{"Berlaku sejak pembayaran berikutnya.", "It counts from the next payment on."}
	Banks           = Text{"Bank", "Banks"}
	BanksHint       = Text{"Bank yang ditutup tidak menerima penarikan baru.", "A bank that is closed takes no new payouts."}
	OpenBank        = Text{"Buka bank ini", "Open the bank"}
	OpenBankHint    = Text{"Merchant dapat meminta penarikan ke bank ini lagi.", "Clients can ask for payouts to the bank again."}
	CloseBankHint   = Text{
		"Penarikan dan settlement baru ke bank ini ditolak, dan profil tidak dapat memakainya. Yang sudah menunggu persetujuan tetap ada dan dibayar bila disetujui; yang sudah dikirim berjalan terus.",
		"New withdrawals and settlements to the bank are refused, and no profile can name it. Those that wait for approval stay, and are paid if approved; those that were sent go on.",
	}
	PendingWithdrawals = Text{"Penarikan yang menunggu", "Pending withdrawals"}
	PendingSettlements = Text{"Settlement yang menunggu", "Pending settlements"}
	ConfirmRead        = Text{"Saya sudah membaca akibatnya", "I have read what it does"}
	CloseBank          = Text{"Tutup bank ini", "Close the bank"}
)

// Administrators and the own login.
var (
	Administrators   = Text{"Administrator", "Administrators"}
	AdministratorOne = Text{"Administrator", "Administrator"}
	NewAdministrator = Text{"Administrator baru", "New administrator"}
	ChangeRoleHint   = Text{"Semua sesinya berakhir seketika.", "All sessions of theirs end at once."}
	DisableAdmin     = Text{"Nonaktifkan", "Disable"}
	DisableAdminHint = Text{"Semua sesinya berakhir seketika, dan ia tidak dapat masuk.", "All sessions of theirs end at once, and they can't log in."}
	EnableAdmin      = Text{"Aktifkan", "Enable"}
	ResetAdmin       = Text{"Setel ulang kata sandi", "Reset the password"}
	ResetAdminHint   = Text{"Kata sandi baru ditampilkan sekali. Semua sesinya berakhir.", "The new password is shown once. All sessions of theirs end."}
	AlsoSecondFactor = Text{"Hapus faktor keduanya juga", "Remove the second factor, too"}
	NewPasswordOf    = Text{"Kata sandi baru", "New password"}
)
