package account

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/text"
)

// Identity is who a user of an identity provider is: a digest, in hex, of the provider's
// issuer and the subject there. Names and e-mails change and pass to others; it does not
// (OpenID Connect Core, section 5.7).
type Identity string

// IdentityOf returns the identity of a subject of an issuer.
func IdentityOf(issuer, subject string) Identity {
	sum := sha256.Sum256([]byte(issuer + "\x00" + subject))
	return Identity(hex.EncodeToString(sum[:]))
}

// Mark returns name with a mark of the identity, for one whose name another identity has. No
// local user has such a name. It is cut to the length that CheckExternalName allows.
func (i Identity) Mark(name string) string {
	mark := []rune("#" + i[:min(8, len(i))])
	letters := []rune(name)
	return string(append(letters[:min(len(letters), maxExternalName-len(mark))], mark...))
}

// NameKey returns the same for usernames that differ in case only, or look alike because
// their letters have another width.
func NameKey(name string) string { return text.CaseKey(strings.TrimSpace(name)) }

const maxExternalName = 120 // code points

// CheckExternalName is a fault of kind Forbidden if a user of an identity provider cannot have that
// name: histories show it beside those of local users and of the program.
func CheckExternalName(name string) error {
	why := ""
	switch {
	case name == "" || strings.TrimSpace(name) != name:
		why = "está vacío, o empieza o termina con espacio"
	case utf8.RuneCountInString(name) > maxExternalName:
		why = fmt.Sprintf("supera %d caracteres", maxExternalName)
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }):
		why = "tiene caracteres que no se ven"
	case isReserved(name):
		why = "está reservado"
	}
	if why == "" {
		return nil
	}
	return fault.New(fault.Forbidden, "username_refused",
		"Su nombre en el proveedor de identidad "+why+"; pida que lo cambien allí.")
}

// isReserved reports whether an actor that is no user has the name.
func isReserved(name string) bool {
	key := NameKey(name)
	return key == System.Username || key == Anonymous.Username || strings.HasPrefix(key, operatorPrefix)
}
