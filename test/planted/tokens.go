package planted

import (
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// piece is one Go token and its position in the text.
type piece struct {
	text       string
	begin, end int
}

// tokens splits Go code into its tokens, without comments and without the semicolons that only the end of a
// line stands for. So code that was reindented or rewrapped is the same.
func tokens(code string) (pieces []piece) {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(code))
	var s scanner.Scanner
	s.Init(file, []byte(code), func(token.Position, string) {}, 0) // a piece of code may end within a literal
	for {
		at, kind, text := s.Scan()
		switch {
		case kind == token.EOF:
			return pieces
		case kind == token.SEMICOLON && text != ";":
			continue
		case !kind.IsLiteral() && kind != token.SEMICOLON && !kind.IsKeyword():
			text = kind.String()
		}
		begin := file.Offset(at)
		pieces = append(pieces, piece{text, begin, begin + len(text)})
	}
}

// occurrences returns where old occurs in the code, as pairs of offsets. It compares token by token, or letter
// by letter if old is a part of a literal, such as a line of SQL.
func occurrences(code, old string) (found [][2]int) {
	in, wanted := tokens(code), tokens(old)
	if len(wanted) == 0 {
		return nil
	}
	for i := range in {
		if slices.EqualFunc(in[i:min(i+len(wanted), len(in))], wanted, piece.same) {
			found = append(found, [2]int{in[i].begin, in[i+len(wanted)-1].end})
		}
	}
	if old = strings.TrimSpace(old); len(found) == 0 && strings.Count(code, old) == 1 {
		begin := strings.Index(code, old)
		found = append(found, [2]int{begin, begin + len(old)})
	}
	return found
}

func (p piece) same(other piece) bool { return p.text == other.text }
