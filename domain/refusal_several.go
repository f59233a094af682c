package domain

import "errors"

// Together makes one error of the checks of one request, so that it names every wrong
// field at once. The first error decides: where it names no field, it is the whole
// answer. Else the errors that name further fields come along in Also, each field with the
// first that blames it. So a check may run on a field that another one has refused: its
// error is dropped. Without an error it returns nil.
func Together(errs ...error) error {
	var first *Refusal
	for _, err := range errs {
		if err == nil {
			continue
		}
		var refusal *Refusal
		blames := errors.As(err, &refusal) && refusal.Kind == Invalid && refusal.Field != ""
		switch {
		case first == nil && !blames:
			return err
		case first == nil:
			clone := *refusal
			clone.Also = nil
			first = &clone
			first.join(refusal.Also...)
		case blames:
			first.join(append([]*Refusal{refusal}, refusal.Also...)...)
		}
	}
	if first == nil {
		return nil
	}
	return first
}

// Fields gives the refusal and those that came along with it, where they name a field.
func (r *Refusal) Fields() []*Refusal {
	if r.Field == "" {
		return nil
	}
	return append([]*Refusal{r}, r.Also...)
}

func (r *Refusal) join(more ...*Refusal) {
	for _, other := range more {
		if other.Field != "" && !r.names(other.Field) {
			r.Also = append(r.Also, &Refusal{Kind: other.Kind, Code: other.Code, Field: other.Field, Message: other.Message, Brief: other.Brief})
		}
	}
}

func (r *Refusal) names(field string) bool {
	for _, known := range r.Fields() {
		if known.Field == field {
			return true
		}
	}
	return false
}

// Within makes a refusal name its fields by their paths in an object of the request, such
// as metadata.callback_url.
func Within(object string, err error) error {
	var refusal *Refusal
	if !errors.As(err, &refusal) || refusal.Field == "" {
		return err
	}
	nested := *refusal
	nested.Field, nested.Also = object+"."+refusal.Field, nil
	for _, other := range refusal.Also {
		further := *other
		further.Field = object + "." + other.Field
		nested.Also = append(nested.Also, &further)
	}
	return &nested
}
