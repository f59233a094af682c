package words

import (
	"regexp"
	"strings"

	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// problemDetails are the Indonesian words for refusals whose message names what they are about.
var problemDetails = append([]fieldProblem{
	{regexp.MustCompile(`^the withdrawable balance of (\S+) is not enough$`), "Saldo yang dapat ditarik, Rp$1, tidak mencukupi."},
	{
		regexp.MustCompile(`^of the fees of (\S+), (\S+) rupiah without VAT, at most (\S+) rupiah can still be credited$`),
		"Dari biaya $1, sebesar Rp$2 tanpa PPN, paling banyak Rp$3 masih dapat dikreditkan.",
	},
	{
		regexp.MustCompile(`^(\S+) has bookings and is not closed: close it first$`),
		"Bulan $1 berisi pembukuan dan belum ditutup. Tutup dahulu bulan itu.",
	},
	{regexp.MustCompile(`^the line is about (\S+), the booking about (\S+)$`), "Baris ini sebesar Rp$1, sedangkan pembukuannya Rp$2."},
	{regexp.MustCompile(`^audit run (\d+) .*is running$`), "Pemeriksaan nomor $1 sedang berjalan. Tunggu sampai selesai."},
	{
		regexp.MustCompile(`^(\d+) withdrawals and settlements are open already: .*$`),
		"Sudah ada $1 penarikan dan settlement yang terbuka. Tunggu sampai beberapa selesai.",
	},
	{
		regexp.MustCompile(`^no payment provider takes payments by this channel now$`),
		"Tidak ada penyedia yang menerima pembayaran dengan metode ini sekarang.",
	},
	{regexp.MustCompile(`^no number in JOURNAL_ACCOUNTS for: (.+)$`), "Akun tanpa nomor di JOURNAL_ACCOUNTS: $1."},
	{regexp.MustCompile(`^your role may issue no keys$`), "Peran Anda tidak boleh membuat kunci API."},
	{regexp.MustCompile(`^your role may issue no key with the scope (\S+)$`), "Peran Anda tidak boleh membuat kunci dengan izin $1."},
	{
		regexp.MustCompile(`^the full key is an owner's to issue; .*$`),
		"Kunci utama dibuat oleh pemilik; peran Anda hanya boleh membuat kunci terbatas.",
	},
	{
		regexp.MustCompile(`^(\d+) former keys still work: .*$`),
		"Masih ada $1 kunci lama yang berlaku. Tunggu sampai salah satunya berakhir, atau cabut satu.",
	},
	{
		regexp.MustCompile(`^the provider may have made this \S+: it is being looked at$`),
		"Penyedia mungkin sudah mentransfernya: ini sedang diperiksa.",
	},
	{
		regexp.MustCompile(`^(\d+) deliveries of the endpoint are to be sent again already: .*$`),
		"Sudah ada $1 pengiriman ke alamat ini yang akan dikirim ulang. Tunggu sampai sebagian diterima.",
	},
	{regexp.MustCompile(`^not tried, after an earlier one failed$`), "Tidak dicoba, karena yang sebelumnya gagal."},
	{regexp.MustCompile(`^another request sent it again meanwhile$`), "Sementara itu sudah dikirim ulang oleh permintaan lain."},
	{regexp.MustCompile(`^the log did not take it in time: ask again$`), "Belum tercatat pada waktunya: coba lagi."},
}, bankConflicts...)

// Detail returns the Indonesian words for a refusal that names what it is about. It reports false for one that has only the words
// of its code. The message may end with advice, in sentences of its own.
func Detail(message string) (string, bool) {
	for end := 0; end < len(message); end++ {
		if at := strings.Index(message[end:], ". "); at >= 0 {
			end += at
		} else {
			end = len(message)
		}
		if said, ok := translated(problemDetails, message[:end]); ok {
			return said, true
		}
	}
	return "", false
}

// plainRupiah matches an amount as the API writes it, behind the sign of the currency that the words add.
var plainRupiah = regexp.MustCompile(`Rp-?\d+(?:\.\d+)?`)

// rupiahIn writes the amounts of a text as people in Indonesia read them: Rp150.000.
func rupiahIn(said string) string {
	return plainRupiah.ReplaceAllStringFunc(said, func(plain string) string {
		amount, err := decimal.NewFromString(strings.TrimPrefix(plain, "Rp"))
		if err != nil {
			return plain
		}
		return money.Rupiah(amount)
	})
}
