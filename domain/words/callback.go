package words

// Callbacks, their endpoints, and keys.
var (
	Callback             = Text{"Callback", "Callback"}
	NoCallbacksYet       = Text{"Belum ada callback. Isi URL callback pada pembayaran, atau tambahkan alamat callback.", "No callbacks yet. Give a payment a callback URL, or add a callback endpoint."}
	Attempts             = Text{"Percobaan", "Attempts"}
	Attempt              = Text{"Percobaan ke", "Attempt"}
	AnswerStatus         = Text{"Jawaban", "Answer"}
	ErrorWord            = Text{"Kesalahan", "Error"}
	Duration             = Text{"Lama", "Time"}
	NextAttempt          = Text{"Percobaan berikutnya", "Next attempt"}
	NoAttemptsYet        = Text{"Belum dikirim.", "It was not sent yet."}
	BodySent             = Text{"Isi yang dikirim", "Body that is sent"}
	Resend               = Text{"Kirim ulang", "Send again"}
	SendTest             = Text{"Kirim contoh", "Send a sample"}
	SendTestHint         = Text{"Mengirim contoh bertanda tangan sekali, dan menunjukkan jawaban server Anda.", "Sends a signed sample once, and shows how your server answers."}
	EventField           = Text{"Peristiwa", "Event"}
	TestResult           = Text{"Hasil contoh", "Result of the sample"}
	TestDelivered        = Text{"Server Anda menerimanya.", "Your server took it."}
	TestNotDelivered     = Text{"Server Anda tidak menerimanya.", "Your server did not take it."}
	Endpoints            = Text{"Alamat callback", "Callback endpoints"}
	Endpoint             = Text{"Alamat callback", "Callback endpoint"}
	EndpointsHint        = Text{"Sebuah alamat menerima setiap peristiwa yang dipilihnya, dengan rahasia tanda tangannya sendiri.", "An endpoint gets every event that it chooses, signed with a secret of its own."}
	NoEndpointsYet       = Text{"Belum ada alamat. Tambahkan URL server Anda di bawah.", "No endpoints yet. Add your server's URL below."}
	AddEndpoint          = Text{"Tambah alamat", "Add an endpoint"}
	EventsField          = Text{"Peristiwa", "Events"}
	EventsHint           = Text{"* untuk semua, atau nama peristiwa dari panduan, dipisahkan koma", "* for all, or names of events from the guide, with commas between them"}
	ActiveField          = Text{"Aktif", "Active"}
	PendingCount         = Text{"Menunggu", "Pending"}
	LastDelivered        = Text{"Terakhir diterima", "Last delivered"}
	FailingSince         = Text{"Gagal sejak", "Failing since"}
	FailureCode          = Text{"Kode kegagalan", "Code of the failure"}
	LastFailure          = Text{"Kegagalan terakhir", "Last failure"}
	ChangeEndpoint       = Text{"Ubah alamat", "Change the endpoint"}
	RotateSecret         = Text{"Ganti rahasia", "Rotate the secret"}
	RotateSecretHint     = Text{"Selama 24 jam pengiriman ditandatangani dengan rahasia lama dan baru.", "For 24 hours deliveries are signed with the former secret and the new one."}
	RemoveEndpoint       = Text{"Hapus alamat ini", "Remove this endpoint"}
	EndpointSecret       = Text{"Rahasia tanda tangan", "Signing secret"}
	EndpointSecretNew    = Text{"Alamat callback dibuat", "The endpoint was added"}
	SecretRotated        = Text{"Rahasia diganti", "The secret was rotated"}
	CopiedGoOn           = Text{"Sudah disalin, lanjutkan", "Copied, go on"}
	Save                 = Text{"Simpan", "Save"}
	Keys                 = Text{"Kunci API", "API keys"}
	KeyTitle             = Text{"Kunci API dan rahasia callback", "API keys and callback secret"}
	NoKeyYet             = Text{"Belum ada kunci API. Buat satu, dan kirim di header X-API-Key.", "There is no API key yet. Create one, and send it in the header X-API-Key."}
	YourKey              = Text{"Kunci API utama", "Your full API key"}
	KeyValue             = Text{"Kunci", "Key"}
	KeyAllow             = Text{"IP yang diizinkan", "Allowed addresses"}
	KeyFromAnywhere      = Text{"Dari mana saja", "From anywhere"}
	KeyLastUsed          = Text{"Terakhir dipakai", "Last used"}
	KeyUsedFrom          = Text{"Dari alamat", "From the address"}
	KeyNeverUsed         = Text{"Belum pernah", "Never"}
	CreateKey            = Text{"Buat kunci utama", "Create the full key"}
	ReplaceKeyHint       = Text{"Kunci baru menggantikan yang lama.", "A new key replaces the former one."}
	CreateKeyHint        = Text{"Server Anda memakainya untuk membuat pembayaran.", "Your server uses it to create payments."}
	KeyName              = Text{"Nama kunci", "Name of the key"}
	KeyNameHint          = Text{"Misalnya server", "Such as server"}
	KeyAllowHint         = Text{"Satu alamat IP atau jaringan per baris; kosong: dari mana saja", "One IP address or network a line; empty: from anywhere"}
	KeyCreated           = Text{"Kunci API dibuat", "The API key was created"}
	KeyOverlap           = Text{"Kunci lama tetap berlaku (jam)", "The former key works on (hours)"}
	KeyOverlapHint       = Text{"0 sampai 168. Dengan 0 kunci lama langsung berhenti berlaku.", "0 to 168. With 0 the former key stops working at once."}
	FormerKey            = Text{"Kunci lama, masih berlaku", "Former key, which still works"}
	FullKeyOfOwner       = Text{"Kunci utama dibuat oleh pemilik. Anda dapat membuat kunci terbatas.", "The full key is an owner's to create. You may create restricted keys."}
	KeyScopes            = Text{"Boleh", "May"}
	KeyIssuer            = Text{"Dibuat oleh", "Created by"}
	KeyIssuerGone        = Text{"%s (tidak berwenang lagi)", "%s (gone)"}
	KeyEnds              = Text{"Berakhir", "Ends"}
	KeyEndsHint          = Text{"Akhir hari ini (%s); kosong: tidak berakhir", "At the end of this day (%s); empty: never"}
	RestrictedKey        = Text{"Kunci terbatas", "Restricted key"}
	RestrictedKeys       = Text{"Kunci terbatas", "Restricted keys"}
	NoRestrictedKeys     = Text{"Belum ada kunci terbatas. Buat satu untuk setiap program yang tidak perlu semuanya.", "There are no restricted keys. Create one for each program that does not need everything."}
	CreateRestricted     = Text{"Buat kunci terbatas", "Create a restricted key"}
	CreateRestrictedHint = Text{"Kunci ini hanya boleh yang Anda pilih, tidak menggantikan kunci lain, dan selalu boleh membaca.", "It may do only what you choose, replaces no other key, and may always read."}
	RestrictedNameHint   = Text{"Misalnya terraform", "Such as terraform"}
	KeyOrphaned          = Text{"Pembuat kunci %s (%s) tidak berwenang lagi, dan mungkin masih memilikinya. Buat kunci baru lalu cabut yang ini.", "The person who created the key %s (%s) is gone, and may still have it. Create another key and revoke this one."}
	OrphanedKey          = Text{"Pembuat kunci API %s tidak berwenang lagi", "The person who created the API key %s is gone"}
	OrphanedKeyTip       = Text{"Orang itu mungkin masih memilikinya. Gantilah kuncinya.", "That person may still have it. Replace the key."}
	RevokeKey            = Text{"Cabut kunci ini", "Revoke this key"}
	WebhookSecret        = Text{"Rahasia callback", "Callback secret"}
	WebhookSecretHint    = Text{"Callback ditandatangani dengan rahasia ini.", "Callbacks are signed with this secret."}
	ShowSecret           = Text{"Tampilkan rahasia", "Show the secret"}
	FormerSecretUntil    = Text{"Rahasia lama berlaku sampai", "The former secret signs until"}
	TestEndpoint         = Text{"Kirim contoh ke alamat ini", "Send a sample to this endpoint"}
	ResourceField        = Text{"Tentang", "About"}
	EndpointOfCallback   = Text{"URL", "URL"}
)

// Scopes are the words for the scopes of API keys.
var Scopes = map[string]Text{
	"read":      {"membaca", "read"},
	"payments":  {"pembayaran", "payments"},
	"refunds":   {"pengembalian dana", "refunds"},
	"payouts":   {"penarikan dan settlement", "withdrawals and settlements"},
	"endpoints": {"alamat callback dan rahasianya", "callback endpoints and their secrets"},
	"profile":   {"profil dan rekening bank", "profile and bank account"},
}

// How an attempt of a callback failed.
var (
	NotDelivered   = Text{"Callback tidak terkirim: %s", "Callback not delivered: %s"}
	ServerAnswered = Text{"server menjawab %d", "the server answered %d"}
)

// A callback that will be tried again.
var (
	TriedAgainAt = Text{
		"Callback ini dicoba lagi dengan sendirinya pada %s.",
		"This callback is tried again by itself at %s.",
	}
	AnswerOfAttempt = Text{"Jawaban percobaan ke-%d", "Answer to attempt %d"}
	SignedWith      = Text{"Dikirim bersama header: %s.", "Sent with the headers %s."}
	SendNow         = Text{"Kirim sekarang", "Send now"}
	SendNowHint     = Text{
		"Dikirim seketika dan dihitung sebagai satu percobaan. Callback sebelumnya tentang hal yang sama dikirim lebih dahulu.",
		"It is sent at once, and counts as one attempt. An earlier callback about the same thing goes first.",
	}
	SentNow = Text{"Callback ini segera dikirim dengan sendirinya.", "This callback is about to be sent by itself."}
)

// Callbacks.
var (
	CallbackTitle  = Text{"Callback", "Callback"}
	CallbacksEmpty = Text{"Belum ada callback.", "No callbacks yet."}
	CallbackTo     = Text{"Ke", "To"}
	AttemptsTitle  = Text{"Percobaan", "Attempts"}
	NoAttempts     = Text{"Belum pernah dikirim.", "It has not been sent yet."}
	AttemptError   = Text{"Kesalahan", "Error"}
	BodyTitle      = Text{"Isi yang dikirim", "Body that is sent"}
	ResendHint     = Text{"Dikirim seketika, dan diulang seperti pertama kali bila gagal.", "It is sent at once, and as often as the first time when it fails."}
	BulkResend     = Text{"Kirim ulang banyak callback", "Send many callbacks again"}
	BulkResendHint = Text{
		"Periksa dahulu callback mana yang akan dikirim; baru kemudian kirim.",
		"First look at what would be sent again; then send it.",
	}
	ResendAllOf       = Text{"Kirim ulang yang gagal", "Send the failed ones again"}
	ResendAllOfClient = Text{"Semua milik merchant ini", "All of this client"}
	CallbacksFailed   = Text{"Callback yang gagal", "Failed callbacks"}
	ResendBatch       = Text{
		"Sekali kirim paling banyak %d, mulai dari yang paling lama. Sesudahnya, buka halaman ini lagi untuk sisanya.",
		"At most %d are sent at once, the oldest first. Open this page again afterwards for the rest.",
	}
	DryRun           = Text{"Lihat dahulu", "Look first"}
	DryRunTitle      = Text{"Yang akan dikirim ulang", "What would be sent again"}
	SendThemAgain    = Text{"Kirim ulang semuanya", "Send them all again"}
	Limit            = Text{"Paling banyak", "At most"}
	ResentTitle      = Text{"Hasil pengiriman ulang", "What was sent again"}
	NothingToResend  = Text{"Tidak ada callback yang cocok.", "No callback matches."}
	CallbacksMatched = Text{"Cocok", "Matching"}
	CallbacksResent  = Text{"Dikirim ulang", "Sent again"}
)

// Deliveries to callback endpoints.
var (
	Deliveries           = Text{"Pengiriman", "Deliveries"}
	Delivery             = Text{"Pengiriman ke alamat callback", "Delivery to a callback endpoint"}
	NoDeliveriesYet      = Text{"Belum ada yang dikirim ke alamat ini dalam 30 hari terakhir.", "Nothing was sent to this endpoint in the last 30 days."}
	AnswerReceived       = Text{"Jawaban", "Answer"}
	FirstSent            = Text{"Pertama dikirim", "First sent"}
	LastSent             = Text{"Terakhir dikirim", "Last sent"}
	SampleOf             = Text{"Contoh: %s", "Sample: %s"}
	SampleHint           = Text{"Ini contoh yang dikirim oleh seseorang. Contoh tidak diulang.", "This is a sample that a person had sent. A sample is not sent again."}
	ClientHasNoEndpoints = Text{"Merchant ini tidak memiliki alamat callback.", "This client has no callback endpoints."}
)
