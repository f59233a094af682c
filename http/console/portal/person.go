package portal

import (
	"gateway/http/console/page"
	"gateway/projections/readmodel"
)

// askPeople asks for the client's people.
func askPeople(c *page.Context) (people []readmodel.Person, err error) {
	_, err = c.Get("/me/users", &people)
	return people, err
}
