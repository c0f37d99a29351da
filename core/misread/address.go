package misread

import "strings"

// providers are the domains that people's addresses are at.
var providers = strings.Fields(`gmail.com hotmail.com outlook.com yahoo.com hotmail.es outlook.es yahoo.es icloud.com live.com
 yahoo.com.co outlook.com.co hotmail.com.co`)

// signs are what "@" is taken for, longest first.
var signs = []string{"(O", "(Q", "(D", "O)", "O", "Q", "€", "©", "®", "G", "&"}

// Domain reports whether w, without the stop of its sentence, is a domain that
// people's addresses are at: a known provider, or one under .co of a kind that has
// offices: alcaldia.gov.co.
func Domain(w string) bool {
	w = strings.ToLower(strings.TrimRight(w, ".,;:)"))
	for _, p := range providers {
		if w == p {
			return true
		}
	}
	for _, end := range []string{".gov.co", ".com.co", ".edu.co", ".org.co", ".net.co", ".mil.co"} {
		if name, ok := strings.CutSuffix(w, end); ok && name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-.") == "" {
			return true
		}
	}
	return false
}

// Provider returns the known provider's domain that w ends with, and the signs of
// its sentence behind it.
func Provider(w string) (domain string, ok bool) {
	plain := strings.ToLower(strings.TrimRight(w, ".,;:)>"))
	for _, p := range providers {
		if len(p) > len(domain) && strings.HasSuffix(plain, p) {
			domain = p
		}
	}
	if domain == "" || len(strings.ToLower(w)) != len(w) {
		return "", false
	}
	return w[len(plain)-len(domain):], true
}

// Provided reports whether w ends with the domain of a known provider.
func Provided(w string) bool {
	_, ok := Provider(w)
	return ok
}

// ProviderLike returns the known provider's domain behind an "@" that w ends with, but for upright strokes that
// are read for one another: gmaii.com.
func ProviderLike(w string) (domain string, ok bool) {
	_, read, _ := strings.Cut(strings.TrimRight(w, ".,;:)>"), "@")
	for _, p := range providers {
		if strokes.Replace(strings.ToLower(read)) == strokes.Replace(p) {
			return p, true
		}
	}
	return "", false
}

var strokes = strings.NewReplacer("i", "l", "1", "l", "j", "l", "|", "l", "!", "l")

// Sign reports whether w is what "@" is taken for where it stands alone.
func Sign(w string) bool {
	for _, s := range signs {
		if w == s {
			return true
		}
	}
	return w == "0" || w == "(0" || w == "(a)" || w == "(W"
}

// Signed reads a capital or a sign in front of a domain in small letters as the
// "@" before it: Qicetex.com.co.
func Signed(w string) (domain string, ok bool) {
	for _, s := range append([]string{"C", "W"}, signs...) {
		if domain, ok := strings.CutPrefix(w, s); ok && domain == strings.ToLower(domain) && Domain(domain) {
			return domain, true
		}
	}
	return "", false
}

// Address reads the sign or letter before the domain of a provider as the "@"
// that must stand there: a capital among small letters, as in
// ana.ruizOgmail.com, or a round one among capitals: ANA.RUIZOGMAIL.COM.
func Address(w string) (string, bool) {
	if strings.Contains(w, "@") || len(strings.ToLower(w)) != len(w) { // offsets below count bytes of both
		return "", false
	}
	const small, plain = "abcdefghijklmnopqrstuvwxyz", "0123456789._-+"
	core := strings.TrimRight(w, ".,;:)")
	lower := strings.ToLower(core)
	likely, letters, shortestLocal := signs, small, 3
	if core == strings.ToUpper(core) {
		likely, letters, shortestLocal = []string{"O", "0", "Q", "G", "©", "®"}, strings.ToUpper(small), 5
	}
	for _, p := range providers {
		head, ok := strings.CutSuffix(lower, p)
		if !ok {
			continue
		}
		head = core[:len(head)]
		for _, s := range likely {
			local, ok := strings.CutSuffix(head, s)
			if ok && len(local) >= shortestLocal && strings.Trim(local, letters+plain) == "" {
				return local + "@" + w[len(head):], true
			}
		}
	}
	return "", false
}

// Bracketed returns an address that ends with a bracket with the bracket that must
// begin it, where that was read as a letter: sana@gmail.com> is <ana@gmail.com>.
func Bracketed(address string) string {
	if strings.HasSuffix(strings.TrimRight(address, ".,;:)"), ">") && strings.IndexAny(address, "sS") == 0 {
		return "<" + address[1:]
	}
	return address
}
