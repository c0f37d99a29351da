package align

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPlaces(t *testing.T) {
	const letter = "Yo, ANA LÓPEZ RUIZ, pido que se ordene la entrega de insulina glargina que el médico ordenó el 12 de marzo de 2024 en la ciudad."
	for _, tc := range []struct {
		rule   string
		others []string
		want   []string // base|others…
	}{
		{"the same text", []string{letter}, nil},
		{"names, drugs and dates", []string{
			"Yo, PEDRO GÓMEZ, pido que se ordene la entrega de adalimumab que el médico ordenó el 3 de junio de 2024 en la ciudad.",
			"Yo, LUZ MEJÍA, pido que se ordene la entrega de insulina glargina que el médico ordenó el 12 de marzo de 2024 en la ciudad.",
		}, []string{"ANA LÓPEZ RUIZ|PEDRO GÓMEZ|LUZ MEJÍA", "insulina glargina|adalimumab|insulina glargina", "12 de marzo de 2024|3 de junio de 2024|12 de marzo de 2024"}},
		{"a date that differs in its day is a place", []string{strings.Replace(letter, "12 de marzo", "13 de marzo", 1)}, []string{"12 de marzo de 2024|13 de marzo de 2024"}},
		{"a date that begins with its month", []string{strings.Replace(letter, "el 12 de marzo de", "mayo 3 de", 1), strings.Replace(letter, "el 12 de marzo de", "mayo 12 de", 1)},
			[]string{"el 12 de marzo de 2024|mayo 3 de 2024|mayo 12 de 2024"}},
		{"words that only another has", []string{strings.Replace(letter, "en la ciudad", "en la hermosa ciudad", 1)}, []string{"|hermosa"}},
		{"words that another lacks", []string{strings.Replace(letter, " glargina", "", 1)}, []string{"glargina|"}},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			var got []string
			places, err := Places(t.Context(), letter, tc.others)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range places {
				said := []string{cutTrimmed(letter, p.Base)}
				for i, o := range tc.others {
					said = append(said, cutTrimmed(o, p.Others[i]))
				}
				got = append(got, strings.Join(said, "|"))
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("places: %q, want %q", got, tc.want)
			}
		})
	}
}

func cutTrimmed(s string, span Span) string {
	return strings.Trim(string([]rune(s)[span.Start:span.End]), " ,.")
}

func TestPlacesHaveTheOtherTextsIn(t *testing.T) {
	words := rapid.SliceOfN(rapid.SampledFrom(strings.Fields("a b c d e f 12 de marzo 2024 juez")), 0, 40)
	rapid.Check(t, func(t *rapid.T) {
		base := strings.Join(words.Draw(t, "base"), " ")
		others := []string{strings.Join(words.Draw(t, "one"), " "), strings.Join(words.Draw(t, "two"), " ")}
		places, err := Places(context.Background(), base, others)
		if err != nil {
			t.Fatal(err)
		}
		for i, other := range others {
			var rebuilt []string
			at := 0
			for _, p := range places {
				rebuilt = append(rebuilt, strings.Fields(base[at:p.Base.Start])...)
				rebuilt = append(rebuilt, strings.Fields(other[p.Others[i].Start:p.Others[i].End])...)
				at = p.Base.End
			}
			rebuilt = append(rebuilt, strings.Fields(base[at:])...)
			if got := strings.Join(rebuilt, " "); got != other {
				t.Fatalf("places of %q rebuild %q, want %q", base, got, other)
			}
		}
	})
}
