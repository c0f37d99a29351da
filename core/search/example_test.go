package search_test

import (
	"fmt"

	"github.com/cotejo/cotejo/core/search"
)

func Example() {
	text := "Se vulneró el derecho a la salud de la señora Ana Peña, C.C. 52.418.903."
	entry := search.Fields{Identity: []string{"Ana Peña"}, Text: text}.Entry()

	for _, s := range []string{"vulneración", `"derecho a la salud"`, "52418903 pen", "salud -peña"} {
		q := search.Parse(s)
		fmt.Println(s, q.Matches(entry), q.Snippet(text).Marks)
	}
	// Output:
	// vulneración true [{3 10}]
	// "derecho a la salud" true [{14 32}]
	// 52418903 pen true [{50 54} {61 71}]
	// salud -peña false [{27 32}]
}

func ExampleStem() {
	fmt.Println(search.Stem("pensiones"), search.Stem("notificacion"))
	// Output: pension notifi
}
