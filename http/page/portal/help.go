package portal

import "gateway/http/page"

// help leads from the pages, by their paths, to the parts of the guides that explain them. Each page of the menu has a row, or is among
// those that package site's test names with the reason why they have none. The console has no such table: no guide is served for staff.
var help = map[string][]page.Help{
	"":                     {goingLive},
	"/payments":            {{Guide: "orders", Title: "Orders"}, played},
	"/payments/new":        {{Guide: "orders", Section: "until-when-it-can-be-paid", Title: "Until when it can be paid"}, failing},
	"/payments/:id":        {{Guide: "orders", Section: "cancel-a-payment", Title: "Cancel a payment"}, played},
	"/withdrawals":         {payoutMoney},
	"/withdrawals/new":     {payoutMoney, failing},
	"/withdrawals/:id":     {payoutMoney, played},
	"/settlements":         {payoutMoney},
	"/settlements/new":     {payoutMoney, failing},
	"/settlements/:id":     {payoutMoney, played},
	"/statements":          {signedFiles},
	"/proof":               {signedFiles},
	"/refunds":             {{Guide: "refunds", Section: "what-is-possible", Title: "What is possible"}},
	"/refunds/:id":         {{Guide: "refunds", Section: "follow-it", Title: "Follow it"}, inSandbox("refunds")},
	"/disputes":            {{Guide: "disputes", Section: "what-the-states-mean", Title: "What the states mean"}},
	"/disputes/:id":        {{Guide: "disputes", Section: "answer", Title: "Answer"}, inSandbox("disputes")},
	slipsPath:              {{Guide: "withholding", Section: "submit-a-slip", Title: "Submit a slip"}},
	slipsPath + "/:number": {{Guide: "withholding", Section: "what-happens-then", Title: "What happens then"}},
	documentsPath:          {goingLive},
	"/callbacks":           {{Guide: "callbacks", Section: "what-was-missed", Title: "What was missed"}},
	"/callbacks/test":      {verify},
	"/callbacks/:id":       {verify},
	"/endpoints":           {{Guide: "callbacks", Section: "callback-endpoints", Title: "Callback endpoints"}},
	"/endpoints/:id":       {verify},
	"/keys":                {{Guide: "authentication", Section: "keys", Title: "Keys"}},
	"/keys/:id":            {scopes},
	"/people":              {leaving},
	"/people/:id":          {leaving},
	"/profile":             {payoutMoney},
	"/security":            {credentials},
	"/security/confirm":    {credentials},
}

// The parts that several pages lead to.
var (
	goingLive   = page.Help{Guide: "going-live", Title: "Going live"}
	credentials = page.Help{Guide: "going-live", Section: "credentials", Title: "Credentials"}
	payoutMoney = page.Help{Guide: "going-live", Section: "money", Title: "Money"}
	signedFiles = page.Help{Guide: "signed-files", Title: "Signed files"}
	verify      = page.Help{Guide: "callbacks", Section: "verify", Title: "Verify"}
	scopes      = page.Help{Guide: "authentication", Section: "scopes", Title: "Scopes"}
	leaving     = page.Help{Guide: "authentication", Section: "when-a-person-leaves", Title: "When a person leaves"}
	played      = page.Help{Guide: "testing", Section: "pay-settle-expire", Title: "Pay, settle, expire", Sandbox: true}
	failing     = page.Help{Guide: "testing", Section: "amounts-that-fail", Title: "Amounts that fail", Sandbox: true}
)

// inSandbox is the part of a guide about what the sandbox plays.
func inSandbox(guide string) page.Help {
	return page.Help{Guide: guide, Section: "in-the-sandbox", Title: "In the sandbox", Sandbox: true}
}
