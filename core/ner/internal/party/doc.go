// Package party reads which words name a person or an institution, where such a name ends
// and how many parties a list has. What part a party takes is not its matter.
package party
