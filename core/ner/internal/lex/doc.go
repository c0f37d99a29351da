// Package lex knows single words and names: which are names of people, places and
// institutions or belong to filings, how scanners misread them, and how they are written.
// It knows nothing of texts.
//
// Words are looked up folded: in lower case, without accents.
package lex
