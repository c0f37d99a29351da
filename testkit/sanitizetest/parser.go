// Package sanitizetest holds core/sanitize, and what the service answers,
// against a parser of HTML, which the core itself must not depend on.
package sanitizetest

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Elements returns the elements of HTML, SVG and MathML that a browser would
// make of s, and those of any name that have an attribute which acts, also
// where the rest of a page follows s. José <jose@x.co> makes an element too,
// of a name that means nothing.
func Elements(s string) (found []string) {
	for _, rest := range []string{"", "</div><p title='x'>", `"></div>`, "'></div>"} {
		body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
		nodes, err := html.ParseFragment(strings.NewReader(s+rest), body)
		if err != nil {
			panic(err) // a string cannot fail to be read
		}
		for _, top := range nodes {
			body.AppendChild(top)
		}
		for n := range body.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			if rest == "" && (isKnownElement(n) || n.Namespace != "") {
				found = append(found, n.Data)
			}
			for _, a := range n.Attr { // without a value it does nothing
				if a.Val == "" {
					continue
				}
				if acting.MatchString(a.Key) {
					found = append(found, n.Data+" "+a.Key)
				}
			}
		}
	}
	return found
}

var acting = regexp.MustCompile(`(?i)^(on[a-z]{2,}|style|href|src|srcdoc|action|formaction)$`)

// isKnownElement reports whether browsers treat the element in a special way.
func isKnownElement(n *html.Node) bool { return slices.Contains(ofHTML, n.Data) }

var ofHTML = strings.Fields(`a abbr address applet area article aside audio b base bdi bdo bgsound big blockquote body br button canvas center
	code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figure font footer form frame frameset h1 h2 h3
	h4 h5 h6 head header hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu
	meta meter nav nobr noembed noframes noscript object ol optgroup option p param picture plaintext pre progress q ruby s samp script section
	select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track
	tt u ul var video wbr xmp`)
