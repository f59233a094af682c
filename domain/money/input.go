package money

import "github.com/shopspring/decimal"

// Input is an amount in a request body, read with Parse, which refuses null. Set is false if the field is
// absent. The error of UnmarshalJSON is a *domain.Refusal without a field; the decoder of the body adds its
// name.
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

// SignedInput is like Input, but for a correction, and is read with ParseSigned.
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

// NumberInput is like Input, but for a number whose range the caller checks: a percentage, or an amount that
// may be 0. It is read with ParseNumber.
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
