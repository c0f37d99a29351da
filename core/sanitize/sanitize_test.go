package sanitize_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/sanitize"
)

func ExampleText() {
	fmt.Println(sanitize.Text("O'Neil & Cía pide <b>A < B</b> a José <jose@x.co>"))
	fmt.Println(sanitize.Text("<script>alert(1)</script>Nada <a href='javascript:alert(1)'>aquí</a>"))
	// Output:
	// O'Neil & Cía pide A < B a José <jose@x.co>
	// Nada aquí
}

func ExampleLine() {
	fmt.Printf("%q", sanitize.Line(" Ana\n López\t\tRuiz "))
	// Output: "Ana López Ruiz"
}

func TestTextThatPeopleWriteStays(t *testing.T) {
	for _, s := range []string{
		"", " ", "A < B", "A<B", "a<b", "x<y, y>z", "a < b > c", "1<2>0", "O'Neil & Cía", "José <jose@x.co>", "<jose@x.co>, <ana@y.co>",
		"&lt;b&gt; &amp; &#60;", "Ñandú «comillas» “dobles” ‘simples’ — ¿qué? ¡sí!", "línea\n\totra", "100 % de 3 > 2", "<<<>>>", "<>", "</>", "< b >", "<5>",
		"correo: ana@x.co; tel.: 310", "javascript", "data: 3", "Java y script: dos", "<fecha>", "<el nombre>", "a<-b->c", "if (a<c && d>e)", "x <!> y",
		"\u200d👩‍👩‍👧", "El radicado es 11001-31-03<2026", "<b", "precio<p", "i<a y nada más",
	} {
		if got := sanitize.Text(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct{ rule, in, want string }{
		{"a tag goes, what it holds stays", "<b>hola</b>", "hola"},
		{"in capitals and with attributes", `<A HREF="x" TITLE='a>b'>hola</A >`, "b'>hola"},
		{"with slashes", "<br/><svg/onload=alert(1)>x", "x"},
		{"over several lines", "a<img\nsrc=x\n>b", "ab"},
		{"script goes with its content", "a<script>alert(1)</script>b", "ab"},
		{"style too", "a<STYLE type=x>p{}</style\n>b", "ab"},
		{"script that has no end leaves text", "a<script>b", "ab"},
		{"a tag within a tag", "<scr<script>ipt>alert(1)</scr</script>ipt>", ""},
		{"a tag in two halves", "<<b>script>x</<b>script>", "x"},
		{"comments", "a<!-- <b> -->b<!---->c<!-->d", "abcd"},
		{"a tag behind half a comment", "<!-<b>- x -->y", "y"},
		{"declarations", "<!DOCTYPE html><?xml version='1'?><![CDATA[x]]>y", "y"},
		{"bogus comments", "a<! x>b<!%>c</%x>d</ p>e<?>f<? x>g<!-x>h", "abcde<?>fgh"},
		{"a bogus comment around a tag", "a<!<b>x>b", "ab"},
		{"a comment that holds >", "a<!-- b > c -->d", "ad"},
		{"an element of one browser", "a<comment>b</comment>c", "abc"},
		{"with a prefix", "<svg:script>x</svg:script>y", "xy"},
		{"SVG and MathML", "<svg><foreignObject><math><mi>x</mi></math></foreignObject></svg>", "x"},
		{"an element of nobody's that acts", `<xss-a x onfocus=alert(1)>y<q9 style="x">z`, "yz"},
		{"an address that acts", `<jose@x.co onclick=alert(1)>y`, "y"},
		{"an element that never ends becomes text", "<img src=x onerror=alert(1)//", "< img src=x onerror=alert(1)//"},
		{"NUL within a tag", "<scr\x00ipt>x</script>y", "y"},
		{"control characters", "a\x00b\x07c\x7fd\u0085e\x1b[0m", "abcde[0m"},
		{"direction characters", "a\u202eb\u2066c\u200ed\u061ce", "abcde"},
		{"invalid UTF-8", "a\xffb\xc3", "ab"},
		{"NFC", "Pen\u0303a", "Peña"},
		{"NFC across a tag", "Pen<b>\u0303a", "Peña"},
		{"the Kelvin sign is a K", "<lin\u212a rel=x>y", "y"},
		{"a soft hyphen within a line", "Echava\u00adrría vive", "Echavarría vive"},
		{"at a line's end", "mayor, iden\u00ad \n  tificada con\ncédula", "mayor, identificada\ncon\ncédula"},
		{"over three lines", "in\u00ad\nter\u00ad\nés de\nAna", "interés\nde\nAna"},
		{"at the end of the last word of a line", "a Mede\u00ad\nllín\nhoy", "a Medellín\nhoy"},
		{"at a paragraph's end", "fin\u00ad\n\nNuevo", "fin\n\nNuevo"},
		{"at the end", "fin\u00ad\n", "fin\n"},
		{"soft hyphens within an element", "<scr\u00adipt>x</script>y", "y"},
		{"the end of a page is one of a line", "fin\fInicio <b>dos\v</b>", "fin\nInicio dos\n"},
		{"the end of a page among harmless text", "fin\fInicio", "fin\nInicio"},
		{"line ends", "a\r\nb\rc", "a\nb\nc"},
		{"javascript:", "javascript:alert(1)", "javascript alert(1)"},
		{"in any case and pieces", "JaVa\tScRi\npt\u00a0:alert(1)", "JaVa\tScRi\npt alert(1)"},
		{"as entities", "&#106;ava&Tab;script&colon;alert(1) &#x0000076BSCRIPT&#58x", "&#106;ava&Tab;script alert(1) &#x0000076BSCRIPT&#58x"},
		{"vbscript as entities", "&#x00076;BSCRIPT&#58;x", "&#x00076;BSCRIPT x"},
		{"colons many", "javascript: :: x", "javascript x"},
		{"data that is a page", "data:text/html,x data:image/png;base64,x", "data text/html,x data:image/png;base64,x"},
		{"across a tag", "java<b>script:x", "javascript x"},
		{"within itself", "javajavascript:script:x", "javajavascript script:x"},
	} {
		if got := sanitize.Text(c.in); got != c.want {
			t.Errorf("%s: %q became %q, want %q", c.rule, c.in, got, c.want)
		}
	}
}

// hostile draws texts of the pieces that attacks are made of.
func hostile() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{"<", ">", "</", "/", "!", "%", "!--", "--", "-->", "<!--", "[", "?", "=", " ", "\n", "\t", ":", "&", ";", "\"", "'",
		"b", "a", "script", "</script>", "<script>", "style", "img", "svg", "i", "x", "é", "e", "\u0301", "\u0338", "\u212a", "\x00", "\xff", "\u202e", "\u00ad",
		"onclick", "src", "href", "java", "javascript", "vbscript", "data", "text/html", "&#106;", "&colon;", "&Tab;", "&#x3a", "alert(1)", ","})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "pieces"), "")
	})
}

func TestSanitisingTwiceChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkStable(t, rapid.OneOf(hostile(), rapid.String()).Draw(t, "s")) })
}

type failer interface{ Errorf(string, ...any) }

func checkStable(t failer, s string) {
	once := sanitize.Text(s)
	if twice := sanitize.Text(once); twice != once {
		t.Errorf("%q became %q, then %q", s, once, twice)
	}
	if !utf8.ValidString(once) || !norm.NFC.IsNormalString(once) {
		t.Errorf("%q became %q, which is no UTF-8 in NFC", s, once)
	}
	line := sanitize.Line(s)
	if again := sanitize.Line(line); again != line || strings.ContainsAny(line, "\n\t\r") {
		t.Errorf("%q became the line %q, then %q", s, line, again)
	}
}

// Whatever is made of words, numbers and punctuation with < and & among them,
// but is not a tag, comes back byte for byte.
func TestLegitimateTextComesBackByteForByte(t *testing.T) {
	word := rapid.SampledFrom([]string{"María", "Ñáñez", "EPS", "O'Neil", "Cía.", "&", "<", ">", "<=", "=>", "\"acta\"", "«no»", "(sí)", "50 %", "#3-21",
		"ana@x.co", "<ana@x.co>", "a<b", "2>1", "¿y?", "—", "…", "art. 86:", "&amp;", "\n", "C:\\datos", "https://x.co/?a=1&b=2", "on=3", "x=y"})
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOf(word).Draw(t, "words"), " ")
		if strings.Contains(s, "a<b") { // a <b … > is a tag to a browser
			s = strings.ReplaceAll(s, ">", "")
		}
		if got := sanitize.Text(s); got != s {
			t.Fatalf("%q became %q", s, got)
		}
	})
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"<b>x</b>", "<scr<script>ipt>", "<!-- x -->", "javascript&colon;x", "x<y, y>z", "e<b>\u0301", "<a<5 onclick=x>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkStable(t, s) })
}

// Work grows with the length of the text and not with its square: a second of
// it would be minutes.
func BenchmarkHostileMegabyte(b *testing.B) {
	for name, piece := range hostilePieces {
		s := strings.Repeat(piece, 1<<20/len(piece))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				sanitize.Text(s)
			}
		})
	}
}

var hostilePieces = map[string]string{
	"less": "<", "tag opened": "<b ", "letters": "<a", "nested": "<a<b>", "script": "<script>", "spaces": "<x ", "attribute": "<x onclick=",
	"comment": "<!--", "half comment": "-->", "entity": "&#0", "scheme": "javascript", "colons": "data:", "blank scheme": "j \n", "marks": "\u0301",
	"greater": "<x >", "equals": "=", "reopened": "<a<i ><",
}

// TestHostileRepetition ends soon, or the test binary's own limit says so.
func TestHostileRepetition(t *testing.T) {
	for name, piece := range hostilePieces {
		s := strings.Repeat(piece, 1<<18/len(piece))
		for _, s := range []string{s, s + strings.Repeat(">", 1<<18), "javascript" + s + ":"} {
			if once := sanitize.Text(s); len(once) > 2*len(s) {
				t.Errorf("%s: %d bytes became %d", name, len(s), len(once))
			}
		}
	}
}
