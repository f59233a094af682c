package wire

// Form is a text format in which PostgreSQL reads many values: the elements of an array, or the fields of a
// line of COPY. Numbers, booleans and times are the same in each, and need no quotes.
type Form struct {
	begin, separator, end, null, quote string
	// escapes has, for each byte that is escaped, the letter that follows the backslash; 0 for all others.
	escapes [256]byte
}

// dropped marks NUL, which texts lose in every form: PostgreSQL's type text cannot hold it, and a NUL in a field
// from the provider must not halt a read model.
const dropped = 0xFF

var (
	// Element is the form of the elements of an array: {1,"a \"b\"",NULL}.
	Element = &Form{
		begin: "{", separator: ",", end: "}", null: "NULL", quote: `"`, escapes: [256]byte{0: dropped, '"': '"', '\\': '\\'},
	}
	// Field is the form of the fields of a line of COPY.
	Field = &Form{
		separator: "\t", end: "\n", null: `\N`, escapes: [256]byte{0: dropped, '\\': '\\', '\n': 'n', '\r': 'r', '\t': 't'},
	}
)

// Begin appends what is before the first value.
func (f *Form) Begin(a []byte) []byte { return append(a, f.begin...) }

// Separate appends what is between two values.
func (f *Form) Separate(a []byte) []byte { return append(a, f.separator...) }

// End appends what is after the last value.
func (f *Form) End(a []byte) []byte { return append(a, f.end...) }

// AppendNull appends NULL.
func (f *Form) AppendNull(a []byte) []byte { return append(a, f.null...) }

// AppendText appends a text, without its NULs. PostgreSQL reads the text back as it was.
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
