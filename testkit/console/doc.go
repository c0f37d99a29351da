// Package console tests the web console in a real browser: Debian's Chromium,
// driven by playwright-core, against the real services with real PDFs. Each file
// of the folder specs is one area, and has services of its own that begin with the
// same filings.
//
//	make browser                 # all
//	make browser SPEC=inbox      # one
//	go test ./testkit/console -args -shots $PWD/docs/console # writes docs/console
//
// specs/*.spec.mjs are written for node:test; office.mjs is what they share.
package console
