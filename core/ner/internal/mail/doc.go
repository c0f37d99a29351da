// Package mail reads e-mail addresses and mends what scanners misread in them, by
// well-known domains and by the names of those whose they may be.
package mail
