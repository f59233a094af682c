package words

import (
	"regexp"
	"strconv"
	"strings"
)

// FailureWords are the words for why something failed, by the code of a provider, of ours, or of an attempt of a callback. The codes
// themselves are technical details.
var FailureWords = map[string]Text{
	// Payouts, at the provider or the bank.
	"ACCOUNT_NOT_FOUND":                              {"Rekening tujuan tidak ditemukan", "The bank account was not found"},
	"BANK_CODE_NOT_SUPPORTED_ERROR":                  {"Penyedia tidak mentransfer ke bank ini", "The provider does not transfer to this bank"},
	"CHANNEL_CODE_NOT_SUPPORTED":                     {"Penyedia tidak melayani bank atau dompet ini", "The provider does not serve this bank or wallet"},
	"COMPLIANCE_REJECTED":                            {"Penyedia menolaknya setelah pemeriksaan kepatuhan", "The provider refused it after its compliance check"},
	"DIRECT_DISBURSEMENT_BALANCE_INSUFFICIENT_ERROR": {"Saldo gateway di penyedia tidak cukup", "The gateway's balance at the provider was too low"},
	"INACCESSIBLE_ACCOUNT":                           {"Rekening tujuan tidak dapat menerima transfer", "The bank account can't take transfers"},
	"INSUFFICIENT_BALANCE":                           {"Saldo gateway di penyedia tidak cukup", "The gateway's balance at the provider was too low"},
	"INVALID_ACCOUNT_NUMBER_ERROR":                   {"Nomor rekening tujuan salah", "The number of the bank account is wrong"},
	"INVALID_DESTINATION":                            {"Rekening tujuan tidak ada atau tidak aktif", "The bank account does not exist or is not active"},
	"MAXIMUM_TRANSFER_LIMIT_ERROR":                   {"Jumlahnya melebihi batas transfer", "The amount is above the limit of a transfer"},
	"MAXIMUM_USER_BALANCE_EXCEEDED":                  {"Saldo dompet penerima akan melebihi batasnya", "The receiver's wallet would hold more than it may"},
	"MINIMUM_TRANSFER_LIMIT_ERROR":                   {"Jumlahnya di bawah batas transfer", "The amount is below the least for a transfer"},
	"PENDING_COMPLIANCE_ASSESSMENT":                  {"Penyedia sedang memeriksa kepatuhannya", "The provider is checking its compliance"},
	"RECIPIENT_ACCOUNT_NUMBER_ERROR":                 {"Nomor rekening tujuan salah", "The number of the bank account is wrong"},
	"RECIPIENT_AMOUNT_ERROR":                         {"Jumlahnya tidak diterima bank tujuan", "The receiving bank does not take this amount"},
	"REJECTED_BY_BANK":                               {"Bank tujuan menolaknya", "The receiving bank refused it"},
	"REJECTED_BY_CHANNEL":                            {"Bank tujuan menolaknya", "The receiving bank refused it"},
	"SWITCHING_NETWORK_ERROR":                        {"Jaringan antarbank sedang terganggu", "The network between the banks had a disturbance"},
	"TEMPORARY_BANK_NETWORK_ERROR":                   {"Jaringan bank tujuan sedang terganggu", "The receiving bank's network had a disturbance"},
	"TEMPORARY_TRANSFER_ERROR":                       {"Transfernya gagal karena gangguan sementara", "The transfer failed for a disturbance"},
	"TRANSFER_ERROR":                                 {"Transfernya gagal di bank", "The transfer failed at the bank"},
	"UNKNOWN_BANK_NETWORK_ERROR":                     {"Jaringan bank tujuan terganggu", "The receiving bank's network had a disturbance"},

	// Payments and refunds, at the provider.
	"CHARGE_EXPIRED":                 {"Waktu untuk membayar sudah habis", "The time to pay was over"},
	"INACTIVE":                       {"Pembayaran ini tidak aktif lagi di penyedia", "The payment is not active any more at the provider"},
	"INELIGIBLE_TRANSACTION":         {"Pembayaran ini tidak dapat dikembalikan lewat penyedia", "The provider can't give this payment back"},
	"INVALID_STATE_ERROR":            {"Keadaan pembayarannya tidak memungkinkan", "The state of the payment does not allow it"},
	"MAXIMUM_REFUND_AMOUNT_REACHED":  {"Semua yang dapat dikembalikan sudah dikembalikan", "All that can go back went back"},
	"PARTIAL_REFUND_COUNTS_EXCEEDED": {"Pembayaran ini sudah terlalu sering dikembalikan sebagian", "Parts of this payment went back too often"},
	"PARTIAL_REFUND_NOT_SUPPORTED":   {"Metode ini hanya dapat mengembalikan seluruhnya", "This channel can only give all of it back"},
	"REFUND_AMOUNT_EXCEEDED":         {"Jumlahnya melebihi yang dibayar", "The amount is above what was paid"},
	"REFUND_IN_PROGRESS":             {"Pengembalian lain sedang berjalan", "Another refund is under way"},
	"REFUND_NOT_SUPPORTED":           {"Metode ini tidak dapat mengembalikan uang", "This channel can't give money back"},
	"REFUND_TEMPORARILY_UNAVAILABLE": {"Penyedia sedang tidak dapat mengembalikan uang", "The provider can't give money back for now"},
	"REQUEST_FORBIDDEN_ERROR":        {"Penyedia tidak mengizinkannya bagi gateway", "The provider does not allow it to the gateway"},
	"TEMPORARILY_UNAVAILABLE":        {"Penyedia sedang tidak dapat melayaninya", "The provider could not serve it for now"},
	"VOID_FAILED":                    {"Pembayarannya tidak dapat dibatalkan lagi", "The payment could not be voided any more"},
	"DIRECT_DISBURSEMENT_ERROR":      {"Transfernya gagal di penyedia", "The transfer failed at the provider"},

	// States that a provider gives in place of a reason.
	"CANCELLED": {"Dibatalkan di penyedia", "It was cancelled at the provider"},
	"EXPIRED":   {"Waktunya habis di penyedia", "Its time was over at the provider"},
	"FAILED":    {"Penyedia tidak menyebut alasannya", "The provider named no reason"},
	"REVERSED":  {"Bank mengembalikan uangnya", "The bank returned the money"},
	"VOIDED":    {"Dibatalkan di penyedia", "It was voided at the provider"},

	// Ours.
	"dispute_won":        {"Sengketanya dimenangkan", "The dispute was won"},
	"found_in_the_books": {"Ditemukan dalam pembukuan penyedia", "It was found in the provider's books"},
	"given_up":           {"Penyedia tidak melakukannya walaupun diminta berulang kali", "The provider did not do it, though asked again and again"},

	// Why money is under review, or a payment ended.
	"amount_mismatch": {"Jumlahnya bukan yang diminta", "Another amount was paid than was asked for"},
	"second_payment":  {"Dibayar untuk kedua kalinya", "It was paid a second time"},
	"order_paid":      {"Pesanannya sudah dibayar", "The order had been paid"},
	"replaced":        {"Diganti pembayaran baru", "A newer payment replaced it"},
	"access_ended":    {"Akses yang memintanya sudah berakhir", "The access that asked for it has ended"},

	// Attempts of callbacks.
	"URL can't be called":    {"alamatnya tidak dapat dipanggil", "the URL can't be called"},
	"TLS failed":             {"sertifikat atau sambungan aman (TLS) server salah", "the server's certificate or secure connection (TLS) is wrong"},
	"address is not allowed": {"alamatnya bukan alamat publik", "the address is not a public one"},
	"connection failed":      {"server tidak dapat dihubungi", "the server can't be reached"},
	"connection refused":     {"server menolak sambungan", "the server refused the connection"},
	"host not found":         {"nama servernya tidak ditemukan", "the name of the server was not found"}, // only in events of former versions

	"host not found, or not public": {"nama servernya tidak ditemukan, atau tidak publik", "the name of the server was not found, or is not public"},
	"interrupted":                   {"percobaannya terputus", "the attempt was interrupted"},
	"redirects are not followed":    {"server mengalihkan ke alamat lain, yang tidak diikuti", "the server redirects to another address, which is not followed"},
	"secret is not usable":          {"rahasia tanda tangannya tidak dapat dipakai", "the signing secret is not usable"},
	"timeout":                       {"server tidak menjawab tepat waktu", "the server did not answer in time"},
}

var (
	unknownFailure = Text{"Gagal; penyedia tidak menjelaskan lebih lanjut", "It failed; the provider says no more about it"}
	unknownAttempt = Text{"percobaan ini gagal", "the attempt failed"}
	// shapeOfCode matches the codes of providers. People who give a reason write no such word.
	shapeOfCode = regexp.MustCompile(`^[A-Z0-9]+(?:_[A-Z0-9]+)+$`)
	// statusAnswered matches the errors of attempts that got an answer.
	statusAnswered = regexp.MustCompile(`^(?:answered|HTTP) (\d{3})$`)
)

// How servers answer callbacks that they don't take, by the first digit of the status.
var answersMean = map[byte]Text{
	'3': {"server menjawab %d: ia mengalihkan ke alamat lain", "the server answered %d: it redirects to another address"},
	'4': {"server menjawab %d: ia menolak callback ini", "the server answered %d: it refuses the callback"},
	'5': {"server menjawab %d: ada kesalahan di server itu", "the server answered %d: an error of that server"},
}

// Failure returns why something failed: the words for a code, a general sentence for a code that has none, or the text of a person
// as it is. It reports whether raw is a code, which people see in technical details only.
func Failure(raw string) (said Text, isCode bool) {
	if known, ok := FailureWords[raw]; ok {
		return known, true
	}
	if shapeOfCode.MatchString(raw) {
		return unknownFailure, true
	}
	return Text{raw, raw}, false
}

// AttemptFailure returns why an attempt of a callback failed, by the error that the log has. It is empty for no error.
func AttemptFailure(raw string) Text {
	if raw == "" {
		return Text{}
	}
	if answered := statusAnswered.FindStringSubmatch(raw); answered != nil {
		status, _ := strconv.Atoi(answered[1])
		return Answered(status)
	}
	if known, ok := FailureWords[strings.TrimSpace(raw)]; ok {
		return known
	}
	return unknownAttempt
}

// Answered says with which status a server answered a callback, and what that means.
func Answered(status int) Text {
	if meant, ok := answersMean[strconv.Itoa(status)[0]]; ok {
		return meant.With(status)
	}
	return ServerAnswered.With(status)
}
