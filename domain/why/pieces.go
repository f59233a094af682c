package why

import "strings"

// Piece is a part of a reason's sentence: words, or the name of what stands there (amount, expected,
// at, until, other, about, count, times, detail or event). One of both is empty.
type Piece struct{ Words, Part string }

// Pieces gives the code's sentence in pieces, for who shows a part in another way than as text, such
// as an id as a link. An unknown code has none.
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

// Times says how often something happened, in words.
func Times(count int, in Language) string { return times(count, in) }
