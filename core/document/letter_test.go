package document_test

import (
	"testing"

	"github.com/cotejo/cotejo/core/document"
)

func filedBy(id, name, cedula string) document.Summary {
	return document.Summary{ID: id, Plaintiff: name, Cedula: cedula}
}

func TestMayBeOnePerson(t *testing.T) {
	ana, rosa := filedBy("a", "ANA LÓPEZ", "52.418.903"), filedBy("r", "Rosa Mora", "20923212")
	for _, c := range []struct {
		rule string
		a, b document.Summary
		want bool
	}{
		{"one cédula, however written", ana, filedBy("", "Ana Lopez R.", "52418903"), true},
		{"leading zeros say nothing", ana, filedBy("", "A. Lopez", "C.C. No. 0052 418 903"), true},
		{"two cédulas", ana, rosa, false},
		{"two cédulas of one name", ana, filedBy("", "ANA LÓPEZ", "20923212"), false},
		{"one of several", ana, filedBy("", "Rosa Mora; Ana López", "20923212; 52418903"), true},
		{"a name where a cédula was not read", ana, filedBy("", "Ana López", ""), true},
		{"the words of a name in another order", ana, filedBy("", "López, Ana", ""), true},
		{"another name where a cédula was not read", rosa, filedBy("", "Ana López", ""), false},
		{"nobody is named", rosa, filedBy("", "", ""), true},
		{"words that stand for no name", rosa, filedBy("", "NO APLICA", ""), true},
	} {
		t.Run(c.rule, func(t *testing.T) {
			if got := document.MayBeOnePerson(c.a, c.b); got != c.want {
				t.Error(got)
			}
			if got := document.MayBeOnePerson(c.b, c.a); got != c.want {
				t.Error("the other way round:", got)
			}
		})
	}
}

func TestUndecidedPairsOfALetter(t *testing.T) {
	ana, rosa, luz := filedBy("a", "Ana López", "1"), filedBy("r", "Rosa Mora", "2"), filedBy("l", "Luz Paz", "3")
	again, eva := filedBy("b", "Ana López", "1"), filedBy("e", "Eva Gil", "4")
	decided := document.Decision{Verdict: document.NotDuplicate}
	found := document.UndecidedIn(ana, []document.Summary{luz, rosa, again, eva, ana}, []document.Pair{
		{DocumentID: "l", EarlierID: "a", Decision: decided}, // of the sample
		{DocumentID: "l", EarlierID: "r"},
		{DocumentID: "e", EarlierID: "l", Decision: decided}, // of two others
		{DocumentID: "r", EarlierID: "a"},                    // listed once
		{DocumentID: "elsewhere", EarlierID: "r"},
	})
	var got string
	for _, p := range found.Pairs {
		got += p.Left.ID + p.Right.ID + " "
	}
	if got != "ar ae rl " || found.SamePerson != 1 {
		t.Errorf("pairs %s, %d of one person", got, found.SamePerson)
	}
}
