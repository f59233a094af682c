package snapadapter

// OperationOf names a call for the observer.
func OperationOf(r Route, service int) string { return operationOf(r, service) }
