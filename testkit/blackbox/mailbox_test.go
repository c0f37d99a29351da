package blackbox

import (
	"bytes"
	"encoding/base64"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/dovecot"
	"github.com/cotejo/cotejo/testkit/mail"
	"github.com/cotejo/cotejo/testkit/service"
)

// delivery is a delivery in detail.
type delivery struct {
	ID         string
	Subject    string
	Sender     string
	ReceivedBy string `json:"received_by"`
	Parts      []struct {
		Outcome    string
		DocumentID string `json:"document_id"`
	}
}

// deliveries returns all deliveries in detail.
func deliveries(t *testing.T, c *service.Client) (all []delivery) {
	t.Helper()
	get := func(path string, to any) {
		t.Helper()
		res, err := c.Do(t.Context(), "GET", path, "", nil)
		if err == nil {
			err = res.Decode(to)
		}
		if err != nil || res.Status != 200 {
			t.Fatalf("%s: %d, %v", path, res.Status, err)
		}
	}
	for page := 1; ; page++ {
		var list struct{ Data []delivery }
		get(fmt.Sprintf("/deliveries?per_page=50&page=%d", page), &list)
		for _, d := range list.Data {
			var whole struct{ Data delivery }
			get("/deliveries/"+d.ID, &whole)
			all = append(all, whole.Data)
		}
		if len(list.Data) < 50 {
			return all
		}
	}
}

// readsMail returns the settings of a service that reads mailboxes.
func readsMail(t *testing.T, addresses ...string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "passwords")
	if err := os.WriteFile(file, []byte(strings.Repeat(dovecot.Password+"\n", len(addresses))), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"SVC_MAIL_URL=" + strings.Join(addresses, " "), "SVC_MAIL_PASSWORD_FILE=" + file}
}

// filed returns a message with papers, and a note that is not one.
func filed(t *testing.T, number, papers int) []byte {
	t.Helper()
	var m bytes.Buffer
	fmt.Fprintf(&m, "From: ana@correo.example\r\nTo: reparto@juzgado.example\r\nSubject: tutela %d\r\nMessage-ID: <%d@correo.example>\r\n"+
		"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nAdjunto.\r\n", number, number)
	for n := range papers {
		pdf := locked(t, "", fmt.Sprintf("Senor Juez. Accion de tutela %d-%d. Ana Lopez, C.C. 52.418.%03d, contra Salud Total EPS.", number, n, number))
		fmt.Fprintf(&m, "--b\r\nContent-Type: application/pdf; name=p%d.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n", n)
		for line := range slices.Chunk([]byte(base64.StdEncoding.EncodeToString(pdf)), 76) {
			fmt.Fprintf(&m, "%s\r\n", line)
		}
	}
	m.WriteString("--b--\r\n")
	return m.Bytes()
}

// TestMailboxesAreTakenIn has a service that reads two mailboxes. What is in one is taken in and moved; a message that
// is too large and one that is no message wait for a person, and do not stop those after them. In the other
// mailbox folders are forbidden.
func TestMailboxesAreTakenIn(t *testing.T) {
	onUsualDatabase(t, takeMailboxesIn)
}

func takeMailboxesIn(t *testing.T, database ...string) {
	server := dovecot.Start(t)
	free, strict := server.Account(t, "reparto"), server.Account(t, "tutelas")
	messages, err := mail.Read("learn")
	if err != nil {
		t.Fatal(err)
	}
	var names, subjects []string
	for _, m := range messages {
		if slices.Contains([]string{"a06.eml", "a11.eml", "a14.eml"}, m.File) {
			free.Append(t, "INBOX", m.Content)
			names = append(names, m.File)
		}
	}
	broken := []byte("sin encabezado\r\n")
	large := append(filed(t, 1, 0), bytes.Repeat([]byte("0123456789\r\n"), 1<<17)...)
	repeated := filed(t, 2, 1)
	free.Append(t, "INBOX", broken, large, repeated)
	strict.ForbidFolders(t)
	strict.Append(t, "INBOX", filed(t, 3, 1), broken)

	p := start(t, t.TempDir(), append(append(database, "SVC_MAX_UPLOAD_SIZE_MB=1"), readsMail(t, free.URL("INBOX"), strict.URL(""))...)...)
	free.Await(t, "Cotejo/recibidos", 4)
	free.Await(t, "Cotejo/por-revisar", 2)
	c := login(t, p, p.Password)
	flagged := func() (flags []string) {
		for _, m := range strict.List(t, "INBOX") {
			for _, f := range m.Flags {
				flags = append(flags, string(f))
			}
		}
		return flags
	}
	await(t, func() bool { return len(flagged()) == 2 })
	if got := flagged(); !slices.Equal(got, []string{"$Cotejo", "$CotejoPorRevisar"}) {
		t.Errorf("flags: %q", got)
	}
	if left := free.List(t, "INBOX"); len(left) > 0 {
		t.Errorf("left: %+v", left)
	}
	for _, d := range deliveries(t, c) {
		subjects = append(subjects, d.Subject)
		if d.ReceivedBy != "system" || len(d.Parts) == 0 {
			t.Errorf("%+v", d)
		}
	}
	if len(subjects) != 5 || len(names) != 3 || !slices.Contains(subjects, "tutela 2") || !slices.Contains(subjects, "tutela 3") {
		t.Errorf("deliveries: %q", subjects)
	}
	for _, m := range slices.Concat(free.List(t, "Cotejo/recibidos"), free.List(t, "Cotejo/por-revisar"), strict.List(t, "INBOX")) {
		if slices.Contains(m.Flags, `\Seen`) {
			t.Errorf("seen by nobody: %+v", m)
		}
	}

	free.Append(t, "INBOX", filed(t, 4, 1), repeated) // while it runs
	free.Await(t, "Cotejo/recibidos", 6)
	if got := len(deliveries(t, c)); got != 6 {
		t.Errorf("%d deliveries, want 6", got)
	}
	page := metricsOf(t, p.URL)
	for _, want := range []string{"taken_total 7", "refused_total 3", "failures_total 0"} {
		if !strings.Contains(page, "\ncotejo_mailbox_"+want) && !strings.Contains(page, "\ncotejo_mailbox_messages_"+want) {
			t.Errorf("no %s: %v", want, regexp.MustCompile(`(?m)^cotejo_mailbox.*`).FindAllString(page, -1))
		}
	}
	for _, want := range []string{`"mailbox_1","status":"ok"`, `"mailbox_2","status":"ok"`, "Leído por última vez"} {
		if res, err := c.Do(t.Context(), "GET", "/health", "", nil); err != nil || !strings.Contains(string(res.Body), want) {
			t.Errorf("health lacks %s: %s, %v", want, res.Body, err)
		}
	}
}

// await waits until something is so.
func await(t *testing.T, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it does not come")
		}
	}
}

// TestKillsLoseNoMessage kills the service at random moments while it takes messages in; new ones arrive all the time. In
// the end each message is one delivery with its papers: none is lost, and none is taken in twice.
func TestKillsLoseNoMessage(t *testing.T) {
	onUsualDatabase(t, loseNoMessage)
}

func loseNoMessage(t *testing.T, database ...string) {
	p := &post{account: dovecot.Start(t).Account(t, "reparto"), papers: map[string]int{}}
	folder, rng := t.TempDir(), rand.New(rand.NewPCG(5, 5))
	env := append(append(database, "SVC_QUEUE_LIMIT=100000", "SVC_TMP_DIR="+t.TempDir()), readsMail(t, p.account.URL("INBOX"))...)
	rounds, within := max(10, *kills), 0
	for round := range rounds {
		p.fill(t, 40)
		moved := len(p.account.List(t, "Cotejo/recibidos"))
		server := start(t, folder, env...)
		if round%3 > 0 { // well into its work
			p.account.Await(t, "Cotejo/recibidos", moved+1)
		}
		time.Sleep(time.Duration(rng.IntN(500)) * time.Millisecond)
		server.Kill()
		if len(p.account.List(t, "INBOX")) > 0 && len(p.account.List(t, "Cotejo/recibidos")) > moved {
			within++
		}
	}
	before := len(p.account.List(t, "Cotejo/recibidos"))
	if before == len(p.papers) || within < rounds/2 {
		t.Errorf("%d of %d kills came while messages were taken in", within, rounds)
	}
	server := start(t, folder, env...)
	server.Password = adminPassword
	p.account.Await(t, "Cotejo/recibidos", len(p.papers))
	p.wantEachOnce(t, login(t, server, server.Password))
	stop(t, server)
	t.Logf("%d kills, %d of them between the first message and the last of a run; %d messages, %d of them before the last start",
		rounds, within, len(p.papers), before)
}

// post is a mailbox to which messages are sent.
type post struct {
	account dovecot.Account
	papers  map[string]int // of each message that was sent, by its subject
}

// fill sends messages until so many wait.
func (p *post) fill(t *testing.T, waiting int) {
	t.Helper()
	var batch [][]byte
	for range waiting - len(p.account.List(t, "INBOX")) {
		number := len(p.papers)
		p.papers[fmt.Sprintf("tutela %d", number)] = 1 + number%2
		batch = append(batch, filed(t, number, 1+number%2))
	}
	p.account.Append(t, "INBOX", batch...)
}

// wantEachOnce checks that each message is one delivery with its papers, and that none waits.
func (p *post) wantEachOnce(t *testing.T, c *service.Client) {
	t.Helper()
	lost := maps.Clone(p.papers)
	documents, papers := map[string]bool{}, 0
	for _, d := range deliveries(t, c) {
		want, ok := lost[d.Subject]
		if !ok {
			t.Errorf("a delivery that nobody sent, or a second one: %+v", d)
		}
		delete(lost, d.Subject)
		papers += want
		for _, part := range d.Parts {
			if part.Outcome == "accepted" {
				want--
				documents[part.DocumentID] = true
			}
		}
		if want != 0 {
			t.Errorf("%d papers too few: %+v", want, d)
		}
	}
	if len(lost) > 0 || len(documents) != papers {
		t.Errorf("lost: %v; %d documents, want %d", lost, len(documents), papers)
	}
	await(t, func() bool { return count(t, c) >= papers })
	if got := count(t, c); got != papers {
		t.Errorf("%d documents, want %d", got, papers)
	}
	if left, refused := p.account.List(t, "INBOX"), p.account.List(t, "Cotejo/por-revisar"); len(left)+len(refused) > 0 {
		t.Errorf("left %v, refused %v", left, refused)
	}
}

// TestServersShareMailboxes has two servers of one PostgreSQL and one mailbox, beside one that cannot be reached. The
// server that reads them is killed while it takes messages in; the other continues, and each message is one delivery.
func TestServersShareMailboxes(t *testing.T) {
	t.Parallel()
	p := &post{account: dovecot.Start(t).Account(t, "reparto"), papers: map[string]int{}}
	shared := sharing(t, readsMail(t, "imap://nadie@127.0.0.1:1/", p.account.URL("INBOX"))...)
	shared = append(shared, "SVC_TMP_DIR="+t.TempDir())
	servers := []*service.Process{start(t, t.TempDir(), shared...), start(t, t.TempDir(), shared...)}
	taken := func(server *service.Process) string {
		return regexp.MustCompile(`(?m)^cotejo_mailbox_messages_taken_total (\d+)`).FindStringSubmatch(metricsOf(t, server.URL))[1]
	}
	p.fill(t, 60)
	p.account.Await(t, "Cotejo/recibidos", 3)
	reads, waits := servers[0], servers[1]
	if taken(reads) == "0" {
		reads, waits = waits, reads
	}
	if got := taken(waits); got != "0" {
		t.Errorf("both servers read the mailbox; one took %s messages in", got)
	}
	reads.Kill()
	if len(p.account.List(t, "INBOX")) == 0 {
		t.Error("the kill came after the last message")
	}
	p.account.Await(t, "Cotejo/recibidos", len(p.papers))
	if got := taken(waits); got == "0" {
		t.Error("the other server took nothing in")
	}
	c := login(t, waits, waits.Password)
	p.wantEachOnce(t, c)
	health := string(call(t, c, "GET", "/health", "", 200))
	for _, want := range []string{`"mailbox_1","status":"error"`, `"mailbox_2","status":"ok"`} {
		if !strings.Contains(health, want) {
			t.Errorf("health lacks %s: %s", want, health)
		}
	}
}

var messages = flag.Int("messages", 50, "how many messages the mailbox holds whose speed is measured")

// TestMailboxThroughput measures how long a service takes until each message of a full mailbox is moved, while it reads
// the papers in them.
func TestMailboxThroughput(t *testing.T) {
	p := &post{account: dovecot.Start(t).Account(t, "reparto"), papers: map[string]int{}}
	p.fill(t, *messages)
	server := start(t, t.TempDir(), append(readsMail(t, p.account.URL("INBOX")), "SVC_QUEUE_LIMIT=100000")...)
	begin := time.Now()
	p.account.Await(t, "Cotejo/recibidos", *messages)
	took := time.Since(begin)
	read := count(t, login(t, server, server.Password))
	t.Logf("%d messages in %.1f s, %.1f a second; %d papers were read meanwhile; then %s", *messages, took.Seconds(), float64(*messages)/took.Seconds(), read,
		regexp.MustCompile(`(?m)^(go_goroutines|process_open_fds|process_resident_memory_bytes) .*`).FindAllString(metricsOf(t, server.URL), -1))
	if most := time.Minute + time.Duration(*messages)*300*time.Millisecond; took > most {
		t.Errorf("it took %v, more than %v", took, most)
	}
}
