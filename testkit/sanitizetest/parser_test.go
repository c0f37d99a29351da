// Package sanitizetest holds core/sanitize against a parser of HTML, which the
// core itself must not depend on.
package sanitizetest

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/sanitize"
)

// vectors are known ways of getting a script into a page.
var vectors = []string{
	`<script>alert(1)</script>`, `<SCRIPT SRC=//x.co/a.js></SCRIPT>`, `<scr<script>ipt>alert(1)</scr</script>ipt>`, `<<script>script>alert(1)</script>`,
	`<img src=x onerror=alert(1)>`, `<img src=x onerror=alert(1)//`, `<img/src="x"/onerror=alert(1)>`, "<img\tsrc=x\nonerror=alert(1)>",
	`<svg/onload=alert(1)>`, `<svg><script>alert(1)</script></svg>`, `<svg><animate onbegin=alert(1) attributeName=x dur=1s>`,
	`<svg><a xlink:href="javascript:alert(1)"><text y=1em>x</text></a></svg>`, `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
	`<math href="javascript:alert(1)">x</math>`, `<iframe srcdoc="<script>alert(1)</script>">`, `<iframe src=javascript:alert(1)>`,
	`<a href="jav&#x09;ascript:alert(1)">x</a>`, `<a href="&#106;avascript&colon;alert(1)">x</a>`, `<a href='data:text/html,<script>alert(1)</script>'>x</a>`,
	`<form><button formaction=javascript:alert(1)>x`, `<input autofocus onfocus=alert(1)>`, `<body onload=alert(1)>`, `<video><source onerror=alert(1)>`,
	`<details open ontoggle=alert(1)>`, `<object data=javascript:alert(1)>`, `<embed src=javascript:alert(1)>`, `<base href=javascript:alert(1)//>`,
	`<link rel=stylesheet href=//x.co>`, `<style>@import '//x.co';</style>`, `<meta http-equiv=refresh content="0;url=javascript:alert(1)">`,
	`<xss onafterscriptexecute=alert(1)><script>1</script>`, `<x tabindex=1 onfocus=alert(1)>`, `<a<b onclick=alert(1)>x`, `<x a=">" onclick=alert(1)>`,
	`<noscript><p title="</noscript><img src=x onerror=alert(1)>">`, `<!--><img src=x onerror=alert(1)>-->`, `<!-- --!><img src=x onerror=alert(1)>`,
	`<title><img src=x onerror=alert(1)></title>`, `<textarea></textarea><img src=x onerror=alert(1)>`, `<plaintext><img src=x onerror=alert(1)>`,
	"<scr\x00ipt>alert(1)</scr\x00ipt>", "<\u202escript>alert(1)</script>", `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>`,
	`<![CDATA[<img src=x onerror=alert(1)>]]>`, `"><img src=x onerror=alert(1)>`, `'-alert(1)-'`, `</p><img src=x onerror=alert(1)>`, `<b><i><u>x</u></i></b>`,
}

func TestAParserFindsNoElementInWhatIsLeftOfAnAttack(t *testing.T) {
	for _, v := range vectors {
		if found := elements(t, sanitize.Text(v)); len(found) > 0 {
			t.Errorf("%q became %q, in which there is %v", v, sanitize.Text(v), found)
		}
	}
}

func TestAParserFindsNoElementInWhatIsLeftOfPiecesOfAttacks(t *testing.T) {
	pieces := slices.Clone(vectors)
	for _, v := range vectors {
		pieces = append(pieces, strings.SplitAfter(v, "<")...)
		pieces = append(pieces, strings.SplitAfter(v, " ")...)
		pieces = append(pieces, v[:len(v)/2], v[len(v)/2:], v[:len(v)/3], v[len(v)/3:])
	}
	piece := rapid.SampledFrom(pieces)
	rapid.Check(t, func(rt *rapid.T) {
		s := strings.Join(rapid.SliceOfN(piece, 1, 6).Draw(rt, "pieces"), "")
		if found := elements(rt, sanitize.Text(s)); len(found) > 0 {
			rt.Fatalf("%q became %q, in which there is %v", s, sanitize.Text(s), found)
		}
	})
}

// Lists of attacks and of awkward strings, where they are at hand.
func TestAParserFindsNoElementInPayloads(t *testing.T) {
	data, err := os.ReadFile("../../../shared/samples/payloads/blns/blns.txt")
	if err != nil {
		t.Log("no list of awkward strings here")
	}
	for line := range strings.Lines(string(data)) {
		if found := elements(t, sanitize.Text(line)); len(found) > 0 {
			t.Errorf("%q became %q, in which there is %v", line, sanitize.Text(line), found)
		}
	}
}

func FuzzAParserFindsNoElement(f *testing.F) {
	for _, v := range vectors {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if found := elements(t, sanitize.Text(s)); len(found) > 0 {
			t.Errorf("%q became %q, in which there is %v", s, sanitize.Text(s), found)
		}
	})
}

// elements returns the elements of HTML, SVG and MathML that a browser would
// make of s, and those of any name that have an attribute which acts, also
// where the rest of a page follows s. José <jose@x.co> makes an element too,
// of a name that means nothing.
func elements(t interface{ Fatal(...any) }, s string) (found []string) {
	for _, rest := range []string{"", "</div><p title='x'>", `"></div>`, "'></div>"} {
		body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
		nodes, err := html.ParseFragment(strings.NewReader(s+rest), body)
		if err != nil {
			t.Fatal(err)
		}
		for _, top := range nodes {
			body.AppendChild(top)
		}
		for n := range body.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			if rest == "" && (known(n) || n.Namespace != "") {
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

// known reports whether a browser does more with the element than with any
// unknown one.
func known(n *html.Node) bool { return slices.Contains(ofHTML, n.Data) }

var ofHTML = strings.Fields(`a abbr address applet area article aside audio b base bdi bdo bgsound big blockquote body br button canvas center
	code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figure font footer form frame frameset h1 h2 h3
	h4 h5 h6 head header hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu
	meta meter nav nobr noembed noframes noscript object ol optgroup option p param picture plaintext pre progress q ruby s samp script section
	select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track
	tt u ul var video wbr xmp`)
