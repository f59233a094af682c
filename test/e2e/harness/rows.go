package harness

import "strings"

// Specified are the operations that the API reference names, each with its good answer and the errors that the
// reference names for it: 400 for a wrong body, 401 for every credential. The 404 of /account is missing,
// because keys belong to clients, and clients are never deleted.
var Specified = map[string][]int{
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

// Additional are the operations that the API reference does not name: sandbox, administrators, provider.
var Additional = map[string][]int{
	"GET /webhook-secret":                          {200, 401, 403},
	"POST /webhook-secret":                         {200, 401, 403},
	"GET /callbacks":                               {200, 400, 401},
	"GET /events":                                  {200, 400, 401, 410},
	"GET /callbacks/{id}":                          {200, 401, 404},
	"POST /callbacks/{id}/resend":                  {200, 400, 401, 404},
	"POST /callbacks/test":                         {200, 400, 401},
	"POST /provider/callbacks/{kind}":              {200, 401, 404},
	"POST /provider/{connection}/callbacks/{kind}": {200, 401, 404},
	"POST /sandbox/payments/{id}/pay":              {200, 400, 401, 404},
	"POST /sandbox/payments/{id}/settle":           {200, 401, 404},
	"POST /sandbox/payments/{id}/expire":           {200, 401, 404},
	"POST /sandbox/withdrawals/{id}/complete":      {200, 401, 404},
	"POST /sandbox/withdrawals/{id}/fail":          {200, 401, 404},
	"POST /sandbox/settlements/{id}/complete":      {200, 401, 404},
	"POST /sandbox/settlements/{id}/fail":          {200, 401, 404},

	"GET /callback-endpoints":                     {200, 401, 403},
	"POST /callback-endpoints":                    {201, 400, 401, 403, 409},
	"GET /callback-endpoints/{id}":                {200, 401, 403, 404},
	"PUT /callback-endpoints/{id}":                {200, 400, 401, 403, 404},
	"DELETE /callback-endpoints/{id}":             {200, 401, 403, 404},
	"POST /callback-endpoints/{id}/rotate-secret": {200, 401, 403, 404},
	"POST /callback-endpoints/{id}/test":          {200, 401, 403, 404, 409},

	"GET /disputes":                         {200, 400, 401},
	"GET /disputes/{id}":                    {200, 401, 404},
	"POST /disputes/{id}/evidence":          {200, 400, 401, 404},
	"POST /disputes/{id}/accept":            {200, 400, 401, 404},
	"GET /disputes/{id}/files/{hash}":       {200, 401, 404},
	"GET /admin/disputes":                   {200, 401},
	"POST /admin/disputes":                  {201, 400, 401, 403, 409},
	"GET /admin/disputes/{id}":              {200, 401, 404},
	"POST /admin/disputes/{id}/forward":     {200, 400, 401, 403, 404},
	"POST /admin/disputes/{id}/decide":      {200, 400, 401, 403, 404},
	"GET /admin/disputes/{id}/files/{hash}": {200, 401, 404},
	"POST /admin/disputes/deductions":       {200, 400, 401, 403, 404},

	"GET /me/withholding-slips":                      {200, 401, 403},
	"POST /me/withholding-slips":                     {201, 400, 401, 403, 409},
	"GET /me/withholding-slips/{number}":             {200, 401, 403, 404},
	"GET /me/withholding-slips/{number}/file":        {200, 401, 403, 404},
	"GET /admin/withholding-slips":                   {200, 401},
	"GET /admin/withholding-slips/{number}":          {200, 401, 404},
	"GET /admin/withholding-slips/{number}/file":     {200, 401, 404},
	"POST /admin/withholding-slips/{number}/approve": {200, 400, 401, 403, 404},
	"POST /admin/withholding-slips/{number}/reject":  {200, 400, 401, 403, 404},

	"POST /admin/auth/login":                             {200, 400, 401},
	"GET /admin/clients":                                 {200, 401},
	"GET /admin/clients/{id}":                            {200, 401, 404},
	"POST /admin/clients/{id}/approve":                   {200, 400, 401, 403, 404},
	"POST /admin/clients/{id}/reject":                    {200, 400, 401, 403, 404},
	"POST /admin/clients/{id}/suspend":                   {200, 400, 401, 403, 404},
	"POST /admin/clients/{id}/reactivate":                {200, 400, 401, 403, 404},
	"PUT /admin/clients/{id}":                            {200, 400, 401, 403, 404},
	"POST /admin/clients/{id}/api-keys":                  {201, 400, 401, 403, 404},
	"POST /admin/clients/{id}/apps":                      {201, 400, 401, 403, 404},
	"PUT /admin/apps/{id}/fees":                          {200, 400, 401, 403, 404},
	"POST /admin/clients/{id}/adjustments":               {201, 400, 401, 403, 404},
	"GET /admin/clients/{id}/balance":                    {200, 401, 404},
	"GET /admin/suspense":                                {200, 401},
	"POST /admin/suspense/{id}/release":                  {200, 400, 401, 403, 404, 409},
	"POST /admin/suspense/{id}/reopen":                   {200, 400, 401, 403, 404, 409},
	"GET /admin/reversals/{reversal_id}":                 {200, 401, 404},
	"POST /admin/reversals/{reversal_id}/assign":         {200, 400, 401, 403, 404},
	"GET /admin/bank-statements":                         {200, 400, 401},
	"POST /admin/bank-statements":                        {200, 400, 401, 403, 409},
	"GET /admin/bank-lines":                              {200, 400, 401},
	"GET /admin/bank-lines/{line_id}":                    {200, 401, 404},
	"POST /admin/bank-lines/{line_id}/match":             {200, 400, 401, 403, 404, 409},
	"POST /admin/bank-lines/{line_id}/explain":           {200, 400, 401, 403, 404, 409},
	"POST /admin/bank-lines/{line_id}/reopen":            {200, 400, 401, 403, 404},
	"GET /admin/bank-bookings":                           {200, 401},
	"GET /admin/treasury":                                {200, 400, 401},
	"POST /admin/treasury":                               {201, 400, 401, 403},
	"GET /admin/approvals":                               {200, 400, 401},
	"GET /admin/approvals/{id}":                          {200, 401, 404},
	"POST /admin/approvals/{id}/grant":                   {200, 400, 401, 403, 404},
	"POST /admin/approvals/{id}/refuse":                  {200, 400, 401, 403, 404},
	"GET /admin/reversals":                               {200, 401},
	"POST /admin/transactions/{transaction_id}/end-hold": {200, 400, 401, 403, 404},
	"POST /admin/transactions/{transaction_id}/forget":   {200, 400, 401, 403, 404, 409},
	"POST /admin/suspense/{id}/refund":                   {200, 400, 401, 403, 404, 409},
	"GET /admin/admins":                                  {200, 401},
	"POST /admin/admins":                                 {201, 400, 401, 403, 409},
	"PUT /admin/admins/{id}":                             {200, 400, 401, 403, 404},
	"POST /admin/admins/{id}/disable":                    {200, 400, 401, 403, 404},
	"POST /admin/admins/{id}/enable":                     {200, 401, 403, 404},
	"POST /admin/admins/{id}/reset-password":             {200, 400, 401, 403, 404},
	"PUT /admin/auth/password":                           {200, 400, 401, 429},
	"POST /admin/auth/totp":                              {200, 400, 401},
	"POST /admin/auth/totp/confirm":                      {200, 400, 401},
	"POST /admin/auth/totp/remove":                       {200, 400, 401},
	"GET /admin/audit-log":                               {200, 400, 401, 403},
	"GET /admin/audit/runs":                              {200, 400, 401},
	"POST /admin/audit/runs":                             {201, 400, 401, 403, 409},
	"GET /admin/audit/runs/{id}":                         {200, 401, 404},
	"GET /admin/auth/sessions":                           {200, 401},
	"DELETE /admin/auth/sessions/{id}":                   {200, 401, 404},
	"GET /admin/withdrawals":                             {200, 401},
	"POST /admin/withdrawals/{id}/adopt":                 {200, 400, 401, 403, 404},
	"POST /admin/withdrawals/{id}/approve":               {200, 400, 401, 403, 404},
	"POST /admin/withdrawals/{id}/reject":                {200, 400, 401, 403, 404},
	"POST /admin/withdrawals/{id}/complete":              {200, 400, 401, 403, 404},
	"POST /admin/withdrawals/{id}/fail":                  {200, 400, 401, 403, 404},
	"GET /admin/settlements":                             {200, 401},
	"POST /admin/settlements/{id}/adopt":                 {200, 400, 401, 403, 404},
	"POST /admin/settlements/{id}/approve":               {200, 400, 401, 403, 404},
	"POST /admin/settlements/{id}/reject":                {200, 400, 401, 403, 404},
	"POST /admin/settlements/{id}/complete":              {200, 400, 401, 403, 404},
	"POST /admin/settlements/{id}/fail":                  {200, 400, 401, 403, 404},
	"GET /admin/callbacks":                               {200, 401},
	"GET /admin/callbacks/{id}":                          {200, 401, 404},
	"POST /admin/callbacks/resend":                       {200, 400, 401, 403},
	"POST /admin/callbacks/{id}/resend":                  {200, 400, 401, 403, 404},
	"PUT /admin/fees/{code}":                             {200, 400, 401, 403, 404},
	"PUT /admin/bank-channels/{code}":                    {200, 400, 401, 403, 404},
	"GET /timeline/{id}":                                 {200, 400, 401, 404},
	"GET /admin/timeline/{id}":                           {200, 400, 401, 404},
	"GET /admin/transactions":                            {200, 400, 401},
	"GET /admin/transactions/{id}":                       {200, 401, 404},
	"GET /admin/transactions/{id}/timeline":              {200, 400, 401, 404},
	"GET /search":                                        {200, 400, 401},
	"GET /admin/search":                                  {200, 400, 401},
	"GET /why/{id}":                                      {200, 401, 404},
	"GET /admin/why/{id}":                                {200, 401, 404},
	"GET /admin/projections/{name}":                      {200, 401, 404},
	"POST /admin/projections/{name}/compare":             {200, 401, 403, 404},
	"POST /admin/projections/{name}/rebuild":             {200, 401, 403, 404},
	"POST /admin/projections/{name}/rollback":            {200, 400, 401, 403, 404},
	"POST /admin/projections/{name}/clean":               {200, 401, 403, 404},
	"GET /admin/projections":                             {200, 401},
	"GET /admin/attention":                               {200, 401},
	"GET /admin/log":                                     {200, 400, 401},
	"GET /admin/log/{position}":                          {200, 401, 404},
	"GET /admin/tickets":                                 {200, 400, 401},
	"GET /admin/tickets/{id}":                            {200, 401, 404},
	"POST /admin/tickets/{id}/reply":                     {201, 400, 401, 403, 404},
	"POST /admin/tickets/{id}/close":                     {200, 401, 403, 404},
	"GET /admin/proposals":                               {200, 401},
	"POST /admin/proposals/{id}/read":                    {200, 401, 403, 404},
}

// Sample is a path of the row, with 1 in place of each parameter.
func Sample(row string) (method, path string) {
	method, path, _ = strings.Cut(row, " ")
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if strings.HasPrefix(part, "{") {
			parts[i] = "1"
		}
	}
	return method, strings.Join(parts, "/")
}

// WithCredential returns the rows whose paths the function selects.
func WithCredential(wants func(path string) bool) (rows []string) {
	for _, table := range []map[string][]int{Specified, Additional} {
		for row := range table {
			if _, path := Sample(row); wants(path) {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// IsAdmin reports whether the path needs an administrator's token.
func IsAdmin(path string) bool {
	return strings.HasPrefix(path, "/admin/") && path != "/admin/auth/login"
}

// IsPortal reports whether the path needs a client's token.
func IsPortal(path string) bool {
	for _, own := range []string{"/auth/me", "/auth/logout", "/api-keys", "/webhook-secret", "/callback-endpoints", "/me/", "/tickets", "/proposals", "/realtime/"} {
		if strings.HasPrefix(path, own) {
			return true
		}
	}
	return false
}

// IsIntegration reports whether the path needs an API key.
func IsIntegration(path string) bool {
	return !IsPortal(path) && !strings.HasPrefix(path, "/admin/") && !strings.Contains(path, "auth/") && !strings.HasPrefix(path, "/provider/")
}
