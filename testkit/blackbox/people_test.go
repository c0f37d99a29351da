package blackbox

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// A personería gives three people one letter: a clerk finds it as one group, each person
// with what she filed, and narrows a search.
func TestAClerkFindsLettersPeopleAndCases(t *testing.T) {
	onUsualDatabase(t, findLettersPeopleAndCases)
}

func findLettersPeopleAndCases(t *testing.T, database ...string) {
	p := start(t, t.TempDir(), database...)
	c := login(t, p, p.Password)
	g := filings.New(11, filings.Options{})
	first := g.Short()
	var ids []string
	for i, f := range append([]filings.Filing{first}, g.FormLetter(first, 2)...) {
		file, err := paper.BornDigital(f, paper.Options{})
		if err != nil {
			t.Fatal(err)
		}
		id, err := c.Upload(t.Context(), fmt.Sprintf("carta-%d.pdf", i+1), file.PDF, "tutela")
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, ended(t, c, id).Result.ID)
	}
	get := func(path string, want int, into any) {
		t.Helper()
		res, err := c.Do(t.Context(), "GET", path, "", nil)
		if err != nil || res.Status != want {
			t.Fatalf("GET %s: %d, %s, %v", path, res.Status, res.Body, err)
		}
		if into != nil {
			if err := json.Unmarshal(res.Body, into); err != nil {
				t.Fatal(err)
			}
		}
	}
	type row struct {
		ID, Demandante, Cedula string
		FileName               string `json:"file_name"`
	}
	var letters struct {
		Data []struct {
			ID                string
			Documents, People int
			Sample            row
		}
	}
	get("/form-letters", 200, &letters)
	if len(letters.Data) != 1 || letters.Data[0].Documents != 3 || letters.Data[0].People != 3 || letters.Data[0].Sample.FileName == "" {
		t.Fatalf("form letters: %+v", letters)
	}
	var letter struct{ Data struct{ Members []row } }
	get("/form-letters/"+letters.Data[0].ID+"?per_page=2", 200, &letter)
	if len(letter.Data.Members) != 2 || letter.Data.Members[0].ID != ids[2] {
		t.Errorf("the newest two of a letter: %+v", letter)
	}
	var differences struct {
		Data struct {
			Places  []struct{ Subject string }
			Members []struct {
				ID       string
				Compared bool
				Words    []string
			}
		}
	}
	get("/form-letters/"+letters.Data[0].ID+"/differences", 200, &differences)
	if d := differences.Data; len(d.Members) != 3 || d.Members[0].ID != ids[2] || len(d.Places) == 0 || len(d.Members[0].Words) != len(d.Places) {
		t.Errorf("the differences of a letter: %+v", d)
	}
	get("/form-letters/0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11/differences", 404, nil)
	var undecided struct {
		Data struct {
			Pairs      []struct{ Left, Right row }
			SamePerson *int `json:"same_person"`
			Beyond     *int
		}
	}
	get("/form-letters/"+letters.Data[0].ID+"/pairs", 200, &undecided)
	if u := undecided.Data; len(u.Pairs) != 2 || u.Pairs[0].Left.ID != letters.Data[0].Sample.ID || u.SamePerson == nil || *u.SamePerson != 0 || u.Beyond == nil || *u.Beyond != 0 {
		t.Errorf("the undecided pairs of a letter: %+v", u)
	}
	get("/form-letters/0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11/pairs", 404, nil)
	get("/form-letters?document="+ids[0], 200, &letters)
	if len(letters.Data) != 1 {
		t.Errorf("the letter of a document: %+v", letters)
	}
	get("/form-letters/0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11", 404, nil)

	who := letter.Data.Members[0]
	var people struct {
		Data struct {
			People []struct {
				Name, Cedula string
				Documents    int
			}
			More bool
		}
	}
	get("/people?q="+url.QueryEscape(who.Demandante), 200, &people)
	if len(people.Data.People) != 1 || people.Data.People[0].Cedula != who.Cedula || people.Data.People[0].Documents != 1 {
		t.Errorf("people called %s: %+v", who.Demandante, people)
	}
	get("/people?q=a", 422, nil)
	get("/people", 422, nil)
	var filed struct {
		Data struct {
			Filings []row
			Total   int
		}
	}
	get("/people/filings?cedula="+url.QueryEscape(who.Cedula), 200, &filed)
	if filed.Data.Total != 1 || filed.Data.Filings[0].ID != who.ID {
		t.Errorf("what %s filed: %+v", who.Cedula, filed)
	}
	get("/people/filings", 422, nil)
	get("/people/filings?name=Zutano", 404, nil)

	body := `{"numero_acta":"77","demandante":"Ana López","demandado":"Sanitas","radicado":"76001-40-03-012-2026-00123-00"}`
	if res, err := c.Do(t.Context(), "POST", "/documents/manual", "application/json", strings.NewReader(body)); err != nil || res.Status != 201 {
		t.Fatalf("typing in a document: %d, %s, %v", res.Status, res.Body, err)
	}
	var file struct{ Data struct{ Documents []row } }
	get("/cases?radicado=76001400301220260012300", 200, &file)
	if len(file.Data.Documents) != 1 || file.Data.Documents[0].Demandante != "Ana López" {
		t.Errorf("the case: %+v", file)
	}
	get("/cases?document="+file.Data.Documents[0].ID, 200, nil)
	get("/cases?radicado=2026-00123", 422, nil)
	get("/cases", 422, nil)

	for query, want := range map[string]int{"": 4, "status=manual_entry": 1, "status=processed": 3, "document_type=desacato": 0, "date_from=2020-01-01": 4, "date_to=2020-01-01": 0, "q=sanitas&status=manual_entry": 1} {
		for _, order := range []string{"Relevancia", "Demandante"} {
			var found struct{ Data struct{ Total int } }
			if get("/documents/search?sort_by="+order+"&"+query, 200, &found); found.Data.Total != want {
				t.Errorf("search %q by %s finds %d, want %d", query, order, found.Data.Total, want)
			}
		}
	}
	get("/documents/search?status=x", 422, nil)
	get("/documents/search?date_from=2026-02-01&date_to=2026-01-01", 422, nil)
}
