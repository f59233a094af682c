package page

// Help is a part of a guide that explains a page. The guides are in English.
type Help struct {
	// Guide is the last part of the address of the guide, and Section the id of a heading in it, empty for the whole guide.
	Guide, Section string
	// Title is the heading, as the guide has it.
	Title string
	// Sandbox says that the part is about what only the sandbox does.
	Sandbox bool
}

// guidesPath is where the gateway serves its guides for merchants.
const guidesPath = "/api/v2/docs/"

// Path is the address of the part.
func (h Help) Path() string {
	if h.Section == "" {
		return guidesPath + h.Guide
	}
	return guidesPath + h.Guide + "#" + h.Section
}

// help returns the parts of the guides that explain a page, without those of the sandbox in production.
func (c *Context) help(path string) (all []Help) {
	for _, h := range c.site.Help[path] {
		if !h.Sandbox || c.Sandbox() {
			all = append(all, h)
		}
	}
	return all
}
