package pdftext

import (
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/document"
)

// quality is what a text layer looks like.
type quality struct {
	visible     int     // characters
	unmapped    float64 // share of characters that stand for nothing
	torn        int     // words with letters and with such characters
	lettering   float64 // share of letters and digits
	runTogether float64 // share of the letters in words longer than any word
	wordCount   int     // words of letters
	frequent    int     // of them, frequent ones
	dropped     int     // words that lost an accented letter
	misread     int     // words that no one writes and recognition makes
	shifted     int     // lines in which the usual letters are rare
	spaced      int     // letters and digits that stand alone, one behind the other
}

func measure(l document.PageLayer) quality {
	var q quality
	var unmapped, lettering, letters, long int
	for _, w := range l.Words {
		run, lettersBefore, unmappedBefore := 0, letters, unmapped
		var last rune
		for _, r := range w.Text {
			if leader(r, last) {
				continue
			}
			last = r
			q.visible++
			switch {
			case r == unicode.ReplacementChar || unicode.Is(unicode.Co, r):
				unmapped++
				run = 0
			case unicode.IsLetter(r):
				lettering++
				letters++
				run++
				if run > runTogether {
					long++
				}
			case unicode.IsDigit(r):
				lettering++
				run = 0
			case unicode.Is(unicode.Mn, r):
				lettering++
			default:
				run = 0
			}
		}
		// pdfminer and its kin write "(cid:123)" for what they cannot map.
		unmapped += strings.Count(w.Text, "(cid:") * len("(cid:0)")
		if letters > lettersBefore && unmapped > unmappedBefore {
			q.torn++
		}
		if isGarbled(w.Text) {
			q.misread++
		}
		q.note(strings.ToLower(strings.TrimFunc(w.Text, func(r rune) bool { return !unicode.IsLetter(r) })))
	}
	if q.visible > 0 {
		q.unmapped = min(1, float64(unmapped)/float64(q.visible))
		q.lettering = float64(lettering) / float64(q.visible)
	}
	if letters > 0 {
		q.runTogether = float64(long) / float64(letters)
	}
	for _, line := range linesOf(l.Text, l.Words) {
		if isShifted(line.words) {
			q.shifted++
		}
		q.spaced += singleLetters(line.words)
	}
	return q
}

// isShifted reports whether a line has letters enough for several words, and too few of them
// are ones that Spanish and its neighbours use most: over three in five of all, in texts;
// of a code that puts one letter for another, one in four.
func isShifted(words []document.Word) bool {
	const enough, few = 20, .35
	letters, usual := 0, 0
	for _, w := range words {
		for _, r := range strings.ToLower(w.Text) {
			if unicode.Is(unicode.Latin, r) {
				letters++
				if strings.ContainsRune("eaosnriéáóí", r) {
					usual++
				}
			}
		}
	}
	return len(words) > 1 && letters >= enough && float64(usual) < few*float64(letters)
}

// singleLetters counts the letters and digits of a line that stand alone beside three or more others.
func singleLetters(words []document.Word) (all int) {
	const run = 4
	count := 0
	for i := 0; i <= len(words); i++ {
		if i < len(words) && isSingle(words[i].Text) {
			count++
			continue
		}
		if count >= run {
			all += count
		}
		count = 0
	}
	return all
}

// isSingle reports whether a word is one letter or digit, with or without a point.
func isSingle(word string) bool {
	runes := []rune(strings.Trim(word, ".,"))
	return len(runes) == 1 && (unicode.IsLetter(runes[0]) || unicode.IsDigit(runes[0]))
}

// isGarbled reports whether people would not write such a word: a digit between letters, a
// letter between digits, a capital after a lower-case letter, or a sign that no keyboard has.
// Addresses are never garbled.
func isGarbled(word string) bool {
	if strings.ContainsAny(word, "@/._-") {
		return false
	}
	if strings.ContainsAny(word, "|~{}\\^<>¢¥£§©®¬¦") {
		return true
	}
	var classes []byte // of the runs of letters: a small, A capital; 0 of digits
	for _, r := range word {
		c := byte(' ')
		switch {
		case unicode.IsUpper(r):
			c = 'A'
		case unicode.IsLetter(r):
			c = 'a'
		case unicode.IsDigit(r):
			c = '0'
		}
		if len(classes) == 0 || classes[len(classes)-1] != c {
			classes = append(classes, c)
		}
	}
	s := string(classes)
	return strings.Contains(s, "aA") || strings.Contains(s, "a0a") || strings.Contains(s, "0a0") || strings.Contains(s, "A0a")
}

// leader reports whether r continues a row of dots, dashes or underscores, as
// in tables of contents and above signatures: they say nothing of the text.
func leader(r, last rune) bool {
	return r == last && strings.ContainsRune("._-–—…·*=", r)
}

// note counts one word, in lower case and without what is around it.
func (q *quality) note(word string) {
	if word == "" {
		return
	}
	q.wordCount++
	if frequentWords[word] {
		q.frequent++
	}
	if len(word) > 3 && !strings.ContainsAny(word, "aeiouáéíóúüy") && strings.Trim(word, "bcdfghjklmnñpqrstvwxz") == "" {
		q.misread++
	}
	if lostLetter(word) {
		q.dropped++
	}
}

// lostLetter reports whether word is a Spanish one whose accented letter is
// missing: one of the list, or one in -cin or -sin for -ción and -sión.
func lostLetter(word string) bool {
	if lostWords[word] {
		return true
	}
	return len(word) >= 6 && (strings.HasSuffix(word, "cin") || strings.HasSuffix(word, "isin") || strings.HasSuffix(word, "esin"))
}

// frequentWords of Spanish, and of the languages whose papers are attached to
// Spanish filings.
var frequentWords = set(`de la que el en y a los del se las por un para con no una su al lo como más o pero sus le
 ya este sí porque esta son entre cuando muy sin sobre ser también me hasta hay donde mi nos
 the of and to in is for that on with as by it be at from are this or an
 le les des et est une dans qui pour pas der die und das von den ist mit os as do da em um uma não com di il che è per`)

// lostWords are frequent Spanish words of filings without their accented
// letter, as far as what remains is not a word itself.
var lostWords = set(`cdula cdulas seor seora seores nmero nmeros artculo artculos pgina pginas mdico mdica mdicos mdicas
 jurdica jurdico jurdicas pblica pblico pblicos repblica bogot medelln ccuta cctuta ao aos espaol nio nia nios nias
 segn tambin travs dcimo qunto sptimo trmino trminos captulo prrafo parrgrafo pargrafo crdito trnsito trmite trmites
 telfono direccin accin peticin notificacin informacin constitucin decisin proteccin atencin resolucin accin
 garantas categora mayora ciudadana polica economa energa vctima vctimas fsica fsico psquica ltimo ltima nico nica
 mnimo mnima mximo mxima poltica polticas prctica histrica clnica diagnstico autnoma electrnico electrnica compaa maana`)

func set(words string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
