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

// Address reads a capital or a sign in the middle of small letters, before the
// domain of a provider, as "@": ana.ruizOgmail.com.
func Address(w string) (string, bool) {
	if strings.Contains(w, "@") {
		return "", false
	}
	core := strings.TrimRight(w, ".,;:)")
	for _, p := range providers {
		head, ok := strings.CutSuffix(core, p)
		if !ok {
			continue
		}
		for _, s := range signs {
			local, ok := strings.CutSuffix(head, s)
			if ok && len(local) >= 3 && strings.Trim(local, "abcdefghijklmnopqrstuvwxyz0123456789._-+") == "" {
				return local + "@" + p + w[len(core):], true
			}
		}
	}
	return "", false
}
