package page

import "html/template"

// Block is a part of a page. Its template has the block's name.
type Block interface{ template() string }

// Tone is how a state or notice is coloured. Words always say the same, for who sees no colours.
type Tone string

// The tones.
const (
	ToneGood  Tone = "good"  // as it should be
	ToneWait  Tone = "wait"  // under way, or waits for a person
	ToneBad   Tone = "bad"   // failed
	ToneQuiet Tone = "quiet" // over, or of no weight
)

// Link leads to another page. Path is a whole path, as Context.Link gives it.
type Link struct{ Text, Path string }

// Links are links side by side. The first may be the page's main step.
type Links struct {
	Links []Link
	// Main shows the first as a button.
	Main bool
}

// Tabs are choices side by side, each a page of its own or the same page with another query.
type Tabs struct {
	Label string
	Links []Link
	// Current is the path of the one that is open.
	Current string
}

// Steps are things to do, each with the page where it is done.
type Steps struct {
	Title string
	Steps []Step
}

// Step is one of them.
type Step struct {
	Text, Hint, Path string
	// State is a word for how far it is; empty for none.
	State string
	Tone  Tone
}

// Add adds a step.
func (s *Steps) Add(step Step) { s.Steps = append(s.Steps, step) }

// Heading starts a part of the page.
type Heading struct {
	Text string
	// Hint is a sentence below it.
	Hint string
}

// Notice is a sentence that stands out.
type Notice struct {
	Text string
	Tone Tone
}

// Figures are few figures in large type.
type Figures struct{ Figures []Figure }

// Figure is one of them.
type Figure struct {
	Label string
	Value Cell
	// Hint is a line below the figure.
	Hint string
	// Path is a page that explains the figure; empty for none.
	Path string
}

// Details are pairs of a label and a value.
type Details struct {
	Title string
	Pairs []Pair
}

// Pair of a label and a value.
type Pair struct {
	Label string
	Value Cell
}

// Columns puts blocks side by side where the screen is wide, the left ones wider.
type Columns struct{ Left, Right []Block }

// Text is a text in a fixed-width font, such as a body or a key.
type Text struct {
	Title string
	Text  string
	// Once says that the text is a secret that is shown only now.
	Once string
}

// Message is what somebody wrote, such as a reply to a ticket.
type Message struct {
	Who  string
	At   Cell
	Text string
	// Own says that it is of the side that looks at the page.
	Own bool
}

// Picture is an image that is part of the page, as a data address.
type Picture struct {
	Source template.URL
	Text   string
}

// Module is a part that a script fills: a script of the assets by its name, with the data that
// it needs, and what stands there without scripts.
type Module struct {
	Script string
	Data   map[string]string
	Blocks []Block
}

func (Links) template() string   { return "links" }
func (Tabs) template() string    { return "tabs" }
func (Steps) template() string   { return "steps" }
func (Heading) template() string { return "heading" }
func (Notice) template() string  { return "notice" }
func (Figures) template() string { return "figures" }
func (Details) template() string { return "details" }
func (Columns) template() string { return "columns" }
func (Text) template() string    { return "text" }
func (Message) template() string { return "message" }
func (Picture) template() string { return "picture" }
func (Module) template() string  { return "module" }
func (Form) template() string    { return "form" }
func (*Table) template() string  { return "table" }
func (Story) template() string   { return "story" }
func (Why) template() string     { return "why" }
