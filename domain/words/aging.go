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
)
