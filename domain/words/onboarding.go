package words

// The list of a new merchant, its documents, and how sandbox and production are told apart.
var (
	FirstSteps     = Text{"Langkah pertama", "First steps"}
	StepsDone      = Text{"%d dari %d langkah selesai", "%d of %d steps done"}
	StepDone       = Text{"Selesai", "Done"}
	StepToDo       = Text{"Belum", "To do"}
	StepOurs       = Text{"Giliran kami", "Our turn"}
	StepNext       = Text{"Berikutnya", "Next"}
	StepOptional   = Text{"Boleh dilewati", "Optional"}
	StepByOwner    = Text{"Pemilik akun yang mengerjakannya.", "The owner of the account does it."}
	StepIsReviewed = Text{"Kami memeriksanya, biasanya dalam %s. Anda tidak perlu melakukan apa-apa.", "We look at it, usually within %s. You need to do nothing."}
	StepRejected   = Text{"Ditolak: %s. Kirim yang lain.", "Rejected: %s. Send another one."}
	WithinMinutes  = Text{"%d menit", "%d minutes"}
	WithinHours    = Text{"%d jam", "%d hours"}
	WithinDays     = Text{"%d hari", "%d days"}

	StepGoLive      = Text{"Setelah uji coba, mulai dengan uang sungguhan", "After the test, go live"}
	StepGoLiveTip   = Text{"Di sini semuanya uji coba. Produksi adalah alamat lain, dengan akun, kunci, dan data sendiri: daftar di %s.", "Here everything is a test. Production is another address, with an account, keys and data of its own: register at %s."}
	StepGoLiveGuide = Text{"Di sini semuanya uji coba. Panduan menyebutkan apa yang diperiksa sebelum pembayaran sungguhan pertama.", "Here everything is a test. The guide says what to check before the first real payment."}
	StepTestFirst   = Text{"Uji dulu di sandbox", "Test in the sandbox first"}
	StepTestTip     = Text{"Di %s tidak ada uang sungguhan, dan semua halaman sama.", "At %s there is no real money, and all pages are the same."}

	Documents       = Text{"Dokumen", "Documents"}
	DocumentTitle   = Text{"Dokumen", "Document"}
	DocumentNo      = Text{"%s dari %s", "%s of %s"}
	DocumentsEmpty  = Text{"Belum ada dokumen.", "No documents yet."}
	DocumentSend    = Text{"Kirim dokumen", "Send a document"}
	DocumentHint    = Text{"Foto atau salinan NPWP dan NIB. Hanya admin yang melihat berkasnya. Dokumen baru menggantikan yang masih menunggu. Sebelum akun disetujui: paling banyak 4 berkas, 20 MB seluruhnya.", "A photo or copy of the NPWP and the NIB. Only administrators see the file. A new one replaces one of its kind that still waits. Before the account is approved: at most 4 files, of 20 MB together."}
	DocumentKind    = Text{"Jenis dokumen", "Kind of document"}
	DocumentFile    = Text{"Berkas", "File"}
	DocumentAccept  = Text{"Terima dokumen", "Accept the document"}
	DocumentAccepts = Text{"Merchant membaca bahwa dokumennya diterima. Akunnya tidak ikut disetujui.", "The client reads that it is accepted. It does not approve the account."}
	DocumentReject  = Text{"Tolak dokumen", "Reject the document"}
	DocumentRejects = Text{"Merchant membaca alasannya dan boleh mengirim yang lain.", "The client reads the reason, and may send another one."}
	DocumentSentAt  = Text{"Dikirim", "Sent"}
	DocumentDecided = Text{"Diputuskan", "Decided"}
	DocumentHash    = Text{"SHA-256 berkas", "SHA-256 of the file"}

	SandboxRibbon    = Text{"Sandbox: tidak ada uang sungguhan", "Sandbox: no real money"}
	SandboxPrefix    = Text{"[Sandbox]", "[Sandbox]"}
	ProductionRibbon = Text{"Produksi: uang sungguhan", "Production: real money"}
)

// DocumentKinds are the words for the kinds of documents.
var DocumentKinds = map[string]Text{
	"npwp": {"NPWP", "NPWP (tax number)"},
	"nib":  {"NIB", "NIB (business licence)"},
}

// FirstStep are the words for the steps of a new merchant, and FirstStepTips what comes of each.
var (
	FirstStep = map[string]Text{
		"registration":      {"Daftar", "Register"},
		"npwp":              {"Kirim foto NPWP", "Send a photo of the NPWP"},
		"nib":               {"Kirim NIB", "Send the NIB"},
		"approval":          {"Akun disetujui", "The account is approved"},
		"bank_account":      {"Isi rekening bank pada profil", "Fill in the profile's bank account"},
		"api_key":           {"Buat kunci API", "Create an API key"},
		"callback_endpoint": {"Tambahkan alamat callback", "Add a callback endpoint"},
		"payment":           {"Terima pembayaran pertama", "Get the first payment paid"},
	}
	FirstStepTips = map[string]Text{
		"npwp":              {"PDF, PNG, atau JPEG. Hanya admin yang melihatnya.", "A PDF, PNG or JPEG. Only administrators see it."},
		"nib":               {"PDF, PNG, atau JPEG. Hanya admin yang melihatnya.", "A PDF, PNG or JPEG. Only administrators see it."},
		"bank_account":      {"Ke sanalah saldo ditarik.", "The balance is withdrawn to it."},
		"api_key":           {"Untuk server Anda. Tanpa server, lewati.", "For your server. Skip it without one."},
		"callback_endpoint": {"Ke sanalah kami memberi tahu server Anda. Tanpa server, lewati.", "It is where we tell your server. Skip it without one."},
		"payment":           {"Dengan halaman tagihan, QRIS, virtual account, atau dompet digital. Begitu dibayar, saldonya tampak di sini.", "With an invoice page, QRIS, a virtual account or an e-wallet. Once it is paid, the balance shows here."},
	}
	// FirstStepTestTip is what is said of the first payment in the sandbox.
	FirstStepTestTip = Text{"Di halaman pembayaran, perankan pelanggan: bayar, atau biarkan kedaluwarsa.", "On the page of the payment, play the customer: pay it, or let it expire."}
)
