package words

// What the payments of the last days brought.
var (
	LastDays      = Text{"%d hari terakhir", "Last %d days"}
	DaysBefore    = Text{"%d hari sebelumnya", "The %d days before"}
	VolumeByDay   = Text{"Pembayaran per hari", "Payments by day"}
	VolumeSummary = Text{"%s. %s: %s. %s: %s.", "%s. %s: %s. %s: %s."}
	Volume        = Text{"Nilai dibayar, %d hari terakhir", "Paid, last %d days"}
	VolumeBefore  = Text{"%d hari sebelumnya: %s", "the %d days before: %s"}
	MadeCount     = Text{"Pembayaran dibuat", "Payments created"}
	PaidCount     = Text{"Sudah dibayar", "Paid"}
	PaidAmountOf  = Text{"Nilai dibayar", "Amount paid"}
	MadeBefore    = Text{"Dibuat sebelumnya", "Created before"}
	PaidBefore    = Text{"Dibayar sebelumnya", "Paid before"}
	AmountBefore  = Text{"Nilai sebelumnya", "Amount before"}
	EarlierDay    = Text{"Hari pembanding", "Compared with"}
	ShareOfPaid   = Text{"Berhasil dibayar", "Success"}
	PaidOfMade    = Text{"%s dari %s pembayaran", "%s of %s payments"}
	MedianToPay   = Text{"Median waktu bayar", "Median time to pay"}
	HalfPaidBy    = Text{"separuh pelanggan membayar dalam waktu ini", "half of the customers pay within it"}
	UnderTime     = Text{"di bawah %s", "under %s"}
	BetweenTimes  = Text{"%s sampai %s", "%s to %s"}
	OverTime      = Text{"%s atau lebih", "%s or more"}
	SomeSeconds   = Text{"%d detik", "%d s"}
	SomeMinutes   = Text{"%d menit", "%d min"}
	SomeHours     = Text{"%d jam", "%d h"}
	ByChannel     = Text{"Berhasil per metode dan bank", "Success by channel and bank"}
	Arriving      = Text{"Segera dapat ditarik", "Available soon"}
	ArrivingOn    = Text{"Paling lambat", "At the latest on"}
	ByConnection  = Text{"Per koneksi", "By connection"}
	OnlyFilter    = Text{"Hanya", "Only"}
	ArrivesOn     = Text{"Dapat ditarik pada", "Available on"}
)

// OnlyRows are the words for what a list of transactions leaves.
var OnlyRows = map[string]Text{
	"payments": {"Pembayaran, bukan yang dicatat", "Payments, not the recorded ones"},
	"paid":     {"Pembayaran yang sudah dibayar", "Payments that are paid"},
}
