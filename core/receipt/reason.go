package receipt

import (
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// reasons has what a code means, by its last two numbers. RFC 3463 defines the codes, the registry of RFC 5248 adds others.
var reasons = map[string]string{
	"1.1":  noSuchMailbox,
	"1.2":  noSuchDomain,
	"1.3":  "La dirección de correo está mal escrita.",
	"1.4":  "La dirección de correo corresponde a varias personas.",
	"1.6":  "El buzón se trasladó y no dejó dirección nueva.",
	"1.7":  "El servidor del destinatario no admite la dirección del remitente.",
	"1.8":  "El servidor del destinatario no conoce el dominio del remitente.",
	"1.10": "La dirección de correo no existe, o su dominio no recibe correos.",
	"2.1":  "El buzón está deshabilitado y no recibe correos.",
	"2.2":  mailboxFull,
	"2.3":  tooLarge,
	"2.4":  "La lista de correo no pudo entregar el mensaje.",
	"3.1":  "El servidor del destinatario no tiene espacio.",
	"3.2":  noAnswer,
	"3.4":  tooLarge,
	"4.1":  noAnswer,
	"4.2":  "La conexión con el servidor del destinatario se cortó.",
	"4.3":  "No se pudo averiguar qué servidor recibe el correo del destinatario.",
	"4.4":  "El dominio de la dirección no tiene servidor de correo.",
	"4.5":  "El servidor del destinatario está saturado.",
	"4.6":  "El correo del destinatario se reenvía en círculo.",
	"4.7":  "El servidor del destinatario no recibió el mensaje dentro del plazo.",
	"5.3":  "El servidor del destinatario no admite tantos destinatarios.",
	"7.1":  refusedByPolicy,
	"7.2":  "La lista de correo no admite mensajes del remitente.",
	"7.13": "La cuenta del destinatario está deshabilitada.",
	"7.20": notAuthentic,
	"7.21": notAuthentic,
	"7.22": notAuthentic,
	"7.23": notAuthentic,
	"7.24": notAuthentic,
	"7.25": "El servidor del destinatario rechazó el mensaje: el servidor que lo envió no tiene un nombre reconocido.",
	"7.26": notAuthentic,
	"7.27": "El servidor del destinatario lo rechazó: el dominio del remitente no recibe correos.",
}

// subjects explain the subject of a code, its middle number, where the detail says no more.
var subjects = map[string]string{
	"1": "El servidor del destinatario no admite la dirección de correo.",
	"2": "El buzón del destinatario no recibe el mensaje.",
	"3": "El servidor de correo del destinatario tiene un problema.",
	"4": "No se pudo llegar al servidor de correo del destinatario.",
	"5": "Los servidores de correo no se entendieron.",
	"6": "El servidor del destinatario no admite el contenido del mensaje.",
	"7": refusedByPolicy,
}

const (
	noSuchMailbox   = "La dirección de correo no existe."
	noSuchDomain    = "El dominio de la dirección de correo no existe."
	mailboxFull     = "El buzón está lleno."
	tooLarge        = "El mensaje es demasiado grande para el destinatario."
	noAnswer        = "El servidor de correo del destinatario no respondió."
	refusedByPolicy = "El servidor del destinatario rechazó el mensaje por sus políticas."
	refusedAsSpam   = "El servidor del destinatario rechazó el mensaje como correo no deseado."
	notAuthentic    = "El servidor del destinatario rechazó el mensaje: no pudo comprobar al remitente (SPF, DKIM o DMARC)."

	unknownFailure = "El mensaje no se pudo entregar; el servidor no dijo por qué."
	unknownDelay   = "El mensaje aún no se ha podido entregar; el servidor sigue intentando."
)

// phrases are what mail systems write, folded, with the reason it gives; the first one counts.
var phrases = []struct{ words, reason string }{
	{"mailbox is full|mailbox full|mailbox is over|over quota|overquota|quota exceeded|exceeded storage|out of storage|insufficient storage|" +
		"inbox is full|disk quota|buzon esta lleno|buzon lleno|cuota excedida|sin espacio|almacenamiento insuficiente", mailboxFull},
	{"domain not found|domain name not found|host not found|host unknown|unknown host|no such domain|domain does not exist|unrouteable address|" +
		"couldn't find any host|" +
		"name or service not known|dominio no existe|no se encontro el dominio|no existe el dominio|domain couldn't be found|domain is not found",
		noSuchDomain},
	{"user unknown|unknown user|no such user|no such mailbox|no such address|no such recipient|does not exist|doesn't exist|user not found|recipient not found|" +
		"mailbox not found|mailbox unavailable|address not found|recipientnotfound|wasn't found|couldn't be found|no mailbox here|invalid recipient|" +
		"unknown recipient|recipient unknown|not a known user|doesn't have a|invalid mailbox|bad destination mailbox|no existe|no se encontro la direccion|" +
		"no se ha encontrado|usuario desconocido|destinatario desconocido", noSuchMailbox},
	{"disabled|inactive|deshabilitad|inactiv|suspended", "El buzón está deshabilitado y no recibe correos."},
	{"too large|too big|size limit|exceeds size|message size|demasiado grande|tamano maximo", tooLarge},
	{"spam|unsolicited|junk|blacklist|blocklist|blocked|listed at|reputation|no deseado|lista negra", refusedAsSpam},
	{"spf|dkim|dmarc|unauthenticated|not authenticated", notAuthentic},
	{"policy|access denied|rejected|not authorized|not permitted|denied|prohibited|politica|rechazado|acceso denegado", refusedByPolicy},
	{"timed out|timeout|no answer|not responding|connection refused|unreachable|queue too long|retry time|could not connect|no respond", noAnswer},
}

// reasonFor returns why an e-mail failed or is late; "" for other kinds.
func reasonFor(kind Kind, status, said string) string {
	if kind != Failure && kind != Delay {
		return ""
	}
	if r := Explain(status, said); r != "" {
		return r
	}
	if kind == Delay {
		return unknownDelay
	}
	return unknownFailure
}

// Explain says in Spanish what a mail server means by an enhanced code (RFC 3463, "5.1.1"; "" without one) and by the words that it
// gave with it; "" where neither tells.
func Explain(status, said string) string {
	said = text.Fold(said)
	if _, code, ok := strings.Cut(status, "."); ok {
		bySpeech := phraseReason(said)
		switch {
		// Codes of refusal are given for spam and senders as well.
		case strings.HasPrefix(code, "7.") && (bySpeech == refusedAsSpam || bySpeech == notAuthentic):
			return bySpeech
		case reasons[code] != "":
			return reasons[code]
		case bySpeech != "":
			return bySpeech
		}
		subject, _, _ := strings.Cut(code, ".")
		if r := subjects[subject]; r != "" {
			return r
		}
	}
	return phraseReason(said)
}

func phraseReason(folded string) string {
	for _, s := range phrases {
		if containsAny(folded, s.words) {
			return s.reason
		}
	}
	return ""
}

// containsAny reports whether a text has one of the phrases that | separates.
func containsAny(folded, phrases string) bool {
	for phrase := range strings.SplitSeq(phrases, "|") {
		if strings.Contains(folded, phrase) {
			return true
		}
	}
	return false
}
