// Package role reads what part each party takes. Pattern, Label, Structure and Gazetteer do
// so each in a way of its own; their readings are mentions, which core/ner weighs.
package role
