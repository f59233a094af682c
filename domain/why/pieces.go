package why

import "strings"

// Piece is a part of a reason's sentence: either words, or the name of the value to insert (amount, expected,
// at, until, other, about, count, times, detail or event). One of the two is empty.
type Piece struct{ Words, Part string }

// Pieces returns the code's sentence in pieces, for callers that show some values not as text but, for
// example, as a link. An unknown code has none.
func (c Code) Pieces(in Language) (pieces []Piece) {
	rest := phrases[c].English
	if in == Indonesian {
		rest = phrases[c].Indonesian
	}
	for rest != "" {
		words, after, found := strings.Cut(rest, "{")
		if words != "" {
			pieces = append(pieces, Piece{Words: words})
		}
		if !found {
			break
		}
		var part string
		part, rest, _ = strings.Cut(after, "}")
		pieces = append(pieces, Piece{Part: part})
	}
	return pieces
}

// Times returns in words how often something happened.
func Times(count int, in Language) string { return times(count, in) }
