package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

func testSubjects(t *testing.T, open func(t *testing.T) DocketStores) {
	full := notification.Subject{ID: "s1", Name: "José Peña", DocumentType: notification.CitizenCard, DocumentNumber: "1.020.304.050", Email: "jose@x.co",
		Phone: "+57 300 1234567", Address: "Calle 1 # 2-3", Part: notification.Plaintiff, CreatedAt: epoch, CreatedBy: "eva@x.co"}
	subjectID := func(s notification.Subject) string { return s.ID }

	runRules(t, open, []docketRule{
		{"what is created comes back whole", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Subjects.Create(ctx, full))
			got, err := s.Subjects.Get(ctx, "s1")
			must(t, err)
			wantEqual(t, got, full)
		}},
		{"any Unicode text comes back byte for byte, and is found", func(t *testing.T, ctx context.Context, s DocketStores) {
			for i, text := range awkwardTexts {
				want := notification.Subject{ID: fmt.Sprint("s", i), Name: text, Email: text, Phone: text, Address: text, CreatedBy: text, CreatedAt: epoch}
				must(t, s.Subjects.Create(ctx, want))
				got, err := s.Subjects.Get(ctx, want.ID)
				must(t, err)
				wantEqual(t, got, want)
				found, err := s.Subjects.List(ctx, notification.SubjectFilter{Words: notification.Words(text)}, pagination.Request{Number: 1, Size: 1})
				must(t, err)
				if found.Total == 0 {
					t.Fatalf("%q is not found", text)
				}
			}
		}},
		{"a taken ID is a conflict and changes nothing", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Subjects.Create(ctx, full))
			wantKind(t, s.Subjects.Create(ctx, notification.Subject{ID: "s1", Name: "Otra"}), fault.Conflict)
			got, err := s.Subjects.Get(ctx, "s1")
			must(t, err)
			wantEqual(t, got, full)
			wantPages(t, []string{"s1"}, subjectID, func(p pagination.Request) (pagination.Of[notification.Subject], error) {
				return s.Subjects.List(ctx, notification.SubjectFilter{}, p)
			})
		}},
		{"an unknown ID is not found", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Subjects.Create(ctx, full))
			for _, id := range unknownIDs {
				_, err := s.Subjects.Get(ctx, id)
				wantEqual(t, err, notification.ErrSubjectNotFound)
			}
		}},
		{"those of some IDs are found, without the unknown ones", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Subjects.Create(ctx, full))
			got, err := s.Subjects.ByID(ctx, append(slices.Clone(unknownIDs), "s1", "s1"))
			must(t, err)
			wantEqual(t, got, map[string]notification.Subject{"s1": full})
		}},
		{"lists are newest first, whole, and end", func(t *testing.T, ctx context.Context, s DocketStores) {
			ids, at, newest := shuffledAges(25)
			for _, id := range ids {
				must(t, s.Subjects.Create(ctx, notification.Subject{ID: id, Name: "Ana Ruiz", CreatedAt: at[id]}))
			}
			for _, f := range []notification.SubjectFilter{{}, {Words: []string{"an"}}, {Words: []string{"ana", "rui"}}} {
				wantPages(t, newest, subjectID, func(p pagination.Request) (pagination.Of[notification.Subject], error) {
					return s.Subjects.List(ctx, f, p)
				})
			}
		}},
		{"a search finds what the filter takes, and nothing else", func(t *testing.T, ctx context.Context, s DocketStores) {
			var all []notification.Subject
			for i, who := range []struct{ name, document, email string }{
				{"José Peña", "1.020.304.050", "jose.pena@x.co"}, {"Josefina Núñez", "52-123-456", ""}, {"NUEVA EPS S.A.", "900.156.264-2", "tutelas@nuevaeps.com.co"},
				{"María José \"Pepa\" O'Neil", "", "mj@x.co"}, {"Ñ", "7", ""}, {"100% Seguros _ AND OR NOT NEAR(*)", "", ""}, {"", "AB 12", ""},
			} {
				all = append(all, notification.Subject{ID: fmt.Sprint("s", i), Name: who.name, DocumentNumber: who.document, Email: who.email,
					CreatedAt: epoch.Add(time.Duration(-i) * time.Second)})
				must(t, s.Subjects.Create(ctx, all[i]))
			}
			for _, query := range []string{"jose", "JOSÉ", "ose", "os", "ñ", "nunez", "peña jose", "jose 1020304050", "1.020", "020304", "900156264", "eps",
				"pepa", `"pepa"`, `"`, "o'neil", "'", "%", "_", "100%", "*", "and", "near(", "NOT jose", "jose OR ana", "-jose", "jose*", "name:jose", "x.co", "zzz", "zz", "ab12", "\x00", "jo\x00se", "a\u0301", "😀😀😀"} {
				f := notification.SubjectFilter{Words: notification.Words(query)}
				wantSubjects(t, ctx, s, f, all)
			}
			for _, number := range []string{"1020304050", "1.020.304.050", "ab-12", "7", "9001562642", "102030405", "nadie"} {
				wantSubjects(t, ctx, s, notification.SubjectFilter{DocumentKey: notification.DocumentKey(number)}, all)
				wantSubjects(t, ctx, s, notification.SubjectFilter{DocumentKey: notification.DocumentKey(number), Words: []string{"jose"}}, all)
			}
		}},
	})
}

// wantSubjects expects those of all, which are newest first, that f takes.
func wantSubjects(t *testing.T, ctx context.Context, s DocketStores, f notification.SubjectFilter, all []notification.Subject) {
	t.Helper()
	var want []string
	for i := range all {
		if f.Takes(&all[i]) {
			want = append(want, all[i].ID)
		}
	}
	wantPages(t, want, func(s notification.Subject) string { return s.ID }, func(p pagination.Request) (pagination.Of[notification.Subject], error) {
		return s.Subjects.List(ctx, f, p)
	})
}
