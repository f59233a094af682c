package fuzz

import (
	"bytes"
	"strings"
)

// markup is a tag that every page must escape.
const markup = `<fuzz-tag onclick='x'>"`

// bad are values that replace right ones.
var bad = []any{
	raw("0"), raw("-1"), raw("-0"), raw("1"), raw("1e400"), raw("1e-400"), raw("1E4"), raw("1.5e5"), raw("1e308"),
	raw("1e999999999"), raw("1e-999999999"),
	raw("1e2147483648"), raw("-1e99999999999999999999"), raw("99999999999999999999"), raw("9223372036854775807"),
	raw("9223372036854775808"),
	raw("-9223372036854775808"), raw("2147483648"), raw("9007199254740993"), raw("10000.00"), raw("10000.005"),
	raw("0.1234567890123456789012345678901"),
	raw("0.01"), raw("999999999999999.99"), raw("1000000000000000"), raw("01"), raw("+1"), raw("0x10"), raw("1_000"),
	raw("NaN"), raw("Infinity"), raw("-"),
	"NaN", "Infinity", "1e5", "10000", "-5", "", " ", "\t\n", "null", "true", "0", "undefined", raw("null"), raw("true"),
	raw("false"), raw("[]"), raw("{}"),
	raw("[null]"), raw(`{"a":{"b":[1]}}`), raw(`[[[]]]`), raw(`"\u0000"`), raw(`"a\u0000b"`), raw(`"\ud800"`),
	raw(`"\udfff\ud800"`), raw("\"\xff\xfe\""),
	raw("\"\xc0\xaf\""), raw("\"\x01\x02\""), raw("'a'"), raw(`"unended`), "\u202eevil\u202c", "\u2066x", "\u200b", "\ufeffx",
	"e\u0301\u0301\u0301", "\u007f\u0085",
	"İ\u0131ſK", "\U0001f4a9\U000e0001", "\u2028\u2029", markup, "' OR 1=1 --", `\`, `"`, "%s%n%d%!", "${jndi:x}", "{{.}}",
	"../../etc/passwd", "%00", "%ff", "%2e%2e",
	"javascript:alert(1)", "http://127.0.0.1:1/", "http://[::1", "https://user:pass@toko.example:99999/", "ftp://x",
	"https://toko.example/\r\nX: y", "//x",
	"0000-00-00T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "2026-02-30", "-292277022399-01-01",
	"2026-01-01T00:00:00+99:99", "10000-01-01", "0001-01-01T00:00:00Z",
	"2026-01-02T03:04:05.000000000000001Z", "a@b", "a@@b.c", "A@EXAMPLE.COM", "\"a b\"@example.com", "a@例え.jp",
	"x@" + strings.Repeat("a", 250) + ".com",
	strings.Repeat("a", 255), strings.Repeat("a", 256), strings.Repeat("é", 255), strings.Repeat("9", 400),
	strings.Repeat("ab ", 3000), strings.Repeat("\u202e", 600),
	raw(strings.Repeat("[", 3000) + strings.Repeat("]", 3000)),
	raw(strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200)), raw(strings.Repeat("9", 5000)),
	raw("0." + strings.Repeat("0", 5000) + "1"), raw("[" + strings.Repeat("1,", 3000) + "1]"),
}

// bodies are whole bodies that are not valid.
var bodies = []string{
	"", " ", "null", "[]", "{}", `""`, "0", "{", "}", "[", "{}{}", "{} x", "\xef\xbb\xbf{}", "\xff", "{\"a\":1,}", "a=b",
	"<xml/>", strings.Repeat("[", 100_000),
	strings.Repeat(`{"a":`, 20_000), strings.Repeat(" ", 200_000) + "{}", `{"` + strings.Repeat("k", 70_000) + `":1}`,
	"{\"\x00\":1}", "{\"\\ud800\":1}",
}

// mutate changes one or two members of a body. Most bodies stay JSON.
func (m maker) mutate(body any) []byte {
	all, isObject := body.(members)
	for range 1 + m.IntN(2) {
		if !isObject || len(all) == 0 {
			break
		}
		at := m.IntN(len(all))
		switch m.IntN(10) {
		case 0:
			all = append(all[:at:at], all[at+1:]...)
		case 1:
			all = append(all, &member{all[at].name, pick(m.Rand, bad)})
		case 2:
			all = append(all, &member{pick(m.Rand, []string{
				"unknown", "", "id", "client_id", "status", "__proto__", "\u202e",
				"Amount",
			}), pick(m.Rand, bad)})
		case 3:
			all[at].name = strings.ToUpper(all[at].name)
		default:
			all[at].value = m.worse(all[at].value)
		}
	}
	var b bytes.Buffer
	if isObject {
		body = all
	}
	write(&b, body)
	return b.Bytes()
}

// worse returns a bad value. In a nested value it may sit at any depth.
func (m maker) worse(value any) any {
	switch v := value.(type) {
	case members:
		if len(v) > 0 && m.chance(70) {
			inner := pick(m.Rand, v)
			inner.value = m.worse(inner.value)
			return v
		}
	case []any:
		if len(v) > 0 && m.chance(60) {
			at := m.IntN(len(v))
			v[at] = m.worse(v[at])
			return v
		}
	case string:
		if m.chance(20) {
			return v + pick(m.Rand, []string{" ", "\u0000", "\u202e", "\n", "é", markup})
		}
	}
	return pick(m.Rand, bad)
}
