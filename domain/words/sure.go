package words

// What a person reads before a form that destroys something or moves money is done.
var (
	SureTitle      = Text{"Anda yakin?", "Are you sure?"}
	SureWhat       = Text{"Ini yang akan terjadi", "This will happen"}
	SureNothingYet = Text{"Belum ada yang dilakukan.", "Nothing was done yet."}
	SureBack       = Text{"Jangan lakukan, kembali", "Don't do it, go back"}

	SureRevokeKey = Text{
		"Permintaan dengan kunci ini ditolak mulai sekarang. Kunci ini tidak dapat dihidupkan lagi.",
		"Requests with this key are refused from now on. The key can't be brought back.",
	}
	SureNewKey = Text{
		"Kunci baru dibuat. Permintaan dengan kunci sekarang, %s (%s), ditolak mulai sekarang.",
		"A new key is made. Requests with the present key, %s (%s), are refused from now on.",
	}
	SureNewKeyLater = Text{
		"Kunci baru dibuat. Kunci sekarang, %s (%s), berlaku %s jam lagi; setelah itu permintaan dengannya ditolak.",
		"A new key is made. The present key, %s (%s), works %s hours more; then requests with it are refused.",
	}
	SureIssueKey = Text{
		"Merchant mendapat kunci API baru. Jika sudah punya, permintaan dengan kunci lama ditolak mulai sekarang.",
		"The client gets a new API key. If it has one, requests with the former key are refused from now on.",
	}
	SureRotate = Text{
		"Rahasia baru dibuat dan ditampilkan sekali. Setelah 24 jam, server yang masih memakai rahasia lama menolak callback.",
		"A new secret is made and shown once. After 24 hours, a server that still has the former secret refuses callbacks.",
	}
	SureRemoveEndpoint = Text{
		"Tidak ada callback yang dikirim ke alamat ini lagi, juga yang masih menunggu.",
		"No more callbacks go to this endpoint, not even those that wait.",
	}
	SureRemovePerson = Text{
		"Orang ini langsung keluar dan tidak dapat masuk lagi, kecuali diundang lagi.",
		"The person is logged out at once and can't log in again, unless invited anew.",
	}
	SureEndSession = Text{
		"Peramban dengan sesi ini langsung keluar. Yang sedang diketik di sana hilang.",
		"The browser with this session is logged out at once. What is typed there is lost.",
	}
	SureCancelPayment = Text{
		"Pelanggan tidak dapat membayar lagi. Pembayaran yang dibatalkan tidak dapat dibuka lagi.",
		"The customer can't pay any more. A cancelled payment can't be opened again.",
	}
	SureExpirePayment = Text{
		"Simulasi: waktu untuk membayar habis, dan pelanggan tidak dapat membayar lagi.",
		"Simulated: the time to pay is over, and the customer can't pay any more.",
	}
	SurePay = Text{
		"Simulasi: pelanggan membayar jumlah ini, dan saldo Anda bertambah dikurangi biaya.",
		"Simulated: the customer pays this amount, and your balance grows by it, less the fee.",
	}
	SurePlayComplete = Text{"Simulasi: bank menerima jumlah ini untuk %s.", "Simulated: the bank gets this amount for %s."}
	SurePlayFail     = Text{"Simulasi: transfer ke %s gagal, dan jumlahnya kembali ke saldo.", "Simulated: the transfer to %s fails, and the amount goes back to the balance."}
	SurePayOut       = Text{
		"Jumlah ini keluar dari saldo Anda ke %s. Biaya transfer %s dipotong juga dari saldo.",
		"This amount goes from your balance to %s. The fee of the transfer, %s, is taken from the balance, too.",
	}
	SurePayOutTo     = Text{"Jumlah ini keluar dari saldo Anda ke %s, ditambah biaya transfer.", "This amount goes from your balance to %s, and the fee of the transfer with it."}
	SureOwnAccount   = Text{"rekening bank di profil Anda", "the bank account of your profile"}
	SureCancelPayout = Text{
		"Permintaan ke %s berakhir. Jumlah ini kembali ke saldo yang bisa ditarik.",
		"The request for %s ends. This amount goes back to the available balance.",
	}
	SureApprovePayout = Text{
		"Jumlah ini keluar dari saldo %s ke %s atas nama %s.",
		"This amount goes from the balance of %s to %s, held by %s.",
	}
	SureRejectPayout = Text{
		"Permintaan %s untuk %s ditolak. Jumlah ini kembali ke saldonya.",
		"The request of %s for %s is rejected. This amount goes back to the balance.",
	}
	SureCompletePayout = Text{
		"Dicatat bahwa jumlah ini dari saldo %s sudah ditransfer ke %s atas nama %s.",
		"It is recorded that this amount from the balance of %s was transferred to %s, held by %s.",
	}
	SureFailPayout = Text{
		"Jumlah ini kembali ke saldo %s. Jika uangnya tetap terkirim ke %s, uang itu hilang.",
		"This amount goes back to the balance of %s. If the money goes to %s all the same, it is lost.",
	}
	SureAdjust = Text{
		"Jumlah ini ditambahkan ke saldo %s yang bisa ditarik. Angka negatif memotongnya.",
		"This amount is added to the available balance of %s. A negative amount is taken from it.",
	}
	SureWriteOff  = Text{"%s tidak lagi berutang yang sudah cukup lama; kerugiannya milik kita.", "%s no longer owes what is old enough; the loss is ours."}
	SureTreasury  = Text{"%s: jumlah ini dibukukan dan tidak dapat dihapus.", "%s: this amount is booked, and can't be deleted."}
	SureRelease   = Text{"Jumlah ini masuk ke saldo %s, dikurangi biaya. Callback dikirim.", "This amount goes to the balance of %s, less the fee. A callback is sent."}
	SureRefund    = Text{"Jumlah ini kembali ke pembayar, bukan ke saldo %s.", "This amount goes back to the payer, not to the balance of %s."}
	SureGiveBack  = Text{"Jumlah ini dikirim kepada pelanggan. Setelah terkirim, tidak dapat ditarik lagi.", "This amount goes to the customer. Once it is sent, it can't be taken back."}
	SureEndRefund = Text{
		"Tidak ada yang dikirim kepada pelanggan. Jumlah ini kembali ke saldo.",
		"Nothing goes to the customer. This amount goes back to the balance.",
	}
	SureRemoveFactor = Text{"Setelah ini, kata sandi saja cukup untuk masuk.", "From then on, the password alone is enough to log in."}
	SureRollBack     = Text{
		"Tabel yang sekarang berhenti melayani; yang sebelumnya melayani lagi.",
		"The present tables no longer serve; the former ones serve again.",
	}
	SureCloseTicket = Text{"Percakapan ini berakhir; merchant harus membuka tiket baru.", "The conversation ends; the client has to open a new ticket."}
)

// What is done to the chosen rows of a list.
var (
	Choose       = Text{"Pilih", "Choose"}
	ChooseAll    = Text{"Pilih semua di halaman ini", "Choose all of this page"}
	ChooseRow    = Text{"Pilih %s", "Choose %s"}
	WithChosen   = Text{"Untuk yang dipilih:", "With what is chosen:"}
	BulkCount    = Text{"Dikerjakan satu per satu: %d.", "Done one by one: %d."}
	BulkClients  = Text{"Merchant: %d (%s).", "Clients: %d (%s)."}
	BulkNone     = Text{"Tidak ada yang dapat dikerjakan.", "There is nothing that can be done."}
	BulkLeaves   = Text{"Dilewati: %d. Alasannya di bawah.", "Left out: %d. Why is said below."}
	BulkIncluded = Text{"Yang dikerjakan", "What is done"}
	BulkLeftOut  = Text{"Yang dilewati", "What is left out"}
	BulkChanged  = Text{"Berubah sejak Anda melihat daftarnya.", "It changed since you saw the list."}
	BulkDecided  = Text{"Sekarang: %s.", "By now: %s."}
	BulkSecond   = Text{
		"Dari %s ke atas diperlukan admin kedua: putuskan di halamannya sendiri.",
		"From %s on a second administrator is needed: decide it on its own page.",
	}
	BulkAsked   = Text{"Sudah menunggu admin kedua: persetujuan %d.", "It waits for a second administrator already: approval %d."}
	BulkTrouble = Text{"Ada masalah yang perlu dilihat di halamannya sendiri.", "There is a problem that has to be seen on its own page."}
	BulkTitle   = Text{"Hasilnya", "What came of it"}
	BulkDone    = Text{"Dikerjakan", "Done"}
	BulkSum     = Text{"Jumlahnya", "Their sum"}
	BulkNotDone = Text{"Tidak dikerjakan", "Not done"}
	BulkUnknown = Text{"Belum pasti", "Not certain"}
	BulkLook    = Text{
		"Layanan tidak menjawab. Lihat halamannya sebelum mencoba lagi.", "The gateway did not answer. Look at its page before you try again.",
	}
	ApproveChosen  = Text{"Setujui yang dipilih", "Approve what is chosen"}
	ResendChosen   = Text{"Kirim ulang yang dipilih", "Send what is chosen again"}
	ReleaseChosen  = Text{"Lepaskan yang dipilih", "Release what is chosen"}
	RefundChosen   = Text{"Kembalikan yang dipilih", "Refund what is chosen"}
	BulkSaysPayout = Text{
		"Tiap jumlah keluar dari saldo merchant ke rekening di sampingnya, ditambah biaya transfer, dan dikirim ke penyedia.",
		"Each amount goes from the balance of the client to the account beside it, and the fee of the transfer with it. It is sent to the provider.",
	}
	BulkSaysResend  = Text{"Tiap callback dikirim sekali lagi, segera.", "Each callback is sent once more, at once."}
	BulkSaysRelease = Text{
		"Tiap jumlah masuk ke saldo merchant di sampingnya, dikurangi biaya. Callback dikirim.",
		"Each amount goes to the balance of the client beside it, less the fee. Callbacks are sent.",
	}
	BulkSaysRefund = Text{
		"Tiap jumlah kembali ke pembayarnya, bukan ke saldo merchant.", "Each amount goes back to its payer, not to the balance of the client.",
	}
	BulkPending = Text{"Masih dicoba dengan sendirinya.", "It is still tried by itself."}
)

// The button beside a secret.
var (
	Copy       = Text{"Salin", "Copy"}
	Copied     = Text{"Tersalin.", "Copied."}
	CopyByHand = Text{"Teks sudah dipilih: salin dengan Ctrl+C.", "The text is selected: copy it with Ctrl+C."}
)
