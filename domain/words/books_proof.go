package words

// Proofs and checkpoints.
var (
	CheckTitle       = Text{"Periksa bukti", "Check a proof"}
	CheckHint        = Text{"Berkas diperiksa di peramban Anda dan tidak dikirim ke mana pun.", "The file is checked in your browser, and sent nowhere."}
	CheckKeptHint    = Text{"Halaman ini bekerja tanpa jaringan: simpan bersama bukti dan kuncinya.", "This page works without a network: keep it with the proofs and the key."}
	CheckWithout     = Text{"Pemeriksaan di peramban memerlukan skrip dan koneksi aman (https). Tanpa itu: gateway audit check.", "To check in the browser takes scripts and a secure connection (https). Without them: gateway audit check."}
	CheckFile        = Text{"Berkas bukti", "Proof file"}
	CheckKey         = Text{"Kunci publik", "Public key"}
	CheckKeyHint     = Text{"Bandingkan dengan kunci yang Anda simpan sendiri.", "Compare it with the key that you kept yourself."}
	CheckEarlier     = Text{"Checkpoint yang Anda simpan", "Checkpoint that you kept"}
	CheckEarlierHint = Text{"Membuktikan bahwa tidak ada yang diubah sejak itu. Berkas harus dibuat sejak checkpoint itu.", "Proves that nothing was altered since. The file must have been made since that checkpoint."}
	CheckSubmit      = Text{"Periksa", "Check"}
	CheckKeep        = Text{"Unduh halaman pemeriksa untuk disimpan", "Download the checking page, to keep it"}

	CheckpointTitle  = Text{"Checkpoint dan bukti", "Checkpoints and proofs"}
	CheckpointNewest = Text{"Checkpoint terbaru", "Newest checkpoint"}
	CheckpointSize   = Text{"Peristiwa yang dicakup", "Events that it covers"}
	CheckpointAt     = Text{"Ditandatangani %s", "Signed %s"}
	CheckpointHint   = Text{"Simpan checkpoint dan kunci di luar sistem ini: nanti keduanya membuktikan bahwa tidak ada yang diubah.", "Keep the checkpoint and the key outside of this system: later they prove that nothing was altered."}
	CheckpointNotYet = Text{"Belum ada checkpoint: yang pertama ditandatangani dalam satu menit setelah peristiwa pertama.", "No checkpoint yet: the first is signed within a minute of the first event."}
	SinceSize        = Text{"Unduh bukti sejak checkpoint (jumlah peristiwanya)", "Download the proof since a checkpoint (the number of its events)"}
	VerifyTitle      = Text{"Memeriksa seluruh catatan", "Verify the whole log"}
	VerifyHint       = Text{"Halaman Pemeriksaan menjalankannya dan menyimpan laporannya. Perintah di mesin menjawab yang sama:", "The page of audit runs starts these and keeps their reports. The commands on the machine answer the same:"}
	VerifyCommands   = Text{
		"gateway audit verify            aturan buku besar, tanda tangan, read model, dan penyedia\n" +
			"gateway audit reconcile --date 2026-01-31   setiap perbedaan dengan pembukuan penyedia, dijelaskan\n" +
			"gateway audit checkpoint        menandatangani keadaan sekarang\n" +
			"gateway audit check FILE        memeriksa bukti tanpa jaringan",
		"gateway audit verify            rules of the ledger, signatures, read models and the provider\n" +
			"gateway audit reconcile --date 2026-01-31   each difference from the provider's books, explained\n" +
			"gateway audit checkpoint        signs the log as it is now\n" +
			"gateway audit check FILE        checks a proof without a network",
	}
)

// Checks are the messages of the check of a proof, by its outcome.
var Checks = map[string]Text{
	"busy":       {"Memeriksa …", "Checking …"},
	"sound":      {"Benar: {events} peristiwa terbukti ada dalam catatan {size} peristiwa yang ditandatangani, tidak ada yang hilang, dan jumlahnya {balance}.", "Sound: {events} events are proved to be in the signed log of {size} events, none is missing, and they sum to {balance}."},
	"goeson":     {"Catatan ini melanjutkan checkpoint yang Anda simpan: tidak ada yang diubah sejak itu.", "The log goes on from the checkpoint that you kept: nothing was altered since."},
	"file":       {"Salah: berkas ini tidak seperti saat ditandatangani. Berkas terpotong atau diubah.", "Wrong: the file is not as it was signed. It was cut off or changed."},
	"checkpoint": {"Salah: checkpoint dalam berkas tidak ditandatangani dengan kunci ini.", "Wrong: the checkpoint in the file is not signed with this key."},
	"lines":      {"Salah: peristiwa {detail} tidak ada dalam catatan yang ditandatangani.", "Wrong: event {detail} is not in the log that was signed."},
	"order":      {"Salah: ada peristiwa yang hilang atau asing di {detail}.", "Wrong: an event is missing or foreign at {detail}."},
	"balance":    {"Salah: pembukuan tidak berjumlah saldo yang disebut.", "Wrong: the postings don't sum to the balance that is stated."},
	"earlier":    {"Salah: catatan tidak melanjutkan checkpoint yang Anda simpan. Simpan keduanya dan tanyakan kepada kami.", "Wrong: the log does not go on from the checkpoint that you kept. Keep both, and ask us."},
	"since":      {"Berkas tidak dapat dibandingkan: unduh bukti sejak checkpoint {detail} peristiwa.", "The file can't be compared: download the proof since the checkpoint of {detail} events."},
	"key":        {"Kunci publik tidak lengkap.", "The public key is not complete."},
}
