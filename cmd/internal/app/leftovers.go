package app

import (
	"os"
	"path/filepath"
	"time"
)

// leftovers are the names of temporary files that outlive a program that is
// killed: those of core/intake, of core/mailbox and of the library that writes workbooks.
var leftovers = []string{"cotejo-*.pdf", "cotejo-*.eml", "cotejo-*.xlsx", "cotejo-*.xls", "excelize-*"}

// abandonedAfter is longer than any file of a program that lives is left
// untouched; the folder may be shared with others.
const abandonedAfter = time.Hour

// RemoveLeftovers removes the temporary files that killed programs left in
// folder (the system's when it is empty). What cannot be removed stays.
func RemoveLeftovers(folder string, now time.Time) {
	if folder == "" {
		folder = os.TempDir()
	}
	for _, pattern := range leftovers {
		paths, _ := filepath.Glob(filepath.Join(folder, pattern)) // the patterns are well-formed
		for _, path := range paths {
			if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && now.Sub(info.ModTime()) > abandonedAfter {
				os.Remove(path)
			}
		}
	}
}
