// Command accents makes the list of words that core/ocrfix gives their accent
// back: those of Colombian laws that are written with an accent, and whose
// letters without it are no word.
//
//	go run ./testkit/accents
//
// core/ocrfix/SOURCES.md says what the texts are.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

const (
	// least is how often a word must be in the laws in small letters: below
	// it are misspellings, and names alone.
	least = 3
	// mostBare is the share of a word's appearances without its accent up to
	// which those count as misspellings.
	mostBare = .03
	shortest = 4 // bytes
)

// endings of verbs whose forms differ by the accent alone, and of words that
// are both: solicitó and solicito, continúa and continua, sería and seria.
// Laws lack the first person, so that they cannot tell.
var endings = []string{"ó", "é", "á", "í", "ú", "úa", "úan", "úo", "úe", "ía", "ían", "ías", "íe", "íen", "ío", "íos", "ás", "és", "án", "én"}

// both are words with and without their accent, as the laws do not show. They
// were found by holding the list against a spelling dictionary.
var both = strings.Fields(`aún árbitro auténtico auténtica auténticas cálculo créase crítica crítico críticas doméstica domésticas
 específico espontáneo espontánea explícita fórmulas íntegro intérprete íntima inválido líquida líquidas líquido lícito lícita
 lícitas nómina notaría notarías órbita pacífica prórrogas recíproco recíproca recíprocas réplica simultánea simultáneo sólida
 estímulo partícipes préstamos cómputo término términos pública públicas auditoría súplica válido válida válidos válidas videos vínculo mérito diagnóstico`)

// added by hand: in the laws these stand too rarely, or too often misspelled.
var added = strings.Fields(`acción rápido rápida rápidamente médico médica médicos médicas clínica clínicas cirugía cirugías quirúrgica
 diagnósticos fármaco fármacos oxígeno radicación consignación afiliación remisión hospitalización inyección
 teléfono teléfonos electrónico electrónica dirección ciudadanía cédula cédulas petición jurídico jurídica`)

// kept although they end so: nouns, which are no form of a verb without their
// accent either.
var kept = strings.Fields(`así también además después través según interés jamás demás quizás ningún común algún
 ciudadanía ciudadanías garantía garantías categoría categorías policía policías economía energía vía vías día días mayoría
 minoría asesoría asesorías auditoría auditorías tesorería cuantía cuantías autonomía jerarquía jerarquías geografía tecnología
 tecnologías metodología metodologías cirugía cirugías todavía tía tías plusvalía travesía alcaldía alcaldías personería
 personerías procuraduría contraloría contralorías defensoría fiscalía fiscalías veeduría veedurías consejería cancillería
 gobernación río ríos tío tíos período periodo almacén almacenes orden bogotá perjuicio fotografía fotografías biología psicología
 ideología pedagogía soberanía cercanía guía guías mercancía mercancías cobardía amnistía notaría notarías curaduría curadurías
 patología patologías odontología oncología cardiología neurología radiología ecografía terapia farmacología filosofía energías
 agronomía anatomía astronomía sociedad ingeniería lotería tubería cañería ganadería minería pesquería secretarías interventoría
 consultoría consultorías pagaduría recaudo telefonía compañía compañías desvío avería averías sangría carestía lejanía`)

var others = []string{
	"../shared/data/echr_es_ner", "../shared/data/meddocan", "../shared/data/aymurai_ar_rulings",
	"core/ner/internal/lex/data/given.txt", "core/ner/internal/lex/data/given.co.txt",
	"core/ner/internal/lex/data/surnames.txt", "core/ner/internal/lex/data/surnames-ine.txt",
}

func main() {
	log.SetFlags(0)
	law := flag.String("law", "../shared/data/co_law_text", "folder of the laws")
	against := flag.String("against", strings.Join(others, ","), "other texts and lists of names: what stands there without an accent is a word")
	to := flag.String("to", "core/ocrfix/data/accented.txt", "file to write")
	flag.Parse()
	if err := run(*law, strings.Split(*against, ","), *to); err != nil {
		log.Fatal("accents: ", err)
	}
}

func run(law string, against []string, to string) error {
	written, elsewhere := map[string]int{}, map[string]int{}
	if err := count(law, written); err != nil {
		return err
	}
	for _, path := range against {
		if err := count(path, elsewhere); err != nil {
			return err
		}
	}
	forms := map[string][]string{} // by what they are without accents
	for w := range written {
		if bare := withoutAccents(w); bare != w {
			forms[bare] = append(forms[bare], w)
		}
	}
	out := slices.Clone(added)
	for bare, variants := range forms {
		slices.SortFunc(variants, func(a, b string) int { return written[b] - written[a] })
		w := variants[0]
		rest := written[bare] + elsewhere[bare]
		for _, other := range variants[1:] {
			rest += written[other]
		}
		if written[w] >= least && float64(rest) <= max(1, mostBare*float64(written[w]+elsewhere[w])) && unmistakable(w) {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return os.WriteFile(to, []byte(strings.Join(out, "\n")+"\n"), 0o644)
}

func unmistakable(w string) bool {
	if slices.Contains(both, w) {
		return false
	}
	if slices.Contains(kept, w) {
		return true
	}
	return !slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(w, e) })
}

// count counts the words that are in small letters in a file or in all files
// of a folder: in capitals many leave accents out.
func count(root string, words map[string]int) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".docx") {
			return err
		}
		body, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("reading %s: %w", path, err)
		}
		for w := range strings.FieldsFuncSeq(string(body), func(r rune) bool { return !unicode.IsLetter(r) && r != unicode.ReplacementChar }) {
			if len(w) >= shortest && strings.ToLower(w) == w && !strings.ContainsRune(w, unicode.ReplacementChar) {
				words[w]++
			}
		}
		return nil
	})
}

var acute = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u")

// withoutAccents takes the accents from the vowels and leaves and ü.
func withoutAccents(w string) string { return acute.Replace(w) }
