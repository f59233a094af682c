package money_test

import (
	"fmt"

	"gateway/domain/money"
)

func ExampleParse() {
	for _, literal := range []string{"100000", "1.50", "1e3", "0.001", "-5", `"100"`} {
		amount, err := money.Parse(literal)
		fmt.Println(literal, "is", amount, err)
	}
	// Output:
	// 100000 is 100000 <nil>
	// 1.50 is 1.5 <nil>
	// 1e3 is 1000 <nil>
	// 0.001 is 0 invalid_field: may have at most 2 decimals
	// -5 is 0 invalid_field: must be greater than 0
	// "100" is 0 invalid_field: must be a JSON number, not a string
}

// Half a sen is rounded away from zero.
func ExampleRound() {
	fmt.Println(money.Round(money.FromInt(1).Shift(-2).Div(money.FromInt(2))))
	fmt.Println(money.Round(money.FromInt(-1).Shift(-2).Div(money.FromInt(2))))
	// Output:
	// 0.01
	// -0.01
}
