package words

// How an attempt of a callback failed.
var (
	NotDelivered   = Text{"Callback tidak terkirim: %s", "Callback not delivered: %s"}
	ServerAnswered = Text{"server menjawab %d", "the server answered %d"}
)

// AttemptErrors are the words for the errors of attempts, by the API's words.
var AttemptErrors = map[string]Text{
	"URL can't be called":    {"URL tidak dapat dipanggil", "URL can't be called"},
	"TLS failed":             {"TLS gagal", "TLS failed"},
	"address is not allowed": {"alamat tidak diizinkan", "address is not allowed"},
	"connection failed":      {"koneksi gagal", "connection failed"},
	"connection refused":     {"koneksi ditolak", "connection refused"},
	"host not found":         {"host tidak ditemukan", "host not found"}, // only in events of former versions

	"host not found, or not public": {"host tidak ditemukan, atau tidak publik", "host not found, or not public"},
	"interrupted":                   {"terputus", "interrupted"},
	"secret is not usable":          {"rahasia tidak dapat dipakai", "secret is not usable"},
	"timeout":                       {"waktu habis", "timeout"},
}
