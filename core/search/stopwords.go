package search

import "strings"

// stopWords are folded words too common to distinguish texts. A query with other words ignores
// them, except in phrases.
var stopWords = func() map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(`a al ante como con cual cuando de del desde e el ella ellos en entre era es esa ese eso
		esta este esto ha han hasta la las le les lo los me mi mis mas muy ni no nos o para pero por porque que quien se sea
		ser si sin sobre son su sus tambien u un una uno unos unas y ya yo`) {
		set[word] = true
	}
	return set
}()
