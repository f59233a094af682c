package words

import "gateway/domain/statement"

// Statement has the words of a printed statement.
var Statement = struct {
	Title, Period, Client, Made, Page, Of Text
	// Unfinished states that the month is not over.
	Unfinished Text
	// Cut states how many of the movements are printed.
	Cut                                                    Text
	Opening, Closing, Total                                Text
	Count, Gross, Fee, VAT, Net, Balance                   Text
	Available, Held, Unsettled, Receivable                 Text
	Summary, Composition, Movements, Date, Kind, Reference Text
	None                                                   Text
}{
	Title:       Text{"Rekening koran", "Statement of account"},
	Period:      Text{"Periode", "Period"},
	Client:      Text{"Klien", "Client"},
	Made:        Text{"Dibuat", "Made"},
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
	Date:        Text{"Waktu", "Time"},
	Kind:        Text{"Jenis", "Kind"},
	Reference:   Text{"Referensi", "Reference"},
	None:        Text{"Tidak ada mutasi pada bulan ini.", "No movement in this month."},
	Cut:         Text{"Hanya %s dari %s mutasi dicetak; berkas CSV memuat semuanya.", "Only %s of %s movements are printed; the CSV file has all of them."},
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
