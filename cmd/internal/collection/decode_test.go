package collection

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/cotejo/cotejo/testkit/program"
)

// encodings are those in which programs save texts. A guess is noted.
var encodings = map[string]struct {
	encoding.Encoding
	guess bool
}{
	"UTF-8":                 {unicode.UTF8, false},
	"UTF-8, mark":           {unicode.UTF8BOM, false},
	"UTF-16 LE, mark":       {unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), false},
	"UTF-16 BE, mark":       {unicode.UTF16(unicode.BigEndian, unicode.UseBOM), false},
	"UTF-16 LE":             {unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), true},
	"UTF-16 BE":             {unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), true},
	"windows-1252, guessed": {charmap.Windows1252, true},
}

func encoded(t *testing.T, e encoding.Encoding, s string) []byte {
	t.Helper()
	b, err := e.NewEncoder().Bytes([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// spanish returns a text that has letters beyond ASCII, those of Windows-1252 alone.
func spanish(r *rand.Rand) string {
	const letters = "áéíóúüñÁÉÍÓÚÜÑ«»“”‘’–—…¿¡°ºª€·"
	words := []string{"señor juez", "acción", "Muñoz", "PETICIÓN", "C.C. 40.218.773", "«JOSÉ»", "\"cita\"", "uno; dos, tres\tcuatro", "línea\notra"}
	var b strings.Builder
	for range 1 + r.IntN(40) {
		b.WriteString(words[r.IntN(len(words))])
		b.WriteByte(' ')
		if r.IntN(3) == 0 {
			b.WriteString(string([]rune(letters)[r.IntN(utf8.RuneCountInString(letters))]))
		}
	}
	return "é " + b.String() + "fin"
}

func TestTextsReadBackInEveryEncodingAndSeparator(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	folder := t.TempDir()
	for name, e := range encodings {
		for range 20 {
			texts := make([]string, 1+r.IntN(20))
			var want []string
			for i := range texts {
				texts[i] = spanish(r)
				want = append(want, fmt.Sprintf("%d||%s|ANA PEÑA", i, texts[i]))
			}
			for _, separator := range []rune{',', ';', '\t'} {
				for _, first := range []string{"", "sep=" + string(separator) + "\r\n"} {
					var table bytes.Buffer
					table.WriteString(first)
					w := csv.NewWriter(&table)
					w.Comma = separator
					w.Write([]string{"ID", "Texto", "Accionante"})
					for i, text := range texts {
						w.Write([]string{fmt.Sprint(i), text, "ANA PEÑA"})
					}
					w.Flush()
					expect(t, fmt.Sprintf("%s, %q, %q", name, separator, first), write(t, folder, "t.csv", encoded(t, e.Encoding, table.String())), want, e.guess)
				}
			}
			var lines bytes.Buffer
			for i, text := range texts {
				line, _ := json.Marshal(map[string]any{"id": i, "text": text, "entities": map[string]string{"demandante": "ANA PEÑA"}})
				lines.Write(append(line, '\n'))
			}
			expect(t, name+", lines", write(t, folder, "t.jsonl", encoded(t, e.Encoding, lines.String())), want, e.guess)
			expect(t, name+", text", write(t, folder, "t.txt", encoded(t, e.Encoding, texts[0])), []string{"t.txt||" + texts[0] + "|"}, e.guess)
		}
	}
}

func expect(t *testing.T, name, path string, want []string, guess bool) {
	t.Helper()
	var notes []string
	got := read(t, []string{path}, Options{Note: func(note string) { notes = append(notes, note) }})
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: got\n%q\nwant\n%q", name, got, want)
	}
	if (len(notes) == 1) != guess || len(notes) > 1 || guess && !strings.HasPrefix(notes[0], path+": ") {
		t.Errorf("%s: notes %q", name, notes)
	}
}

// Lines without parties are found again by their place, also in files that are decoded.
func TestPlacesOfLinesInEveryEncoding(t *testing.T) {
	folder := t.TempDir()
	for name, e := range encodings {
		lines := encoded(t, e.Encoding, `{"id":1,"text":"Muñoz"}`+"\n"+`{"id":2,"text":"médico"}`+"\n")
		expect(t, name, write(t, folder, "x.jsonl", lines), []string{"1||Muñoz|", "2||médico|"}, e.guess)
	}
}

func TestNoCharacterIsLost(t *testing.T) {
	long := strings.Repeat("Señor juez: acción de tutela. ", 10_000)
	for name, c := range map[string]struct {
		in   []byte
		want string
		note bool
	}{
		"nothing":                    {nil, "", false},
		"one letter":                 {[]byte("a"), "a", false},
		"one letter of Windows":      {[]byte("\xf1"), "ñ", true},
		"zeros":                      {[]byte("\x00\x00\x00\x00"), "\x00\x00\x00\x00", false},
		"mark alone":                 {[]byte("\ufeff"), "", false},
		"a stray byte in UTF-8":      {[]byte(long + "a\xf1o" + long), long + "año" + long, true},
		"a cut character at the end": {[]byte("señor\xc3"), "señorÃ", true},
		"bytes without a letter":     {[]byte("\x81\xf1"), "\u0081ñ", true},
		"capitals before signs":      {[]byte("\xabJOS\xc9\xbb"), "«JOSÉ»", true},
		"another encoding appended":  {append([]byte(long), encoded(t, charmap.Windows1252, long+"«JOSÉ»")...), long + long + "«JOSÉ»", true},
		"a mark inside":              {[]byte("a\ufeffb"), "a\ufeffb", false},
		"a mark before Windows-1252": {[]byte("\ufeffa\xf1o"), "año", true},
	} {
		t.Run(name, func(t *testing.T) {
			noted := 0
			got, err := io.ReadAll(Decode(bytes.NewReader(c.in), func(string) { noted++ }))
			if err != nil || string(got) != c.want || (noted == 1) != c.note || noted > 1 {
				t.Errorf("got %d bytes %.60q, %d notes, %v", len(got), got, noted, err)
			}
		})
	}
}

// Half a character of UTF-16 becomes U+FFFD, and that is noted once.
func TestHalfCharactersAreNoted(t *testing.T) {
	utf16le := func(units ...uint16) (b []byte) {
		for _, u := range units {
			b = binary.LittleEndian.AppendUint16(b, u)
		}
		return b
	}
	const half = "Ana \ufffdLópez"
	folder := t.TempDir()
	for name, c := range map[string]struct {
		file  string
		in    []byte
		want  string
		notes int
	}{
		"text":                 {"a.txt", append([]byte{0xFF, 0xFE}, utf16le('a', 0xD83D, 'b', 0xDE00, 'c')...), "a.txt||a\ufffdb\ufffdc|", 1},
		"whole pairs":          {"a.txt", append([]byte{0xFF, 0xFE}, utf16le('a', 0xD83D, 0xDE00)...), "a.txt||a😀|", 0},
		"UTF-8 of another":     {"a.txt", []byte(half), "a.txt||" + half + "|", 1},
		"escapes":              {"a.jsonl", []byte(`{"id":1,"text":"Ana \ud83dLópez \ude00\ud83d"}` + "\n"), "1||" + half + " \ufffd\ufffd|", 1},
		"escapes of a pair":    {"a.jsonl", []byte(`{"id":1,"text":"\ud83d\ude00\\ud83d\n"}` + "\n"), "1||😀\\ud83d\n|", 0},
		"escapes cut in lines": {"a.jsonl", []byte(`{"id":1,"text":"a"}` + "\n\\"), "1||a|", 0},
	} {
		t.Run(name, func(t *testing.T) {
			var notes []string
			got := read(t, []string{write(t, folder, c.file, c.in)}, Options{Note: func(note string) { notes = append(notes, note) }})
			if len(got) == 0 || got[0] != c.want || len(notes) != c.notes || c.notes > 0 && !strings.HasSuffix(notes[0], NoteDamaged) {
				t.Errorf("got %q, want %q; notes %q", got, c.want, notes)
			}
		})
	}
}

func TestDecodePassesErrorsOn(t *testing.T) {
	broken := errors.New("broken")
	got, err := io.ReadAll(Decode(io.MultiReader(strings.NewReader("señor"), iotest.ErrReader(broken)), nil))
	if string(got) != "señor" || !errors.Is(err, broken) {
		t.Errorf("got %q, %v", got, err)
	}
}

// What a source gives bit by bit is decoded as it comes.
func TestEarlierCharactersDecideWhatIsAmbiguous(t *testing.T) {
	const ambiguous = "CAF\xc9\xbb" // CAFÉ» in Windows-1252, CAFɻ in UTF-8
	for before, want := range map[string]string{"acci\xf3n, petici\xf3n ": "acción, petición CAFÉ»", "acción, petición ": "acción, petición CAFɻ"} {
		got, err := io.ReadAll(Decode(io.MultiReader(strings.NewReader(before), strings.NewReader(ambiguous)), nil))
		if string(got) != want || err != nil {
			t.Errorf("%q, want %q (%v)", got, want, err)
		}
	}
}

func TestDecodeDoesNotWaitForMore(t *testing.T) {
	in, out := io.Pipe()
	defer out.Close()
	lines := NewLines(Decode(in, nil))
	for _, want := range []string{"{\"text\": \"señor\"}\n", "{\"text\": \"acción\"}\n"} {
		go out.Write([]byte(want))
		if line, _, err := NextLine(lines); string(line) != want || err != nil {
			t.Fatalf("got %q, %v", line, err)
		}
	}
}

func TestRowsWiderThanTheHeadersAreRefused(t *testing.T) {
	path := write(t, t.TempDir(), "t.csv", []byte("sep=,\nid,texto\n1,uno, dos\n2,\"tres, cuatro\",\n"))
	got := read(t, []string{path}, Options{})
	if len(got) != 2 || !strings.Contains(got[0], "t.csv:3: tiene más celdas") || got[1] != "2||tres, cuatro|" {
		t.Errorf("got %q", got)
	}
}

// Samples as Excel saves them, when they are at hand.
func TestTablesSavedByExcel(t *testing.T) {
	root, err := program.Root()
	if err != nil {
		t.Fatal(err)
	}
	paths, _ := filepath.Glob(filepath.Join(root, "..", "shared", "samples", "found", "1[34]_*.csv"))
	for _, path := range paths {
		all := strings.Join(read(t, []string{path}, Options{}), "\n")
		if !strings.Contains(all, "Señor Juez. Acción") || strings.ContainsRune(all, utf8.RuneError) || strings.Contains(all, "fault") {
			t.Errorf("%s: %s", path, all)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, e := range encodings {
		b, err := e.NewEncoder().Bytes([]byte("Acción de José Muñoz; «JOSÉ»"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		d := Decode(bytes.NewReader(in), nil)
		got, err := io.ReadAll(d)
		if err != nil || !utf8.Valid(got) {
			t.Fatalf("%q is not UTF-8, %v", got, err)
		}
		if place, known := d.Place(0); known && !bytes.Equal(got, in[place:]) {
			t.Fatalf("%q was changed to %q", in, got)
		}
		if utf8.Valid(in) && len(in) > 0 && in[0] != 0 && !bytes.ContainsRune(in, 0) && string(got) != strings.TrimPrefix(string(in), "\ufeff") {
			t.Fatalf("%q became %q", in, got)
		}
		bitwise, err := io.ReadAll(Decode(iotest.OneByteReader(bytes.NewReader(in)), nil))
		if err != nil || !utf8.Valid(bitwise) {
			t.Fatalf("byte by byte: %q, %v", bitwise, err)
		}
	})
}
