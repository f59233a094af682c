package words

import (
	"strconv"
	"time"
)

// What the second administrator sees before the decision.
var (
	ResultOfGrant  = Text{"Jika disetujui", "If you grant it"}
	ResultGranted  = Text{"Yang disetujui", "What was granted"}
	WhatIsAsked    = Text{"Yang diminta", "What was asked for"}
	BankChanges    = Text{"Perubahan rekening bank merchant", "Changes of the client's bank account"}
	FirstAccount   = Text{"rekening pertama", "the first account"}
	ChangedWhen    = Text{"Kapan", "When"}
	Former         = Text{"Sebelumnya", "Before"}
	HowLongAgo     = Text{"Diganti", "Changed"}
	OldValue       = Text{"Sekarang", "Now"}
	NewValue       = Text{"Menjadi", "Becomes"}
	ChangesTitle   = Text{"Yang berubah", "What changes"}
	NoValue        = Text{"(kosong)", "(none)"}
	NewBankAccount = Text{
		"Rekening bank merchant ini diganti %s. Pastikan merchant sendiri yang menggantinya.",
		"The bank account of this client was changed %s. Make sure that the client did it.",
	}
	OtherHolder = Text{
		"Rekening tujuan atas nama %s, bukan atas nama merchant %s.",
		"The account is held by %s, which is not the name of the client %s.",
	}
	NowRead = Text{"Ini nilai sekarang; sebelum dilakukan, semuanya diperiksa lagi.", "These are the values of now; all of it is checked again before it is done."}
	JustNow = Text{"baru saja", "just now"}
)

// Ago says how long ago something happened, in the largest unit that fits.
func Ago(passed time.Duration) Text {
	const day = 24 * time.Hour
	units := []struct {
		size time.Duration
		one  Text
	}{{day, Text{"hari", "day"}}, {time.Hour, Text{"jam", "hour"}}, {time.Minute, Text{"menit", "minute"}}}
	for _, unit := range units {
		n := int(passed / unit.size)
		if n == 0 {
			continue
		}
		english := unit.one.English
		if n > 1 {
			english += "s"
		}
		return Text{strconv.Itoa(n) + " " + unit.one.Indonesian + " yang lalu", strconv.Itoa(n) + " " + english + " ago"}
	}
	return JustNow
}

// Particulars are the labels of the particulars of an approval, by their names in the API.
var Particulars = map[string]Text{
	"requested_by":          {"Diminta oleh", "Asked by"},
	"requester_role":        {"Peran peminta", "Role of the one who asks"},
	"client":                {"Merchant", "Client"},
	"amount":                {"Jumlah", "Amount"},
	"bank":                  {"Bank", "Bank"},
	"account_number":        {"Nomor rekening", "Account number"},
	"account_holder":        {"Atas nama", "Account holder"},
	"name_check":            {"Nama pemilik rekening", "Name of the holder"},
	"transfer_fee":          {"Biaya transfer", "Fee of the transfer"},
	"total":                 {"Dipotong dari saldo", "Taken from the balance"},
	"available_balance":     {"Saldo yang bisa ditarik", "Available balance"},
	"payout_by":             {"Yang meminta pembayaran", "Who asked for the payout"},
	"requested_at":          {"Diminta pada", "Requested at"},
	"purpose":               {"Tujuan", "Purpose"},
	"by_hand":               {"Dibayar oleh orang", "Paid by a person"},
	"transferred_by":        {"Ditransfer oleh", "Transferred by"},
	"provider_id":           {"ID di penyedia", "Id at the provider"},
	"transaction_id":        {"Transaksi", "Transaction"},
	"payment_id":            {"ID pembayaran penyedia", "Provider's id of the payment"},
	"refund_method":         {"Cara pengembalian", "How it goes back"},
	"refund_reason":         {"Alasan merchant", "The reason of the merchant"},
	"note":                  {"Catatan merchant", "The note of the merchant"},
	"receivable":            {"Piutang", "What the client owes"},
	"owed_since":            {"Terutang sejak", "Owed since"},
	"treasury_kind":         {"Jenis", "Kind"},
	"value_date":            {"Tanggal valuta", "Value date"},
	"reference":             {"Referensi", "Reference"},
	"connection":            {"Koneksi", "Connection"},
	"from_account":          {"Dari akun", "From account"},
	"to_account":            {"Ke akun", "To account"},
	"amount_due":            {"Seharusnya", "Due"},
	"paid_through":          {"Dibayar lewat", "Paid through"},
	"paid_at":               {"Dibayar pada", "Paid at"},
	"reversal_id":           {"Penarikan kembali", "Reversal"},
	"refund_id":             {"Refund", "Refund"},
	"slip_number":           {"Nomor bukti potong", "Number of the slip"},
	"slip_date":             {"Tanggal bukti potong", "Date of the slip"},
	"period":                {"Bulan", "Month"},
	"gross":                 {"Dasar pemotongan", "Gross"},
	"dispute_id":            {"Sengketa", "Dispute"},
	"outcome":               {"Status", "State"},
	"part":                  {"Bagian", "Part"},
	"accepted_finding":      {"Temuan yang diterima", "Accepted finding"},
	"channel_code":          {"Kanal", "Channel"},
	"flat_fee":              {"Biaya tetap", "Flat fee"},
	"percent_fee":           {"Biaya persen", "Fee in percent"},
	"vat_inclusive":         {"Termasuk PPN", "VAT included"},
	"app":                   {"Aplikasi", "App"},
	"own_rate_before":       {"Punya tarif sendiri sebelumnya", "Had a rate of its own"},
	"rule":                  {"Aturan", "Rule"},
	"auto_approval":         {"Persetujuan otomatis penarikan", "Automatic approval of withdrawals"},
	"daily_payout_cap":      {"Batas harian persetujuan otomatis", "Daily limit of automatic approval"},
	"daily_refund_cap":      {"Batas harian refund", "Daily limit of refunds"},
	"masked_key":            {"API key", "API key"},
	"key_name":              {"Nama key", "Name of the key"},
	"networks":              {"Jaringan yang diizinkan", "Allowed networks"},
	"email":                 {"Email", "E-mail"},
	"role":                  {"Peran", "Role"},
	"second_factor_removed": {"Faktor kedua dihapus", "Second factor removed"},
}

// NameChecks say whether a bank account is in the name of the client.
var NameChecks = map[string]Text{
	"same_name":  {"Sama dengan nama merchant (belum diperiksa di bank)", "The name of the client (not checked with the bank)"},
	"other_name": {"Berbeda dari nama merchant", "Not the name of the client"},
}

// PayoutAskedBy names who asked for a payout, for the staff.
var PayoutAskedBy = map[string]Text{
	"client": {"Merchant", "The client"},
	"admin":  {"Staf gateway", "The staff"},
}

// ApprovalResults say in a sentence what an act does once it is granted, by its kind. A word in braces stands for the
// particular of that name; with `_before` for what it replaces.
var ApprovalResults = map[string]Text{
	"payout.approve": {
		"{amount} keluar dari saldo {client} ke {bank} {account_number} atas nama {account_holder}.",
		"{amount} goes from the balance of {client} to {bank} {account_number}, held by {account_holder}.",
	},
	"payout.complete": {
		"Dicatat bahwa {transferred_by} telah mentransfer {amount} dari saldo {client} ke {bank} {account_number} atas nama {account_holder}.",
		"It is recorded that {transferred_by} transferred {amount} from the balance of {client} to {bank} {account_number}, held by {account_holder}.",
	},
	"payout.adopt": {
		"Order {provider_id} di penyedia menjadi pembayaran ini: {amount} dari saldo {client} ke {bank} {account_number} atas nama {account_holder}.",
		"The order {provider_id} of the provider becomes this payout: {amount} from the balance of {client} to {bank} {account_number}, held by {account_holder}.",
	},
	"payout.fail": {
		"{amount} kembali ke saldo {client}; tidak ada yang dibayar ke {bank} {account_number}.",
		"{amount} goes back to the balance of {client}; nothing is paid to {bank} {account_number}.",
	},
	"refund.approve": {
		"{amount} keluar dari saldo {client} ke {bank} {account_number} atas nama {account_holder}.",
		"{amount} goes from the balance of {client} to {bank} {account_number}, held by {account_holder}.",
	},
	"refund.complete": {
		"Dicatat bahwa {amount} dari saldo {client} sudah dibayar ke pelanggan.",
		"It is recorded that {amount} from the balance of {client} was paid to the customer.",
	},
	"refund.fail": {
		"{amount} kembali ke saldo {client}; pelanggan tidak menerima apa-apa.",
		"{amount} goes back to the balance of {client}; the customer gets nothing.",
	},
	"balance.adjust": {
		"Saldo {client} yang bisa ditarik berubah dari {available_balance_before} menjadi {available_balance}.",
		"The balance of {client} that can be withdrawn changes from {available_balance_before} to {available_balance}.",
	},
	"balance.write_off": {
		"{client} tidak lagi berutang {amount}; kerugian itu menjadi milik kita.",
		"{client} no longer owes {amount}; the loss is ours.",
	},
	"treasury.enter": {
		"{treasury_kind}: {amount} dibukukan dengan tanggal valuta {value_date} dan referensi {reference}.",
		"{treasury_kind}: {amount} is booked with the value date {value_date} and the reference {reference}.",
	},
	"suspense.release": {
		"{amount} berpindah dari peninjauan ke saldo {client}, dikurangi biaya.",
		"{amount} goes from suspense to the balance of {client}, less the fee.",
	},
	"suspense.refund": {"{amount} kembali dari peninjauan ke pembayar.", "{amount} goes from suspense back to the payer."},
	"suspense.reopen": {
		"Pengembalian {amount} lewat penyedia ditinggalkan, dan diputuskan lagi.",
		"The refund of {amount} through the provider is given up, and decided on again.",
	},
	"reversal.assign": {
		"{amount} yang ditarik kembali dihitung untuk pembayaran {payment_id} dari {client}.",
		"{amount} that was taken back counts for the payment {payment_id} of {client}.",
	},
	"dispute.decide": {
		"Sengketa {client} atas {amount} berakhir: {outcome}.",
		"The dispute of {client} over {amount} ends: {outcome}.",
	},
	"dispute.deduct": {
		"Potongan {reference} sebesar {amount} dibagi ke sengketa di bawah ini.",
		"The deduction {reference} of {amount} is split over the disputes below.",
	},
	"period.close": {"Bulan {period} ditutup untuk selamanya.", "The month {period} is closed for good."},
	"withholding_slip.approve": {
		"{amount} masuk ke saldo {client} untuk bukti potong {slip_number}.",
		"{amount} is credited to the balance of {client} for the slip {slip_number}.",
	},
	"fee.change": {
		"Pembayaran baru lewat {channel_code} dikenai {flat_fee} dan {percent_fee}; sebelumnya {flat_fee_before} dan {percent_fee_before}.",
		"New payments by {channel_code} cost {flat_fee} and {percent_fee}, in place of {flat_fee_before} and {percent_fee_before}.",
	},
	"app_fee.set": {
		"Pembayaran baru aplikasi {app} milik {client} lewat {channel_code} dikenai {flat_fee} dan {percent_fee}; sebelumnya {flat_fee_before} dan {percent_fee_before}.",
		"New payments of the app {app} of {client} by {channel_code} cost {flat_fee} and {percent_fee}, in place of {flat_fee_before} and {percent_fee_before}.",
	},
	"routing.change": {"Pembayaran dan payout baru mengikuti aturan baru di bawah ini.", "New payments and payouts follow the new rules below."},
	"client.settings": {
		"Pengaturan {client} berubah seperti di bawah ini.",
		"The settings of {client} change as below.",
	},
	"client.api_key": {
		"{client} mendapat API key {masked_key}. Permintaan dengan key lama {masked_key_before} ditolak sejak itu.",
		"{client} gets the API key {masked_key}. Requests with the former key {masked_key_before} are refused from then on.",
	},
	"client.reset_link": {
		"Peminta mendapat tautan untuk password baru {client} ({email}), dan faktor kedua dihapus.",
		"The one who asks gets a link for a new password of {client} ({email}), and the second factor is removed.",
	},
	"admin.create": {"{email} dapat masuk dengan peran {role}.", "{email} can log in with the role {role}."},
	"admin.role": {
		"Peran {email} berubah dari {role_before} menjadi {role}.",
		"The role of {email} changes from {role_before} to {role}.",
	},
	"admin.enable": {
		"{email} dapat masuk lagi dengan peran {role} dan password yang lama.",
		"{email} can log in again, with the role {role} and the former password.",
	},
	"admin.reset": {
		"{email} ({role}) mendapat password baru, yang diketahui peminta.",
		"{email} ({role}) gets a new password, which the one who asks knows.",
	},
}
