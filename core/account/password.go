package account

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/text"
)

// MinPassword is the fewest characters of a password, and MaxPassword the most bytes: bcrypt
// ignores the rest.
const (
	MinPassword = 12
	MaxPassword = 72
)

// CheckPassword returns a fault of kind Unprocessable for a password that no user of either
// service may have: too short, too long, blank, or among the first that an attacker tries.
func CheckPassword(password string) error {
	why := passwordFault(password)
	if why == "" {
		return nil
	}
	return fault.New(fault.Unprocessable, "validation_failed", "Revise la contraseña: "+why).
		With(fault.Detail{Location: "body.password", Message: why})
}

// ErrWrongPassword is the answer to a change of a password by someone who does not know it.
var ErrWrongPassword = fault.New(fault.Unprocessable, "wrong_password", "La contraseña actual no es esa; escríbala de nuevo.")

// ErrSamePassword is the answer to a change of a password into itself.
var ErrSamePassword = fault.New(fault.Unprocessable, "same_password", "La contraseña nueva es la misma que la actual; escriba otra.")

func passwordFault(password string) string {
	switch {
	case strings.TrimSpace(password) == "":
		return "No puede estar vacía ni tener solo espacios."
	case utf8.RuneCountInString(password) < MinPassword:
		return fmt.Sprintf("Debe tener al menos %d letras, números o signos.", MinPassword)
	case len(password) > MaxPassword:
		return fmt.Sprintf("Es demasiado larga: caben %d letras, y las que llevan tilde y la ñ ocupan dos.", MaxPassword)
	case isGuessable(password):
		return "Es de las primeras que se prueban; use varias palabras que no vayan juntas."
	}
	return ""
}

const (
	minDistinct = 5 // different characters of a password
	maxPiece    = 9 // length of what a password may not merely repeat
)

// keyboardRuns are sequences that fingers and counting produce.
var keyboardRuns = []string{"01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjklñ", "zxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik"}

// commonPasswords are words that passwords in use begin with, as public lists of leaked passwords
// rank them, and those that a court in Colombia suggests.
var commonPasswords = strings.Fields(`
	password passwords contrasena contrasenia clave claves micontrasena miclave laclave secreto secreta
	admin administrador administrator administracion root usuario user users invitado guest test prueba pruebas demo
	welcome bienvenido bienvenida bienvenidos hola holamundo login acceso ingreso entrar letmein changeme cambiame temporal default
	iloveyou tequiero teamo teamomucho amor amorcito princesa princess estrella familia mifamilia
	qwerty qwertyuiop asdfgh asdfghjkl zxcvbnm football futbol baseball dragon monkey sunshine superman batman pokemon
	colombia bogota medellin cali barranquilla bucaramanga cartagena nacional millonarios americadecali
	juzgado juzgados judicial ramajudicial justicia tutela tutelas tribunal corte secretaria despacho notificador notificaciones
	cotejo cotejod dios diosesamor jesus jesuscristo cristo
	enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
	lunes martes miercoles jueves viernes sabado domingo primavera verano otono invierno summer winter
`)

// isGuessable reports whether a password is a common word with digits or signs around it, a piece
// that repeats, a run of the keyboard, or of few characters.
func isGuessable(password string) bool {
	folded := text.Fold(password)
	core := strings.TrimFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) })
	return distinct(folded) < minDistinct || repeats(folded) || isRun(folded) || isCommon(folded) || isCommon(unleet.Replace(core))
}

func distinct(s string) int {
	runes := []rune(s)
	slices.Sort(runes)
	return len(slices.Compact(runes))
}

// repeats reports whether s is a short piece written several times; the last may be cut.
func repeats(s string) bool {
	runes := []rune(s)
	for n := 1; n <= min(maxPiece, len(runes)*2/3); n++ {
		if slices.Equal(runes[n:], runes[:len(runes)-n]) {
			return true
		}
	}
	return false
}

// isRun reports whether most neighbours in s are neighbours on the keyboard, in the alphabet or in counting.
func isRun(s string) bool {
	runes := []rune(s)
	near := 0
	for i := 1; i < len(runes); i++ {
		pair, reverse := string(runes[i-1:i+1]), string([]rune{runes[i], runes[i-1]})
		if slices.ContainsFunc(keyboardRuns, func(run string) bool { return strings.Contains(run, pair) || strings.Contains(run, reverse) }) {
			near++
		}
	}
	return near*4 >= (len(runes)-1)*3
}

// unleet undoes the usual replacements of letters.
var unleet = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i")

// isCommon reports whether the letters of s are common words and nothing else.
func isCommon(s string) bool {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, s)
	for rest := letters; letters != ""; {
		longest := ""
		for _, word := range commonPasswords {
			if len(word) > len(longest) && strings.HasPrefix(rest, word) {
				longest = word
			}
		}
		if rest = rest[len(longest):]; rest == "" || longest == "" {
			return rest == ""
		}
	}
	return false
}
