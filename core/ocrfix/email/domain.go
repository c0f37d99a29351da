package email

import (
	"slices"
	"strings"
)

// providers are the domains at which people have addresses.
var providers = strings.Fields(`gmail.com hotmail.com outlook.com yahoo.com hotmail.es outlook.es yahoo.es icloud.com live.com
 yahoo.com.co outlook.com.co hotmail.com.co`)

// officialEnds are the ends of the domains of companies and offices under .co.
var officialEnds = strings.Fields("gov.co com.co edu.co org.co net.co mil.co")

// commonEnds are the ends of the domains that are looked for at all.
var commonEnds = strings.Fields("com co org net edu gov mil es")

func isProvider(domain string) bool { return slices.Contains(providers, strings.ToLower(domain)) }

// isOfficial reports whether a domain is of a kind under .co: alcaldia.gov.co.
func isOfficial(domain string) bool {
	name, end, ok := strings.Cut(strings.ToLower(domain), ".")
	for ok && !slices.Contains(officialEnds, end) {
		_, end, ok = strings.Cut(end, ".")
	}
	return ok && name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// hasCommonEnd reports whether a domain ends as most do. Under .co there are names and the
// official ends, no others.
func hasCommonEnd(domain string) bool {
	labels := strings.Split(strings.ToLower(domain), ".")
	end := labels[len(labels)-1]
	return slices.Contains(commonEnds, end) && (end != "co" || len(labels) == 2)
}
