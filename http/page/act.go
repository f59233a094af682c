package page

import "gateway/http/api"

// Does is the Do of a form that has one thing done to the thing in its path. call is the operation of the API. The
// form's page follows, with the message done.
func Does[T any](done string, call func(c api.Caller, id string) (T, error)) func(*Context) (Result, error) {
	return func(c *Context) (Result, error) {
		_, err := call(c, c.subjectID())
		return Result{To: c.formPage(), Done: done}, err
	}
}

// Sends is Does for an operation that takes a body, which it makes of the form.
func Sends[T any](
	done string, call func(c api.Caller, id string, body any) (T, error), body func(c *Context) any,
) func(*Context) (Result, error) {
	return func(c *Context) (Result, error) {
		_, err := call(c, c.subjectID(), body(c))
		return Result{To: c.formPage(), Done: done}, err
	}
}

// subjectID is the first parameter of the path.
func (c *Context) subjectID() string { return c.gin.Params[0].Value }
