package bank

import "slices"

// popular are the codes of the banks with most customers in Indonesia, those with more first. It only orders lists
// for people.
var popular = []string{
	"BCA", "BRI", "MANDIRI", "BNI", "BSI", "CIMB", "PERMATA", "BTN", "DANAMON", "JAGO", "SEABANK", "BNC", "BCA_DIGITAL", "OCBC", "PANIN",
	"MAYBANK", "MEGA", "BTPN_SYARIAH", "BCA_SYR", "BJB", "DKI", "UOB",
}

// ByPopularity compares two codes for a list that people choose from: the popular banks come first. It returns 0 for
// two others, which keep their order if the sort is stable.
func ByPopularity(a, b string) int { return place(a) - place(b) }

func place(code string) int {
	if i := slices.Index(popular, code); i >= 0 {
		return i
	}
	return len(popular)
}
