package domain

import "errors"

// Together combines the errors of the checks of one request, so that the answer names every wrong field at
// once. The first error decides: if it names no field, it is the whole answer. Otherwise the errors that name
// further fields are added in Also, and for each field only the first error that blames it. A check may
// therefore run on a field that another check has refused: its error is dropped. Without an error it returns
// nil.
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

// Fields returns the refusal and those in Also, as far as they name a field.
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

// Within prefixes the fields of a refusal with the object of the request that contains them, such as
// metadata.callback_url.
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
