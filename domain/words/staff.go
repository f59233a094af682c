package words

// The staff's menu.
var (
	FindSection   = Text{"Menemukan", "Find"}
	WorkSection   = Text{"Pekerjaan", "Work"}
	BooksSection  = Text{"Pembukuan", "Books"}
	SystemSection = Text{"Sistem", "System"}
	Overview      = Text{"Ikhtisar", "Overview"}
	Clients       = Text{"Merchant", "Clients"}
	Transactions  = Text{"Transaksi", "Transactions"}
)
