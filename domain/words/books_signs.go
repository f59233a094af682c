package words

// How to read the balances of the ledger's accounts.
var (
	SignsHint = Text{
		"Cara membaca tanda: uang yang ada pada penyedia dan bank, biaya yang kita bayar, dan piutang merchant bertanda minus; yang menjadi milik merchant dan kantor pajak, pendapatan kita, dan modal bertanda plus. Yang sudah ditransfer penyedia juga plus: itu mengurangi uang pada penyedia.",
		"How to read the signs: money that is at the provider or at our bank, what we paid in costs, and what clients owe us are negative; what we owe clients and the tax office, what we earned, and equity are positive. What the provider has paid out is positive, too: it takes away from the money at the provider.",
	}
	WhatItHolds = Text{"Isinya", "What it holds"}
)

// AccountHints say what accounts hold, by the keys of Accounts.
var AccountHints = map[string]Text{
	"available":         {"Yang dapat ditarik merchant (plus)", "What clients may withdraw (positive)"},
	"unsettled":         {"Kredit yang ditahan sampai diselesaikan (plus)", "Credits that are held until they settle (positive)"},
	"held":              {"Yang ditahan untuk penarikan yang terbuka (plus)", "What open payouts hold (positive)"},
	"receivable":        {"Yang masih harus dibayar merchant kepada kita (minus)", "What clients owe us (negative)"},
	"provider:clearing": {"Uang yang masuk melalui penyedia (minus)", "Money that came in through the provider (negative)"},
	"bank:payouts":      {"Yang ditransfer penyedia ke rekening bank penerima (plus)", "What the provider paid out to bank accounts (positive)"},
	"bank:operating":    {"Uang di rekening bank kita sendiri (minus selama ada uang)", "Money on our own bank account (negative while there is any)"},
	"revenue:fees":      {"Biaya yang kita peroleh, tanpa PPN (plus)", "Fees that we earned, without VAT (positive)"},
	"tax:vat":           {"PPN dalam biaya, terutang ke kantor pajak (plus)", "VAT in the fees, owed to the tax office (positive)"},
	"suspense":          {"Uang diterima yang belum dapat dikreditkan (plus)", "Money received that cannot be credited as it is (positive)"},
	"equity":            {"Uang pemilik, dan lawan dari koreksi admin (biasanya plus)", "The owners' money, and the other side of corrections (as a rule positive)"},
	"cost:provider":     {"Biaya yang dikenakan penyedia, dengan PPN-nya (minus)", "What the provider charged us, with the VAT on it (negative)"},
	"cost:bank":         {"Biaya yang dikenakan bank (minus)", "What banks charged us (negative)"},
}
