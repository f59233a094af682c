package wire

// Form is a text format in which PostgreSQL reads many values: how NULL is written, and how texts are quoted.
type Form struct {
	null, quote string
	// escapes has, for each byte that is escaped, the letter that follows the backslash; 0 for all others.
	escapes [256]byte
}

// dropped marks NUL, which texts lose in every form: PostgreSQL's type text cannot hold it, and a NUL in a field
// from the provider must not halt a read model.
const dropped = 0xFF

var (
	// Element is the form of the elements of an array: {1,"a \"b\"",NULL}.
	Element = &Form{null: "NULL", quote: `"`, escapes: [256]byte{0: dropped, '"': '"', '\\': '\\'}}
	// Field is the form of the fields of a line of COPY.
	Field = &Form{null: `\N`, escapes: [256]byte{0: dropped, '\\': '\\', '\n': 'n', '\r': 'r', '\t': 't'}}
)

// AppendNull appends NULL.
func AppendNull(a []byte, f *Form) []byte { return append(a, f.null...) }

// AppendText appends a text.
func AppendText[T ~string | ~[]byte](a []byte, f *Form, s T) []byte {
	a = append(a, f.quote...)
	from := 0 // everything before it is appended
	for i := range len(s) {
		switch letter := f.escapes[s[i]]; letter {
		case 0:
		case dropped:
			a, from = append(a, s[from:i]...), i+1
		default:
			a, from = append(append(a, s[from:i]...), '\\', letter), i+1
		}
	}
	return append(append(a, s[from:]...), f.quote...)
}
