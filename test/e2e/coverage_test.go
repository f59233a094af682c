package e2e

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
)

// specified are the rows of sections 4.1 to 4.6 (what this version has of it), as
// they stand there, each with its good answer and the errors the specification
// names for it: 400 for a body that is wrong, 401 for every credential. One can't
// be had, 404 of /account: keys belong to clients, and clients stay.
var specified = map[string][]int{
	"GET /payments/methods":     {200, 401},
	"POST /payments/va":         {201, 400, 401},
	"POST /payments/ewallet":    {201, 400, 401},
	"POST /payments/qris":       {201, 400, 401},
	"POST /payments/invoice":    {201, 400, 401},
	"GET /payments/{id}/status": {200, 401, 404},

	"GET /fees/rates":                    {200, 401},
	"POST /fees/calculate":               {200, 400, 401},
	"POST /fees/calculate/bulk":          {200, 400, 401},
	"POST /fees/calculate/vat":           {200, 400, 401},
	"POST /fees/calculate/withdrawal":    {200, 400, 401},
	"POST /fees/calculate/amount-to-pay": {200, 400, 401},

	"POST /transactions":                      {201, 400, 401},
	"GET /transactions":                       {200, 400, 401},
	"GET /transactions/{id}":                  {200, 401, 404},
	"GET /transactions/external/{externalId}": {200, 401, 404},

	"POST /withdrawals":                      {201, 400, 401},
	"GET /withdrawals/{id}":                  {200, 401, 404},
	"GET /withdrawals/external/{externalId}": {200, 401, 404},
	"POST /withdrawals/{id}/cancel":          {200, 400, 401, 404},
	"POST /settlements":                      {201, 400, 401},
	"POST /client/settlements":               {201, 400, 401},

	"GET /bank-channels/active":      {200, 401},
	"GET /bank-channels/code/{code}": {200, 401, 404},
	"GET /account":                   {200, 401},
	"PUT /account":                   {200, 400, 401},
	"GET /account/balance":           {200, 401},
	"GET /clients/{id}/balance":      {200, 401, 404},
	"GET /apps":                      {200, 401},

	"POST /auth/register":     {201, 400, 409},
	"POST /auth/login":        {200, 400, 401},
	"POST /client/auth/login": {200, 401},
	"GET /auth/me":            {200, 401},
	"POST /auth/logout":       {200, 401},
	"GET /api-keys":           {200, 401, 403},
	"POST /api-keys":          {201, 400, 401, 403},
	"DELETE /api-keys/{id}":   {200, 401, 403, 404},

	"GET /me/transactions":                 {200, 400, 401, 403},
	"GET /me/transactions/{id}":            {200, 401, 403, 404},
	"GET /realtime/token":                  {200, 401, 403, 503},
	"GET /realtime/subscribe":              {200, 400, 401, 403, 404, 503},
	"GET /realtime/transactions/subscribe": {200, 400, 401, 403, 503},

	"GET /tickets":             {200, 400, 401, 403},
	"POST /tickets":            {201, 400, 401, 403},
	"GET /tickets/{id}":        {200, 400, 401, 403, 404},
	"POST /tickets/{id}/reply": {201, 400, 401, 403, 404},
	"POST /proposals":          {201, 400, 401, 403},
}

// decided are the surfaces that the decisions add.
var decided = map[string][]int{
	"GET /webhook-secret":                     {200, 401, 403},
	"POST /webhook-secret":                    {200, 401, 403},
	"POST /provider/callbacks/{kind}":         {200, 400, 401, 404},
	"POST /sandbox/payments/{id}/pay":         {200, 400, 401, 404},
	"POST /sandbox/payments/{id}/settle":      {200, 401, 404},
	"POST /sandbox/payments/{id}/expire":      {200, 401, 404},
	"POST /sandbox/withdrawals/{id}/complete": {200, 401, 404},
	"POST /sandbox/withdrawals/{id}/fail":     {200, 401, 404},

	"POST /admin/auth/login":                {200, 400, 401},
	"GET /admin/clients":                    {200, 401},
	"GET /admin/clients/{id}":               {200, 401, 404},
	"POST /admin/clients/{id}/approve":      {200, 400, 401, 403, 404},
	"POST /admin/clients/{id}/reject":       {200, 400, 401, 403, 404},
	"POST /admin/clients/{id}/suspend":      {200, 400, 401, 403, 404},
	"POST /admin/clients/{id}/reactivate":   {200, 400, 401, 403, 404},
	"PUT /admin/clients/{id}":               {200, 400, 401, 403, 404},
	"POST /admin/clients/{id}/api-keys":     {201, 400, 401, 403, 404},
	"POST /admin/clients/{id}/apps":         {201, 400, 401, 403, 404},
	"PUT /admin/apps/{id}/fees":             {200, 400, 401, 403, 404},
	"POST /admin/clients/{id}/adjustments":  {201, 400, 401, 403, 404},
	"GET /admin/clients/{id}/balance":       {200, 401, 404},
	"GET /admin/suspense":                   {200, 401},
	"POST /admin/suspense/{id}/release":     {200, 400, 401, 403, 404},
	"POST /admin/suspense/{id}/refund":      {200, 400, 401, 403, 404},
	"GET /admin/admins":                     {200, 401},
	"POST /admin/admins":                    {201, 400, 401, 403, 409},
	"GET /admin/withdrawals":                {200, 401},
	"POST /admin/withdrawals/{id}/approve":  {200, 400, 401, 403, 404},
	"POST /admin/withdrawals/{id}/reject":   {200, 400, 401, 403, 404},
	"POST /admin/withdrawals/{id}/complete": {200, 400, 401, 403, 404},
	"POST /admin/withdrawals/{id}/fail":     {200, 400, 401, 403, 404},
	"GET /admin/settlements":                {200, 401},
	"POST /admin/settlements/{id}/approve":  {200, 400, 401, 403, 404},
	"POST /admin/settlements/{id}/reject":   {200, 400, 401, 403, 404},
	"POST /admin/settlements/{id}/complete": {200, 400, 401, 403, 404},
	"POST /admin/settlements/{id}/fail":     {200, 400, 401, 403, 404},
	"GET /admin/callbacks":                  {200, 401},
	"GET /admin/callbacks/{id}":             {200, 401, 404},
	"POST /admin/callbacks/{id}/resend":     {200, 400, 401, 403, 404},
	"PUT /admin/fees/{code}":                {200, 400, 401, 403, 404},
	"PUT /admin/bank-channels/{code}":       {200, 400, 401, 403, 404},
	"GET /admin/projections":                {200, 401},
	"GET /admin/tickets":                    {200, 400, 401},
	"GET /admin/tickets/{id}":               {200, 401, 404},
	"POST /admin/tickets/{id}/reply":        {201, 400, 401, 403, 404},
	"POST /admin/tickets/{id}/close":        {200, 401, 403, 404},
	"GET /admin/proposals":                  {200, 401},
	"POST /admin/proposals/{id}/read":       {200, 401, 403, 404},
}

// calls is what the whole test run has called.
var calls = newRecorder(specified, decided)

// recorder knows which rows were called, and what they answered.
type recorder struct {
	rows *http.ServeMux
	mu   sync.Mutex
	seen map[string]map[int]bool
}

func newRecorder(tables ...map[string][]int) *recorder {
	r := &recorder{rows: http.NewServeMux(), seen: map[string]map[int]bool{}}
	for _, table := range tables {
		for row := range table {
			r.rows.Handle(row, http.NotFoundHandler())
			r.seen[row] = map[int]bool{}
		}
	}
	return r
}

// record finds the row by the rules of http.ServeMux, whose patterns are written
// as the specification writes its paths.
func (r *recorder) record(method, path string, status int) {
	request, err := http.NewRequest(method, path, nil)
	if err != nil { // a path that is no path, for the test of just that
		return
	}
	_, row := r.rows.Handler(request)
	r.mu.Lock()
	defer r.mu.Unlock()
	if seen, known := r.seen[row]; known {
		seen[status] = true
	}
}

// checkCoverage demands that every row was called, with its good answer and with
// each of its errors.
func checkCoverage(tb testing.TB) {
	tb.Helper()
	for _, table := range []map[string][]int{specified, decided} {
		for _, row := range slices.Sorted(maps.Keys(table)) {
			for _, status := range table[row] {
				if !calls.seen[row][status] {
					tb.Errorf("no test had %s answer %d", row, status)
				}
			}
		}
	}
}

// sample is a path of the row, with 1 in place of each parameter.
func sample(row string) (method, path string) {
	method, path, _ = strings.Cut(row, " ")
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if strings.HasPrefix(part, "{") {
			parts[i] = "1"
		}
	}
	return method, strings.Join(parts, "/")
}
