package page

import "html/template"

// Block is a part of a page. Its template has the block's name.
type Block interface{ template() string }

// Tone is the colour of a state or notice. The words always say the same, for readers who see no colours.
type Tone string

// The tones.
const (
	ToneGood  Tone = "good"  // as it should be
	ToneWait  Tone = "wait"  // under way, or waiting for a person
	ToneBad   Tone = "bad"   // failed
	ToneQuiet Tone = "quiet" // over, or unimportant
)

// Link leads to another page. Path is a whole path, as Context.Link returns it.
type Link struct{ Text, Path string }

// Links are links side by side. The first may be the page's main step.
type Links struct {
	Links []Link
	// Main shows the first link as a button.
	Main bool
}

// Tabs are choices side by side. Each is a page of its own, or the same page with another query.
type Tabs struct {
	Label string
	Links []Link
	// Current is the path of the open tab.
	Current string
}

// Steps are things to do, each with a link to the page for it.
type Steps struct {
	Title string
	// Progress says how many steps are done; it is empty for steps without an end. Done and Of are the same in numbers.
	Progress string
	Done, Of int
	Steps    []Step
}

// Step is one thing to do.
type Step struct {
	// Path is the page of the step, empty if there is nothing to do there.
	Text, Hint, Path string
	// State is a word for the progress of the step, or empty.
	State string
	Tone  Tone
}

// Add adds a step.
func (s *Steps) Add(step Step) { s.Steps = append(s.Steps, step) }

// Heading starts a section of the page.
type Heading struct {
	Text string
	// Hint is a sentence below the heading.
	Hint string
}

// Notice is a sentence that stands out.
type Notice struct {
	Text string
	Tone Tone
}

// Figures are a few figures in large type.
type Figures struct{ Figures []Figure }

// Figure is one figure with its label.
type Figure struct {
	Label string
	Value Cell
	// Hint is a line below the figure.
	Hint string
	// Path is a page that explains the figure, or empty.
	Path string
}

// Details are pairs of a label and a value.
type Details struct {
	Title string
	Pairs []Pair
}

// Pair is a label and a value.
type Pair struct {
	Label string
	Value Cell
}

// Columns puts blocks side by side on a wide screen. The left ones are wider.
type Columns struct{ Left, Right []Block }

// Text is a text in a fixed-width font, such as a body or a key.
type Text struct {
	Title string
	Text  string
	// Once is the warning below a secret that is only shown now.
	Once string
	// Secret says that the text is a secret that can be shown again. A secret has a button that copies it.
	Secret bool
}

// IsSecret reports whether the text is a secret, which people copy to another place.
func (t Text) IsSecret() bool { return t.Secret || t.Once != "" }

// Message is what a person wrote, such as a reply to a ticket.
type Message struct {
	Who  string
	At   Cell
	Text string
	// Own says that the reader's side wrote the message.
	Own bool
}

// Picture is an image that is part of the page, as a data URL.
type Picture struct {
	Source template.URL
	Text   string
}

// Technical are blocks that only a developer needs. They are closed until a person opens them.
type Technical struct{ Blocks []Block }

// Module is a part of the page that a script fills. It names a script of the assets, and holds the data that
// the script needs and what the page shows without scripts.
type Module struct {
	Script string
	Data   map[string]string
	Blocks []Block
}

func (Links) template() string     { return "links" }
func (Tabs) template() string      { return "tabs" }
func (Steps) template() string     { return "steps" }
func (Heading) template() string   { return "heading" }
func (Notice) template() string    { return "notice" }
func (Figures) template() string   { return "figures" }
func (Details) template() string   { return "details" }
func (Columns) template() string   { return "columns" }
func (Text) template() string      { return "text" }
func (Message) template() string   { return "message" }
func (Picture) template() string   { return "picture" }
func (Module) template() string    { return "module" }
func (Technical) template() string { return "technical" }
func (Form) template() string      { return "form" }
func (*Table) template() string    { return "table" }
func (Story) template() string     { return "story" }
func (Why) template() string       { return "why" }
