package words

// Rule is a rule of the log: its name, and what to do if it is broken.
type Rule struct{ Name, Next Text }

// Rules are the words for the rules that a check of the log tests, by their names in the API.
var Rules = map[string]Rule{
	"every event can be read": {
		Text{"Setiap peristiwa dapat dibaca", "Every event can be read"},
		Text{
			"Peristiwa itu diubah di luar gateway, atau ditulis program yang lebih baru. Bandingkan dengan cadangan sebelum apa pun ditulis lagi.",
			"The event was altered outside of the gateway, or a newer program wrote it. Compare it with a backup before anything else is written.",
		},
	},
	"no other program wrote into a stream of the gateway": {
		Text{"Tidak ada program lain yang menulis ke aliran gateway", "No other program wrote into a stream of the gateway"},
		Text{"Cari program yang menulisnya, dan cabut haknya.", "Find the program that wrote it, and take its rights away."},
	},
	"positions and revisions follow each other": {
		Text{"Posisi dan revisi berurutan", "Positions and revisions follow each other"},
		Text{
			"Ada peristiwa yang dihapus, disisipkan atau dipindahkan. Simpan salinan basis data, dan bandingkan dengan cadangan dan checkpoint yang disimpan di luar.",
			"Events were removed, inserted or moved. Keep a copy of the database, and compare it with a backup and with checkpoints that are kept elsewhere.",
		},
	},
	"postings sum to zero, and no client is below zero but in what it owes": {
		Text{"Pembukuan berjumlah nol, dan tidak ada saldo merchant di bawah nol", "Postings sum to zero, and no client is below zero"},
		Text{
			"Buka peristiwanya dan lihat pembukuannya. Hentikan penarikan merchant itu sampai sebabnya diketahui.",
			"Open the event and look at its postings. Stop the client's payouts until the cause is known.",
		},
	},
	"every payment is booked exactly once": {
		Text{"Setiap pembayaran dibukukan tepat sekali", "Every payment is booked exactly once"},
		Text{
			"Buka pembayarannya dan lihat riwayatnya. Yang dibukukan dua kali dikoreksi dengan alasan; yang belum dibukukan menunggu merchant yang diparkir.",
			"Open the payment and look at its timeline. What was booked twice is corrected with a reason; what is not booked waits for a parked client.",
		},
	},
	"every terminal event is called back, and no other": {
		Text{"Setiap akhir diberitahukan ke merchant, dan tidak ada yang lain", "Every terminal event is called back, and no other"},
		Text{"Buka callback-nya dan kirim lagi.", "Open the callback and send it again."},
	},
	"every payout is made at most once": {
		Text{"Setiap penarikan dibayar paling banyak sekali", "Every payout is made at most once"},
		Text{
			"Hentikan penarikan, cari referensinya di dasbor penyedia, lalu bandingkan hari itu dengan pembukuan penyedia.",
			"Stop payouts, look the reference up in the provider's dashboard, then compare that day with the provider's books.",
		},
	},
	"what needed a second administrator names two": {
		Text{"Yang memerlukan admin kedua menyebut dua orang", "What needed a second administrator names two"},
		Text{
			"Tanyakan kedua orang itu. Jika tidak ada yang menyetujuinya, seseorang menulis ke catatan tanpa gateway.",
			"Ask both persons. If neither granted it, the log was written to without the gateway.",
		},
	},
	"the log is the one that was signed": {
		Text{"Catatan masih sama dengan yang ditandatangani", "The log is the one that was signed"},
		Text{
			"Catatan diubah setelah ditandatangani, atau kuncinya lain. Jangan pakai angka-angkanya sebelum dibandingkan dengan cadangan dan checkpoint yang disimpan di luar.",
			"The log was changed after it was signed, or the key is another. Rely on no figure of it before it is compared with a backup and with checkpoints that are kept elsewhere.",
		},
	},
	"copies of archived events": {
		Text{"Salinan peristiwa yang diarsipkan sama dengan arsipnya", "The copies of archived events are as the archive has them"},
		Text{
			"Seseorang mengubah tabel kept_events, yang dipakai gateway saat arsip tidak terjangkau. Cari tahu siapa, lalu salin ulang dengan gateway events archive (RUNBOOK.md).",
			"Somebody changed the table kept_events, by which the gateway decides while the archive is away. Find out who, then copy it again with gateway events archive (RUNBOOK.md).",
		},
	},
	"every read model equals a replay of the log": {
		Text{"Setiap model baca sama dengan pemutaran ulang catatan", "Every read model equals a replay of the log"},
		Text{
			"Bangun ulang model baca itu di halaman model baca. Catatannya sendiri tidak salah.",
			"Rebuild the read model on the page of read models. The log itself is not wrong.",
		},
	},
}
