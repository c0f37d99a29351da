package document_test

import (
	"testing"

	"github.com/cotejo/cotejo/core/document"
)

func TestNamesOfPhotographsContinue(t *testing.T) {
	for _, tc := range []struct {
		before, name string
		want         bool
	}{
		{"IMG_0001.jpg", "IMG_0002.jpg", true},
		{"IMG_0009.jpg", "IMG_0010.jpeg", true},
		{"IMG_0001.jpg", "IMG_0003.jpg", false},
		{"IMG_0002.jpg", "IMG_0001.jpg", false},
		{"IMG-20260301-WA0001.jpg", "IMG-20260301-WA0002.jpg", true},
		{"IMG-20260301-WA0001.jpg", "IMG-20260302-WA0002.jpg", false},
		{"WhatsApp Image at 10.41.07 AM.jpeg", "WhatsApp Image at 10.41.07 AM (1).jpeg", true},
		{"foto (1).jpg", "foto (2).jpg", true},
		{"foto.jpg", "foto (4).jpg", false},
		{"20260301_101112.jpg", "20260301_101131.jpg", false},
		{"tutela.jpg", "cedula.jpg", false},
		{"", "", false},
	} {
		if got := document.Continues(tc.before, tc.name); got != tc.want {
			t.Errorf("%s, %s: %t", tc.before, tc.name, got)
		}
	}
}
