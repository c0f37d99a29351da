// Package paper reads what the head of a paper says about all of it: who wrote it, where
// somebody presents it, and which proceeding it belongs to.
package paper
