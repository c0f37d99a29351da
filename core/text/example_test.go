package text_test

import (
	"fmt"

	"github.com/cotejo/cotejo/core/text"
)

func ExampleWords() {
	s := "Acción de tutela 2024-00317"
	for w := text.NewWords(s); w.Next(); {
		fmt.Println(s[w.Start:w.End], w.Digits)
	}
	// Output:
	// Acción false
	// de false
	// tutela false
	// 2024 true
	// 00317 true
}

func ExampleFold() {
	fmt.Println(text.Fold("Señor JUEZ de Bogotá"))
	// Output: senor juez de bogota
}
