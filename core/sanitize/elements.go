package sanitize

import "strings"

// maxElement is longer than the name of any element, prefix and all.
const maxElement = 64

// isElement reports whether a name, or a part of it between colons, is that of
// an element.
func isElement(name string) bool {
	for part := range strings.SplitSeq(strings.ToLower(name), ":") {
		if elements[part] {
			return true
		}
	}
	return false
}

// elements are those of HTML (with the obsolete ones that browsers still
// make), SVG and MathML, in lower case.
var elements = setOf(`
	a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button
	canvas caption center cite code col colgroup command comment content data datalist dd del details dfn dialog dir div dl dt element em
	embed fencedframe fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i
	iframe ilayer image img input ins isindex kbd keygen label layer legend li link listing main map mark marquee menu menuitem
	meta meter multicol nav nextid nobr noembed noframes nolayer noscript object ol optgroup option output p param picture
	plaintext portal pre progress q rb rp rt rtc ruby s samp script search section select selectedcontent shadow slot small
	source spacer span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr
	track tt u ul var video wbr xml xmp xss

	altglyph altglyphdef altglyphitem animate animatecolor animatemotion animatetransform circle clippath color-profile cursor
	defs desc discard ellipse feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting
	fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge
	femergenode femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence filter font-face
	font-face-format font-face-name font-face-src font-face-uri foreignobject g glyph glyphref handler hatch hatchpath hkern
	line lineargradient listener marker mask mesh meshgradient meshpatch meshrow metadata missing-glyph mpath path pattern
	polygon polyline radialgradient rect set solidcolor stop switch symbol tbreak text textpath tref tspan unknown use view vkern

	annotation annotation-xml maction maligngroup malignmark math menclose merror mfenced mfrac mglyph mi mlabeledtr mlongdiv
	mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace msqrt msrow
	mstack mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics`)

// acting are the attributes that run, load or restyle something, beside those
// that begin with on.
var acting = setOf("style href src srcdoc srcset action formaction data background poster codebase dynsrc lowsrc")

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}
