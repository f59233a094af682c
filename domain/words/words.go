// Package words is the catalogue of the texts that people read, in all languages: why something waits, what a
// difference with the provider means. A text has all languages side by side, so that a missing one does not compile.
package words

import (
	"fmt"
	"strconv"
	"time"
)

// Language is the language of a text, by its code of ISO 639-1.
type Language string

// The languages.
const (
	Indonesian Language = "id"
	English    Language = "en"
)

// Parse returns the language with the code.
func Parse(code string) (Language, bool) {
	l := Language(code)
	return l, l == Indonesian || l == English
}

// Text is a text in each language. It may contain verbs of package fmt.
type Text struct {
	Indonesian string `json:"id"`
	English    string `json:"en"`
}

// In returns the text in a language, with the arguments for its verbs. An unknown language is English.
func (t Text) In(l Language, args ...any) string {
	text := t.English
	if l == Indonesian {
		text = t.Indonesian
	}
	if len(args) > 0 {
		return fmt.Sprintf(text, args...)
	}
	return text
}

// With returns the text with the arguments for its verbs, in each language. An argument that is a Text is inserted
// in the same language.
func (t Text) With(args ...any) Text {
	in := func(l Language) string {
		inserted := make([]any, len(args))
		for i, arg := range args {
			if text, ok := arg.(Text); ok {
				arg = text.In(l)
			}
			inserted[i] = arg
		}
		return t.In(l, inserted...)
	}
	return Text{in(Indonesian), in(English)}
}

// Times returns in words how often something happened.
func Times(count int) Text {
	n := strconv.Itoa(count)
	t := Text{n + " kali", n + " times"}
	if count == 1 {
		t.English = "once"
	}
	return t
}

var months = [12]Text{
	{"Januari", "January"},
	{"Februari", "February"},
	{"Maret", "March"},
	{"April", "April"},
	{"Mei", "May"},
	{"Juni", "June"},
	{"Juli", "July"},
	{"Agustus", "August"},
	{"September", "September"},
	{"Oktober", "October"},
	{"November", "November"},
	{"Desember", "December"},
}

// Month is the name of a month.
func Month(m time.Month) Text { return months[m-1] }

// ShortMonth is the name of a month in three letters.
func ShortMonth(m time.Month) Text {
	name := Month(m)
	return Text{name.Indonesian[:3], name.English[:3]}
}
