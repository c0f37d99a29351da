// Package sequence tags the words of a text with a linear-chain model: every word gets the
// tag that, with the tags of its neighbours, scores highest.
//
// The model is an averaged structured perceptron (Collins, EMNLP 2002) over hashed
// features, decoded by Viterbi. The tests of core/ner train it.
package sequence
