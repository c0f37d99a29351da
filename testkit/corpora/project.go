package corpora

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/text"
)

// Project marks in a view of a ruling the parties that the heading names
// (distant supervision): names in full and shortened ones, every time that they
// stand there. A party is whoever the label says, wherever it is named.
func (r Ruling) Project(view string) []ner.Mention {
	names := append(r.claimants(), r.defendants()...)
	words := tokens(view)
	var out []ner.Mention
	for i := 0; i < len(words); {
		best, field := 0, ner.Field("")
		for _, n := range names {
			if used := n.matchAt(words[i:]); used > best {
				best, field = used, n.field
			}
		}
		if best == 0 {
			i++
			continue
		}
		out = append(out, ner.Mention{Field: field, Start: words[i].start, End: words[i+best-1].end})
		i += best
	}
	return out
}

// knownName is a name of a label, word by word.
type knownName struct {
	field  ner.Field
	words  []string // folded
	enough int      // words that must stand in a row, particles not counted
}

// token is a word of a view. Start and end count code points.
type token struct {
	start, end int
	folded     string
	capital    bool // it begins with a capital or a digit
	joined     bool // no more than a blank, a dash, a point or a line end stands before it
}

func tokens(s string) []token {
	var out []token
	runes := []rune(s)
	for i := 0; i < len(runes); {
		if !unicode.IsLetter(runes[i]) && !unicode.IsDigit(runes[i]) {
			i++
			continue
		}
		end := i
		for end < len(runes) && (unicode.IsLetter(runes[end]) || unicode.IsDigit(runes[end])) {
			end++
		}
		t := token{start: i, end: end, folded: text.Fold(string(runes[i:end])), capital: unicode.IsUpper(runes[i]) || unicode.IsDigit(runes[i])}
		if len(out) > 0 {
			gap := string(runes[out[len(out)-1].end:i])
			t.joined = len(gap) <= 4 && strings.Trim(gap, " -–.\n°º(\"“”") == ""
		}
		out = append(out, t)
		i = end
	}
	return out
}

// matchAt returns how many of the first words are the name, or enough of its words in order; 0 if they are
// not.
func (n knownName) matchAt(words []token) int {
	if !words[0].capital || small[words[0].folded] {
		return 0
	}
	at := slices.Index(n.words, words[0].folded)
	if at < 0 {
		return 0
	}
	count, used := 1, 1
	for k := 1; k < len(words) && words[k].joined; k++ {
		next := slices.Index(n.words[at+1:], words[k].folded)
		if next < 0 {
			break
		}
		at += 1 + next
		if !small[words[k].folded] {
			count++
			used = k + 1
		}
	}
	if count < n.enough {
		return 0
	}
	return used
}

// small are words within names that say little.
var small = map[string]bool{"de": true, "del": true, "la": true, "las": true, "el": true, "los": true, "y": true, "e": true, "en": true, "para": true, "con": true, "por": true, "al": true, "a": true}

var (
	behalf    = regexp.MustCompile(`(?i)(?:,?\s*(?:actuando|obrando|quien act[uú]a|quien obra))?,?\s*(?:en (?:nombre y )?representaci[oó]n|en nombre|como agente oficios[oa]|agente oficios[oa]|en (?:su )?(?:calidad|condici[oó]n) de [^,]{0,40}|a favor|en favor|apoderad[oa](?: judicial)?)(?: legal)? (?:de|del)\s`)
	ownBehalf = regexp.MustCompile(`(?i)nombre propio`)
	served    = regexp.MustCompile(`(?i),?\s*(?:a trav[eé]s|por intermedio|por conducto|mediante|por medio)\s.*`)
	leading   = regexp.MustCompile(`(?i)^(?:(?:el|la|los|las|del|al|su|sus|señor|señora|señores|señoras|doctor|doctora|dr\.|dra\.|ciudadan[oa]s?|menor|menores|hij[oa]s?|de|edad|joven|niñ[oa]|abogad[oa]|personer[oa])\s+)+`)
)

// claimants are the names of the label of the plaintiffs: who files for somebody is the
// agent.
func (r Ruling) claimants() []knownName {
	label := served.ReplaceAllString(footnote.ReplaceAllString(r.Plaintiff, ""), "")
	var out []knownName
	parts := behalf.Split(label, 2)
	for i, part := range parts {
		field := ner.Plaintiff
		if i == 0 && len(parts) > 1 && !ownBehalf.MatchString(label) {
			field = ner.Agent
		}
		for _, name := range LabelParts(part) {
			name = leading.ReplaceAllString(name, "")
			if n, ok := newName(field, name); ok {
				out = append(out, n)
			}
		}
	}
	return out
}

// defendants are the names of the label of the defendants, and the label as a whole.
func (r Ruling) defendants() []knownName {
	var out []knownName
	for _, name := range LabelParts(r.Defendant) {
		name = leading.ReplaceAllString(name, "")
		if n, ok := newName(ner.Defendant, name); ok {
			out = append(out, n)
		}
	}
	return out
}

func newName(field ner.Field, name string) (knownName, bool) {
	n := knownName{field: field}
	content := 0
	for _, t := range tokens(name) {
		n.words = append(n.words, t.folded)
		if !small[t.folded] {
			content++
		}
	}
	switch {
	case content == 0 || n.words[0] == "otros" || n.words[0] == "otro" || n.words[0] == "otra":
		return n, false
	case content == 1:
		w := n.words[0]
		if unnamedInstitutions[w] || len(w) < 3 {
			return n, false
		}
		n.enough = 1
	default:
		n.enough = max(2, (content*3+4)/5)
	}
	return n, true
}

// unnamedInstitutions are words that name no party alone.
var unnamedInstitutions = map[string]bool{"sala": true, "civil": true, "familia": true, "laboral": true, "penal": true, "seccion": true, "subseccion": true, "juzgado": true, "tribunal": true,
	"alcaldia": true, "municipio": true, "departamento": true, "agraria": true, "unica": true, "promiscuo": true, "superior": true, "gobernacion": true, "ministerio": true, "secretaria": true,
	"regional": true, "seccional": true, "nacion": true, "estado": true, "fiscalia": true, "policia": true, "universidad": true, "hospital": true, "representante": true, "apoderado": true,
	"apoderada": true, "colombia": true, "bogota": true, "medellin": true, "cali": true, "sociedad": true, "empresa": true, "entidad": true, "rector": true, "director": true, "gerente": true}
