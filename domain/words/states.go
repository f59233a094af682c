package words

// States are the words for states, by the API's word.
var States = map[string]Text{
	"pending":        {"Menunggu", "Pending"},
	"PENDING":        {"Menunggu", "Pending"},
	"requested":      {"Diminta", "Requested"},
	"unmatched":      {"Belum cocok", "Unmatched"},
	"matched":        {"Cocok", "Matched"},
	"explained":      {"Dijelaskan", "Explained"},
	"open":           {"Terbuka", "Open"},
	"answered":       {"Dijawab", "Answered"},
	"not_over":       {"Belum berakhir", "Not over"},
	"missing":        {"Harus dilakukan", "To be done"},
	"closed":         {"Ditutup", "Closed"},
	"paid":           {"Dibayar", "Paid"},
	"PAID":           {"Dibayar", "Paid"},
	"settled":        {"Diselesaikan", "Settled"},
	"SETTLED":        {"Diselesaikan", "Settled"},
	"expired":        {"Kedaluwarsa", "Expired"},
	"EXPIRED":        {"Kedaluwarsa", "Expired"},
	"failed":         {"Gagal", "Failed"},
	"FAILED":         {"Gagal", "Failed"},
	"cancelled":      {"Dibatalkan", "Cancelled"},
	"CANCELLED":      {"Dibatalkan", "Cancelled"},
	"approved":       {"Disetujui", "Approved"},
	"draft":          {"Draf", "Draft"},
	"exported":       {"Ditetapkan", "Exported"},
	"replaced":       {"Diganti", "Replaced"},
	"rejected":       {"Ditolak", "Rejected"},
	"suspended":      {"Ditangguhkan", "Suspended"},
	"processing":     {"Diproses", "Processing"},
	"completed":      {"Selesai", "Completed"},
	"unknown":        {"Belum pasti", "Unknown"},
	"delivered":      {"Terkirim", "Delivered"},
	"exhausted":      {"Gagal permanen", "Given up"},
	"live":           {"Berjalan", "Live"},
	"rebuilding":     {"Dibangun ulang", "Rebuilding"},
	"halted":         {"Berhenti", "Halted"},
	"released":       {"Dilepas", "Released"},
	"refunded":       {"Dikembalikan", "Refunded"},
	"reversed":       {"Dibalik", "Reversed"},
	"refused":        {"Ditolak", "Refused"},
	"done":           {"Selesai", "Done"},
	"new":            {"Baru", "New"},
	"read":           {"Dibaca", "Read"},
	"invited":        {"Diundang", "Invited"},
	"active":         {"Aktif", "Active"},
	"inactive":       {"Tidak aktif", "Inactive"},
	"disabled":       {"Dinonaktifkan", "Disabled"},
	"failing":        {"Sedang gagal", "Failing"},
	"off":            {"Mati", "Off"},
	"underReview":    {"Ditinjau", "Under review"},
	"granted":        {"Disetujui, sedang dilakukan", "Granted, being done"},
	"posted":         {"Dibukukan", "Posted"},
	"urgent":         {"Mendesak", "Urgent"},
	"waiting":        {"Menunggu", "Waiting"},
	"needs_response": {"Perlu dijawab", "Needs a response"},
	"under_review":   {"Ditinjau", "Under review"},
	"won":            {"Dimenangkan", "Won"},
	"lost":           {"Kalah", "Lost"},
	"accepted":       {"Diterima", "Accepted"},
	"undecided":      {"Menunggu keputusan", "Undecided"},
	"contradicted":   {"Bertentangan", "Contradicted"},
	"COMPLETED":      {"Selesai", "Completed"},
	"REVERSED":       {"Dibalik", "Reversed"},
	"BY_HAND":        {"Ditransfer oleh orang", "Made by hand"},
	"OPENING":        {"Saldo awal", "Opening"},
	"running":        {"Sedang berjalan", "Running"},
	"sound":          {"Tidak ada yang salah", "Nothing is wrong"},
	"found":          {"Ada yang salah", "Something is wrong"},
	"incomplete":     {"Tidak lengkap", "Incomplete"},
	"interrupted":    {"Terputus", "Interrupted"},
	"ok":             {"Sesuai", "Holds"},
	"broken":         {"Dilanggar", "Broken"},
	"succeeded":      {"Berhasil", "Succeeded"},
}

// Roles are the words for roles.
var Roles = map[string]Text{
	"owner":     {"Pemilik", "Owner"},
	"finance":   {"Keuangan", "Finance"},
	"developer": {"Pengembang", "Developer"},
	"viewer":    {"Pembaca", "Viewer"},
	"admin":     {"Admin", "Administrator"},
	"support":   {"Dukungan", "Support"},
	"auditor":   {"Auditor", "Auditor"},
}

// Kinds are the words for kinds of things that a search finds.
var Kinds = map[string]Text{
	"transaction":      {"Transaksi", "Transaction"},
	"withdrawal":       {"Penarikan", "Withdrawal"},
	"settlement":       {"Settlement", "Settlement"},
	"refund":           {"Pengembalian dana", "Refund"},
	"dispute":          {"Sengketa", "Dispute"},
	"withholding_slip": {"Bukti potong", "Withholding slip"},
	"client":           {"Merchant", "Client"},
	"person":           {"Orang", "Person"},
	"ticket":           {"Tiket", "Ticket"},
	"callback":         {"Callback", "Callback"},
}

// Subjects are the words for single things by the first part of their names in the API, such as
// withdrawals/17.
var Subjects = map[string]Text{
	"transactions":      {"pembayaran %s", "payment %s"},
	"withdrawals":       {"penarikan %s", "withdrawal %s"},
	"settlements":       {"settlement %s", "settlement %s"},
	"refunds":           {"pengembalian dana %s", "refund %s"},
	"disputes":          {"sengketa %s", "dispute %s"},
	"withholding-slips": {"bukti potong %s", "withholding slip %s"},
	"write-offs":        {"penghapusbukuan %s", "write-off %s"},
	"callbacks":         {"callback %s", "callback %s"},
	"suspense":          {"dana titipan %s", "suspense item %s"},
	"approvals":         {"persetujuan kedua %s", "second approval %s"},
	"clients":           {"merchant %s", "client %s"},
	"projections":       {"tampilan %s", "read model %s"},
	"tickets":           {"tiket %s", "ticket %s"},
}

// TransactionStates are the words for what became of a payment beside its status, as filters of lists.
var TransactionStates = map[string]Text{
	"cancelled":    {"Dibatalkan", "Cancelled"},
	"replaced":     {"Diganti", "Replaced"},
	"under_review": {"Ditinjau", "Under review"},
}

// Sorts are the words for the orders of lists that an address names.
var Sorts = map[string]Text{
	"oldest":      {"Terlama dahulu", "Oldest first"},
	"amount_desc": {"Jumlah terbesar dahulu", "Largest amount first"},
	"amount_asc":  {"Jumlah terkecil dahulu", "Smallest amount first"},
}

// Periods are the words for days relative to the present one, as filters of lists.
var Periods = map[string]Text{
	"today":        {"Hari ini", "Today"},
	"yesterday":    {"Kemarin", "Yesterday"},
	"this_month":   {"Bulan ini", "This month"},
	"last_30_days": {"30 hari terakhir", "Last 30 days"},
}

// SearchFields are the words for the field in which a search found its text.
var SearchFields = map[string]Text{
	"number":         {"nomor bukti potong", "number of the slip"},
	"transaction_id": {"ID transaksi", "Transaction id"},
	"customer_name":  {"nama pelanggan", "Customer's name"},
	"customer_phone": {"telepon pelanggan", "Customer's phone"},
	"external_id":    {"Referensi merchant", "Merchant's reference"},
	"provider_id":    {"ID penyedia", "Provider's id"},
	"va_number":      {"Nomor virtual account", "Virtual account number"},
	"id":             {"ID", "Id"},
	"code":           {"Kode merchant", "Client's code"},
	"name":           {"Nama", "Name"},
	"email":          {"Alamat e-mail", "E-mail address"},
	"phone":          {"Telepon", "Phone"},
	"account_number": {"Nomor rekening", "Bank account"},
	"amount":         {"Jumlah", "Amount"},
	"reference":      {"Referensi", "Reference"},
}

// Channels are the words for channels of payments.
var Channels = map[string]Text{
	"va":       {"Virtual account", "Virtual account"},
	"ewallet":  {"Dompet digital", "E-wallet"},
	"qris":     {"QRIS", "QRIS"},
	"invoice":  {"Halaman tagihan", "Invoice page"},
	"recorded": {"Dicatat", "Recorded"},
}

// The words of Done that states have, too.
const (
	DoneApproved  = "approved"
	DoneCancelled = "cancelled"
	DoneRejected  = "rejected"
	DoneSent      = "sent"
	DoneAnswered  = "answered"
	DoneForwarded = "forwarded"
	DoneDecided   = "decided"
	DoneConceded  = "conceded"
)

// Done are the messages after a form was sent, by the word in the page's address.
var Done = map[string]Text{
	"saved":   {"Tersimpan.", "Saved."},
	"created": {"Berhasil dibuat.", "Created."},
	"sent":    {"Terkirim.", "Sent."},
	"repeated": {
		"Formulir ini sudah terkirim sebelumnya, dan inilah hasilnya. Tidak ada yang dibuat dua kali.",
		"This form had been sent before, and this is what came of it. Nothing was done twice.",
	},
	"answered":   {"Jawaban Anda sudah diterima.", "Your answer is here."},
	"conceded":   {"Pelanggan menerima uangnya.", "The customer gets the money."},
	"forwarded":  {"Jaringan sudah mempunyai jawabannya.", "The network has the answer."},
	"decided":    {"Putusan dicatat.", "The decision was recorded."},
	"invited":    {"Undangan terkirim.", "The invitation was sent."},
	"ended":      {"Semua akses berakhir. Masuk lagi, dan buat kunci API baru.", "All access has ended. Log in again, and create a new API key."},
	"requested":  {"Permintaan dibuat.", "Requested."},
	"removed":    {"Dihapus.", "Removed."},
	"approved":   {"Disetujui.", "Approved."},
	"rejected":   {"Ditolak.", "Rejected."},
	"cancelled":  {"Dibatalkan.", "Cancelled."},
	"accepted":   {"Menunggu persetujuan admin kedua.", "It waits for a second administrator."},
	"loggedout":  {"Anda sudah keluar.", "You are logged out."},
	"started":    {"Dimulai.", "Started."},
	"registered": {"Terdaftar. Masuklah; akun aktif setelah admin menyetujuinya.", "Registered. Log in; the account is active once an administrator has approved it."},
	"asked":      {"Bila alamat itu dikenal, tautan sudah dikirim.", "If the address is known, a link has been sent."},
}
