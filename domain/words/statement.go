package words

import (
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/statement"
)

// Statement has the words of a printed statement.
var Statement = struct {
	Title, Period, Client, Made, Page, Of Text
	// Issuer names the gateway, Address and NPWP are of the client.
	Issuer, Address, NPWP Text
	// Unfinished states that the month is not over.
	Unfinished Text
	// Cut states how many of the movements are printed.
	Cut                                                         Text
	Opening, Closing, Total                                     Text
	Count, Gross, Fee, VAT, Net, Balance                        Text
	Available, Held, Unsettled, Receivable                      Text
	Summary, Composition, Movements, Hour, Kind, Order, Channel Text
	// FeesByRate and TakenBack head tables.
	FeesByRate, VATRate, RateUnknown, TakenBack Text
	// Verify heads how to verify the file, the next four say it.
	Verify, LogAtEnd, VerifySignature, VerifyProof, ClosedWith Text
	None                                                       Text
}{
	Title:       Text{"Rekening koran", "Statement of account"},
	Period:      Text{"Periode", "Period"},
	Client:      Text{"Klien", "Client"},
	Made:        Text{"Dibuat", "Made"},
	Issuer:      Text{"Diterbitkan oleh", "Issued by"},
	Address:     Text{"Alamat", "Address"},
	NPWP:        Text{"NPWP", "Tax number (NPWP)"},
	Page:        Text{"Halaman", "Page"},
	Of:          Text{"dari", "of"},
	Unfinished:  Text{"Sementara: bulan ini belum berakhir, angka masih dapat bertambah.", "Preliminary: the month is not over, and the figures may still grow."},
	Opening:     Text{"Saldo awal", "Opening balance"},
	Closing:     Text{"Saldo akhir", "Closing balance"},
	Total:       Text{"Perubahan", "Change"},
	Count:       Text{"Mutasi", "Movements"},
	Gross:       Text{"Bruto", "Gross"},
	Fee:         Text{"Biaya", "Fee"},
	VAT:         Text{"PPN", "VAT"},
	Net:         Text{"Neto", "Net"},
	Balance:     Text{"Saldo", "Balance"},
	Available:   Text{"Bisa ditarik", "Withdrawable"},
	Held:        Text{"Ditahan", "Held"},
	Unsettled:   Text{"Belum settle", "Not settled"},
	Receivable:  Text{"Piutang", "Receivable"},
	Summary:     Text{"Ringkasan", "Summary"},
	Composition: Text{"Susunan saldo", "Composition of the balance"},
	Movements:   Text{"Mutasi yang mengubah saldo", "Movements that changed the balance"},
	Hour:        Text{"Jam", "Time"},
	Kind:        Text{"Jenis", "Kind"},
	Order:       Text{"Nomor pesanan", "Order number"},
	Channel:     Text{"Kanal", "Channel"},
	FeesByRate:  Text{"Biaya dan PPN menurut tarif", "Fees and VAT by rate"},
	VATRate:     Text{"Tarif PPN", "VAT rate"},
	RateUnknown: Text{"Tidak tercatat", "Not recorded"},
	Verify:      Text{"Cara memeriksa", "How to verify"},
	LogAtEnd: Text{
		"Pada akhir bulan ini log berisi %s peristiwa, dengan akar Merkle %s.",
		"At the end of this month the log had %s events, with the Merkle root %s.",
	},
	VerifySignature: Text{
		"Tanda tangan berkas ini: %s, dari halaman yang sama atau GET /me/statement.sig; openssl memeriksanya.",
		"This file's signature: %s, from the same page or GET /me/statement.sig; openssl checks it.",
	},
	VerifyProof: Text{
		"Bukti setiap mutasi: berkas bukti di halaman saldo, yang diperiksa dengan: gateway audit check BERKAS",
		"Proof of each movement: the proof on the balance's page, checked with: gateway audit check FILE",
	},
	ClosedWith: Text{
		"Bulan ini sudah ditutup, dengan checkpoint berikut:",
		"This month is closed, with this checkpoint:",
	},
	TakenBack: Text{"Pembayaran yang ditarik kembali", "Payments that were taken back"},
	None:      Text{"Tidak ada mutasi pada bulan ini.", "No movement in this month."},
	Cut:       Text{"Hanya %s dari %s mutasi dicetak; berkas CSV memuat semuanya.", "Only %s of %s movements are printed; the CSV file has all of them."},
}

// StatementLines names the lines of the sums of a statement.
var StatementLines = map[string]Text{
	statement.Payments:        {"Pembayaran pelanggan", "Customers' payments"},
	statement.Reversals:       {"Pembayaran ditarik kembali", "Payments taken back"},
	statement.Payouts:         {"Penarikan dan settlement", "Withdrawals and settlements"},
	statement.ReturnedPayouts: {"Transfer yang kembali", "Returned transfers"},
	statement.Adjustments:     {"Penyesuaian", "Adjustments"},
	statement.Withholding:     {"PPh 23 yang dipotong", "Income tax withheld"},
	statement.Other:           {"Lain-lain", "Other"},
}

// StatementKinds names a single movement of each line of a statement.
var StatementKinds = map[string]Text{
	statement.Payments:        {"Pembayaran", "Payment"},
	statement.Reversals:       {"Ditarik kembali", "Taken back"},
	statement.Payouts:         {"Transfer keluar", "Transfer out"},
	statement.ReturnedPayouts: {"Transfer kembali", "Returned"},
	statement.Adjustments:     {"Penyesuaian", "Adjustment"},
	statement.Withholding:     {"PPh 23 yang dipotong", "Income tax withheld"},
	statement.Other:           {"Lain-lain", "Other"},
}

// StatementReversals names reversals by their kind. The empty kind is what came back of them.
var StatementReversals = map[string]Text{
	payment.Refund:     {"Refund", "Refund"},
	payment.Void:       {"Pembatalan", "Void"},
	payment.Chargeback: {"Chargeback", "Chargeback"},
	"":                 {"Refund yang kembali", "Returned refund"},
}

// StatementPayouts names payouts by their kind.
var StatementPayouts = map[string]Text{
	balance.Withdrawal: {"Penarikan", "Withdrawal"},
	balance.Settlement: {"Settlement", "Settlement"},
}
