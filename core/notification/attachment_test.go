package notification_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
)

const (
	longestName = 120 // of an attachment

	pdfHead = "%PDF-1.7\n"
	jpgHead = "\xff\xd8\xff\xe0"
	pngHead = "\x89PNG\r\n\x1a\n"
)

// zipHead begins an archive whose first file has a name.
func zipHead(name string) string { return "PK\x03\x04" + strings.Repeat("\x00", 26) + name }

func TestNewAttachment(t *testing.T) {
	for _, c := range []struct {
		rule, name, content string
		want, mediaType     string
		code                string // of the fault
	}{
		{"a PDF", "Auto admisorio.pdf", pdfHead, "Auto admisorio.pdf", "application/pdf", ""},
		{"an image", "Foto.JPEG", jpgHead, "Foto.JPEG", "image/jpeg", ""},
		{"another image", "ñandú.png", pngHead, "ñandú.png", "image/png", ""},
		{"a Word document", "auto.docx", zipHead("word/document.xml"), "auto.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", ""},
		{"the content decides what it is", "auto.png", pdfHead, "auto.png.pdf", "application/pdf", ""},
		{"a program is none, whatever its name", "auto.pdf", "MZ\x90\x00\x03", "", "", "not_a_pdf"},
		{"a page of the web is none", "auto.pdf", "<html><script>", "", "", "not_a_pdf"},
		{"an archive is none", "autos.zip", zipHead("a.pdf"), "", "", "not_a_pdf"},
		{"an image of another kind is none", "auto.tif", "II*\x00", "", "", "not_attachable"},
		{"nothing", "auto.pdf", "", "", "", "empty_file"},
		{"the largest", "a.pdf", pdfHead + strings.Repeat("x", notification.MaxAttachment-len(pdfHead)), "a.pdf", "application/pdf", ""},
		{"too large", "a.pdf", pdfHead + strings.Repeat("x", notification.MaxAttachment-len(pdfHead)+1), "", "", "upload_too_large"},
		{"a path of Unix", "../../etc/auto.pdf", pdfHead, "auto.pdf", "application/pdf", ""},
		{"a path of Windows", `C:\autos\auto.pdf`, pdfHead, "auto.pdf", "application/pdf", ""},
		{"a header", "a.pdf\r\nBcc: eva@x.co", pdfHead, "a.pdf Bcc_ eva@x.co.pdf", "application/pdf", ""},
		{"quotes and control characters", "a\x00\"b\x7f.pdf", pdfHead, "a_b.pdf", "application/pdf", ""},
		{"a name that reads backwards", "a\u202efdp.exe.pdf", pdfHead, "afdp.exe.pdf", "application/pdf", ""},
		{"no name", "", pdfHead, "adjunto.pdf", "application/pdf", ""},
		{"only an extension", " .pdf", pdfHead, "adjunto.pdf", "application/pdf", ""},
		{"a long name keeps its extension", strings.Repeat("ñ", 200) + ".PDF", pdfHead, strings.Repeat("ñ", 116) + ".PDF", "application/pdf", ""},
	} {
		a, err := notification.NewAttachment(c.name, []byte(c.content))
		f, _ := fault.As(err)
		if c.code != "" {
			if f == nil || f.Code != c.code || f.Message == "" {
				t.Errorf("%s: %v, want %s", c.rule, err, c.code)
			}
			continue
		}
		if err != nil || a.Name != c.want || a.MediaType != c.mediaType || a.Size != int64(len(c.content)) {
			t.Errorf("%s: %+v, %v, want %q as %s", c.rule, a, err, c.want, c.mediaType)
		}
	}
}

func TestAttachmentJoinsOthers(t *testing.T) {
	file := func(name, sum string, size int64) notification.Attachment {
		return notification.Attachment{Name: name, SHA256: sum, Size: size}
	}
	var ten []notification.Attachment
	for i := range notification.MaxAttachments {
		ten = append(ten, file(fmt.Sprint(i, ".pdf"), fmt.Sprint(i), 1))
	}
	long := strings.Repeat("x", longestName-len(".pdf")) + ".pdf"
	for _, c := range []struct {
		rule   string
		a      notification.Attachment
		others []notification.Attachment
		want   string // name
		known  bool
		code   string
	}{
		{"the first", file("a.pdf", "1", 1), nil, "a.pdf", false, ""},
		{"another name", file("a.pdf", "1", 1), []notification.Attachment{file("b.pdf", "2", 1)}, "a.pdf", false, ""},
		{"the same name", file("a.pdf", "1", 1), []notification.Attachment{file("A.PDF", "2", 1)}, "a (2).pdf", false, ""},
		{"the same name again", file("a.pdf", "1", 1), []notification.Attachment{file("a.pdf", "2", 1), file("a (2).pdf", "3", 1)}, "a (3).pdf", false, ""},
		{"the same long name", file(long, "1", 1), []notification.Attachment{file(long, "2", 1)}, long[:longestName-8] + " (2).pdf", false, ""},
		{"the same content", file("b.pdf", "2", 1), []notification.Attachment{file("a.pdf", "2", 1)}, "a.pdf", true, ""},
		{"the same content where there is no room", file("b.pdf", "3", 1), ten, "3.pdf", true, ""},
		{"too many", file("b.pdf", "x", 1), ten, "", false, "too_many_attachments"},
		{"just as much as fits", file("b.pdf", "x", notification.MaxAttachment), []notification.Attachment{file("a.pdf", "1", notification.MaxAttachment)}, "b.pdf", false, ""},
		{"too much together", file("b.pdf", "x", notification.MaxAttachment), []notification.Attachment{file("a.pdf", "1", notification.MaxAttachment), file("c.pdf", "2", 1)}, "", false, "attachments_too_large"},
	} {
		got, known, err := c.a.Join(c.others)
		if c.code != "" {
			if f, ok := fault.As(err); !ok || f.Code != c.code {
				t.Errorf("%s: %v, want %s", c.rule, err, c.code)
			}
			continue
		}
		if err != nil || got.Name != c.want || known != c.known || utf8.RuneCountInString(got.Name) > longestName {
			t.Errorf("%s: %+v, %v, %v, want %q", c.rule, got, known, err, c.want)
		}
	}
}

func TestAttachmentsChangeUntilEmailIsQueued(t *testing.T) {
	for _, c := range []struct {
		channel notification.Channel
		state   notification.State
		latest  notification.DispatchState // "" for none
		code    string
	}{
		{notification.Email, notification.Pending, "", ""},
		{notification.Email, notification.Pending, notification.Stopped, ""},
		{notification.Email, notification.Pending, notification.Refused, ""},
		{notification.Email, notification.Pending, notification.Queued, "dispatch_on_its_way"},
		{notification.Email, notification.Pending, notification.Sending, "dispatch_on_its_way"},
		{notification.Email, notification.InProcess, notification.Queued, "attachments_fixed"},
		{notification.Email, notification.Sent, notification.Delivered, "attachments_fixed"},
		{notification.Email, notification.Failed, notification.Refused, "attachments_fixed"},
		{notification.Email, notification.Cancelled, "", "attachments_fixed"},
		{notification.InPerson, notification.Pending, "", "attachments_fixed"},
	} {
		var latest *notification.Dispatch
		if c.latest != "" {
			latest = &notification.Dispatch{State: c.latest}
		}
		n := notification.Notification{Channel: c.channel, State: c.state}
		var code string
		if f, ok := fault.As(n.CheckAttachable(latest)); ok {
			code = f.Code
		}
		if code != c.code {
			t.Errorf("%s, %s, %s: %q, want %q", c.channel, c.state, c.latest, code, c.code)
		}
	}
}

func TestAttachmentWentOutWithEarlierEmail(t *testing.T) {
	sent := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	for rule, c := range map[string]struct {
		sent, added time.Time
		want        bool
	}{
		"never sent":         {time.Time{}, sent, false},
		"added before":       {sent, sent.Add(-time.Second), true},
		"added at that time": {sent, sent, true},
		"added afterwards":   {sent, sent.Add(time.Second), false},
	} {
		n := notification.Notification{SentAt: c.sent}
		if got := n.WentOut(notification.Attachment{AddedAt: c.added}); got != c.want {
			t.Errorf("%s: %v", rule, got)
		}
	}
}
