package ner

// Text is a text prepared for the extractors.
type Text struct{}
