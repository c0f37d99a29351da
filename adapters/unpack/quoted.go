package unpack

import (
	"regexp"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// Unquoted returns what a message says of its own, without what mail programs and offices add: the
// headers of messages that were forwarded, signs of quotation, and notes about confidentiality.
func Unquoted(body string) string {
	var out []string
	for _, paragraph := range paragraphs(body) {
		if isHeader(paragraph) || isNotice(paragraph) {
			continue
		}
		out = append(out, strings.Join(paragraph, "\n"))
	}
	return strings.Join(out, "\n\n")
}

// paragraphs returns the lines of each paragraph without signs of quotation. The header of a
// forwarded message is a paragraph of its own.
func paragraphs(body string) (all [][]string) {
	var current []string
	end := func() {
		if len(current) > 0 {
			all = append(all, current)
		}
		current = nil
	}
	inHeader := false
	for line := range strings.SplitSeq(strings.ReplaceAll(body, "\r\n", "\n"), "\n") {
		line = strings.TrimSpace(quotation.ReplaceAllString(line, ""))
		field := headerField.MatchString(line)
		if line == "" || field != inHeader && (field || !goesOn(line, current)) {
			end()
		}
		if line != "" {
			inHeader = field || inHeader && len(current) > 0
			current = append(current, line)
		} else {
			inHeader = false
		}
	}
	end()
	return all
}

// goesOn reports whether a line continues the last field of a header: a list of addresses does.
func goesOn(line string, header []string) bool {
	return len(header) > 0 && (strings.Contains(line, "@") || strings.HasSuffix(header[len(header)-1], ";") || strings.HasSuffix(header[len(header)-1], ","))
}

var (
	quotation   = regexp.MustCompile(`^(?:\s*>)+ ?`)
	headerField = regexp.MustCompile(`(?i)^\*?(de|from|enviado(?: el)?|sent|para|to|cc|cco|asunto|subject|fecha|date|importancia|datos adjuntos|attachments)\s*:\*?(\s|$)`)
	separator   = regexp.MustCompile(`(?i)^[-_=*\s]*(forwarded message|mensaje reenviado|original message|mensaje original|inicio del mensaje reenviado)?[-_=*:\s]*$`)
	attribution = regexp.MustCompile(`(?i)^(el|on) .{8,120}(escribi[óo]|wrote):$`)
)

// isHeader reports whether a paragraph is the header of a forwarded message, or announces one.
func isHeader(lines []string) bool {
	fields := 0
	for _, l := range lines {
		if headerField.MatchString(l) {
			fields++
		}
	}
	return fields >= 2 || len(lines) == 1 && (separator.MatchString(lines[0]) || attribution.MatchString(lines[0]))
}

// notices begin or are in paragraphs that offices put under every message.
var notices = []string{"aviso de confidencialidad", "aviso legal", "nota de confidencialidad", "confidencialidad:", "no imprima este", "antes de imprimir", "prueba electronica:",
	"este correo electronico contiene", "este mensaje y sus anexos", "este mensaje contiene", "este correo y cualquier archivo", "si usted no es el destinatario", "obtener outlook para",
	"enviado desde mi", "sent from my", "piense en el medio ambiente", "this message is confidential", "la informacion contenida en este"}

func isNotice(lines []string) bool {
	folded := text.Fold(strings.Join(lines, " "))
	for _, n := range notices {
		if strings.Contains(folded, n) {
			return true
		}
	}
	return false
}
