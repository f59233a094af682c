package page

import "net/http"

// NotFound is the error of a page whose thing is not in the list that has it.
var NotFound = &Problem{Status: http.StatusNotFound, Code: "not_found"}

// Find returns the row whose key is the one in the page's address. It serves things that the API only lists. The
// error is NotFound if there is no such row; err, the error of the list, comes first.
func Find[T any](rows []T, err error, key string, keyOf func(T) string) (found T, _ error) {
	if err != nil {
		return found, err
	}
	for _, row := range rows {
		if keyOf(row) == key {
			return row, nil
		}
	}
	return found, NotFound
}
