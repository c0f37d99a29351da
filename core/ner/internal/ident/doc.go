// Package ident reads the numbers that a text names: of identity documents, companies,
// telephones and cases. It reads through what scanners make of digits and refuses numbers
// that cannot be what they are called.
package ident
