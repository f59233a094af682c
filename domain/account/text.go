package account

import "gateway/domain/text"

const maxURL = 2_048

func checkText(field, value string) error { return text.Check(field, value, text.MaxLine) }

func checkName(field, value string) error { return text.Require(field, value, text.MaxLine) }
