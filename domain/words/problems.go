package words

// Problems are the words for the refusals of the API, by code. They say nothing of amounts and names; problemDetails do.
var Problems = map[string]Text{
	"account_not_approved": {"Akun ini belum disetujui.", "This account is not approved yet."},
	"account_not_mapped": {
		"Ada akun buku besar tanpa nomor di JOURNAL_ACCOUNTS.",
		"An account of the ledger has no number in JOURNAL_ACCOUNTS.",
	},
	"account_suspended": {
		"Akun ini ditangguhkan: dapat dibaca, tidak dapat digunakan.",
		"This account is suspended: it can be read, and not used.",
	},
	"address_not_allowed": {"Kunci API ini tidak boleh dipakai dari alamat ini.", "This API key may not be used from this address."},
	"admin_not_found":     {"Admin ini tidak ada.", "There is no such administrator."},
	"api_key_not_found":   {"Kunci API ini tidak ada.", "There is no such API key."},
	"approval_by_admin": {
		"Pengembalian lewat transfer ini disetujui oleh admin.",
		"This refund by transfer is approved by an administrator.",
	},
	"approval_by_owner": {
		"Pengembalian ini disetujui oleh pemilik atau bagian keuangan klien.",
		"This refund is approved by the client's owner or finance people.",
	},
	"approval_decided":   {"Persetujuan ini sudah diputuskan.", "This approval was decided before."},
	"approval_expired":   {"Persetujuan ini sudah kedaluwarsa. Mintalah lagi.", "The time to decide is over. Ask for it again."},
	"approval_not_found": {"Persetujuan ini tidak ada.", "There is no such approval."},
	"approver_disabled":  {"Admin yang menyetujuinya sudah dinonaktifkan.", "The administrator who granted it is disabled."},
	"attempt_under_way": {
		"Penyedia mungkin sedang menerima perintahnya. Tunggu satu menit, lalu coba lagi.",
		"The provider may be getting the order at this moment. Wait a minute, then try again.",
	},
	"audit_run_under_way": {
		"Pemeriksaan lain sedang berjalan. Tunggu sampai selesai.",
		"Another check is running. Wait until it has ended.",
	},
	"bank_account_changed": {
		"Rekening merchant berubah sejak permintaan ini. Tolak permintaannya.",
		"The client has another bank account since the request. Reject it.",
	},
	"bank_account_missing": {
		"Isi dahulu bank dan nomor rekening pada profil.",
		"First enter the bank and the account number in the profile.",
	},
	"bank_amount_differs": {
		"Jumlah baris ini tidak sama dengan jumlah pembukuannya.",
		"The amount of this line is not that of its booking.",
	},
	"bank_booking_taken": {"Pembukuan ini sudah milik baris lain.", "This booking belongs to another line."},
	"bank_files_contradict": {
		"Berkas ini bertentangan dengan berkas sebelumnya. Tidak ada yang diambil darinya.",
		"This file contradicts an earlier one. Nothing was taken from it.",
	},
	"bank_format_differs": {"Tanggal ini sudah diimpor dalam format lain.", "This day was imported in another format."},
	"bank_line_cleared":   {"Baris ini sudah cocok atau sudah dijelaskan.", "This line is matched or explained."},
	"bank_line_pending":   {"Bank belum membukukan baris ini.", "The bank has not booked this line."},
	"body_too_large":      {"Isiannya terlalu besar.", "What was sent is too large."},
	"busy":                {"Terlalu banyak perubahan pada saat yang sama. Coba lagi.", "Too many changes of it at the same time. Try again."},
	"callback_changed": {
		"Callback ini baru saja dikirim. Lihat hasilnya di bawah.",
		"This callback was just sent. Its outcome is below.",
	},
	"cannot_be_cancelled": {"Ini tidak lagi dapat dibatalkan.", "This can't be cancelled any more."},
	"client_not_found":    {"Merchant ini tidak ada.", "There is no such client."},
	"code_required":       {"Masukkan kode 6 angka dari aplikasi autentikator Anda.", "Enter the 6-digit code of your authenticator app."},
	"confirmation_needed": {"Pastikan dahulu bahwa ini memang Anda.", "First prove that it is you."},
	"cursor_gone": {
		"Tempat ini tidak ada lagi pada daftar. Mulailah dari awal.",
		"This place is not in the list any more. Begin at its start.",
	},
	"developer_access_required": {"Untuk ini merchant perlu akses pengembang.", "The client needs developer access for it."},
	"dispute_closed":            {"Sengketa ini tidak dapat dijawab atau diputuskan lagi.", "This dispute can't be answered or decided any more."},
	"dispute_deducted":          {"Uang sengketa ini sudah ditarik.", "The money of this dispute was taken before."},
	"dispute_due":               {"Waktu untuk menjawab sengketa ini sudah habis.", "The time to answer this dispute is over."},
	"dispute_open":              {"Masih ada sengketa lain atas uang ini.", "Another dispute about this money is open."},
	"disputed":                  {"Uang ini sedang disengketakan pelanggan. Jawab sengketanya.", "The customer disputes this money. Answer the dispute."},
	"documents_full": {
		"Sebelum disetujui, akun menyimpan paling banyak 4 berkas, 20 MB seluruhnya. Tunggu keputusan admin.",
		"Before it is approved an account holds at most 4 files, of 20 MB together. Wait for an administrator's decision.",
	},
	"draining":                 {"Layanan ini sedang berhenti. Coba lagi sebentar lagi.", "The service is stopping. Try again in a moment."},
	"duplicate_transaction_id": {"ID transaksi ini sudah dipakai.", "This transaction id was used before."},
	"email_taken":              {"Alamat e-mail ini sudah dipakai.", "This e-mail address is registered already."},
	"endpoint_off": {
		"Alamat callback ini tidak aktif. Aktifkan dulu, lalu kirim lagi.",
		"This callback endpoint is switched off. Switch it on, then send it again.",
	},
	"endpoint_secret_lost": {"Rahasia endpoint ini hilang. Buat yang baru.", "The secret of this endpoint is lost. Make a new one."},
	"found_at_provider": {
		"Penyedia sudah mempunyai transfer ini, yang tidak tercatat di sini: ambil alih, atau setujui dan selesaikan sendiri.",
		"The provider has this transfer already, and it is not on record here: adopt it, or approve it and end it yourself.",
	},
	"idempotency_key_in_use": {"Formulir ini sedang dikerjakan. Tunggu sebentar.", "This form is being done. Wait a moment."},
	"idempotency_key_reused": {
		"Formulir ini sudah terkirim dengan isi lain. Buka kembali halamannya.",
		"This form was sent with other values. Open its page again.",
	},
	"insufficient_balance":   {"Saldo tidak mencukupi.", "The balance is not enough."},
	"internal":               {"Terjadi kesalahan. Coba lagi.", "Something went wrong. Try again."},
	"invalid_api_key":        {"Kunci API ini tidak berlaku.", "This API key is not valid."},
	"invalid_callback_token": {"Token notifikasi ini tidak berlaku.", "The token of this notification is not valid."},
	"invalid_field":          {"Periksa isian yang ditandai.", "Check what is marked."},
	"invalid_token":          {"Sesi Anda berakhir. Silakan masuk lagi.", "Your session has ended. Please log in again."},
	"last_admin":             {"Harus selalu ada satu admin yang aktif.", "There must always be an administrator who is enabled."},
	"link_ended":             {"Tautan ini tidak berlaku lagi.", "This link is not valid any more."},
	"link_invalid": {
		"Tautan ini sudah dipakai, sudah kedaluwarsa, atau tidak lengkap.",
		"This link was used, has expired, or is not whole.",
	},
	"log_altered": {
		"Log tidak sama dengan yang ditandatangani. Hubungi operator.",
		"The log is not the one that was signed. Tell the operator.",
	},
	"log_suspended": {
		"Layanan berhenti sampai operator memeriksanya. Tidak ada yang hilang dengan menunggu.",
		"The service stands still until its operator has looked at it. Nothing is lost by waiting.",
	},
	"mail_not_configured": {"Gateway ini tidak dapat mengirim e-mail.", "This gateway can't send mail."},
	"malformed_json":      {"Permintaan ini tidak dapat dibaca.", "The request can't be read."},
	"method_not_allowed":  {"Cara ini tidak diizinkan di sini.", "It can't be done here in this way."},
	"no_such_path":        {"Halaman ini tidak ada.", "There is no such page."},
	"no_tax_document":     {"Tidak ada dokumen dengan nomor ini yang sudah ditetapkan.", "No exported document has this number."},
	"no_tax_file":         {"Berkas ini tidak ada. Tetapkan faktur terlebih dahulu.", "There is no such file. Export the invoices first."},
	"not_answered":        {"Merchant belum menjawab sengketa ini.", "The merchant has not answered this dispute."},
	"not_approved":        {"Merchant ini belum disetujui.", "This client is not approved."},
	"not_disputable": {
		"Hanya uang lewat QRIS atau dompet digital yang dapat disengketakan.",
		"Only money that came by QRIS or an e-wallet can be disputed.",
	},
	"not_found":      {"Data ini tidak ada, atau bukan milik Anda.", "There is no such thing, or it is not yours."},
	"not_held":       {"Tidak ada dana pembayaran ini yang ditahan.", "No money of this payment is held."},
	"not_manual":     {"Penyedia yang mentransfernya, bukan orang.", "The provider makes this transfer, and no person."},
	"not_paid":       {"Pembayaran ini belum dibayar.", "This payment is not paid."},
	"not_pending":    {"Ini tidak lagi menunggu keputusan.", "This does not wait for a decision any more."},
	"not_possible":   {"Ini tidak mungkin sekarang.", "This is not possible now."},
	"not_processing": {"Ini tidak sedang diproses.", "This is not being processed."},
	"not_ready":      {"Layanan belum siap. Coba lagi sebentar lagi.", "The service is not ready. Try again in a moment."},
	"not_restorable": {"Ini tidak dapat dipulihkan. Buatlah yang baru.", "This can't be restored. Make it anew."},
	"not_suspended":  {"Merchant ini tidak ditangguhkan.", "This client is not suspended."},
	"not_waiting": {
		"Dokumen ini sudah diputuskan, atau sudah diganti dengan yang lebih baru.",
		"This document was decided, or replaced by a newer one.",
	},
	"not_your_channel":     {"Kanal ini bukan milik Anda.", "This channel is not yours."},
	"nothing_left":         {"Uangnya sudah dikembalikan semua, atau sedang dikembalikan.", "All of the money went back, or is on its way."},
	"nothing_retired":      {"Tidak ada tabel sebelumnya yang dapat dikembalikan.", "There are no former tables to return to."},
	"nothing_to_write_off": {"Merchant tidak berutang selama itu.", "The client does not owe anything for so long."},
	"own_approval": {
		"Anda sendiri yang memintanya: admin lain harus memutuskan.",
		"You asked for it yourself: another administrator must decide.",
	},
	"own_login":        {"Ubah login Anda sendiri pada halaman Keamanan.", "Change your own login on the page Security."},
	"owner_required":   {"Merchant harus tetap memiliki pemilik.", "The client must keep its owner."},
	"payment_not_open": {"Pembayaran ini sudah dibayar atau sudah berakhir.", "This payment is paid, or has ended."},
	"payment_pending":  {"Pembayaran ini masih bisa dibayar; batalkan dulu.", "This payment can still be paid; cancel it first."},
	"payment_under_review": {
		"Ada uang masuk untuk pembayaran ini, yang sedang ditinjau.",
		"Money came for this payment, and is under review.",
	},
	"payment_unknown": {
		"Belum pasti apakah pembayaran ini ada pada penyedia.",
		"It is not known yet whether the provider has this payment.",
	},
	"payout_unknown":            {"Belum pasti apa yang terjadi dengan transfer ini.", "It is not known yet what became of this transfer."},
	"pending_withdrawal_exists": {"Masih ada penarikan yang menunggu.", "Another withdrawal is still pending."},
	"period_closed":             {"Bulan ini sudah ditutup.", "This month is closed."},
	"period_earlier_open": {
		"Bulan sebelumnya yang berisi pembukuan belum ditutup. Tutup dahulu bulan itu.",
		"An earlier month with bookings is open. Close it first.",
	},
	"period_not_closed": {"Bulan ini belum ditutup.", "This month is not closed."},
	"period_open":       {"Bulan ini belum ditutup.", "This month is not closed."},
	"period_running":    {"Bulan ini belum berakhir.", "This month is not over."},
	"period_unsound": {
		"Suatu pemeriksaan bulan ini belum dibuat, atau menemukan sesuatu. Lihat daftar pemeriksaannya.",
		"A check of this month is missing, or found something. See its checklist.",
	},
	"person_exists":    {"Orang ini sudah ada.", "This person is there already."},
	"person_not_found": {"Orang ini tidak ada.", "There is no such person."},
	"proofs_not_ready": {"Bukti belum siap. Coba lagi sebentar lagi.", "The proof is not ready. Try again in a moment."},
	"provider_refused": {
		"Penyedia menolak. Tidak ada yang ditagih; coba metode lain.",
		"The provider refused. Nothing is charged; try another channel.",
	},
	"provider_unknown": {
		"Penyedia tidak menjawab. Periksa statusnya sebelum membuatnya lagi.",
		"The provider did not answer. Look at the status before you create it again.",
	},
	"realtime_full":           {"Terlalu banyak sambungan. Coba lagi nanti.", "Too many connections. Try again later."},
	"realtime_not_configured": {"Gateway ini tidak memiliki realtime.", "This gateway has no realtime."},
	"rebuild_under_way":       {"Model baca ini sedang dibangun ulang.", "This read model is being rebuilt."},
	"recovery_item_not_found": {"Pemulihan terakhir tidak membatalkan hal ini.", "The last recovery undid no such thing."},
	"reference_used":          {"Referensi ini sudah dipakai.", "This reference was used before."},
	"refund_at_provider": {
		"Penyedia sedang mengerjakan pengembalian ini, atau sudah selesai.",
		"The provider is making this refund, or has made it.",
	},
	"refund_needs_account": {
		"Uang ini tidak bisa kembali ke asalnya. Isi rekening bank pelanggan.",
		"This money can't go back to where it came from. Enter the customer's bank account.",
	},
	"report_pending": {
		"Ada pemberitahuan bahwa pembayaran ini sudah dibayar; kami sedang menanyakan penyedia.",
		"There is word that this payment was paid; we are asking the provider.",
	},
	"requester_disabled":     {"Admin yang memintanya sudah dinonaktifkan.", "The administrator who asked for it is disabled."},
	"retired_differs":        {"Tabel sebelumnya tidak sama dengan log. Bangun ulang.", "The former tables differ from the log. Rebuild them."},
	"reversal_not_undecided": {"Pembalikan ini tidak menunggu keputusan.", "This reversal does not wait for a decision."},
	"reversal_pending": {
		"Dana ini mungkin sudah ditarik kembali. Lihat pembalikan pembayarannya lebih dahulu.",
		"This money may have been taken back. Look at the payment's reversals first.",
	},
	"role_forbidden": {"Peran Anda tidak boleh melakukan ini.", "Your role may not do this."},
	"scope_missing":  {"Kunci API ini tidak boleh melakukan ini.", "This API key may not do this."},
	"second_admin_needed": {
		"Ini memerlukan dua admin, dan baru ada satu. Tambahkan admin kedua.",
		"This needs two administrators, and there is one. Add a second one.",
	},
	"second_factor_not_begun": {"Mulailah memasang faktor kedua lebih dahulu.", "Begin to set up the second factor first."},
	"slip_exceeds_fees": {
		"Pajaknya melebihi bagian dari biaya bulan itu, bersama bukti potong yang sudah disetujui.",
		"The tax is above the share of the fees of that month, with the slips that are approved.",
	},
	"slip_taken":             {"Bukti potong dengan nomor ini sudah pernah dikirim.", "A slip with this number was submitted before."},
	"suspense_closed":        {"Dana ini sudah diputuskan.", "This money was decided on before."},
	"suspense_not_refunding": {"Dana ini tidak sedang dikembalikan oleh penyedia.", "The provider is not refunding this money."},
	"tax_document_approved":  {"Dokumen ini sudah punya nomor seri yang lain.", "This document has another number of the tax office."},
	"tax_number_taken":       {"Nomor seri ini sudah dipakai dokumen lain.", "Another document has this number of the tax office."},
	"tax_seller_incomplete": {
		"Data pajak gateway sendiri belum lengkap: lihat masalah pada bulan itu dan TAX_* dalam konfigurasi.",
		"The gateway's own tax data is not complete: see the problems of the month, and TAX_* in the configuration.",
	},
	"ticket_closed":    {"Tiket ini sudah ditutup.", "This ticket is closed."},
	"ticket_forbidden": {"Tiket ini bukan milik Anda.", "This ticket is not yours."},
	"too_many_answers": {"Sengketa ini sudah terlalu sering dijawab.", "This dispute was answered too often."},
	"too_many_approvals": {
		"Sudah ada 20 persetujuan Anda yang menunggu administrator lain.",
		"20 approvals that you asked for wait for another administrator.",
	},
	"too_many_apps":     {"Jumlah aplikasi sudah mencapai batas.", "There are as many apps as are allowed."},
	"too_many_disputes": {"Pembayaran ini sudah mempunyai terlalu banyak sengketa.", "This payment has too many disputes."},
	"too_many_documents": {
		"Sudah banyak dokumen dikirim, dan belum ada yang diterima. Tunggu keputusan admin.",
		"Many documents were sent, and none is accepted yet. Wait for an administrator's decision.",
	},
	"too_many_endpoints": {"Jumlah endpoint sudah mencapai batas.", "There are as many callback endpoints as are allowed."},
	"too_many_keys": {
		"Kunci API sudah sebanyak yang diizinkan. Cabut satu yang tidak dipakai.",
		"There are as many API keys as are allowed. Revoke one that is not used.",
	},
	"too_many_open":        {"Terlalu banyak yang masih terbuka.", "Too many are still open."},
	"too_many_people":      {"Jumlah orang sudah mencapai batas.", "There are as many people as are allowed."},
	"too_many_refunds":     {"Pembayaran ini sudah punya 100 pengembalian dana.", "This payment has 100 refunds already."},
	"too_many_replies":     {"Jumlah balasan sudah mencapai batas.", "There are as many replies as are allowed."},
	"too_many_requests":    {"Terlalu banyak percobaan. Coba lagi nanti.", "Too many attempts. Try again later."},
	"too_many_slips":       {"Sudah terlalu banyak bukti potong yang menunggu keputusan.", "Too many slips wait for a decision."},
	"unavailable":          {"Layanan sedang sibuk. Coba lagi sebentar lagi.", "The service is busy. Try again in a moment."},
	"unsupported_encoding": {"Pengodean ini tidak didukung.", "This encoding is not supported."},
	"webhook_secret_lost":  {"Rahasia callback hilang. Buat yang baru.", "The callback secret is lost. Make a new one."},
	"wrong_code":           {"Kode salah atau sudah dipakai.", "The code is wrong, or was used before."},
	"wrong_content_type":   {"Jenis isi ini tidak didukung.", "This kind of content is not supported."},
	"wrong_credentials":    {"E-mail, kata sandi, atau kode salah.", "The e-mail address, the password or the code is wrong."},
}

// OwnProblems are the words for refusals whose message in the API is written for programs and means nothing to a person with a
// form. A page shows them in each language.
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

// unknownRefusal stands for a refusal whose code has no words.
var unknownRefusal = Text{"Ini ditolak.", "This was refused."}

// Refusal returns what a person reads for a refusal of the API with the code and the message. An English page shows the message,
// which may name amounts, and the words of the code if the message is empty. No page in Indonesian gets an English message.
func Refusal(l Language, code, message string) string {
	own, isOwn := OwnProblems[code]
	text, known := Problems[code]
	switch {
	case isOwn:
		return own.In(l)
	case l == English && message != "":
		return message
	case !known:
		return unknownRefusal.In(l)
	}
	if detail, named := Detail(message); named && l == Indonesian {
		return detail
	}
	return text.In(l)
}
