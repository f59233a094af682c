package money

import "github.com/shopspring/decimal"

// Input is an amount in a request body: as Parse reads it, so null is an error
// too. Set tells an absent field from a present one. The error of UnmarshalJSON
// is a *domain.Refusal without a field: the JSON edge knows the field's name.
type Input struct {
	Value decimal.Decimal
	Set   bool
}

// UnmarshalJSON reads the amount with Parse.
func (i *Input) UnmarshalJSON(raw []byte) (err error) {
	i.Value, err = Parse(raw)
	i.Set = err == nil
	return err
}

// SignedInput is Input for a correction, read with ParseSigned.
type SignedInput struct {
	Value decimal.Decimal
	Set   bool
}

// UnmarshalJSON reads the correction with ParseSigned.
func (i *SignedInput) UnmarshalJSON(raw []byte) (err error) {
	i.Value, err = ParseSigned(raw)
	i.Set = err == nil
	return err
}

// NumberInput is Input for a number whose range the caller checks, read with
// ParseNumber: percentages, and amounts that may be 0.
type NumberInput struct {
	Value decimal.Decimal
	Set   bool
}

// UnmarshalJSON reads the number with ParseNumber.
func (i *NumberInput) UnmarshalJSON(raw []byte) (err error) {
	i.Value, err = ParseNumber(raw)
	i.Set = err == nil
	return err
}
