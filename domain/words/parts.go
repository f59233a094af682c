package words

// The page of all parts of pages, which a sandbox has. Each part has the name of its template.
var (
	PartsTitle      = Text{"Bagian halaman", "Parts of pages"}
	PartsHint       = Text{"Setiap bagian dalam setiap keadaan, dengan isi contoh. Tidak ada yang terjadi di sini.", "Each part in each state, with sample content. Nothing happens here."}
	PartsSample     = Text{"Contoh kalimat pendek", "A short sample sentence"}
	PartsLong       = Text{"Contoh yang panjang: seorang pembeli membayar pesanan di toko, lalu toko mengirim barangnya dan menunggu dana tiba", "A long sample: a customer pays for an order at a shop, and the shop sends the goods and waits for the money to arrive"}
	PartsOutcome    = Text{"Formulir yang dikirim berhasil", "A sent form that was done"}
	PartsSure       = Text{"Hanya contoh. Tidak ada yang akan diubah.", "Only a sample. Nothing will be changed."}
	PartsSureAmount = Text{"Dana dipindahkan ke rekening bank (contoh).", "Money moves to the bank account (a sample)."}
	PartsDo         = Text{"Kirim contoh", "Send the sample"}
	PartsDanger     = Text{"Hapus contoh", "Delete the sample"}
)
