package words

import (
	"strconv"
	"time"
)

// The signs of risk of a payout, and how long decisions take.
var (
	RiskTitle      = Text{"Tanda risiko", "Signs of risk"}
	RiskNone       = Text{"Tidak ada", "None"}
	RiskInforms    = Text{"Tanda ini memberi tahu, tidak menghalangi apa pun.", "These signs inform, and block nothing."}
	RiskExplained  = Text{"Bagaimana tanda risiko diukur", "What the signs are measured on"}
	Waits          = Text{"Menunggu", "Waits"}
	WaitingQueue   = Text{"Yang menunggu keputusan, paling lama lebih dulu", "Those that wait for a decision, longest first"}
	UsuallyDecided = Text{
		"Biasanya diputuskan dalam %s (diukur dari %d keputusan terakhir).",
		"Usually decided within %s (measured on the last %d decisions).",
	}
	MostlyDecided = Text{
		"Yang lebih lambat, misalnya di luar jam kerja: empat dari lima dalam %s.",
		"Slower ones, such as outside of office hours: four of five within %s.",
	}
)

// RiskSigns are the sentences for signs of risk, by the code of package risk. A word in braces stands for a figure.
var RiskSigns = map[string]Text{
	"new_account":          {"Merchant baru: terdaftar {ago}", "New account: registered {ago}"},
	"bank_account_changed": {"Rekening bank diganti {ago}", "Bank account changed {ago}"},
	"first_payout":         {"Yang pertama dari merchant ini", "First payout"},
	"unusual_amount": {
		"Dua kali jumlah biasa atau lebih (biasanya {amount}, dari {count} terakhir)",
		"Twice the usual amount or more (usually {amount}, of the last {count})",
	},
	"new_destination": {
		"Rekening tujuan baru (tidak ada di antara {count} terakhir)",
		"New destination (not among the last {count})",
	},
	"new_network": {
		"Kunci API dari jaringan baru, pertama kali {ago} ({count} jaringan sebelumnya)",
		"API key from a new network, first used there {ago} ({count} networks before)",
	},
}

// RiskMeasures say what each sign is measured on, by its code.
var RiskMeasures = map[string]Text{
	"new_account": {"Terdaftar kurang dari 30 hari sebelum permintaan.", "Registered less than 30 days before the request."},
	"bank_account_changed": {
		"Rekening bank di profil diganti kurang dari 7 hari sebelum permintaan, atau sesudahnya. Rekening pertama bukan penggantian.",
		"The profile's bank account was changed less than 7 days before the request, or since. The first account is no change.",
	},
	"first_payout": {"Belum ada yang selesai dari jenis ini sebelum permintaan.", "None of this kind was completed before the request."},
	"unusual_amount": {
		"Jumlah biasa adalah median dari 20 yang terakhir selesai; sekurangnya 3.",
		"The usual amount is the median of the last 20 completed ones, of 3 at least.",
	},
	"new_destination": {
		"Hanya settlement: tidak satu pun dari 20 yang terakhir selesai ditransfer ke rekening ini.",
		"Settlements only: none of the last 20 completed ones went to this account.",
	},
	"new_network": {
		"Kunci API dipakai dari jaringan ini (/24 atau /48) sejak kurang dari 24 jam, dan sebelumnya dari jaringan lain.",
		"The API key was used from this network (/24 or /48) for less than 24 hours, and from others before.",
	},
}

// Lasting says how long something takes, in minutes below an hour, in hours up to two days, and in days.
func Lasting(d time.Duration) Text {
	const day = 24 * time.Hour
	n, unit := int(d/time.Minute), Text{"menit", "minute"}
	switch {
	case d > 2*day:
		n, unit = int(d/day), Text{"hari", "day"}
	case d >= time.Hour:
		n, unit = int(d/time.Hour), Text{"jam", "hour"}
	}
	if n != 1 {
		unit.English += "s"
	}
	return Text{strconv.Itoa(n) + " " + unit.Indonesian, strconv.Itoa(n) + " " + unit.English}
}
