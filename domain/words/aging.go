package words

// The ages of what clients owe, and of suspense.
var (
	ReceivablesAging     = Text{"Umur piutang merchant", "Aging of receivables"}
	ReceivablesAgingHint = Text{
		"Yang masih terutang oleh merchant karena uang ditarik kembali setelah dibayar, menurut umur. Uang yang masuk melunasi utang tertua lebih dulu.",
		"What clients owe because money was taken back after it was paid, by age. What comes in pays the oldest debt first.",
	}
	SuspenseAging     = Text{"Umur dana yang belum jelas", "Aging of suspense"}
	SuspenseAgingHint = Text{
		"Uang yang datang dan belum dapat dikreditkan, menurut umur.",
		"Money that arrived and can't be credited as it is, by age.",
	}
	AllOpen       = Text{"Seluruhnya", "In all"}
	DaysFromTo    = Text{"%s–%s hari", "%s–%s days"}
	OverDays      = Text{"Lebih dari %s hari", "Over %s days"}
	AgeInDays     = Text{"Umur (hari)", "Age (days)"}
	AtEndOf       = Text{"Pada akhir hari", "At the end of"}
	NothingOpen   = Text{"Tidak ada yang terbuka.", "Nothing is open."}
	WriteOffTitle = Text{"Hapusbukukan utang lama", "Write off an old debt"}
	WriteOffHint  = Text{
		"Utang yang sudah terlalu lama menjadi biaya kami. Uang yang masuk kemudian lebih dulu melunasi yang dihapusbukukan. Selalu perlu administrator kedua.",
		"What the client has owed for too long becomes our cost. Money that comes in later pays what was written off first. It always needs a second administrator.",
	}
	WriteOffSubmit = Text{"Hapusbukukan", "Write it off"}
	AgingFile      = Text{"Unduh daftar (CSV)", "Download the list (CSV)"}
	WriteOffs      = Text{"Utang yang dihapusbukukan", "Debts that were written off"}
	WriteOffNo     = Text{"Penghapusbukuan %s", "Write-off %s"}
	WriteOffsHint  = Text{
		"Utang merchant yang dihapusbukukan oleh dua administrator, dan yang kembali kemudian. Uang yang masuk melunasi penghapusbukuan tertua lebih dulu.",
		"What clients owed and two administrators gave up, and what came back later. Money that comes in repays the oldest write-off first.",
	}
	BadDebtAccount    = Text{"Akun cost:bad_debt di neraca saldo", "The account cost:bad_debt in the trial balance"}
	WrittenOffOn      = Text{"Dihapusbukukan pada", "Written off on"}
	CameBack          = Text{"Sudah kembali", "Came back"}
	NotCameBack       = Text{"Belum kembali", "Not come back"}
	NothingWrittenOff = Text{"Tidak ada utang yang dihapusbukukan.", "No debt was written off."}
	NothingCameBack   = Text{"Belum ada yang kembali.", "Nothing has come back."}
	WrittenOffByTwo   = Text{
		"%s dihapusbukukan atas permintaan %s dan disetujui %s pada %s, karena: %s",
		"%s were written off by %s and %s on %s, because: %s",
	}
	WrittenOffByOne = Text{"%s dihapusbukukan oleh %s pada %s, karena: %s", "%s were written off by %s on %s, because: %s"}
	CreditRepaid    = Text{
		"Uang masuk %s lebih dulu melunasi %s dari penghapusbukuan %s.", "The credit %s first repaid %s of write-off %s.",
	}
	WriteOffAsked = Text{
		"Hapus bukukan %s yang terutang oleh merchant %s sejak %s atau lebih lama", "Write off %s that client %s has owed since %s or longer",
	}
	GivenUpAmount = Text{"Jumlah yang dihapusbukukan", "Amount to write off"}
	OwedInAll     = Text{"Utang merchant seluruhnya", "All that the client owes"}
	BeforeThat    = Text{"Saldo sebelum itu", "The balance before it"}
	RightAfter    = Text{"Saldo setelah itu", "The balance after it"}
)

// WriteOffStates are the words for the states of a write-off.
var WriteOffStates = map[string]Text{
	"open":      {"Belum kembali seluruhnya", "Not recovered in whole"},
	"recovered": {"Kembali seluruhnya", "Recovered"},
}
