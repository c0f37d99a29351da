package receipt

import (
	"regexp"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// automaticSubjects begin the subjects of programs that answer, folded.
const automaticSubjects = "respuesta automatica|automatic reply|auto reply|autoreply|auto-reply|out of office|fuera de la oficina|fuera de oficina|ausencia|" +
	"en vacaciones|mensaje automatico"

// automaticWords are what such programs write, folded.
const automaticWords = "fuera de la oficina|fuera de oficina|out of the office|out of office|respuesta automatica|mensaje automatico|" +
	"generado automaticamente|me encuentro en vacaciones|" +
	"estoy de vacaciones|estare ausente|me encuentro ausente|periodo de vacaciones|automatic reply|no responda a este correo|" +
	"no responder este correo|este buzon no es monitoreado"

// answerKind returns what an answer says; None for a message that answers nothing.
func answerKind(m Message, answers bool) Kind {
	own := text.Fold(ownWords(m.Text))
	subject := text.Fold(m.Header.Get("Subject"))
	if isAutomatic(m.Header) || containsAny(subject, automaticSubjects) || containsAny(own, automaticWords) {
		if !answers && !isReply(subject) {
			return None
		}
		return Automatic
	}
	switch {
	case isAcknowledgement(own) && (answers || isReply(subject)):
		return Acknowledged
	case answers:
		return Answer
	}
	return None
}

// isReply reports whether a folded subject is that of an answer, by a program as well.
func isReply(subject string) bool {
	for _, prefix := range []string{"re:", "rv:", "resp:", "respuesta:", "respuesta automatica:", "automatic reply:"} {
		if strings.HasPrefix(subject, prefix) {
			return true
		}
	}
	return false
}

// isAutomatic reports whether a program wrote a message, see RFC 3834.
func isAutomatic(h Fields) bool {
	sent := strings.ToLower(h.Get("Auto-Submitted"))
	precedence := strings.ToLower(h.Get("Precedence"))
	return sent != "" && sent != "no" || precedence == "auto_reply" || precedence == "bulk" || precedence == "junk" ||
		h.Get("X-Autoreply") != "" || h.Get("X-Autorespond") != "" || h.Get("X-Autoresponse") != ""
}

// quotationStart finds where an answer repeats the message that it answers.
var quotationStart = regexp.MustCompile(`(?im)^[ \t]*(?:>|-+ ?(?:mensaje original|original message|mensaje reenviado|forwarded message)|` +
	`__________+[ \t]*\r?$|` +
	`\*?(?:de|from)\*?:[^\n]*\n[ \t]*\*?(?:enviado|sent|fecha|date|para|to)|(?:el|on) [^\n]*(?:\n[^\n]*)?(?:escribi[óo]|wrote):)`)

// ownWords returns what an answer says before it repeats another message.
func ownWords(body string) string {
	if at := quotationStart.FindStringIndex(body); at != nil {
		body = body[:at[0]]
	}
	// Signatures and notes of confidentiality mention receipts, too.
	if at := signature.FindStringIndex(body); at != nil {
		body = body[:at[0]]
	}
	return body
}

var signature = regexp.MustCompile(`(?im)^(?:--[ \t]*\r?$|[^\n]*\bconfidencialidad|aviso legal|este (?:correo|mensaje)(?: electr[óo]nico)? (?:y|contiene|es))`)

var (
	// acknowledgement finds that a person received something, in one sentence. That a receipt is meant ("acuse de recibo") or that
	// something was received (as counters of claims write) says too little.
	acknowledgement = regexp.MustCompile(`\b(?:acus(?:o|amos|a|ado) (?:el )?(?:de )?(?:recib(?:o|ido)|recepcion)|` +
		`confirm(?:o|amos) (?:el |la |de )?(?:recib(?:o|ido|ida)|recepcion|lectura)|(?:doy|damos) por (?:recibid[oa]|notificad[oa]s?)|` +
		`(?:me|nos) (?:doy|damos) por (?:notificad|enterad)[oa]s?|quedo (?:debidamente )?notificad[oa]|quedamos notificad[oa]s|` +
		`(?:he|hemos) recibido (?:el|la|su|este|esta|en)\b|` +
		`recib[ií] (?:el|la|su|este|esta)\b|recibimos (?:el|la|su|este|esta)\b)`)
	// loneReceipt finds a sentence that says no more than "recibido".
	loneReceipt = regexp.MustCompile(`^\W*(?:(?:ok|muy bien|perfecto|buen[oa]?s? (?:dias?|tardes?|noches?)|cordial saludo|gracias)\W+)*` +
		`recibid[oa]s?\b(?:\W+(?:ok|gracias|conforme|muchas gracias))*\W*$`)
	// denial finds a denial, a question about it, a request for it or that somebody waits for it.
	denial = regexp.MustCompile(`\b(?:no|nunca|jamas|tampoco|sin|si no|` +
		`solicit\w*|pid[oe]\w*|ruego|rogamos|agradez\w*|agradec\w*|favor|sirvase|debe\w*|` +
		`esper\w*|atent[oa]s? al?|pendientes? de|` +
		`equivocad\w*|error|otra persona)\b`)
	sentence = regexp.MustCompile(`[^.!?;\n]+[.!?;\n]?`)
)

// isAcknowledgement reports whether folded words say in any sentence that the message arrived, and
// in none that it did not.
func isAcknowledgement(own string) bool {
	yes := false
	for _, s := range sentence.FindAllString(own, maxSentences) {
		says := acknowledgement.MatchString(s) || loneReceipt.MatchString(s)
		switch {
		case !says:
		case denial.MatchString(s):
			return false
		case !strings.HasSuffix(s, "?"):
			yes = true
		}
	}
	return yes
}

// maxSentences bounds how far an answer is read.
const maxSentences = 40
