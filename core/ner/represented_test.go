package ner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

func TestRepresentedAreAFieldOfTheirOwn(t *testing.T) {
	e := ensemble(t, nil)
	for rule, c := range map[string]struct{ text, plaintiffs, represented string }{
		"a child": {"Señor Juez: yo, Ana Ruiz Mora, identificada con C.C. 52.000.111, en representación de mi hija menor Sara Gil Ruiz, interpongo acción de tutela contra Salud Total EPS.\n",
			"Sara Gil Ruiz", "Sara Gil Ruiz"},
		"an agent": {"Señor Juez: yo, Luis Gil Mora, identificado con C.C. 79.000.111, actuando como agente oficioso de mi madre Rosa Mora de Gil, interpongo acción de tutela contra Salud Total EPS.\n",
			"Rosa Mora de Gil", "Rosa Mora de Gil"},
		"a child who is described": {"Señor Juez: yo, Ana Ruiz Mora, identificada con C.C. 52.000.111, actuando por mi hija recién nacida Sara Gil Ruiz, interpongo acción de tutela contra Salud Total EPS.\n",
			"Sara Gil Ruiz", "Sara Gil Ruiz"},
		"a relative who is described": {"Señor Juez: yo, Luis Gil Mora, identificado con C.C. 79.000.111, obrando por mi madre gravemente enferma Rosa Mora de Gil, interpongo acción de tutela contra Salud Total EPS.\n",
			"Rosa Mora de Gil", "Rosa Mora de Gil"},
		"parental authority": {"Señor Juez: yo, Ana Ruiz Mora, identificada con C.C. 52.000.111, en ejercicio de la patria potestad sobre Sara Gil Ruiz, interpongo acción de tutela contra Salud Total EPS.\n",
			"Sara Gil Ruiz", "Sara Gil Ruiz"},
		"oneself and a child": {"Señor Juez: yo, Ana Ruiz Mora, identificada con C.C. 52.000.111, en nombre propio y en representación de mi hija Sara Gil Ruiz, interpongo acción de tutela contra Salud Total EPS.\n",
			"Ana Ruiz Mora; Sara Gil Ruiz", "Sara Gil Ruiz"},
		"nobody":   {"Señor Juez: yo, Ana Ruiz Mora, identificada con C.C. 52.000.111, interpongo acción de tutela contra Salud Total EPS.\n", "Ana Ruiz Mora", ""},
		"a lawyer": {"Señor Juez: yo, Luis Gil Mora, abogado, como apoderado de Rosa Mora de Gil, interpongo acción de tutela contra Salud Total EPS.\n", "Rosa Mora de Gil", ""},
	} {
		r := e.Extract(c.text)
		if p, w := r.Joined(ner.Plaintiff), r.Joined(ner.Represented); p != c.plaintiffs || w != c.represented {
			t.Errorf("%s: plaintiffs %q, represented %q", rule, p, w)
		}
	}
}

// Of invented filings by agents the plaintiffs are represented, and of others nobody.
func TestRepresentedOfUnseenFilings(t *testing.T) {
	keys := func(values []string) string {
		var out []string
		for _, v := range values {
			out = append(out, ner.Key(ner.Represented, v))
		}
		slices.Sort(out)
		return strings.Join(out, ";")
	}
	e := ensemble(t, nil)
	papers, right := heldOut(300, asPrinted), 0
	for _, p := range papers {
		var want []string
		if len(p.Gold.Values[ner.Agent]) > 0 {
			want = p.Gold.Values[ner.Plaintiff]
		}
		if keys(e.Extract(p.Text).Values(ner.Represented)) == keys(want) {
			right++
		}
	}
	if t.Logf("%d of %d are right", right, len(papers)); right*100 < 96*len(papers) {
		t.Errorf("%d of %d are right", right, len(papers))
	}
}
