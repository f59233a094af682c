package words

import (
	"regexp"
	"strings"
)

// bankFileProblems are the Indonesian words for what is wrong with a file of a bank, as package bankstatement says it.
var bankFileProblems = []fieldProblem{
	{regexp.MustCompile(`^and (\d+) more$`), "dan $1 lagi"},
	{regexp.MustCompile(`^the file names no account: say of which it is$`), "berkas ini tidak menyebut rekening: isi nomornya"},
	{
		regexp.MustCompile(`^the file seems to be of another bank \((.+)\): only CSV of BCA and MT940 are taken$`),
		"berkas ini tampaknya dari bank lain ($1): hanya CSV dari BCA dan MT940 yang diterima",
	},
	{
		regexp.MustCompile(`^the file is neither MT940 nor CSV of BCA, whose header is (.+)$`),
		"berkas ini bukan MT940 dan bukan CSV dari BCA, yang kepala kolomnya $1",
	},
	{regexp.MustCompile(`^is no CSV: .*$`), "bukan CSV"},
	{regexp.MustCompile(`^(".*") is no period$`), "$1 bukan periode"},
	{regexp.MustCompile(`^the (?:amount|balance) (".*") must be an amount.*$`), "$1 bukan jumlah dengan paling banyak 2 desimal"},
	{regexp.MustCompile(`^(".*") must be an amount.*$`), "$1 bukan jumlah dengan paling banyak 2 desimal"},
	{regexp.MustCompile(`^the amount is 0$`), "jumlahnya 0"},
	{
		regexp.MustCompile(`^it is not said whether (.+) came in \(CR\) or left \(DB\)$`),
		"tidak tertulis apakah $1 masuk (CR) atau keluar (DB)",
	},
	{
		regexp.MustCompile(`^(.+) has no year, and the file names no period: say the year$`),
		"$1 tidak bertahun, dan berkas ini tidak menyebut periode: isi tahunnya",
	},
	{regexp.MustCompile(`^(".*") is no date: it must be dd/mm/yyyy, dd/mm or (.+)$`), "$1 bukan tanggal: harus dd/mm/yyyy, dd/mm atau $2"},
	{regexp.MustCompile(`^(\S+) is outside the period of the file$`), "$1 di luar periode berkas"},
	{regexp.MustCompile(`^the file says no balance$`), "berkas ini tidak menyebut saldo"},
	{
		regexp.MustCompile(`^the file has no booked line and no period: it says nothing of any day$`),
		"berkas ini tidak berisi baris yang dibukukan dan tidak menyebut periode",
	},
	{regexp.MustCompile(`^the balance should be (\S+), but is (\S+)$`), "saldonya seharusnya $1, tetapi tertulis $2"},
	{regexp.MustCompile(`^(\S+) stands behind (\S+)$`), "$1 tertulis sesudah $2"},
	{
		regexp.MustCompile(`^the closing balance is (\S+), but the lines add up to (\S+)$`),
		"saldo akhirnya $1, tetapi baris-barisnya menghasilkan $2",
	},
	{regexp.MustCompile(`^(.+) is (\S+), but the lines add up to (\S+)$`), "$1 tertulis $2, tetapi baris-barisnya menghasilkan $3"},
	{regexp.MustCompile(`^(".*") is no balance, such as (\S+)$`), "$1 bukan saldo, seperti $2"},
	{regexp.MustCompile(`^(".*") has no date$`), "$1 tidak bertanggal"},
	{regexp.MustCompile(`^(".*") is no movement, such as (\S+)$`), "$1 bukan mutasi, seperti $2"},
	{regexp.MustCompile(`^(".*") has no value date$`), "$1 tidak punya tanggal nilai"},
	{regexp.MustCompile(`^the statement names no account \(:25:\)$`), "rekening korannya tidak menyebut rekening (:25:)"},
	{
		regexp.MustCompile(`^the statement has no balance \((.+) or (.+)\), without which its lines have no place$`),
		"rekening korannya tidak menyebut saldo ($1 atau $2), sehingga baris-barisnya tidak dapat ditempatkan",
	},
	{regexp.MustCompile(`^the file is larger than (\d+) bytes: split it$`), "berkas ini lebih besar dari $1 bita: bagilah"},
	{regexp.MustCompile(`^must have at most (\d+) bytes: split the file$`), "paling besar $1 bita: bagilah berkasnya"},
	{regexp.MustCompile(`^the file is not UTF-8: save it as UTF-8$`), "berkas ini bukan UTF-8: simpan sebagai UTF-8"},
	{regexp.MustCompile(`^the file is empty$`), "berkas ini kosong"},
	{regexp.MustCompile(`^the file is no text$`), "berkas ini bukan teks"},
	{regexp.MustCompile(`^the file has more than (\d+) lines: split it$`), "berkas ini lebih dari $1 baris: bagilah"},
	{regexp.MustCompile(`^the file has no lines$`), "berkas ini tidak berisi baris"},
	{regexp.MustCompile(`^(".*") is not the number of an account$`), "$1 bukan nomor rekening"},
	{regexp.MustCompile(`^the file is of account (\S+), not of (\S+)$`), "berkas ini dari rekening $1, bukan dari $2"},
	{
		regexp.MustCompile(`^is of account (\S+), which is none of ours: (.+) \((\S+)\)$`),
		"dari rekening $1, yang bukan rekening kita: $2 ($3)",
	},
	{
		regexp.MustCompile(`^is of account (\S+), and no account at the bank is configured: set (\S+)$`),
		"dari rekening $1, dan belum ada rekening bank dalam konfigurasi: isi $2",
	},
	{regexp.MustCompile(`^the currency is (.*): only (\S+) is taken$`), "mata uangnya $1: hanya $2 yang diterima"},
	{regexp.MustCompile(`^(\S+) is in the future$`), "$1 di masa depan"},
	{regexp.MustCompile(`^the text has (\d+) characters, and must have at most (\d+)$`), "keterangannya $1 karakter, dan paling banyak $2"},
	{regexp.MustCompile(`^a line of (\S+) stands behind a later day$`), "baris dari $1 tertulis sesudah hari yang lebih baru"},
	{
		regexp.MustCompile(`^the balance of (\S+) before this line is (\S+), but an earlier statement of the day ends with (\S+)$`),
		"saldo $1 sebelum baris ini $2, tetapi rekening koran sebelumnya pada hari itu berakhir dengan $3",
	},
}

// bankConflicts are the Indonesian words for how a file of a bank contradicts a former one.
var bankConflicts = []fieldProblem{
	{
		regexp.MustCompile(`^(".*") and (".*") contradict each other on (\S+): one goes from (\S+) to (\S+) in (\d+) lines, ` +
			`the other from (\S+) to (\S+) in (\d+) lines, (\d+) of them the same$`),
		"$1 dan $2 saling bertentangan pada $3: yang satu dari $4 sampai $5 dalam $6 baris, yang lain dari $7 sampai $8 dalam $9 baris, " +
			"${10} di antaranya sama. Tidak ada yang diambil dari berkas ini.",
	},
	{
		regexp.MustCompile(`^(".*") repeats lines of (\S+) that came in (".*"), and may mean those or more: .*$`),
		"$1 mengulang baris dari $2 yang sudah ada di $3, dan belum jelas apakah itu baris yang sama: unggah berkas yang juga berisi " +
			"hari sebelum dan sesudahnya.",
	},
	{
		regexp.MustCompile(`^(".*") has a line of (\S+) with the value date (\S+) on (\S+), and a former file had it on (\S+)$`),
		"$1 punya baris $2 bertanggal nilai $3 pada $4, dan berkas sebelumnya mencatatnya pada $5. Tidak ada yang diambil dari berkas ini.",
	},
	{
		regexp.MustCompile(`^(\S+) of account (\S+) came as (\S+), in (".*"): (".*") is (\S+), and a day has one format$`),
		"$1 dari rekening $2 sudah datang sebagai $3, dalam $4: $5 adalah $6, dan satu hari hanya punya satu format.",
	},
}

var lineOfFile = regexp.MustCompile(`^line (\d+): `)

// bankFileProblem returns in Indonesian what is wrong with a file of a bank: one problem or more, each with its line. It reports
// false for any other message.
func bankFileProblem(message string) (string, bool) {
	var all []string
	for _, problem := range apart(message) {
		line := ""
		if place := lineOfFile.FindStringSubmatch(problem); place != nil {
			line, problem = "baris "+place[1]+": ", problem[len(place[0]):]
		}
		said, ok := translated(bankFileProblems, problem)
		if !ok {
			return "", false
		}
		all = append(all, line+said)
	}
	return strings.Join(all, "; "), true
}

// apart splits a message at its semicolons. Those in quotes are of the file's own text.
func apart(message string) (parts []string) {
	quoted, begin := false, 0
	for i := 0; i < len(message); i++ {
		switch {
		case quoted && message[i] == '\\':
			i++
		case message[i] == '"':
			quoted = !quoted
		case !quoted && strings.HasPrefix(message[i:], "; "):
			parts, begin = append(parts, message[begin:i]), i+len("; ")
		}
	}
	return append(parts, message[begin:])
}
