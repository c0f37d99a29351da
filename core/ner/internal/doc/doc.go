// Package doc prepares a text for reading: it finds its words, lines and sections, looks
// the words up in the lexicon and estimates how poorly the text was read. It knows
// nothing of parties.
//
// All positions count code points. Words and lines have indexes of their own: a
// parameter k or i is a word, l a line, p a position.
package doc
