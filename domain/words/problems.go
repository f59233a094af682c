package words

import "regexp"

// Problems are the Indonesian words for refusals of the API, by code. In English the page shows the API's own
// message, which may name amounts.
var Problems = map[string]string{
	"account_not_approved":      "Akun ini belum disetujui.",
	"account_suspended":         "Akun ini ditangguhkan: dapat dibaca, tidak dapat digunakan.",
	"address_not_allowed":       "Kunci API ini tidak boleh dipakai dari alamat ini.",
	"admin_not_found":           "Admin ini tidak ada.",
	"api_key_not_found":         "Kunci API ini tidak ada.",
	"approval_by_admin":         "Pengembalian lewat transfer ini disetujui oleh admin.",
	"approval_by_owner":         "Pengembalian ini disetujui oleh pemilik atau bagian keuangan klien.",
	"approval_decided":          "Persetujuan ini sudah diputuskan.",
	"approval_expired":          "Persetujuan ini sudah kedaluwarsa. Mintalah lagi.",
	"approval_not_found":        "Persetujuan ini tidak ada.",
	"approver_disabled":         "Admin yang menyetujuinya sudah dinonaktifkan.",
	"attempt_under_way":         "Penyedia mungkin sedang menerima perintahnya. Tunggu satu menit, lalu coba lagi.",
	"audit_run_under_way":       "Pemeriksaan lain sedang berjalan. Tunggu sampai selesai.",
	"bank_account_changed":      "Rekening merchant berubah sejak permintaan ini. Tolak permintaannya.",
	"bank_account_missing":      "Isi dahulu bank dan nomor rekening pada profil.",
	"body_too_large":            "Isiannya terlalu besar.",
	"busy":                      "Terlalu banyak perubahan pada saat yang sama. Coba lagi.",
	"callback_changed":          "Callback ini baru saja dikirim. Lihat hasilnya di bawah.",
	"cannot_be_cancelled":       "Ini tidak lagi dapat dibatalkan.",
	"client_not_found":          "Merchant ini tidak ada.",
	"code_required":             "Masukkan kode 6 angka dari aplikasi autentikator Anda.",
	"confirmation_needed":       "Pastikan dahulu bahwa ini memang Anda.",
	"cursor_gone":               "Tempat ini tidak ada lagi pada daftar. Mulailah dari awal.",
	"developer_access_required": "Untuk ini merchant perlu akses pengembang.",
	"disputed":                  "Uang ini sedang disengketakan pelanggan. Jawab sengketanya.",
	"draining":                  "Layanan ini sedang berhenti. Coba lagi sebentar lagi.",
	"duplicate_transaction_id":  "ID transaksi ini sudah dipakai.",
	"period_running":            "Bulan ini belum berakhir.",
	"period_earlier_open":       "Bulan sebelumnya yang berisi pembukuan belum ditutup. Tutup dahulu bulan itu.",
	"period_closed":             "Bulan ini sudah ditutup.",
	"period_unsound":            "Suatu pemeriksaan bulan ini belum dibuat, atau menemukan sesuatu. Lihat daftar pemeriksaannya.",
	"period_open":               "Bulan ini belum ditutup.",
	"second_admin_needed":       "Ini memerlukan dua admin, dan baru ada satu. Tambahkan admin kedua.",
	"email_taken":               "Alamat e-mail ini sudah dipakai.",
	"endpoint_off":              "Alamat callback ini tidak aktif. Aktifkan dulu, lalu kirim lagi.",
	"endpoint_secret_lost":      "Rahasia endpoint ini hilang. Buat yang baru.",
	"found_at_provider":         "Penyedia sudah mempunyai transfer ini, yang tidak tercatat di sini: ambil alih, atau setujui dan selesaikan sendiri.",
	"idempotency_key_in_use":    "Formulir ini sedang dikerjakan. Tunggu sebentar.",
	"idempotency_key_reused":    "Formulir ini sudah terkirim dengan isi lain. Buka kembali halamannya.",
	"insufficient_balance":      "Saldo tidak mencukupi.",
	"internal":                  "Terjadi kesalahan. Coba lagi.",
	"invalid_api_key":           "Kunci API ini tidak berlaku.",
	"invalid_callback_token":    "Token notifikasi ini tidak berlaku.",
	"invalid_field":             "Periksa isian yang ditandai.",
	"invalid_token":             "Sesi Anda berakhir. Silakan masuk lagi.",
	"last_admin":                "Harus selalu ada satu admin yang aktif.",
	"link_ended":                "Tautan ini tidak berlaku lagi.",
	"link_invalid":              "Tautan ini sudah dipakai, sudah kedaluwarsa, atau tidak lengkap.",
	"account_not_mapped":        "Ada akun buku besar tanpa nomor di JOURNAL_ACCOUNTS.",
	"nothing_to_write_off":      "Merchant tidak berutang selama itu.",
	"log_altered":               "Log tidak sama dengan yang ditandatangani. Hubungi operator.",
	"log_suspended":             "Layanan berhenti sampai operator memeriksanya. Tidak ada yang hilang dengan menunggu.",
	"mail_not_configured":       "Gateway ini tidak dapat mengirim e-mail.",
	"malformed_json":            "Permintaan ini tidak dapat dibaca.",
	"method_not_allowed":        "Cara ini tidak diizinkan di sini.",
	"no_such_path":              "Halaman ini tidak ada.",
	"not_approved":              "Merchant ini belum disetujui.",
	"not_found":                 "Data ini tidak ada, atau bukan milik Anda.",
	"not_held":                  "Tidak ada dana pembayaran ini yang ditahan.",
	"not_manual":                "Penyedia yang mentransfernya, bukan orang.",
	"not_paid":                  "Pembayaran ini belum dibayar.",
	"not_pending":               "Ini tidak lagi menunggu keputusan.",
	"not_possible":              "Ini tidak mungkin sekarang.",
	"not_processing":            "Ini tidak sedang diproses.",
	"not_ready":                 "Layanan belum siap. Coba lagi sebentar lagi.",
	"not_restorable":            "Ini tidak dapat dipulihkan. Buatlah yang baru.",
	"not_suspended":             "Merchant ini tidak ditangguhkan.",
	"not_your_channel":          "Kanal ini bukan milik Anda.",
	"nothing_left":              "Uangnya sudah dikembalikan semua, atau sedang dikembalikan.",
	"nothing_retired":           "Tidak ada tabel sebelumnya yang dapat dikembalikan.",
	"own_approval":              "Anda sendiri yang memintanya: admin lain harus memutuskan.",
	"own_login":                 "Ubah login Anda sendiri pada halaman Keamanan.",
	"owner_required":            "Merchant harus tetap memiliki pemilik.",
	"payment_not_open":          "Pembayaran ini sudah dibayar atau sudah berakhir.",
	"payment_pending":           "Pembayaran ini masih bisa dibayar; batalkan dulu.",
	"payment_under_review":      "Ada uang masuk untuk pembayaran ini, yang sedang ditinjau.",
	"payment_unknown":           "Belum pasti apakah pembayaran ini ada pada penyedia.",
	"payout_unknown":            "Belum pasti apa yang terjadi dengan transfer ini.",
	"dispute_closed":            "Sengketa ini tidak dapat dijawab atau diputuskan lagi.",
	"dispute_deducted":          "Uang sengketa ini sudah ditarik.",
	"dispute_due":               "Waktu untuk menjawab sengketa ini sudah habis.",
	"dispute_open":              "Masih ada sengketa lain atas uang ini.",
	"not_answered":              "Merchant belum menjawab sengketa ini.",
	"not_disputable":            "Hanya uang lewat QRIS atau dompet digital yang dapat disengketakan.",
	"too_many_answers":          "Sengketa ini sudah terlalu sering dijawab.",
	"slip_taken":                "Bukti potong dengan nomor ini sudah pernah dikirim.",
	"slip_exceeds_fees":         "Pajaknya melebihi bagian dari biaya bulan itu, bersama bukti potong yang sudah disetujui.",
	"too_many_documents":        "Sudah banyak dokumen dikirim, dan belum ada yang diterima. Tunggu keputusan admin.",
	"not_waiting":               "Dokumen ini sudah diputuskan, atau sudah diganti dengan yang lebih baru.",
	"too_many_slips":            "Sudah terlalu banyak bukti potong yang menunggu keputusan.",
	"too_many_disputes":         "Pembayaran ini sudah mempunyai terlalu banyak sengketa.",
	"pending_withdrawal_exists": "Masih ada penarikan yang menunggu.",
	"person_exists":             "Orang ini sudah ada.",
	"person_not_found":          "Orang ini tidak ada.",
	"proofs_not_ready":          "Bukti belum siap. Coba lagi sebentar lagi.",
	"provider_refused":          "Penyedia menolak. Tidak ada yang ditagih; coba metode lain.",
	"provider_unknown":          "Penyedia tidak menjawab. Periksa statusnya sebelum membuatnya lagi.",
	"realtime_full":             "Terlalu banyak sambungan. Coba lagi nanti.",
	"realtime_not_configured":   "Gateway ini tidak memiliki realtime.",
	"rebuild_under_way":         "Model baca ini sedang dibangun ulang.",
	"recovery_item_not_found":   "Pemulihan terakhir tidak membatalkan hal ini.",
	"period_not_closed":         "Bulan ini belum ditutup.",
	"tax_seller_incomplete":     "Data pajak gateway sendiri belum lengkap: lihat masalah pada bulan itu dan TAX_* dalam konfigurasi.",
	"no_tax_file":               "Berkas ini tidak ada. Tetapkan faktur terlebih dahulu.",
	"no_tax_document":           "Tidak ada dokumen dengan nomor ini yang sudah ditetapkan.",
	"tax_document_approved":     "Dokumen ini sudah punya nomor seri yang lain.",
	"tax_number_taken":          "Nomor seri ini sudah dipakai dokumen lain.",
	"bank_format_differs":       "Tanggal ini sudah diimpor dalam format lain.",
	"bank_files_contradict":     "Berkas ini bertentangan dengan berkas sebelumnya. Tidak ada yang diambil darinya.",
	"bank_line_pending":         "Bank belum membukukan baris ini.",
	"bank_line_cleared":         "Baris ini sudah cocok atau sudah dijelaskan.",
	"bank_amount_differs":       "Jumlah baris ini tidak sama dengan jumlah pembukuannya.",
	"bank_booking_taken":        "Pembukuan ini sudah milik baris lain.",
	"reference_used":            "Referensi ini sudah dipakai.",
	"refund_at_provider":        "Penyedia sedang mengerjakan pengembalian ini, atau sudah selesai.",
	"refund_needs_account":      "Uang ini tidak bisa kembali ke asalnya. Isi rekening bank pelanggan.",
	"report_pending":            "Ada pemberitahuan bahwa pembayaran ini sudah dibayar; kami sedang menanyakan penyedia.",
	"requester_disabled":        "Admin yang memintanya sudah dinonaktifkan.",
	"retired_differs":           "Tabel sebelumnya tidak sama dengan log. Bangun ulang.",
	"reversal_not_undecided":    "Pembalikan ini tidak menunggu keputusan.",
	"reversal_pending":          "Dana ini mungkin sudah ditarik kembali. Lihat pembalikan pembayarannya lebih dahulu.",
	"role_forbidden":            "Peran Anda tidak boleh melakukan ini.",
	"scope_missing":             "Kunci API ini tidak boleh melakukan ini.",
	"second_factor_not_begun":   "Mulailah memasang faktor kedua lebih dahulu.",
	"suspense_closed":           "Dana ini sudah diputuskan.",
	"suspense_not_refunding":    "Dana ini tidak sedang dikembalikan oleh penyedia.",
	"ticket_closed":             "Tiket ini sudah ditutup.",
	"ticket_forbidden":          "Tiket ini bukan milik Anda.",
	"too_many_approvals":        "Sudah ada 20 persetujuan Anda yang menunggu administrator lain.",
	"too_many_apps":             "Jumlah aplikasi sudah mencapai batas.",
	"too_many_endpoints":        "Jumlah endpoint sudah mencapai batas.",
	"too_many_keys":             "Kunci API sudah sebanyak yang diizinkan. Cabut satu yang tidak dipakai.",
	"too_many_open":             "Terlalu banyak yang masih terbuka.",
	"too_many_people":           "Jumlah orang sudah mencapai batas.",
	"too_many_refunds":          "Pembayaran ini sudah punya 100 pengembalian dana.",
	"too_many_replies":          "Jumlah balasan sudah mencapai batas.",
	"too_many_requests":         "Terlalu banyak percobaan. Coba lagi nanti.",
	"unavailable":               "Layanan sedang sibuk. Coba lagi sebentar lagi.",
	"unsupported_encoding":      "Pengodean ini tidak didukung.",
	"webhook_secret_lost":       "Rahasia callback hilang. Buat yang baru.",
	"wrong_code":                "Kode salah atau sudah dipakai.",
	"wrong_content_type":        "Jenis isi ini tidak didukung.",
	"wrong_credentials":         "E-mail, kata sandi, atau kode salah.",
}

// OwnProblems are the words, in both languages, for refusals whose message in the API is written for programs
// and means nothing to a person with a form.
var OwnProblems = map[string]Text{
	"account_not_approved": {
		"Akun ini belum disetujui. Halaman ini terbuka setelah admin menyetujuinya.",
		"The account is not approved yet. This page opens once an administrator has approved it.",
	},
	"nothing_chosen":         {"Belum ada yang dipilih. Beri centang pada barisnya.", "Nothing is chosen. Tick the rows."},
	"too_many_chosen":        {"Paling banyak 50 baris sekaligus. Tidak ada yang dikerjakan.", "At most 50 rows at once. Nothing was done."},
	"idempotency_key_in_use": {"Formulir ini sedang dikerjakan. Tunggu sebentar, lalu kirim lagi.", "This form is being done. Wait a moment, then send it again."},
	"idempotency_key_reused": {
		"Formulir ini sudah terkirim dengan isi lain, dan itu sudah dikerjakan. Periksa daftarnya, lalu buka kembali halamannya.",
		"This form had been sent with other values, and that was done. Look at the list, then open the page again.",
	},
}

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
	{regexp.MustCompile(`^must add up to (\S+), not to? ?(\S+)$`), "jumlahnya harus $1, bukan $2"},
	{regexp.MustCompile(`^must be (\d+) to (\d+)$`), "harus $1 sampai $2"},
	{regexp.MustCompile(`^must be the (\d+) letters and digits on the slip, such as (\S+)$`), "harus $1 huruf dan angka pada bukti potong, seperti $2"},
	{regexp.MustCompile(`^must be the day on the slip, such as (\S+), not in the future$`), "harus tanggal pada bukti potong, seperti $1, tidak di masa depan"},
	{regexp.MustCompile(`^is required`), "wajib diisi"},
	{regexp.MustCompile(`^must be in the future$`), "harus di masa depan"},
	{regexp.MustCompile(`^is of no payment$`), "tidak ada pembayaran dengan ID ini"},
	{regexp.MustCompile(`^must be at most (\S+), which is left of this money$`), "paling banyak $1, yang tersisa dari uang ini"},
	{regexp.MustCompile(`^took (\S+) of the dispute before$`), "sudah mengambil $1 dari sengketa ini"},
	{regexp.MustCompile(`^is more than the (\S+) that the customer had paid$`), "lebih dari $1 yang dibayar pelanggan"},
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
	{regexp.MustCompile(`^must be at least 1 minute and at most (\d+) hours? from now for (.+)$`), "harus 1 menit sampai $1 jam dari sekarang untuk $2"},
	{regexp.MustCompile(`^must be at least 1 minute and at most (\d+) minutes from now for (.+)$`), "harus 1 menit sampai $1 menit dari sekarang untuk $2"},
	{regexp.MustCompile(`^can't be chosen for (.+): its payments are open for (\d+) seconds$`), "tidak dapat dipilih untuk $1: pembayarannya terbuka $2 detik"},
	{regexp.MustCompile(`^must be between (.+) and (.+) for (.+)$`), "harus antara $1 dan $2 untuk $3"},
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
}

// unknownProblem stands for a message that has no Indonesian words.
const unknownProblem = "isian ini tidak dapat diterima; periksa kembali"

// beginsEnglish matches the messages of the API. A message that a page has made is in the language of the page.
var beginsEnglish = regexp.MustCompile(`^(?:is|must|may|has|needs|can't|cannot|belong|goes|differs|names|add|an?|there|this|the|only|took|payouts|verify)\b`)

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
			return p.message.ReplaceAllString(message, p.indonesian), true
		}
	}
	return message, false
}
