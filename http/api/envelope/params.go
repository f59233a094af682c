package envelope

import (
	"slices"
	"strconv"
	"strings"

	"gateway/domain"

	"github.com/gin-gonic/gin"
)

// Params reads the parameters of one request, for the code that is generated from the description. It collects
// the parameters that are not valid.
type Params struct {
	c   *gin.Context
	err error
}

// ParamsOf makes Params for a request.
func ParamsOf(c *gin.Context) *Params { return &Params{c: c} }

// PathID reads a positive integer from the path.
func (p *Params) PathID(name string) int64 {
	return integer(p, name, p.c.Param(name), 1, 1<<63-1)
}

// PathText reads a string from the path: at most MaxString characters that pass text.Border.
func (p *Params) PathText(name string) string { return p.text(name, p.c.Param(name), field{}) }

// QueryText is PathText for the query. It returns "" if the parameter is absent.
func (p *Params) QueryText(name string) string { return p.text(name, p.c.Query(name), field{}) }

// PathStored reads a string from the path that is compared with a text of the client. It keeps the string as
// sent, because the text may have been stored before texts were converted to NFC. Look it up in all text.Forms.
func (p *Params) PathStored(name string) string {
	return p.text(name, p.c.Param(name), field{stored: true})
}

// QueryStored is PathStored for the query. It returns "" if the parameter is absent.
func (p *Params) QueryStored(name string) string {
	return p.text(name, p.c.Query(name), field{stored: true})
}

// QueryWord reads a parameter of the query that must be one of the words. It returns absent if the parameter is
// missing.
func (p *Params) QueryWord(name, absent string, words ...string) string {
	word, ok := p.c.GetQuery(name)
	if !ok {
		return absent
	}
	if !slices.Contains(words, word) {
		p.refuse(domain.InvalidField(name, "must be one of %s", strings.Join(words, ", ")))
	}
	return word
}

// QueryObject reads an object from the query, whose members are written name[key]=value. It admits at most
// `most` members, each at most MaxString characters and only once. They are compared with the client's own
// object, so they keep their bytes. It refuses name[key][inner], because a search within a nested object would
// find nothing.
func (p *Params) QueryObject(name string, most uint64) map[string]string {
	members := make(map[string]string)
	for parameter, values := range p.c.Request.URL.Query() {
		key, ok := memberOf(name, parameter)
		switch {
		case !ok || p.err != nil:
			continue
		case key == "":
			p.err = domain.InvalidField(name, "must be written %s[key]=value", name)
		case strings.Contains(key, "]["):
			p.err = domain.InvalidField(name, "has no objects within it to filter by: %s", headerSafe(parameter))
		case len(values) > 1:
			p.err = domain.InvalidField(name, "a key comes twice")
		}
		p.text(name, key, field{bytes: true})
		members[key] = p.text(name, values[0], field{bytes: true})
	}
	if p.err == nil && uint64(len(members)) > most {
		p.err = domain.InvalidField(name, "may have at most %d members", most)
	}
	return members
}

// memberOf splits the parameter name of a member of the object. The key is empty if there is none, or if the
// parameter is the object's name alone.
func memberOf(object, parameter string) (key string, ok bool) {
	if parameter == object {
		return "", true
	}
	rest, isMember := strings.CutPrefix(parameter, object+"[")
	key, closed := strings.CutSuffix(rest, "]")
	return key, isMember && closed
}

// QueryInt reads an integer from the query, between least and most. It returns absent if the parameter is missing.
func QueryInt[T int | int64](p *Params, name string, absent, least, most T) T {
	raw, ok := p.c.GetQuery(name)
	if !ok {
		return absent
	}
	return T(integer(p, name, raw, int64(least), int64(most)))
}

// Refused reports whether a parameter was not valid. If so, it has answered with the 400 that names them all.
func (p *Params) Refused() bool {
	if p.err == nil {
		return false
	}
	Fail(p.c, p.err)
	return true
}

func (p *Params) text(name, value string, f field) string {
	f.max = MaxString
	passed, err := f.pass(value)
	p.refuse(named(err, name))
	return passed
}

func (p *Params) refuse(err error) { p.err = domain.Together(p.err, err) }

func integer(p *Params, name, raw string, least, most int64) int64 {
	n, err := strconv.ParseInt(raw, 10, 64)
	switch {
	case err == nil && n >= least && n <= most:
	case most == 1<<63-1:
		p.refuse(domain.InvalidField(name, "must be a positive integer"))
	default:
		p.refuse(domain.InvalidField(name, "must be an integer from %d to %d", least, most))
	}
	return n
}
