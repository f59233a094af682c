// Package jsontext writes JSON by hand, byte for byte as encoding/json would, for the most frequent answers.
// It is three to five times as fast, because it needs neither reflection nor a second pass over the result of
// a MarshalJSON.
package jsontext
