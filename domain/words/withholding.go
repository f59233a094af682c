package words

// Withholding slips, as merchants and staff see them.
var (
	Slips           = Text{"Bukti potong PPh 23", "Withholding slips"}
	SlipTitle       = Text{"Bukti potong", "Withholding slip"}
	SlipNo          = Text{"Bukti potong %s", "Withholding slip %s"}
	SlipsEmpty      = Text{"Belum ada bukti potong.", "No withholding slips yet."}
	SlipNew         = Text{"Kirim bukti potong", "Submit a slip"}
	SlipHint        = Text{"Bila Anda memotong PPh 23 dari biaya kami dan menyetorkannya, kirim bukti potongnya. Setelah disetujui, pajaknya dikreditkan ke saldo Anda, satu kali.", "If you withheld income tax (PPh 23) from our fees and paid it to the state, submit the slip. Once it is approved, its tax is credited to your balance, once."}
	SlipNumber      = Text{"Nomor bukti potong", "Number of the slip"}
	SlipPeriod      = Text{"Bulan biaya", "Month of the fees"}
	SlipPeriodHint  = Text{"Bulan yang sudah berakhir", "A month that is over"}
	SlipGross       = Text{"Biaya tanpa PPN (bruto)", "Fees without VAT (gross)"}
	SlipTax         = Text{"Pajak yang dipotong", "Tax withheld"}
	SlipDate        = Text{"Tanggal pada bukti potong", "Day on the slip"}
	SlipFile        = Text{"Berkas bukti potong", "File of the slip"}
	SlipFileHint    = Text{"PDF, PNG, atau JPEG, sampai 5 MB", "PDF, PNG or JPEG, up to 5 MB"}
	SlipFileMissing = Text{"pilih satu berkas", "choose one file"}
	SlipFileWrong   = Text{"harus PDF, PNG, atau JPEG yang utuh, sampai 5 MB", "must be a whole PDF, PNG or JPEG, up to 5 MB"}
	SlipRejectedFor = Text{"Ditolak: %s. Tidak ada yang dibukukan; Anda boleh mengirimnya lagi.", "Rejected: %s. Nothing was posted; you may submit it again."}
	SlipIsPending   = Text{"Kami memeriksanya. Setelah disetujui, %s masuk ke saldo Anda.", "We look at it. Once it is approved, %s is on your balance."}
	SlipIsApproved  = Text{"%s sudah masuk ke saldo.", "%s is on the balance."}
	SlipApprove     = Text{"Setujui bukti potong", "Approve the slip"}
	SlipApproveHint = Text{"%s masuk ke saldo merchant. Ini tidak dapat dibatalkan. Bandingkan nomor, bulan, dan pajaknya dengan berkasnya.", "%s goes to the client's balance. This can't be undone. Compare number, month and tax with the file."}
	SlipReject      = Text{"Tolak bukti potong", "Reject the slip"}
	SlipRejectHint  = Text{"Tidak ada yang dibukukan. Merchant membaca alasannya dan boleh mengirimnya lagi.", "Nothing is posted. The client reads the reason, and may submit it again."}
	SlipSubmittedBy = Text{"Dikirim oleh", "Submitted by"}
	SlipDecidedBy   = Text{"Diputuskan oleh", "Decided by"}
	SlipSubmittedAt = Text{"Dikirim", "Submitted"}
	SlipFilePlace   = Text{"Berkas", "File"}
)
