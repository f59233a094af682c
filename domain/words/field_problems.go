package words

import "regexp"

// fieldProblem is a message and its words. The words take over the parts of the message that it captures.
type fieldProblem struct {
	message    *regexp.Regexp
	indonesian string
}

// fieldProblems are the Indonesian words for the API's messages about a field.
var fieldProblems = []fieldProblem{
	{regexp.MustCompile(`^is required without files$`), "wajib diisi bila tidak ada berkas"},
	{regexp.MustCompile(`^is short`), "terlalu pendek"},
	{regexp.MustCompile(`^is too long`), "terlalu panjang"},
	{regexp.MustCompile(`^is too large`), "terlalu besar"},
	{regexp.MustCompile(`^is wrong, or was used before`), "salah, atau sudah pernah dipakai"},
	{regexp.MustCompile(`^is not your password`), "bukan kata sandi Anda"},
	{regexp.MustCompile(`^is required for OVO`), "wajib diisi untuk OVO"},
	{regexp.MustCompile(`^is registered for another account`), "sudah terdaftar untuk akun lain"},
	{regexp.MustCompile(`^must be at least min_amount`), "tidak boleh kurang dari jumlah terkecil"},
	{regexp.MustCompile(`^must not be in the future`), "tidak boleh di masa depan"},
	{regexp.MustCompile(`^must not be below 0`), "tidak boleh kurang dari 0"},
	{regexp.MustCompile(`^must not be null`), "wajib diisi"},
	{regexp.MustCompile(`^must be a positive integer`), "harus berupa bilangan bulat di atas 0"},
	{regexp.MustCompile(`^must not contain a user name or password`), "tidak boleh berisi nama pengguna atau kata sandi"},
	{regexp.MustCompile(`^must not contain spaces or control characters`), "tidak boleh berisi spasi"},
	{regexp.MustCompile(`^must not contain control characters`), "tidak boleh berisi karakter kendali"},
	{regexp.MustCompile(`^must not contain characters that turn the direction of writing`), "tidak boleh berisi karakter yang membalik arah tulisan"},
	{regexp.MustCompile(`^must not contain NUL`), "tidak boleh berisi karakter NUL"},
	{regexp.MustCompile(`^must be valid UTF-8`), "teks ini rusak"},
	{regexp.MustCompile(`^must be in base64`), "harus dalam base64"},
	{regexp.MustCompile(`^is before from`), "lebih awal daripada tanggal awal"},
	{regexp.MustCompile(`^differs from jumlah`), "berbeda dari jumlah"},
	{regexp.MustCompile(`^must name who made the transfer`), "harus menyebut siapa yang mentransfer"},
	{regexp.MustCompile(`^there is no such client`), "tidak ada merchant seperti itu"},
	{regexp.MustCompile(`^this client has no app yet`), "merchant ini belum punya aplikasi"},
	{regexp.MustCompile(`^is no app of this client`), "bukan aplikasi merchant ini"},
	{regexp.MustCompile(`^is no payment channel`), "bukan metode pembayaran"},
	{regexp.MustCompile(`^has money that is under review`), "ada uangnya yang sedang ditinjau"},
	{regexp.MustCompile(`^is not the transaction_id of a payment of yours`), "bukan ID pembayaran Anda"},
	{regexp.MustCompile(`^must be a phone number such as (\S+)$`), "harus berupa nomor telepon, seperti $1"},
	{regexp.MustCompile(`^must be a number of hours from (\d+) to (\d+)$`), "harus berupa jumlah jam dari $1 sampai $2"},
	{regexp.MustCompile(`^must be a number of seconds from (\d+) to (\d+)$`), "harus berupa jumlah detik dari $1 sampai $2"},
	{regexp.MustCompile(`^must have (\d+) digits, not all of them 0$`), "harus $1 angka, tidak semuanya 0"},
	{regexp.MustCompile(`^there is no (?:client|connection) (\S+)$`), "$1 tidak ada"},
	{regexp.MustCompile(`^may have at most (\d+) (?:bytes|clients|connections|members|networks|rules|rows)$`), "paling banyak $1"},
	{regexp.MustCompile(`^is more than the (\S+) that .*$`), "lebih dari $1"},
	{regexp.MustCompile(`^must add up to (\S+), not (\S+)$`), "jumlahnya harus $1, bukan $2"},
	{regexp.MustCompile(`^must be (\d+) to (\d+)$`), "harus $1 sampai $2"},
	{regexp.MustCompile(`^must be the (\d+) letters and digits on the slip, such as (\S+)$`), "harus $1 huruf dan angka pada bukti potong, seperti $2"},
	{regexp.MustCompile(`^must be the day on the slip, such as (\S+), not in the future$`), "harus tanggal pada bukti potong, seperti $1, tidak di masa depan"},
	{regexp.MustCompile(`^is required`), "wajib diisi"},
	{regexp.MustCompile(`^must be in the future$`), "harus di masa depan"},
	{regexp.MustCompile(`^is of no payment$`), "tidak ada pembayaran dengan ID ini"},
	{regexp.MustCompile(`^must be at most (\S+), which is left of this money$`), "paling banyak Rp$1, yang tersisa dari uang ini"},
	{regexp.MustCompile(`^took (\S+) of the dispute before$`), "sudah mengambil Rp$1 dari sengketa ini"},
	{regexp.MustCompile(`^is more than the (\S+) that the customer had paid$`), "lebih dari Rp$1 yang dibayar pelanggan"},
	{regexp.MustCompile(`^is wrong$`), "salah"},
	{regexp.MustCompile(`^must not be empty$`), "tidak boleh kosong"},
	{regexp.MustCompile(`^must have (\d+) to (\d+) characters$`), "harus $1 sampai $2 karakter"},
	{regexp.MustCompile(`^(?:may have|must be) at most (\d+) characters$`), "paling banyak $1 karakter"},
	{regexp.MustCompile(`^must have (\d+) to (\d+) digits for (.+)$`), "harus $1 sampai $2 angka untuk $3"},
	{regexp.MustCompile(`^must have (\d+) digits for (.+)$`), "harus $1 angka untuk $2"},
	{regexp.MustCompile(`^must have (\d+) digits$`), "harus $1 angka"},
	{regexp.MustCompile(`^must have (\d+) digits and begin with (\d+)$`), "harus $1 angka dan diawali $2"},
	{regexp.MustCompile(`^must be digits only$`), "hanya boleh angka"},
	{regexp.MustCompile(`^must be one of (.+)$`), "pilih salah satu: $1"},
	{regexp.MustCompile(`^must be whole rupiah.*$`), "harus rupiah bulat"},
	{regexp.MustCompile(`^must be (?:an amount )?above 0$`), "harus lebih dari 0"},
	{regexp.MustCompile(`^must be at least 1 minute and at most (\d+) days from now for (.+)$`), "harus 1 menit sampai $1 hari dari sekarang untuk $2"},
	{regexp.MustCompile(`^must be at least 1 minute and at most (\d+) minutes from now for (.+)$`), "harus 1 menit sampai $1 menit dari sekarang untuk $2"},
	{regexp.MustCompile(`^can't be chosen for (.+): its payments are open for (\d+) seconds$`), "tidak dapat dipilih untuk $1: pembayarannya terbuka $2 detik"},
	{regexp.MustCompile(`^has a kind that off has, too$`), "memuat jenis yang juga dimatikan"},
	{regexp.MustCompile(`^must be between (.+) and (.+) for (.+)$`), "harus antara Rp$1 dan Rp$2 untuk $3"},
	{regexp.MustCompile(`^must be (?:an integer )?from (\S+) to (\S+)$`), "harus dari $1 sampai $2"},
	{regexp.MustCompile(`^can be read in two ways.*such as (\S+)$`), "dapat dibaca dengan dua cara: tulis tanpa pemisah, misalnya $1"},
	{regexp.MustCompile(`^may have at most (\d+) decimals$`), "paling banyak $1 angka di belakang koma"},
	{regexp.MustCompile(`^must be at most (\d+)$`), "paling banyak $1"},
	{regexp.MustCompile(`^must be greater than 0$`), "harus lebih dari 0"},
	{regexp.MustCompile(`^must not be 0$`), "tidak boleh 0"},
	{regexp.MustCompile(`^must be an amount such as (\S+) or (\S+)$`), "harus berupa jumlah rupiah, misalnya $1 atau $2"},
	{regexp.MustCompile(`^must be an amount.*$`), "harus berupa jumlah rupiah"},
	{regexp.MustCompile(`^must be a(?:n)? (?:JSON )?number.*$`), "harus berupa angka"},
	{regexp.MustCompile(`^must be an e-mail address$`), "harus berupa alamat e-mail"},
	{regexp.MustCompile(`^must be an http or https URL.*$`), "harus berupa alamat http atau https"},
	{regexp.MustCompile(`^must hold IP addresses.*$`), "harus berupa alamat IP atau jaringan, seperti 192.0.2.0/24"},
	{regexp.MustCompile(`^must be a time such as (\S+), or a day such as (\S+)$`), "harus berupa waktu seperti $1, atau tanggal seperti $2"},
	{regexp.MustCompile(`^must be a month such as (\S+)$`), "harus berupa bulan, seperti $1"},
	{regexp.MustCompile(`^must be a day such as (\S+)$`), "harus berupa tanggal, seperti $1"},
	{regexp.MustCompile(`^is before the first booking$`), "lebih awal daripada pembukuan pertama"},
	{regexp.MustCompile(`^has not begun$`), "belum dimulai"},
	{regexp.MustCompile(`^is not over`), "belum berakhir"},
	{regexp.MustCompile(`^is before from, or has not begun$`), "lebih awal daripada from, atau belum dimulai"},
	{regexp.MustCompile(`^is more than (\d+) days before to$`), "lebih dari $1 hari sebelum to"},
	{regexp.MustCompile(`^must not be before date$`), "tidak boleh sebelum hari pertama"},
	{regexp.MustCompile(`^must not be less than amount_from$`), "tidak boleh kurang dari jumlah terkecil"},
	{regexp.MustCompile(`^is required with amount_from, amount_to and an order by amount$`), "wajib diisi untuk jumlah dan urutan menurut jumlah"},
	{regexp.MustCompile(`^must not be before from$`), "tidak boleh sebelum tanggal awal"},
	{regexp.MustCompile(`^(".*") is no event: .*$`), "$1 bukan nama peristiwa"},
	{regexp.MustCompile(`^(\S+) is not active now, only (.+)$`), "$1 tidak aktif sekarang, hanya $2"},
	{regexp.MustCompile(`^(\S+) must have a weight from (\d+) to (\S+)$`), "$1 harus berbobot $2 sampai $3"},
	{regexp.MustCompile(`^a finding is accepted once: (.+)$`), "suatu temuan diterima satu kali: $1"},
	{regexp.MustCompile(`^a finding is accepted with a reason: (.+)$`), "suatu temuan diterima dengan alasan: $1"},
	{regexp.MustCompile(`^a key comes twice$`), "ada kunci yang tertulis dua kali"},
	{regexp.MustCompile(`^a statement begins with the first movement$`), "rekening koran dimulai dari mutasi pertama"},
	{regexp.MustCompile(`^add up to (\S+), not to (\S+)$`), "jumlahnya Rp$1, bukan Rp$2"},
	{regexp.MustCompile(`^an entry of kind (\S+) is about none$`), "catatan jenis $1 tidak menyebut ini"},
	{regexp.MustCompile(`^belong to rules for payments$`), "hanya untuk aturan pembayaran"},
	{regexp.MustCompile(`^belong to rules for payouts$`), "hanya untuk aturan transfer keluar"},
	{regexp.MustCompile(`^can't be given together with after$`), "tidak dapat diisi bersama after"},
	{regexp.MustCompile(`^can't stand beside connections: .*$`), "tidak dapat diisi bersama koneksi: suatu aturan memuat salah satunya"},
	{regexp.MustCompile(`^cannot be reached: .*$`), "tidak dapat tercapai: habis untuk biaya"},
	{regexp.MustCompile(`^goes with (.+)$`), "hanya dapat diisi bersama $1"},
	{regexp.MustCompile(`^goes without csv, and one of both is required$`), "isi salah satu: ini atau csv"},
	{regexp.MustCompile(`^goes without from and to$`), "tidak dapat diisi bersama from dan to"},
	{regexp.MustCompile(`^goes without the end of the exemption$`), "tidak dapat diisi bersama akhir pembebasan"},
	{regexp.MustCompile(`^goes without (.+)$`), "tidak dapat diisi bersama $1"},
	{regexp.MustCompile(`^has more than (\d+) rows$`), "lebih dari $1 baris"},
	{regexp.MustCompile(`^has no objects within it to filter by: (.+)$`), "tidak berisi apa pun untuk disaring: $1"},
	{regexp.MustCompile(`^has no rate$`), "tidak punya tarif"},
	{regexp.MustCompile(`^has no rows$`), "tidak berisi baris"},
	{regexp.MustCompile(`^has the dispute (\d+) twice$`), "memuat sengketa $1 dua kali"},
	{regexp.MustCompile(`^has the form of a line of the bank, .*$`), "berbentuk baris bank, dan baris itu tidak ada"},
	{regexp.MustCompile(`^is a transfer of (\S+) rupiah, and this \S+ is of (\S+)$`), "adalah transfer sebesar Rp$1, sedangkan ini sebesar Rp$2"},
	{regexp.MustCompile(`^is a transfer to another bank account .*$`), "adalah transfer ke rekening lain"},
	{regexp.MustCompile(`^is a transfer to the bank (\S+), and this \S+ goes to (\S+)$`), "adalah transfer ke bank $1, sedangkan ini ke $2"},
	{regexp.MustCompile(`^is above the gross$`), "melebihi bruto"},
	{regexp.MustCompile(`^is at most (\S+): (\S+) % of the gross$`), "paling banyak Rp$1: $2 % dari bruto"},
	{regexp.MustCompile(`^is more than the (\S+) events that are signed$`), "melebihi $1 peristiwa yang sudah ditandatangani"},
	{regexp.MustCompile(`^is needed: .*$`), "wajib diisi: kode dari aplikasi autentikator, atau kode pemulihan"},
	{regexp.MustCompile(`^is no booking on our bank account$`), "bukan pembukuan pada rekening bank kita"},
	{regexp.MustCompile(`^is not a refund of this money .*$`), "bukan pengembalian uang ini yang mungkin ada pada penyedia"},
	{regexp.MustCompile(`^is not a status of a payout$`), "bukan status transfer keluar"},
	{regexp.MustCompile(`^is not the provider's id of an order of this payout$`), "bukan ID penyedia untuk perintah transfer ini"},
	{regexp.MustCompile(`^is not the provider's id of (?:credited )?money of this payment$`), "bukan ID penyedia untuk uang pembayaran ini"},
	{regexp.MustCompile(`^is of an order for which money came, with (\S+)$`), "milik pesanan yang uangnya sudah masuk, lewat $1"},
	{regexp.MustCompile(`^is of an order that is paid, with (\S+)$`), "milik pesanan yang sudah dibayar, lewat $1"},
	{regexp.MustCompile(`^is of money that can't have been taken back like this$`), "milik uang yang tidak dapat ditarik kembali dengan cara ini"},
	{regexp.MustCompile(`^is the provider's id of another payout, (\S+)$`), "adalah ID penyedia untuk transfer lain, $1"},
	{regexp.MustCompile(`^must be (\S+) or later: a file has at most (\d+) days$`), "harus $1 atau sesudahnya: satu berkas paling banyak $2 hari"},
	{regexp.MustCompile(`^must be (\S+), that of the line$`), "harus $1, seperti pada barisnya"},
	{regexp.MustCompile(`^must be 0 to (\S+) with at most (\d+) decimals$`), "harus 0 sampai $1 dengan paling banyak $2 angka di belakang koma"},
	{regexp.MustCompile(`^must be UTF-8 without NUL$`), "teks ini rusak"},
	{regexp.MustCompile("^must be a `next` that was given here$"), "harus berupa next dari jawaban sebelumnya"},
	{
		regexp.MustCompile(`^must be a day such as (\S+), from (\d+) on, at most (\d+) days ahead$`),
		"harus berupa tanggal seperti $1, sejak tahun $2, paling jauh $3 hari ke depan",
	},
	{
		regexp.MustCompile(`^must be a name such as (\S+): .*, at most (\d+) characters$`),
		"harus berupa nama seperti $1: huruf kecil dan angka, paling banyak $2 karakter",
	},
	{regexp.MustCompile(`^must be an array`), "harus berupa daftar"},
	{regexp.MustCompile(`^must be an object`), "harus berupa objek"},
	{regexp.MustCompile(`^must be a string`), "harus berupa teks"},
	{regexp.MustCompile(`^must be true or false`), "harus ya atau tidak"},
	{regexp.MustCompile(`^must be an integer`), "harus berupa bilangan bulat"},
	{regexp.MustCompile(`^must be of another type`), "jenis isinya salah"},
	{regexp.MustCompile(`^must be another one of (.+)$`), "pilih yang lain: $1"},
	{regexp.MustCompile(`^must be at most (\d+) days from date on$`), "paling jauh $1 hari sejak tanggal pertama"},
	{regexp.MustCompile(`^must be of a connection: (.+)$`), "harus dari salah satu koneksi: $1"},
	{regexp.MustCompile(`^must be of the form (.+)$`), "harus berbentuk $1"},
	{regexp.MustCompile(`^must be one that a payment can be paid with$`), "harus metode yang dapat dipakai membayar"},
	{regexp.MustCompile(`^must be the cursor of the link .*$`), "tempat ini tidak ada pada daftar; mulailah dari awal"},
	{regexp.MustCompile(`^must be the next of another answer$`), "harus berupa next dari jawaban sebelumnya"},
	{regexp.MustCompile(`^must be the position of an event$`), "harus berupa posisi suatu peristiwa"},
	{regexp.MustCompile(`^must be written (\S+)$`), "harus ditulis $1"},
	{regexp.MustCompile(`^must begin with the NPWP, .*$`), "harus diawali NPWP, atau kosong untuk kantor pusat"},
	{regexp.MustCompile(`^must have (\d+) digits and begin with (.+)$`), "harus $1 angka dan diawali $2"},
	{regexp.MustCompile(`^must have a rule that matches every (\S+)$`), "harus memuat aturan yang cocok untuk semua ($1)"},
	{regexp.MustCompile(`^must have at most (\d+) bytes$`), "paling besar $1 bita"},
	{regexp.MustCompile(`^must name 1 to (\d+) channels$`), "harus menyebut 1 sampai $1 metode"},
	{regexp.MustCompile(`^must be absent: .*$`), "harus kosong: aturan terakhir harus cocok untuk semuanya"},
	{regexp.MustCompile(`^is never reached: (.+) matches every (\S+)$`), "tidak pernah dipakai: $1 sudah cocok untuk semuanya ($2)"},
	{regexp.MustCompile(`^is not a whole PDF, PNG or JPEG$`), "bukan berkas PDF, PNG, atau JPEG yang utuh"},
	{regexp.MustCompile(`^says (\S+), but the content is (\S+)$`), "bernama $1, tetapi isinya $2"},
	{regexp.MustCompile(`^names (.+) twice$`), "menyebut $1 dua kali"},
	{regexp.MustCompile(`^names a balance, .*$`), "menyebut saldo, yang riwayatnya adalah mutasinya"},
	{regexp.MustCompile(`^names another channel than channel_code$`), "menyebut metode yang berbeda dari channel_code"},
	{regexp.MustCompile(`^needs a heading with number and tax_number$`), "perlu kepala kolom number dan tax_number"},
	{regexp.MustCompile(`^needs an amount above (\S+)$`), "perlu jumlah di atas Rp$1"},
	{regexp.MustCompile(`^no check has this finding: (.+)$`), "tidak ada pemeriksaan dengan temuan ini: $1"},
	{regexp.MustCompile(`^only an opening names its accounts$`), "hanya saldo awal yang menyebut akunnya"},
	{regexp.MustCompile(`^payouts are made by no connection of the rule: (.+)$`), "tidak ada koneksi pada aturan ini yang mentransfer keluar: $1"},
	{regexp.MustCompile(`^takes no other filter$`), "tidak dapat diisi bersama filter lain"},
	{regexp.MustCompile(`^the booking has none$`), "pembukuannya tidak memuat ini"},
	{
		regexp.MustCompile(`^the channel (\S+) is offered by no connection of the rule: (.+)$`),
		"tidak ada koneksi pada aturan ini yang menyediakan metode $1: $2",
	},
	{
		regexp.MustCompile(`^the period has more than (\d+) payments: .*$`),
		"periode ini memuat lebih dari $1 pembayaran: pilih yang lebih pendek",
	},
	{regexp.MustCompile(`^verify takes neither .*$`), "hanya untuk pencocokan dengan penyedia, bukan untuk pemeriksaan log"},
	{regexp.MustCompile(`^must be "\*" or a list of words$`), "harus * atau daftar kata"},
	{regexp.MustCompile(`^must be (\S+), (\S+), (\S+) or (\S+)$`), "pilih salah satu: $1, $2, $3, atau $4"},
	{regexp.MustCompile(`^must be (\S+), (\S+) or (\S+)$`), "pilih salah satu: $1, $2, atau $3"},
	{regexp.MustCompile(`^must be (\S+) or (\S+)$`), "harus $1 atau $2"},
	{regexp.MustCompile(`^must be (\S+) to (\S+)$`), "harus $1 sampai $2"},
	{
		regexp.MustCompile(`^is (pending|open|paid|settled|failed|expired|cancelled|replaced|recorded|PENDING|PAID|SETTLED|FAILED)$`),
		"sudah berstatus $1",
	},
}

// unknownProblem stands for a message that has no Indonesian words.
const unknownProblem = "isian ini tidak dapat diterima; periksa kembali"

// beginsEnglish matches the messages of the API. A message that a page has made is in the language of the page.
var beginsEnglish = regexp.MustCompile(`^(?:is|must|may|says|has|needs|can't|cannot|belong|goes|takes|no|line \d+:|differs|names|add|an?|there|this|the|only|took|payouts|verify)\b`)

// FieldProblem returns the API's message about a field in a language. No Indonesian page gets an English message: one that
// has no Indonesian words only says that the field must be checked.
func FieldProblem(l Language, message string) string {
	if l != Indonesian {
		return message
	}
	if said, ok := translated(fieldProblems, message); ok {
		return said
	}
	if said, ok := bankFileProblem(message); ok {
		return said
	}
	if !beginsEnglish.MatchString(message) {
		return message
	}
	return unknownProblem
}

// translated returns the words for a message. It reports false if there are none.
func translated(all []fieldProblem, message string) (string, bool) {
	for _, p := range all {
		if p.message.MatchString(message) {
			return rupiahIn(p.message.ReplaceAllString(message, p.indonesian)), true
		}
	}
	return message, false
}
