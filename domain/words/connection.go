package words

// The pages of the connections to providers.
var (
	ConnectionsHint = Text{
		"Angka tanpa keterangan lain dari 24 jam terakhir, semua instance. Kesehatan dan latensi dihitung oleh instance yang menjawab halaman ini.",
		"Figures are of the last 24 hours and of all instances. Health and latency are those of the instance that answers this page.",
	}
	ConnectionHealth  = Text{"Kesehatan", "Health"}
	ConnectionHealthy = Text{"baik", "good"}
	ConnectionFailing = Text{"gagal: %s", "fails: %s"}
	OpenPayments      = Text{"Pembayaran terbuka", "Open payments"}
	OpenPaymentsHint  = Text{"Dapat dibayar sekarang", "They can be paid now"}
	UnsettledAmount   = Text{"Belum diselesaikan", "Not settled"}
	UnsettledHint     = Text{"Kotor, dari %d pembayaran yang sudah dibayar", "Gross, of %d payments that were paid"}
	Collected         = Text{"Terkumpul di penyedia", "Collected by the provider"}
	PaidOutEver       = Text{"Dibayarkan oleh penyedia", "Paid out by the provider"}

	ConnectionPeriods = Text{"Yang terjadi", "What happened"}
	LastDay           = Text{"24 jam", "24 hours"}
	LastWeek          = Text{"7 hari", "7 days"}
	Means             = Text{"Arti", "Meaning"}
	SinceHour         = Text{"Sejak", "Since"}
	SinceHourMeans    = Text{"Awal jam", "The beginning of the hour"}
	Asked             = Text{"Diminta", "Asked for"}
	AskedMeans        = Text{"Pembuatan pembayaran yang diminta di sini", "Creations of payments that it was asked for"}
	Opened            = Text{"Dibuat", "Opened"}
	OpenedMeans       = Text{"Dijawab dengan pembayaran", "Answered by a payment"}
	SuccessRate       = Text{"Berhasil dibuat", "Success of creations"}
	SuccessRateMeans  = Text{"Yang dibuat, dari yang diminta", "Those opened, of those asked for"}
	RefusedPayments   = Text{"Ditolak", "Refused"}
	RefusedMeans      = Text{"Dijawab dengan penolakan", "Answered by a refusal"}
	MadeNothing       = Text{"Pindah ke koneksi lain", "Left for another connection"}
	MadeNothingMeans  = Text{"Pasti tidak membuat apa-apa, jadi koneksi lain diminta; sisanya tidak dijawab", "It certainly made nothing, so another one was asked; the rest has no answer"}
	PaidPayments      = Text{"Pembayaran dibayar", "Payments paid"}
	PaidMeans         = Text{"Yang uangnya datang lewat koneksi ini", "Those whose money came by this connection"}
	PaidShare         = Text{"Bagian pembayaran", "Share of payments"}
	AmountShare       = Text{"Bagian jumlah", "Share of the amount"}
	ShareMeans        = Text{"Dari semua koneksi", "Of all connections"}
	PaidAmountMeans   = Text{"Kotor", "Gross"}
	PayoutsMade       = Text{"Penarikan", "Payouts"}
	PaidOutAmount     = Text{"Jumlah penarikan", "Amount of payouts"}
	PayoutsMadeMeans  = Text{"Yang diselesaikan di sini, tanpa transfer manual", "Completed here, without transfers by hand"}
	ProviderFees      = Text{"Biaya penyedia", "Fees of the provider"}
	ProviderFeesMeans = Text{"Yang dibukukan dalam waktu ini, dengan PPN, dikurangi yang dikembalikan", "Booked in that time, with VAT, less what was given back"}

	ConnectionWindow  = Text{"Seperti dilihat perutean (instance ini, 20 percobaan dalam semenit terakhir)", "As routing sees it (this instance, 20 attempts of the last minute)"}
	Failures          = Text{"Gagal", "Failures"}
	TriedLastSince    = Text{"Dicoba terakhir sejak", "Tried last since"}
	NoCreations       = Text{"Tidak ada percobaan dalam semenit terakhir.", "No attempts in the last minute."}
	ConnectionLatency = Text{"Latensi pembuatan (instance ini, sejak mulai)", "Latency of creations (this instance, since its start)"}
	Median            = Text{"Median", "Median"}
	P95               = Text{"95 dari 100 paling lama", "95 of 100 at most"}
	LatencyOf         = Text{"Dari pembuatan terbaru", "Of the newest creations"}
	ConnectionCosts   = Text{"Biaya menurut konfigurasi", "Costs by the configuration"}
)
