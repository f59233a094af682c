package words

// MailKinds names the kinds of mails that a person may switch off.
var MailKinds = map[string]Text{
	"payout_done":    {"Penarikan dana sudah ditransfer", "A withdrawal was transferred"},
	"weekly_summary": {"Ringkasan minggu lalu, setiap Senin pagi", "The week before, on Monday mornings"},
	"attention":      {"Yang perlu perhatian, paling banyak sekali sehari", "What needs attention, at most once a day"},
	"receipt":        {"Setiap pembayaran yang diterima: satu e-mail per pembayaran, bisa ribuan sehari", "Each payment received: one mail for each, which may be thousands a day"},
}

// The texts of the page on which a person chooses mails, and of the page behind the link in a mail.
var (
	MailsTitle   = Text{"E-mail untuk Anda", "Your mails"}
	MailsGo      = Text{"Pilih e-mail yang Anda terima", "Choose the mails that you get"}
	MailsHint    = Text{"Pilihan ini hanya untuk Anda, bukan untuk rekan Anda.", "This choice is for you alone, not for your colleagues."}
	MailsAlways  = Text{"E-mail yang menjaga keamanan selalu dikirim: undangan, kata sandi baru, perubahan rekening, e-mail atau kata sandi dan tautan pembatalannya, serta berakhirnya akses.", "Mails that keep you safe are always sent: invitations, new passwords, changes of bank account, e-mail or password with the link that undoes them, and the end of access."}
	MailLanguage = Text{"Bahasa e-mail", "Language of mails"}
	BothLanguage = Text{"Keduanya", "Both"}
	NoMailsOfYou = Text{"Peran Anda tidak menerima e-mail lain.", "Your role gets no other mails."}

	MailsOff        = Text{"Berhenti menerima e-mail", "Stop getting mails"}
	MailsOffAsk     = Text{"Anda tidak akan menerima lagi e-mail ini: %s.", "You will no longer get these mails: %s."}
	MailsOffDone    = Text{"E-mail itu tidak akan dikirim lagi kepada Anda. Anda dapat menyalakannya lagi di portal.", "These mails will no longer be sent to you. You can switch them on again in the portal."}
	MailsOffInvalid = Text{"Tautan ini tidak lengkap atau tidak berlaku. Anda dapat memilih e-mail di portal.", "This link is not whole, or is not valid. You can choose your mails in the portal."}
)
