package words

// The pages about tax data and fee invoices.
var (
	TaxTitle         = Text{"Faktur biaya dan pajak", "Fee invoices and tax"}
	TaxDataTitle     = Text{"Data pajak", "Tax data"}
	TaxDataHint      = Text{"Data ini tercetak pada faktur biaya bulanan Anda.", "Your monthly fee invoices show these data."}
	TaxDataMissing   = Text{"Data pajak belum lengkap: tanpa nama, NPWP atau NIK, dan alamat, faktur pajak belum dapat dibuat.", "The tax data are not complete: without a name, an NPWP or NIK, and an address, no tax invoice can be made."}
	TaxIsExempt      = Text{"Biaya Anda bebas PPN sejak %s.", "Your fees are without VAT since %s."}
	TaxName          = Text{"Nama menurut kantor pajak", "Name in the tax office's records"}
	TaxNPWP          = Text{"NPWP", "NPWP"}
	TaxNPWPHint      = Text{"16 digit, atau 15 digit NPWP lama", "16 digits, or 15 of a former NPWP"}
	TaxNIK           = Text{"NIK", "NIK"}
	TaxNIKHint       = Text{"16 digit, hanya untuk orang tanpa NPWP", "16 digits, only for a person without NPWP"}
	TaxNITKU         = Text{"NITKU", "NITKU"}
	TaxNITKUHint     = Text{"22 digit; kosong berarti kantor pusat", "22 digits; empty stands for the head office"}
	TaxExemption     = Text{"Pembebasan PPN", "Exemption from VAT"}
	TaxExemptionHint = Text{"Berlaku untuk pembayaran dan penarikan yang dibuat sejak hari itu. Hari yang lebih kemudian memperpanjang pembebasan yang ada. Tanggal kosong mengakhiri semuanya.", "It holds for payments and payouts that are created from that day on. A later day renews the one there is. An empty day ends them all."}
	TaxExemptFrom    = Text{"Bebas PPN sejak", "Without VAT from"}
	TaxPaper         = Text{"Nomor surat", "Number of the paper"}
	TaxNotClosed     = Text{"Bulan ini belum ditutup. Faktur biaya dibuat dari bulan yang sudah ditutup.", "The month is not closed. Fee invoices are made of closed months."}
	TaxBase          = Text{"DPP", "Price (DPP)"}
	TaxOtherBase     = Text{"DPP nilai lain", "Taxed share (DPP nilai lain)"}
	TaxRounding      = Text{"Selisih pembulatan", "Difference of rounding"}
	TaxProblems      = Text{"Yang akan ditolak kantor pajak", "What the tax office would refuse"}
	TaxField         = Text{"Kolom", "Field"}
	TaxSeller        = Text{"Gateway sendiri (konfigurasi)", "The gateway itself (configuration)"}
	TaxExport        = Text{"Tetapkan faktur", "Fix the invoices"}
	TaxExportHint    = Text{"Draf yang lengkap ditetapkan dan masuk ke berkas. Faktur yang biayanya dibalik ditetapkan ulang.", "Complete drafts are fixed and go into a file. Invoices whose fees were returned are fixed anew."}
	TaxApprovals     = Text{"Masukkan nomor seri", "Enter the tax office's numbers"}
	TaxApprovalsHint = Text{"Isi berkas CSV dengan kolom number (nomor kita) dan tax_number (17 digit).", "The text of a CSV file with the columns number (ours) and tax_number (17 digits)."}
	TaxCSV           = Text{"Isi CSV", "Text of the CSV file"}
	TaxReject        = Text{"Tandai berkas ditolak", "Mark a file as refused"}
	TaxRejectHint    = Text{"Dokumen dalam berkas itu ditetapkan ulang, dengan data terbaru, pada penetapan berikutnya.", "Its documents are fixed anew, with the newest data, when the invoices are fixed next."}
	TaxPart          = Text{"Nomor berkas", "Number of the file"}
	TaxToCancel      = Text{"Yang harus dibatalkan di kantor pajak", "To be cancelled at the tax office"}
	TaxFile          = Text{"Unduh berkas Coretax %s", "Download Coretax file %s"}
	TaxNumbers       = Text{"Nomor kita", "Our numbers"}
	TaxOfficeNumbers = Text{"Nomor seri faktur pajak", "Numbers of the tax office"}
	TaxEmpty         = Text{"Tidak ada faktur biaya di bulan ini.", "The month has no fee invoices."}
	FeeInvoices      = Text{"Faktur biaya", "Fee invoices"}
	FeeInvoice       = Text{"Faktur biaya", "Fee invoice"}
	FeeInvoiceOf     = Text{"Faktur biaya %s", "Fee invoice of %s"}
	FeeInvoiceSeller = Text{"Penjual", "Seller"}
	FeeInvoiceBuyer  = Text{"Pembeli", "Buyer"}
	FeeInvoiceRate   = Text{"Tarif PPN efektif", "Effective rate of VAT"}
	FeeInvoicesEmpty = Text{"Belum ada faktur: faktur dibuat setelah bulan ditutup.", "No fee invoices yet: they are made when a month is closed."}
)

// TaxFields are the words for the fields of problems.
var TaxFields = map[string]Text{
	"name":            {"Nama", "Name"},
	"npwp":            {"NPWP atau NIK", "NPWP or NIK"},
	"nitku":           {"NITKU", "NITKU"},
	"tax_number":      {"Menunggu jawaban kantor pajak atas berkas sebelumnya", "The tax office has not answered to the file before"},
	"alamat":          {"Alamat", "Address"},
	"vat_rate":        {"Tarif PPN tanpa rumus", "A VAT rate without a formula"},
	"amount":          {"Jumlah di bawah nol", "An amount below zero"},
	"exemption_paper": {"Surat pembebasan", "Paper of the exemption"},
	"seller_tin":      {"NPWP (TAX_SELLER_TIN)", "NPWP (TAX_SELLER_TIN)"},
	"seller_nitku":    {"NITKU (TAX_SELLER_NITKU)", "NITKU (TAX_SELLER_NITKU)"},
	"seller_name":     {"Nama (TAX_SELLER_NAME)", "Name (TAX_SELLER_NAME)"},
	"seller_alamat":   {"Alamat (TAX_SELLER_ADDRESS)", "Address (TAX_SELLER_ADDRESS)"},
}
