package money

import "github.com/shopspring/decimal"

// Input is an amount in a request body, read with Parse, which refuses null. Set is false
// when the field is absent. The error of UnmarshalJSON is a *domain.Refusal without a
// field; the decoder of the body adds its name.
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

// SignedInput is the Input of a correction, read with ParseSigned.
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

// NumberInput is the Input of a number whose range the caller checks, read with
// ParseNumber: a percentage, or an amount that may be 0.
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
