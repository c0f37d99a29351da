// Command mail measures what becomes of messages that writers made, see testkit/mail.
//
//	go run -tags sqlite_fts5 ./testkit/quality/mail [-rows] [-part learn]
//
// It sends each message to a service of its own, and compares what that says of each part and each
// document.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/cotejo/cotejo/testkit/mail"
	"github.com/cotejo/cotejo/testkit/papers"
	"github.com/cotejo/cotejo/testkit/program"
	"github.com/cotejo/cotejo/testkit/service"
)

func main() {
	part := flag.String("part", "report", "messages to measure: report, or learn, with which the program was made")
	rows := flag.Bool("rows", false, "print each part and value that is wrong")
	flag.Parse()
	if err := run(*part, *rows); err != nil {
		fmt.Fprintln(os.Stderr, "mail:", err)
		os.Exit(1)
	}
}

func run(part string, rows bool) error {
	messages, err := mail.Read(part)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	defer cancel()
	folder, err := os.MkdirTemp("", "cotejo-mail-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	binary, err := program.Build(folder, "./cmd/cotejod")
	if err != nil {
		return err
	}
	p, err := service.Start(ctx, service.Options{Binary: binary, Dir: folder})
	if err != nil {
		return err
	}
	defer p.Kill()
	c, err := service.Login(ctx, p.URL, "admin", p.Password)
	if err != nil {
		return err
	}
	m := measurement{ctx: ctx, client: c, rows: rows}
	for _, message := range messages {
		if err := m.add(message); err != nil {
			return fmt.Errorf("%s: %w", message.File, err)
		}
	}
	m.report(len(messages))
	return nil
}

// measurement counts what is right.
type measurement struct {
	ctx    context.Context
	client *service.Client
	rows   bool

	papers, taken             int // papers that came, and those that became documents
	lost                      int // parts that are papers, or must be named, and are neither
	refusable, refused        int
	extra                     int // parts that are no papers and became documents
	repeats, known            int
	radicados, foundRadicados int
	links, foundLinks         int
	wrongLinks                int
	accused                   int // documents said to repeat another of their message
	kinds, plaintiffs, right  int // documents with the right kind, plaintiff, and all of plaintiff, defendant and cédula
	withPlaintiff             int
}

type delivery struct {
	Radicado string
	Links    []string
	Parts    []deliveredPart
}

type deliveredPart struct {
	Name, In, Outcome string
	Document          string `json:"document_id"`
	Task              string `json:"task_id"`
}

func (m *measurement) say(file, format string, args ...any) {
	if m.rows {
		fmt.Printf(file+" "+format+"\n", args...)
	}
}

func (m *measurement) add(message mail.Message) error {
	sent, err := m.client.UploadFiles(m.ctx, []service.File{{Name: message.File, Content: message.Content}}, nil)
	if err != nil {
		return err
	}
	if len(sent.Deliveries) != 1 {
		return fmt.Errorf("%d deliveries", len(sent.Deliveries))
	}
	if message.SameAs != "" {
		m.repeats++
		if sent.Deliveries[0].Known {
			m.known++
			return nil
		}
		m.say(message.File, "repeats %s and is not known", message.SameAs)
	}
	res, err := m.client.Do(m.ctx, "GET", "/deliveries/"+sent.Deliveries[0].ID, "", nil)
	if err != nil {
		return err
	}
	var got struct{ Data delivery }
	if err := json.Unmarshal(res.Body, &got); err != nil {
		return err
	}
	m.subject(message, got.Data)
	return m.parts(message, got.Data)
}

// subject compares what the delivery says of itself.
func (m *measurement) subject(message mail.Message, got delivery) {
	if message.Radicado != "" {
		m.radicados++
		if got.Radicado == message.Radicado {
			m.foundRadicados++
		}
	}
	if got.Radicado != message.Radicado {
		m.say(message.File, "radicado %q, want %q", got.Radicado, message.Radicado)
	}
	m.links += len(message.Links)
	for _, l := range got.Links {
		if slices.Contains(message.Links, l) {
			m.foundLinks++
		} else {
			m.wrongLinks++
			m.say(message.File, "link %s is of no paper", l)
		}
	}
	if len(got.Links) < len(message.Links) {
		m.say(message.File, "links %q, want %q", got.Links, message.Links)
	}
}

// parts compares what became of each part.
func (m *measurement) parts(message mail.Message, got delivery) error {
	left := slices.Clone(got.Parts)
	documents := map[string]string{} // of the gold, by the program's
	siblings := map[string]bool{}
	for _, p := range got.Parts {
		siblings[p.Document] = true
	}
	for _, want := range message.Parts {
		i := slices.IndexFunc(left, func(p deliveredPart) bool { return isPart(p.Name, p.In, want) })
		outcome, id, task := "", "", ""
		if i >= 0 {
			outcome, id, task = left[i].Outcome, left[i].Document, left[i].Task
			if slices.Contains(strings.Split(want.Name, "|"), left[i].Name) || want.Becomes != "refused" {
				left = slices.Delete(left, i, i+1) // what lies in an archive stands for that, too
			}
		}
		switch want.Becomes {
		case "document", "page of a document":
			m.papers++
			switch {
			case outcome == "accepted" && (documents[id] == "" || documents[id] == want.Document):
				m.taken++
				if documents[id] == "" {
					documents[id] = want.Document
					if err := m.document(message, want.Document, task, siblings); err != nil {
						return err
					}
				}
			case outcome == "accepted":
				m.say(message.File, "%q is in one document with %s", want.Name, documents[id])
			case outcome == "refused":
				m.say(message.File, "%q is refused", want.Name)
			default:
				m.lost++
				m.say(message.File, "%q (%s) is lost: %q", want.Name, want.Ctype, outcome)
			}
		case "refused":
			m.refusable++
			switch outcome {
			case "refused":
				m.refused++
			case "accepted": // its task fails and says why
				m.refused++
			default:
				m.lost++
				m.say(message.File, "%q (%s) is not named: %q", want.Name, want.Ctype, outcome)
			}
		case "ignored":
			if outcome == "accepted" {
				m.extra++
				m.say(message.File, "%q (%s) is no paper and became a document", want.Name, want.Ctype)
			}
		}
	}
	return nil
}

// isPart reports whether a part of that name is the one of the gold. The text of a message has no
// name in either.
func isPart(name, in string, want mail.Part) bool {
	if want.Name == "" && (want.Ctype == "text/plain" || want.Ctype == "text/html") {
		return in == want.In && name == "" || want.In != "" && strings.HasSuffix(name, ".eml")
	}
	if want.Name == "" {
		return strings.HasPrefix(name, "documento")
	}
	for spelling := range strings.SplitSeq(want.Name, "|") {
		if path.Base(spelling) == name || want.Becomes == "refused" && path.Base(spelling) == in { // all of it is refused
			return true
		}
	}
	return false
}

// document compares the fields of a document, which repeats none of its siblings.
func (m *measurement) document(message mail.Message, id, task string, siblings map[string]bool) error {
	i := slices.IndexFunc(message.Documents, func(d mail.Document) bool { return d.ID == id })
	if i < 0 {
		return nil
	}
	want := message.Documents[i]
	done, err := m.client.Wait(m.ctx, task, nil)
	if err != nil {
		return err
	}
	if done.Result == nil {
		m.say(message.File, "%s was not read: %s", id, done.ErrorCode)
		return nil
	}
	for _, other := range done.Result.Duplicates {
		if siblings[other.DocumentID] {
			m.accused++
			m.say(message.File, "%s is said to repeat %s", id, other.FileName)
		}
	}
	d, err := m.client.Document(m.ctx, done.Result.ID)
	if err != nil {
		return err
	}
	if want.Type == "" || slices.Contains(strings.Split(want.Type, "|"), d.Type) {
		m.kinds++
	} else {
		m.say(message.File, "%s is %q, want %q", id, d.Type, want.Type)
	}
	if len(want.Plaintiff) == 0 {
		return nil
	}
	m.withPlaintiff++
	one := func(s string) []string {
		if s == "" {
			return nil
		}
		return strings.Split(s, "; ")
	}
	plaintiff := papers.AreRight(one(d.Plaintiff), want.Plaintiff, papers.IsName)
	if plaintiff {
		m.plaintiffs++
	}
	if plaintiff && papers.AreRight(one(d.Defendant), want.Defendant, papers.IsName) && (want.Cedula == "" || papers.IsNumber(d.Cedula, want.Cedula)) {
		m.right++
	} else {
		m.say(message.File, "%s: plaintiff %q, want %q; defendant %q, want %q; cédula %q, want %q", id, d.Plaintiff, want.Plaintiff, d.Defendant, want.Defendant, d.Cedula, want.Cedula)
	}
	return nil
}

func (m *measurement) report(messages int) {
	fmt.Printf("\n| %d messages | |\n|---|---|\n", messages)
	for _, row := range []struct {
		name    string
		got, of int
	}{
		{"papers that became documents, each by itself", m.taken, m.papers},
		{"parts that cannot be read and are named", m.refused, m.refusable},
		{"lost", m.lost, m.papers + m.refusable},
		{"no papers, and yet documents", m.extra, m.papers},
		{"said to repeat another paper of their message", m.accused, m.taken},
		{"repeated messages known", m.known, m.repeats},
		{"radicados of the subject", m.foundRadicados, m.radicados},
		{"links to papers", m.foundLinks, m.links},
		{"links that are of no paper", m.wrongLinks, m.links},
		{"documents of the right kind", m.kinds, m.taken},
		{"plaintiff right, of documents that have one", m.plaintiffs, m.withPlaintiff},
		{"plaintiff, defendant and cédula right", m.right, m.withPlaintiff},
	} {
		fmt.Printf("| %s | %d of %d |\n", row.name, row.got, row.of)
	}
}
