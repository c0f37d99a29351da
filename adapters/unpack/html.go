package unpack

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// textOf returns the text of HTML: a line for each block, the cells of a row on one line.
func textOf(s string) string {
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(s))
	hidden := 0   // elements whose text is not shown
	address := "" // where the current link leads
	for {
		switch z.Next() {
		case html.ErrorToken:
			return tidy(out.String())
		case html.TextToken:
			if hidden == 0 {
				out.WriteString(spaces.ReplaceAllString(string(z.Text()), " "))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			switch tag := atom.Lookup(name); {
			case isUnseen[tag]:
				hidden++
			case tag == atom.A:
				address = linkOf(z, more)
			case tag == atom.Td || tag == atom.Th:
				out.WriteString(" ")
			case tag == atom.Br || isBlock[tag]:
				out.WriteString("\n")
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			switch tag := atom.Lookup(name); {
			case isUnseen[tag]:
				hidden = max(0, hidden-1)
			case tag == atom.A && address != "":
				out.WriteString(" <" + address + ">")
				address = ""
			case isBlock[tag]:
				out.WriteString("\n")
			}
		}
	}
}

// linkOf returns where a link leads if that is a page, else "".
func linkOf(z *html.Tokenizer, more bool) string {
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		if address := string(value); string(key) == "href" && (strings.HasPrefix(address, "http://") || strings.HasPrefix(address, "https://")) {
			return address
		}
	}
	return ""
}

var (
	spaces     = regexp.MustCompile(`[\s\x{00a0}]+`)
	lineSpaces = regexp.MustCompile(` *\n *`)
	blankLines = regexp.MustCompile(`\n{3,}`)
)

// tidy removes blanks at the ends of lines, and blank lines behind the first.
func tidy(s string) string {
	return strings.TrimSpace(blankLines.ReplaceAllString(lineSpaces.ReplaceAllString(s, "\n"), "\n\n"))
}

// isUnseen has the elements whose text is not shown, isBlock those that begin a line.
var (
	isUnseen = map[atom.Atom]bool{atom.Style: true, atom.Script: true, atom.Title: true, atom.Head: true, atom.Template: true}
	isBlock  = map[atom.Atom]bool{atom.P: true, atom.Div: true, atom.Tr: true, atom.Table: true, atom.Li: true, atom.Ul: true, atom.Ol: true,
		atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true, atom.Blockquote: true, atom.Hr: true, atom.Pre: true}
)
