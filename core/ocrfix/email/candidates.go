package email

import (
	"slices"
	"strings"
)

// seedsOf returns the addresses that the texts of readings have. A text without an "@" gets
// it where another has it or, if none has, where it must be before a known domain.
func seedsOf(texts []string) (seeds []string) {
	add := func(text string) {
		if text = tidy(text); address.MatchString(text) && !slices.Contains(seeds, text) {
			seeds = append(seeds, text)
		}
	}
	for _, text := range texts {
		if n := strings.Count(text, "@"); n > 0 {
			signed := strings.Replace(text, "@", "", n-1) // a figure before it was read so
			add(signed)
			for _, other := range texts {
				if !strings.Contains(other, "@") {
					add(restoreAt(other, signed))
				}
			}
		}
	}
	if len(seeds) > 0 {
		return seeds
	}
	for _, text := range texts {
		for _, guess := range withAt(text) {
			add(guess)
		}
	}
	return seeds
}

// plain returns a text with letters and figures for what no address has and is read for them.
func plain(text string) string { return misfit.Replace(unaccented.Replace(text)) }

var misfit = strings.NewReplacer("|", "1", "!", "1", "}", "1", "]", "1", "?", "7", "¡", "j", "¿", "", ",", ".")

// tidy returns a text without gaps, without signs where no address has them, and one sign
// for two of a kind side by side.
func tidy(text string) string {
	text = strings.TrimLeft(strings.ReplaceAll(text, " ", ""), "._-")
	for _, sign := range []string{".", "_"} {
		for strings.Contains(text, sign+sign) {
			text = strings.ReplaceAll(text, sign+sign, sign)
		}
	}
	return strings.ReplaceAll(text, ".@", "@")
}

// restoreAt returns a text with the "@" of another reading at the same place.
func restoreAt(text, signed string) string {
	var out strings.Builder
	for _, b := range aligned(strings.ReplaceAll(text, " ", ""), strings.ReplaceAll(signed, " ", "")) {
		local, domain, ok := strings.Cut(b.b, "@")
		if !ok {
			out.WriteString(b.a)
			continue
		}
		rest := max(0, len(b.a)-1)
		out.WriteString(b.a[:min(rest, len(local))] + "@" + b.a[len(b.a)-min(rest, len(domain)):])
	}
	return out.String()
}

// withAt returns the addresses that a text may be if no model saw the "@": before a known
// domain stands what is read for it, a sign or a capital among lower case, or a round letter
// among capitals.
func withAt(text string) (all []string) {
	const shortest, shortestCapitals = 3, 5 // before the "@"
	capitals := text == strings.ToUpper(text)
	for at := shortest; at < len(text); at++ {
		for end := at + 1; end <= min(len(text), at+4); end++ {
			local, sign, domain := text[:at], text[at:end], tidy(text[end:])
			afterGap := strings.HasPrefix(sign, " ")
			sign = strings.TrimSpace(sign)
			ok := isProvider(domain) || isOfficial(domain) && afterGap
			if capitals {
				ok = ok && slices.Contains(roundCapitals, sign) && len(local) >= shortestCapitals
			} else {
				ok = ok && slices.Contains(signsForAt, sign) && local == strings.ToLower(local)
			}
			if ok {
				all = append(all, local+"@"+domain)
			}
		}
	}
	return all
}

// What is read for "@" by a model that does not know it.
var (
	signsForAt    = []string{"(O", "(Q", "(D", "O)", "O", "Q", "€", "©", "®", "G", "&", "C", "W", "(0", "(a)", "(W"}
	roundCapitals = []string{"O", "0", "Q", "G", "©", "®"}
)

// variants returns addresses that differ from one in a single place.
func variants(text string, seeds []string) (all []string) {
	for _, seed := range seeds {
		all = append(all, splices(text, seed)...)
	}
	all = append(all, withKnownDomain(text)...)
	at := strings.IndexByte(text, '@')
	for i := range len(text) {
		if i != at {
			all = append(all, respelled(text, i, i > at)...)
		}
	}
	return slices.DeleteFunc(all, func(t string) bool { return t == text || !address.MatchString(t) })
}

// splices returns a text with what another has in each place where they differ.
func splices(text, other string) (all []string) {
	before, after := "", text
	for _, b := range aligned(text, other) {
		after = after[len(b.a):]
		if !b.same {
			all = append(all, before+b.b+after)
		}
		before += b.a
	}
	return all
}

// withKnownDomain returns an address at the providers whose domains are about as long, and
// with the official ends.
func withKnownDomain(text string) (all []string) {
	local, domain, _ := strings.Cut(text, "@")
	domains := slices.DeleteFunc(slices.Clone(providers), func(p string) bool { return max(len(p)-len(domain), len(domain)-len(p)) > 2 })
	if labels := strings.Split(domain, "."); len(labels) > 2 {
		for _, end := range officialEnds {
			domains = append(domains, strings.Join(labels[:len(labels)-2], ".")+"."+end)
		}
	}
	for _, d := range domains {
		if local == strings.ToUpper(local) {
			d = strings.ToUpper(d)
		}
		all = append(all, local+"@"+d)
	}
	return all
}

// respelled returns an address with what may be printed where the i-th character was read: a
// character that looks alike, nothing, or a sign.
func respelled(text string, i int, inDomain bool) (all []string) {
	before, after := text[:i], text[i+1:]
	all = append(all, before+after)
	for _, printed := range confused.readFor[text[i:i+1]] {
		all = append(all, before+printed+after)
	}
	if after != "" {
		for _, printed := range confused.readFor[text[i:i+2]] {
			all = append(all, before+printed+after[1:])
		}
	}
	signs := []string{".", "_", "-"}
	if inDomain {
		signs = signs[:1]
	}
	for _, sign := range signs {
		if isSign(text[i]) {
			all = append(all, before+sign+after)
		} else if i > 0 && !isSign(text[i-1]) {
			all = append(all, before+sign+text[i:])
		}
	}
	return all
}
