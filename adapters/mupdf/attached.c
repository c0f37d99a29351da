/* Finds files within a PDF, and forms that MuPDF cannot show: no exception of MuPDF leaves this file. */
#include "bridge.h"

#include <string.h>

/* A walk over objects that a file makes as many, as deep and as circular as it wants. */
typedef struct {
	fz_context *ctx;
	bridge_attached *found;
	int steps; /* objects that may still be looked at */
} search;

enum { STEPS = 20000, DEPTH = 32 };

/* Keeps the name of a file specification that has its file with it. */
static void add_file(search *s, pdf_obj *spec)
{
	static const char *const keys[] = {"UF", "F", "Unix", "DOS", "Mac"};
	fz_context *ctx = s->ctx;
	bridge_attached *found = s->found;
	const char *name = "";
	if (!pdf_is_dict(ctx, pdf_dict_gets(ctx, spec, "EF")) || found->count == BRIDGE_ATTACHED)
		return;
	for (size_t i = 0; i < nelem(keys) && !*name; i++)
		name = pdf_to_text_string(ctx, pdf_dict_gets(ctx, spec, keys[i]));
	fz_strlcpy(found->names[found->count++], name, BRIDGE_ATTACHED_NAME);
}

static void add_files(search *s, pdf_obj *specs)
{
	int n = pdf_array_len(s->ctx, specs);
	for (int i = 0; i < n && s->steps-- > 0; i++)
		add_file(s, pdf_array_get(s->ctx, specs, i));
}

static void walk_tree(search *s, pdf_obj *node, int depth)
{
	fz_context *ctx = s->ctx;
	pdf_obj *names = pdf_dict_gets(ctx, node, "Names"), *kids = pdf_dict_gets(ctx, node, "Kids");
	int n = pdf_array_len(ctx, names);
	for (int i = 1; i < n && s->steps-- > 0; i += 2) /* a name, then what it stands for */
		add_file(s, pdf_array_get(ctx, names, i));
	n = depth < DEPTH ? pdf_array_len(ctx, kids) : 0;
	for (int i = 0; i < n && s->steps-- > 0 && s->found->count < BRIDGE_ATTACHED; i++)
		walk_tree(s, pdf_array_get(ctx, kids, i), depth + 1);
}

static void walk_annotations(search *s, pdf_obj *page)
{
	fz_context *ctx = s->ctx;
	pdf_obj *annotations = pdf_dict_gets(ctx, page, "Annots");
	int n = pdf_array_len(ctx, annotations);
	for (int i = 0; i < n && s->steps-- > 0; i++) {
		pdf_obj *annotation = pdf_array_get(ctx, annotations, i);
		if (!strcmp(pdf_to_name(ctx, pdf_dict_gets(ctx, annotation, "Subtype")), "FileAttachment"))
			add_file(s, pdf_dict_gets(ctx, annotation, "FS"));
	}
}

/*
 * Reports whether the pages are a placeholder for a form of XFA that is laid out when it is opened.
 * The file says so, or has no other form: a static one has its fields on its pages. Signatures may
 * stand in both.
 */
static int is_dynamic_form(search *s, pdf_obj *catalog)
{
	fz_context *ctx = s->ctx;
	pdf_obj *form = pdf_dict_gets(ctx, catalog, "AcroForm"), *fields = pdf_dict_gets(ctx, form, "Fields");
	int n = pdf_array_len(ctx, fields);
	if (!pdf_dict_gets(ctx, form, "XFA"))
		return 0;
	if (pdf_to_bool(ctx, pdf_dict_gets(ctx, catalog, "NeedsRendering")))
		return 1;
	for (int i = 0; i < n && s->steps-- > 0; i++)
		if (strcmp(pdf_to_name(ctx, pdf_dict_gets(ctx, pdf_array_get(ctx, fields, i), "FT")), "Sig"))
			return 0;
	return 1;
}

void bridge_find_attached(bridge_doc *d, int number, bridge_attached *found)
{
	fz_context *ctx = d->ctx;
	search s = {ctx, found, STEPS};
	memset(found, 0, sizeof *found);
	fz_try(ctx) {
		pdf_document *doc = pdf_document_from_fz_document(ctx, d->doc);
		pdf_obj *page = pdf_lookup_page_obj(ctx, doc, number);
		walk_annotations(&s, page);
		add_files(&s, pdf_dict_gets(ctx, page, "AF"));
		if (number == 0) {
			pdf_obj *catalog = pdf_dict_gets(ctx, pdf_trailer(ctx, doc), "Root");
			s.steps = STEPS; /* a page full of annotations hides nothing */
			found->form = is_dynamic_form(&s, catalog);
			walk_tree(&s, pdf_dict_gets(ctx, pdf_dict_gets(ctx, catalog, "Names"), "EmbeddedFiles"), 0);
			add_files(&s, pdf_dict_gets(ctx, catalog, "AF"));
		}
	}
	fz_catch(ctx) /* what was found before counts */
		bridge_failed(d);
}
