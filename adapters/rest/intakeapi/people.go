package intakeapi

import (
	"cmp"
	"context"
	"net/url"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// FormLetter is one wording that several people filed.
type FormLetter struct {
	ID        string  `json:"id"`
	Sample    Summary `json:"sample" doc:"El escrito con el que se compararon los demás"`
	Documents int     `json:"documents"`
	People    int     `json:"people" doc:"Personas que nombran sus escritos"`
	FirstAt   string  `json:"first_at" format:"date-time"`
	LastAt    string  `json:"last_at" format:"date-time"`
}

func formLetterOf(l document.LetterRow) FormLetter {
	return FormLetter{ID: l.ID, Sample: summaryOf(l.Sample), Documents: l.Documents, People: l.People, FirstAt: stamp(l.FirstAt), LastAt: stamp(l.LastAt)}
}

type formLettersInput struct {
	Page     int    `query:"page" default:"1" minimum:"1" maximum:"2147483647"`
	PerPage  int    `query:"per_page" default:"20" minimum:"1" maximum:"100"`
	Document string `query:"document" doc:"Solo el formato de este documento"`
}

func (h *handlers) formLetters(ctx context.Context, in *formLettersInput) (*paged[FormLetter], error) {
	page := document.PageRequest{Number: in.Page, Size: in.PerPage}
	if in.Document != "" && identifier(in.Document) == "" {
		return pageOf([]FormLetter{}, 0, page), nil
	}
	list, err := h.Letters.ListLetters(ctx, rest.Actor(ctx), identifier(in.Document), page)
	if err != nil {
		return nil, err
	}
	out := pageOf(each(list.Items, formLetterOf), list.Total, list.Page)
	out.Link = links(rest.RoutePath(ctx), url.Values{"document": {in.Document}}, list.Page, list.Total)
	return out, nil
}

type formLetterInput struct {
	DocumentPath
	Page    int `query:"page" default:"1" minimum:"1" maximum:"2147483647"`
	PerPage int `query:"per_page" default:"50" minimum:"1" maximum:"100"`
}

// FormLetterDetail is a form letter with one page of its documents.
type FormLetterDetail struct {
	FormLetter
	Members []Summary `json:"members" nullable:"false" doc:"Del más reciente al más antiguo; cuántos hay está en «documents»"`
}

func (h *handlers) formLetter(ctx context.Context, in *formLetterInput) (*enveloped[FormLetterDetail], error) {
	letter, members, err := h.Letters.Letter(ctx, rest.Actor(ctx), identifier(in.ID), document.PageRequest{Number: in.Page, Size: in.PerPage})
	if err != nil {
		return nil, err
	}
	return envelope(FormLetterDetail{formLetterOf(letter), each(members.Items, summaryOf)}), nil
}

type letterDifferencesInput struct {
	DocumentPath
	Page    int `query:"page" default:"1" minimum:"1" maximum:"2147483647" doc:"La misma de los escritos del formato"`
	PerPage int `query:"per_page" default:"50" minimum:"1" maximum:"50"`
}

// LetterDifferences is where the documents on one page of a form letter differ.
type LetterDifferences struct {
	Places  []LetterPlace  `json:"places" nullable:"false" doc:"A lo sumo 24, en el orden de la carta"`
	More    bool           `json:"more" doc:"Si hay otros lugares, en los que difieren menos escritos"`
	Members []LetterMember `json:"members" nullable:"false" doc:"En el mismo orden que los escritos del formato"`
}

// LetterPlace is a place of the letter where not all documents have the same words.
type LetterPlace struct {
	Subject string `json:"subject" enum:"demandante,cedula,demandado,juzgado,radicado,numero_acta,correo,fecha,direccion_demandante,direccion_demandado,otro" doc:"Qué dato está ahí; otro: palabras de la carta"`
	Before  string `json:"before" doc:"Las palabras de la carta que están antes"`
}

// LetterMember is a document of a form letter and what it says at each place.
type LetterMember struct {
	ID       string   `json:"id" format:"uuid"`
	Court    string   `json:"juzgado"`
	Compared bool     `json:"compared" doc:"false cuando falta su texto o el de la muestra, o es demasiado largo"`
	Words    []string `json:"words" nullable:"false" doc:"Una por lugar; vacía donde no dice nada"`
}

func (h *handlers) formLetterDifferences(ctx context.Context, in *letterDifferencesInput) (*enveloped[LetterDifferences], error) {
	found, err := h.Letters.LetterDifferences(ctx, rest.Actor(ctx), identifier(in.ID), document.PageRequest{Number: in.Page, Size: in.PerPage})
	if err != nil {
		return nil, err
	}
	return envelope(LetterDifferences{More: found.More,
		Places: each(found.Places, func(p document.LetterPlace) LetterPlace {
			return LetterPlace{Subject: cmp.Or(string(p.Subject), "otro"), Before: p.Before}
		}),
		Members: each(found.Members, func(m document.LetterMember) LetterMember {
			return LetterMember{ID: m.ID, Court: m.Court, Compared: m.Compared, Words: each(m.Words, func(w string) string { return w })}
		}),
	}), nil
}

// LetterPairs are the pairs of a form letter that may be decided at once.
type LetterPairs struct {
	Pairs      []LetterPair `json:"pairs" nullable:"false" doc:"La muestra con cada uno de los demás, y las parejas por decidir entre ellos"`
	SamePerson int          `json:"same_person" doc:"Otras por decidir que pueden ser de una misma persona"`
	Beyond     int          `json:"beyond" doc:"Escritos del formato que no se miraron: se miran los 500 más recientes"`
}

// LetterPair is two documents of a form letter, of different people.
type LetterPair struct {
	Left  Summary `json:"left"`
	Right Summary `json:"right"`
}

func (h *handlers) formLetterPairs(ctx context.Context, in *DocumentPath) (*enveloped[LetterPairs], error) {
	found, err := h.Letters.LetterPairs(ctx, rest.Actor(ctx), identifier(in.ID))
	if err != nil {
		return nil, err
	}
	return envelope(LetterPairs{SamePerson: found.SamePerson, Beyond: found.Beyond,
		Pairs: each(found.Pairs, func(p document.LetterPair) LetterPair { return LetterPair{summaryOf(p.Left), summaryOf(p.Right)} })}), nil
}

// Person is somebody who files.
type Person struct {
	Name      string `json:"name"`
	Cedula    string `json:"cedula" doc:"Vacía si ningún escrito la dice"`
	Documents int    `json:"documents"`
	LastAt    string `json:"last_at" format:"date-time" doc:"Su escrito más reciente"`
}

func personOf(p document.PersonRow) Person {
	return Person{Name: p.Name, Cedula: p.Cedula, Documents: p.Documents, LastAt: stamp(p.LastAt)}
}

// FoundPeople are the people that a search finds.
type FoundPeople struct {
	People []Person `json:"people" nullable:"false" doc:"A lo sumo 50, la de escritos más recientes primero"`
	More   bool     `json:"more" doc:"Si puede haber otras: escriba más del nombre"`
}

type peopleInput struct {
	Q string `query:"q" required:"true" maxLength:"200" doc:"Parte del nombre, o de la cédula desde su comienzo" example:"ana lop"`
}

func (h *handlers) people(ctx context.Context, in *peopleInput) (*enveloped[FoundPeople], error) {
	found, err := h.People.FindPeople(ctx, rest.Actor(ctx), in.Q)
	if err != nil {
		return nil, err
	}
	return envelope(FoundPeople{each(found.Items, personOf), found.More}), nil
}

type filingsInput struct {
	Cedula string `query:"cedula" maxLength:"200" example:"52.418.903"`
	Name   string `query:"name" maxLength:"1000" doc:"Para quien no tiene cédula, o para añadir los escritos que no la dicen"`
}

// Filings are the documents of a person.
type Filings struct {
	Person  Person     `json:"person"`
	Filings []Filing   `json:"filings" nullable:"false" doc:"Los 200 más recientes"`
	Total   int        `json:"total"`
	Pairs   []PairLink `json:"pairs" nullable:"false" doc:"Lo que relaciona a dos de ellos"`
}

// Filing is a document of a person.
type Filing struct {
	Summary
	ByName bool `json:"by_name" doc:"No dice la cédula: solo coincide el nombre"`
}

// PairLink is the relation between two documents.
type PairLink struct {
	DocumentID string                `json:"document_id" doc:"El que llegó después"`
	EarlierID  string                `json:"earlier_id"`
	Relation   string                `json:"relation" enum:"duplicate,new_claim,same_case,mass,unrelated"`
	Similarity float64               `json:"similarity"`
	Reason     string                `json:"reason"`
	Decision   rest.OrNull[Decision] `json:"decision" doc:"null mientras nadie decida"`
}

func pairLinkOf(p document.Pair) PairLink {
	return PairLink{
		DocumentID: p.DocumentID,
		EarlierID:  p.EarlierID,
		Relation:   string(p.Relation),
		Similarity: p.Similarity,
		Reason:     p.Reason,
		Decision:   decisionOf(p.Decision),
	}
}

func (h *handlers) filings(ctx context.Context, in *filingsInput) (*enveloped[Filings], error) {
	found, err := h.People.Filings(ctx, rest.Actor(ctx), document.Person{Cedula: in.Cedula, Plaintiff: in.Name})
	if err != nil {
		return nil, err
	}
	return envelope(Filings{Person: personOf(found.Person), Total: found.Total, Pairs: each(found.Pairs, pairLinkOf),
		Filings: each(found.Items, func(f document.PersonFiling) Filing { return Filing{summaryOf(f.Summary), f.ByName} })}), nil
}

type caseInput struct {
	Radicado string `query:"radicado" maxLength:"100" doc:"Las 23 cifras, agrupadas de cualquier modo"`
	Document string `query:"document" doc:"En lugar del radicado: un documento del caso"`
}

// CaseFile holds the documents of a case.
type CaseFile struct {
	Radicado  string     `json:"radicado"`
	Documents []Summary  `json:"documents" nullable:"false" doc:"Los 200 más recientes"`
	Total     int        `json:"total"`
	Pairs     []PairLink `json:"pairs" nullable:"false" doc:"Lo que relaciona a dos de ellos"`
}

var errWhichCase = fault.New(fault.Unprocessable, "case_missing", "Indique el radicado, o uno de los documentos del caso.").
	With(fault.Detail{Location: "query.radicado", Message: "Falta el radicado, o un documento en «document»."})

func (h *handlers) caseFile(ctx context.Context, in *caseInput) (*enveloped[CaseFile], error) {
	var found document.CaseFile
	var err error
	switch {
	case in.Radicado != "":
		found, err = h.People.Case(ctx, rest.Actor(ctx), in.Radicado)
	case in.Document != "":
		found, err = h.People.CaseOf(ctx, rest.Actor(ctx), identifier(in.Document))
	default:
		err = errWhichCase
	}
	if err != nil {
		return nil, err
	}
	return envelope(CaseFile{found.Radicado, each(found.Items, summaryOf), found.Total, each(found.Pairs, pairLinkOf)}), nil
}
