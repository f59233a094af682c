package words

// What is wrong with a filter, or with another parameter of a page's address.
var (
	NoSuchFilter  = Text{"bukan filter daftar ini", "is no filter of this list"}
	NoSuchPlace   = Text{"tempat ini tidak ada pada daftar; mulailah dari awal", "is no place in this list; begin at its start"}
	ChooseListed  = Text{"pilih salah satu dari daftar", "choose one of the list"}
	MustBeDay     = Text{"harus berupa tanggal, seperti 2026-01-31", "must be a day, such as 2026-01-31"}
	MustBeMoment  = Text{"harus berupa waktu, seperti 2026-01-31T15:04", "must be a moment, such as 2026-01-31T15:04"}
	MustBeNumber  = Text{"harus berupa angka", "must be a number"}
	BeforeFrom    = Text{"tidak boleh sebelum tanggal awal", "must not be before the first day"}
	BeforeSince   = Text{"tidak boleh sebelum “Dibandingkan dengan”", "must not be before “Compared with”"}
	CheckMarked   = Text{"Periksa isian yang ditandai.", "Check what is marked."}
	CorrectFilter = Text{
		"Tidak ada yang ditampilkan karena filternya salah. Perbaiki atau hapus filternya.",
		"Nothing is shown, because a filter is wrong. Correct the filters or clear them.",
	}
)

// Parameters are the words for parameters of addresses that a page has no field for.
var Parameters = map[string]Text{
	"after": {"Tempat pada daftar", "Place in the list"},
	"at":    MomentAt,
	"since": MomentSince,
	"from":  From,
	"to":    To,
	"month": MonthField,
	"q":     Search,
}
