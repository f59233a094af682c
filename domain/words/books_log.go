package words

// The log and its events.
var (
	LogTitle        = Text{"Catatan langsung", "Live log"}
	LogHeading      = Text{"Semua yang terjadi", "Everything that happens"}
	LogHint         = Text{"Setiap angka berasal dari peristiwa ini. Tidak ada yang dapat diubah atau dihapus.", "Every figure comes from these events. None can be changed or removed."}
	LogPause        = Text{"Jeda", "Pause"}
	LogFollow       = Text{"Ikuti", "Follow"}
	LogStep         = Text{"Satu langkah", "One step"}
	LogFollowing    = Text{"Mengikuti: peristiwa baru muncul di atas.", "Following: new events appear at the top."}
	LogPaused       = Text{"Dijeda. Satu langkah menampilkan peristiwa berikutnya.", "Paused. One step shows the next event."}
	LogEmpty        = Text{"Belum ada peristiwa seperti ini.", "No such event yet."}
	LogCategory     = Text{"Jenis aliran", "Kind of stream"}
	LogCategoryHint = Text{"Misalnya balance", "Such as balance"}
	LogStreamHint   = Text{"Misalnya balance-42", "Such as balance-42"}
	LogTypeHint     = Text{"Misalnya payment.paid", "Such as payment.paid"}

	EventTitle       = Text{"Peristiwa", "Event"}
	EventHidden      = Text{"Tidak ditampilkan karena rahasia atau data pribadi: %s", "Not shown, because it is secret or about a person: %s"}
	EventCause       = Text{"Siapa di baliknya", "Who is behind it"}
	EventVia         = Text{"Lewat", "Through"}
	EventCorrelation = Text{"Permintaan yang memulainya", "Request that began it"}
	EventCausation   = Text{"Disebabkan oleh", "Caused by"}
	EventSource      = Text{"Dibukukan karena peristiwa", "Posted for event"}
	EventChain       = Text{"Yang mendahuluinya dari permintaan yang sama", "What the same request caused before it"}
	EventChainEmpty  = Text{"Permintaan itu tidak menyebabkan apa pun sebelumnya.", "That request caused nothing before it."}
	BalanceThen      = Text{"Saldo setelahnya", "The balance after it"}
)
