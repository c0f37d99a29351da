package blackbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/service"
)

type division struct {
	DocumentID string `json:"document_id"`
	Parts      []struct {
		DocumentID string `json:"document_id"`
		TaskID     string `json:"task_id"`
		FirstPage  int    `json:"first_page"`
		LastPage   int    `json:"last_page"`
	}
}

// A file of filings of several people is divided and joined, and loses nothing.
func TestDivision(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, database ...string) {
		p := start(t, t.TempDir(), database...)
		c := login(t, p, p.Password)
		made := filings.New(3, filings.Tuning())
		people := []filings.Filing{made.Of(document.Tutela), made.Of(document.Tutela), made.Of(document.Tutela)}
		pdf := sheet(t, filings.Bundle(people...), false)
		id, err := c.Upload(t.Context(), "escritos.pdf", pdf, "")
		if err != nil {
			t.Fatal(err)
		}
		id = ended(t, c, id).Result.ID
		path := "/documents/" + id
		before := call(t, c, "GET", path, "", 200)
		call(t, c, "POST", path+"/split", `{"begins":[1]}`, 422)

		var d struct{ Data division }
		if err := json.Unmarshal(call(t, c, "POST", path+"/split", `{}`, 202), &d); err != nil || len(d.Data.Parts) != len(people) {
			t.Fatalf("%+v, %v", d, err)
		}
		call(t, c, "POST", path+"/split", `{}`, 404)
		call(t, c, "GET", path, "", 404)
		for i, part := range d.Data.Parts {
			if task := ended(t, c, part.TaskID); task.Result == nil || task.Result.ID != part.DocumentID {
				t.Fatalf("part %d ended as %+v", i, task)
			}
			checkPart(t, c, part.DocumentID, part.LastPage-part.FirstPage+1, people[i], slices.Delete(slices.Clone(people), i, i+1))
			found := string(call(t, c, "POST", "/documents/"+part.DocumentID+"/duplicates", "", 200))
			if strings.Contains(found, id) {
				t.Errorf("part %d repeats the divided file: %s", i, found)
			}
		}
		if bin := string(call(t, c, "GET", "/documents/bin", "", 200)); !strings.Contains(bin, id) || !strings.Contains(bin, `"kept_until":null`) {
			t.Errorf("the bin has %s", bin)
		}

		call(t, c, "POST", path+"/join", "", 200)
		call(t, c, "POST", path+"/join", "", 404)
		if after := call(t, c, "GET", path, "", 200); !bytes.Equal(after, before) {
			t.Errorf("joined\n%s\nwant\n%s", after, before)
		}
		if got := call(t, c, "GET", path+"/original", "", 200); !bytes.Equal(got, pdf) {
			t.Errorf("an original of %d bytes, want %d", len(got), len(pdf))
		}
		if list := string(call(t, c, "GET", "/documents", "", 200)); !strings.Contains(list, `"total":1`) {
			t.Errorf("the list has %s", list)
		}
	})
}

// checkPart checks that a part is the filing of one person, in its original and its pages, too.
func checkPart(t *testing.T, c *service.Client, id string, pages int, f filings.Filing, others []filings.Filing) {
	t.Helper()
	var part struct {
		Data struct {
			Demandante string
			Pages      int
			Text       string
			Division   *division
		}
	}
	if err := json.Unmarshal(call(t, c, "GET", "/documents/"+id, "", 200), &part); err != nil {
		t.Fatal(err)
	}
	for _, o := range others {
		if o.Gold.Has(ner.Plaintiff, part.Data.Demandante) {
			t.Errorf("a part has the person of another: %q", part.Data.Demandante)
		}
	}
	if d := part.Data; !f.Gold.Has(ner.Plaintiff, d.Demandante) || d.Pages != pages || d.Division == nil {
		t.Errorf("a part of %q with %d pages, of %+v", d.Demandante, d.Pages, d.Division)
	}
	for number := range part.Data.Pages {
		call(t, c, "GET", fmt.Sprintf("/documents/%s/pages/%d", id, number+1), "", 200)
	}
	call(t, c, "GET", fmt.Sprintf("/documents/%s/pages/%d", id, part.Data.Pages+1), "", 404)
	original := call(t, c, "GET", "/documents/"+id+"/original", "", 200)
	if again := textOf(t, c, original); again != part.Data.Text {
		t.Errorf("the original says\n%s\nwant\n%s", again, part.Data.Text)
	}
}

// textOf returns the text that is read of a file that is sent in, and deleted again.
func textOf(t *testing.T, c *service.Client, pdf []byte) string {
	t.Helper()
	task, err := c.Upload(t.Context(), "otra vez.pdf", pdf, "")
	if err != nil {
		t.Fatal(err)
	}
	path := "/documents/" + ended(t, c, task).Result.ID
	var d struct{ Data struct{ Text string } }
	if err := json.Unmarshal(call(t, c, "GET", path, "", 200), &d); err != nil {
		t.Fatal(err)
	}
	call(t, c, "DELETE", path, "", 204)
	return d.Data.Text
}
