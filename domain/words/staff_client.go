package words

// Clients.
var (
	Trouble          = Text{"Masalah", "Trouble"}
	ClientID         = Text{"No. merchant", "Client no."}
	ClientReference  = Text{"Referensi merchant (external_id)", "The client's reference (external_id)"}
	ClientName       = Text{"Nama merchant", "Client name"}
	ClientOfNumber   = Text{"Merchant no. %s", "Client no. %s"}
	ClientTitle      = Text{"Merchant", "Client"}
	ClientsEmpty     = Text{"Belum ada merchant. Mereka mendaftar sendiri di portal.", "No clients yet. They register by themselves in the portal."}
	ContactPerson    = Text{"Narahubung", "Contact person"}
	RegisteredAt     = Text{"Terdaftar", "Registered"}
	ProfileTitle     = Text{"Profil", "Profile"}
	PayoutAccount    = Text{"Rekening penarikan", "Bank account for payouts"}
	DailyCap         = Text{"Batas harian persetujuan otomatis", "Daily limit of automatic approval"}
	NoCap            = Text{"Tanpa batas", "No limit"}
	DailyCapHint     = Text{"Rupiah penuh; kosong: tanpa batas", "Whole rupiah; empty: no limit"}
	SettingsTitle    = Text{"Pengaturan akun", "Account settings"}
	ApproveClient    = Text{"Setujui merchant", "Approve the client"}
	RejectClient     = Text{"Tolak pendaftaran", "Reject the registration"}
	RejectClientHint = Text{"Pendaftaran berakhir dan tidak dapat dibuka lagi.", "It ends the registration for good."}
	SuspendClient    = Text{"Tangguhkan merchant", "Suspend the client"}
	SuspendHint      = Text{
		"Akun hanya dapat dibaca. Pembayaran yang terbuka tetap dikreditkan; penarikan menunggu.",
		"The account can only be read. Open payments are still credited; payouts wait.",
	}
	ReactivateClient = Text{"Aktifkan kembali", "Reactivate the client"}
	IssueKey         = Text{"Terbitkan kunci API", "Issue an API key"}
	NewKeyTitle      = Text{"Kunci API baru", "New API key"}
	MakeResetLink    = Text{"Buat tautan kata sandi baru", "Make a link for a new password"}
	ResetLinkHint    = Text{
		"Berikan tautan itu langsung kepada orangnya. Berlaku sekali, selama satu jam, dan menghapus faktor keduanya.",
		"Hand it to the person yourself. It works once, for an hour, and removes the second factor.",
	}
	ResetLinkTitle      = Text{"Tautan kata sandi baru", "Link for a new password"}
	EndClientAccessHint = Text{
		"Untuk kunci atau sesi yang dicuri: kunci API, semua sesi, dan semua tautan berakhir dalam satu detik.",
		"For a stolen key or session: the API key, all sessions and all links end within a second.",
	}
	AccessTitle     = Text{"Akses", "Access"}
	AppsTitle       = Text{"Aplikasi dan biaya", "Apps and fees"}
	AppsHint        = Text{"Biaya aplikasi menggantikan biaya umum pada satu metode.", "A rate of an app takes the place of the general rate of one channel."}
	NoApps          = Text{"Merchant ini belum punya aplikasi.", "This client has no app yet."}
	App             = Text{"Aplikasi", "App"}
	AddApp          = Text{"Tambah aplikasi", "Add an app"}
	SetAppFee       = Text{"Tetapkan biaya aplikasi", "Set a rate of an app"}
	OwnRates        = Text{"Biaya sendiri", "Own rates"}
	FlatPart        = Text{"Bagian tetap (rupiah)", "Flat part (rupiah)"}
	PercentPart     = Text{"Bagian persen", "Percentage"}
	PercentHint     = Text{"0,7 berarti 0,7 %", "0.7 means 0.7 %"}
	ChannelCode     = Text{"Kode metode", "Channel code"}
	ChannelCodeHint = Text{"Misalnya QRIS, BCA, atau OVO", "Such as QRIS, BCA or OVO"}
	AdjustTitle     = Text{"Koreksi saldo", "Correct the balance"}
	AdjustHint      = Text{"Jumlah dengan tanda: -25.000 mengurangi. Saldo tersedia tidak dapat di bawah nol.", "With its sign: -25.000 takes away. The available balance can't fall below zero."}
	Adjust          = Text{"Koreksi", "Correct"}
	LatestPayouts   = Text{"Penarikan terbaru", "Latest withdrawals"}
	LatestCallbacks = Text{"Callback terbaru", "Latest callbacks"}
	URLLabel        = Text{"Alamat web", "Web address"}
)

// Troubles are the words for the troubles of clients, by the API's names.
var Troubles = map[string]Text{
	"receivable":         {"Berutang kepada kami", "Owes us money"},
	"failing_endpoint":   {"Endpoint callback gagal", "Callback endpoint fails"},
	"key_without_issuer": {"Pembuat kunci API tidak berwenang lagi", "Creator of an API key is gone"},
}
