package words

// Withdrawals and settlements.
var (
	Withdrawals        = Text{"Penarikan", "Withdrawals"}
	Withdrawal         = Text{"Penarikan", "Withdrawal"}
	Settlements        = Text{"Settlement", "Settlements"}
	Settlement         = Text{"Settlement", "Settlement"}
	WithdrawalNo       = Text{"Penarikan %s", "Withdrawal %s"}
	SettlementNo       = Text{"Settlement %s", "Settlement %s"}
	AccountHolder      = Text{"Atas nama", "Account holder"}
	NewWithdrawal      = Text{"Tarik saldo", "Withdraw"}
	NewSettlement      = Text{"Settlement baru", "New settlement"}
	NoWithdrawalsYet   = Text{"Belum ada penarikan. Tarik saldo ke rekening bank pada profil Anda.", "No withdrawals yet. Withdraw to the bank account of your profile."}
	NoSettlementsYet   = Text{"Belum ada settlement. Dengan settlement Anda mentransfer saldo ke rekening mana pun.", "No settlements yet. A settlement transfers balance to any bank account."}
	PayoutAmount       = Text{"Jumlah", "Amount"}
	PayoutFee          = Text{"Biaya (termasuk PPN)", "Fee (with VAT)"}
	PayoutTotal        = Text{"Total dari saldo", "Total from the balance"}
	FeePerTransfer     = Text{"Biaya per transfer", "Fee of a transfer"}
	MostToWithdraw     = Text{"Paling banyak", "At most"}
	BankAccountOf      = Text{"Rekening tujuan", "Bank account"}
	WithdrawHint       = Text{"Jumlah sampai di rekening %s; biaya %s ditambahkan di atasnya.", "The amount arrives at %s; the fee of %s comes on top."}
	WithdrawAmountHint = Text{"Paling sedikit 10.000, tanpa desimal", "10.000 at least, no decimals"}
	PayoutURL          = Text{"URL callback", "Callback URL"}
	PayoutURLHint      = Text{"Kami memberi tahu alamat ini ketika transfer selesai atau gagal", "We tell this address when the transfer has ended"}
	WithdrawURLHint    = Text{
		"Kami memberi tahu alamat ini ketika transfer selesai atau gagal; tanpa server sendiri, isi alamat situs web Anda: hasilnya selalu terlihat di sini",
		"We tell this address when the transfer has completed or failed; without a server of your own, give your website's address: the outcome is always shown here",
	}
	PayoutRefHint    = Text{"Nomor Anda sendiri; tidak wajib", "Your own number; optional"}
	AskWithdrawal    = Text{"Minta penarikan", "Request the withdrawal"}
	AskSettlement    = Text{"Minta settlement", "Request the settlement"}
	PurposeField     = Text{"Tujuan", "Purpose"}
	PurposeHint      = Text{"Misalnya gaji", "Such as salaries"}
	ProfileBank      = Text{"Rekening pada profil", "The profile's bank account"}
	OtherAccountHint = Text{"Kosongkan untuk memakai rekening pada profil", "Leave empty for the profile's bank account"}
	NoBankAccount    = Text{"Profil Anda belum punya rekening bank. Isi dahulu bank dan nomor rekening.", "Your profile has no bank account yet. Fill in the bank and the account number first."}
	ToProfile        = Text{"Ke profil", "Go to the profile"}
	TransferredBy    = Text{"Ditransfer oleh", "Transferred by"}
	TransferredAt    = Text{"Ditransfer", "Transferred"}
	RequestedBy      = Text{"Diminta oleh", "Requested by"}
	CancelPayout     = Text{"Batalkan permintaan ini", "Cancel this request"}
	PlayBank         = Text{"Mainkan bank (sandbox)", "Play the bank (sandbox)"}
	PlayComplete     = Text{"Transfer berhasil", "The transfer succeeds"}
	PlayFail         = Text{"Transfer gagal", "The transfer fails"}
)

// PayoutBy are the words for who asked for a payout.
var PayoutBy = map[string]Text{
	"client": {"Anda", "You"},
	"admin":  {"Staf gateway", "The gateway's staff"},
}
