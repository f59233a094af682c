package words

// Routing of payments and payouts to the connections to providers.
var (
	Routing           = Text{"Perutean", "Routing"}
	RoutingRules      = Text{"Aturan", "Rules"}
	RoutingNumber     = Text{"No.", "No."}
	RoutingFor        = Text{"Untuk", "For"}
	RoutingCondition  = Text{"Syarat", "Condition"}
	RoutingEverything = Text{"semua", "everything"}
	RoutingTo         = Text{"Ke koneksi", "To the connections"}
	RoutingDefault    = Text{
		"Belum ada yang mengatur perutean: semuanya ke koneksi menurut urutan konfigurasi.",
		"No one has set the routing yet: everything goes to the connections in the order of the configuration.",
	}
	RoutingSince      = Text{"Sejak %s, oleh %s. Alasan: %s", "Since %s, by %s. Reason: %s"}
	RoutingWaits      = Text{"Perubahan yang menunggu persetujuan", "Changes that wait for approval"}
	ChangeRouting     = Text{"Ubah perutean", "Change the routing"}
	ChangeRoutingHint = Text{
		"Menggantikan semua aturan, sejak pembayaran dan penarikan berikutnya. Aturan pertama yang cocok dipakai; yang terakhir untuk pembayaran dan untuk penarikan harus tanpa syarat.",
		"It replaces all rules, from the next payment and payout on. The first rule that matches is taken; the last one for payments and the last one for payouts have no condition.",
	}
	RoutingRulesHint = Text{
		"Satu aturan per baris, misalnya: payment channel BCA BNI client 7 min 20000 max 5000000: doku-1, xendit. Dengan bobot: payment: xendit 70, doku-1 30. Untuk penarikan: payout bank BNI: xendit",
		"One rule a line, such as: payment channel BCA BNI client 7 min 20000 max 5000000: doku-1, xendit. With weights: payment: xendit 70, doku-1 30. For payouts: payout bank BNI: xendit",
	}
	RoutingLine     = Text{"baris %d", "line %d"}
	RoutingNoColon  = Text{"titik dua sebelum koneksi tidak ada", "the colon before the connections is missing"}
	RoutingNoKind   = Text{"kata payment atau payout tidak ada", "the word payment or payout is missing"}
	RoutingNoAmount = Text{"%s bukan jumlah rupiah", "%s is no amount"}
	RoutingNoClient = Text{"%s bukan nomor merchant", "%s is no id of a client"}
	RoutingNoWord   = Text{"%s bukan salah satu kata channel, bank, client, min, max", "%s is none of the words channel, bank, client, min, max"}
	RoutingNoWeight = Text{"%s bukan bobot", "%s is no weight"}
	RoutingNoComma  = Text{"koma di antara koneksi tidak ada", "a comma between the connections is missing"}
	RoutingMixed    = Text{"semua koneksi diberi bobot, atau tidak satu pun", "either all connections have a weight, or none has"}

	Connections        = Text{"Koneksi ke penyedia", "Connections to providers"}
	Connection         = Text{"Koneksi", "Connection"}
	ConnectionTakes    = Text{"Menerima yang baru", "Takes new ones"}
	ConnectionChannels = Text{"Metode", "Channels"}
	ConnectionPays     = Text{"Membayar penarikan", "Makes payouts"}
	ConnectionFails    = Text{"Sedang gagal untuk", "Fails now for"}

	ExplainRouting     = Text{"Jelaskan perutean", "Explain the routing"}
	ExplainRoutingHint = Text{
		"Ke mana sebuah pembayaran atau penarikan akan pergi saat ini, dan mengapa. Tidak ada yang dibuat.",
		"Where a payment or a payout would go now, and why. Nothing is made.",
	}
	RoutingID          = Text{"Nomor transaksi", "Transaction id"}
	RoutingIDHint      = Text{"Menentukan pilihan menurut bobot; boleh kosong", "It decides between weights; it may be empty"}
	RoutingMatched     = Text{"Aturan %d cocok: %s", "Rule %d matches: %s"}
	RoutingDefaultRule = Text{"urutan konfigurasi", "the order of the configuration"}
	RoutingRuleSays    = Text{"aturan %d: %s", "rule %d: %s"}
	RoutedBy           = Text{"Dipilih menurut", "Chosen by"}
	RoutingConsidered  = Text{"Dipertimbangkan", "Considered"}
	RoutedAway         = Text{"Tidak membuat apa-apa", "Made nothing"}
	MoneyCameBy        = Text{"Uang datang lewat", "The money came by"}
	RoutingPlace       = Text{"Urutan", "Place"}
	RoutingShare       = Text{"Bagian pertama", "First share"}
)

// RoutingKinds are the words for what a rule is about.
var RoutingKinds = map[string]Text{
	"payment": {"Pembayaran", "Payments"},
	"payout":  {"Penarikan", "Payouts"},
}

// RerouteCauses are the words for why a connection certainly made nothing; other causes are codes of the provider.
var RerouteCauses = map[string]Text{
	"not_sent":      {"permintaan tidak sampai keluar", "the request never left"},
	"not_supported": {"tidak melayaninya", "it has no such service"},
}

// RoutingReasons are the words for why a connection is tried, or is not.
var RoutingReasons = map[string]Text{
	"in_order":         {"menurut urutan aturan", "in the order of the rule"},
	"drawn":            {"terpilih menurut bobot", "drawn by its weight"},
	"fallback":         {"cadangan menurut bobot", "a fallback, by its weight"},
	"failing":          {"sedang gagal, jadi dicoba terakhir", "it fails now, so it is tried after the others"},
	"least_bad":        {"semua gagal, ini yang paling sedikit", "all fail, and this one the least"},
	"off":              {"tidak dipakai: dimatikan", "not tried: it is off"},
	"lacks_channel":    {"tidak dipakai: tidak punya metode ini", "not tried: it lacks the channel"},
	"too_little_float": {"tidak dipakai: saldonya kurang", "not tried: its float is too small"},
	"not_in_rule":      {"tidak dipakai: tidak ada dalam aturan", "not tried: it is not in the rule"},
	"not_configured":   {"tidak dipakai: tidak ada dalam konfigurasi", "not tried: it is not configured"},
}
