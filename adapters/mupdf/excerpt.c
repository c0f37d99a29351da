/* Reduces a PDF to some of its pages: no exception of MuPDF leaves this file. */
#include "bridge.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/*
 * The excerpt is what can be reached from its catalog, and anything in a PDF can refer to anything else. So
 * the catalog is a new one, and pages and annotations keep only the entries that are listed here. Many
 * programs write one dictionary of resources for all pages, images of other pages among them: what is drawn
 * keeps only the resources that its content uses. MuPDF's pdf_rearrange_pages leaves all of these.
 */
typedef struct {
	fz_context *ctx;
	pdf_document *doc;
	pdf_obj *pages, *fields; /* arrays of those in the excerpt */
	pdf_obj *queue; /* array of forms, patterns and fonts with resources of their own */
	int numbers; /* of objects, before any was added */
	unsigned char *marks; /* by object number */
	int steps; /* that may still be taken where a file can lead in circles */
} excerpt;

enum { QUEUED = 1, PAGE = 2, GROUP = 4 };
enum { DEPTH = 32, STEPS = 1 << 20 }; /* DEPTH: of content within content that shares its resources, and of expressions */

static void step(excerpt *e)
{
	if (e->steps-- == 0)
		fz_throw(e->ctx, FZ_ERROR_LIMIT, "the file has too many parts");
}

static int is_marked(excerpt *e, pdf_obj *obj, int mark)
{
	int n = pdf_to_num(e->ctx, obj);
	return n > 0 && n < e->numbers && (e->marks[n] & mark);
}

static void set_mark(excerpt *e, pdf_obj *obj, int mark)
{
	int n = pdf_to_num(e->ctx, obj);
	if (n > 0 && n < e->numbers)
		e->marks[n] |= mark;
}

static const char *name_at(excerpt *e, pdf_obj *dict, const char *key) { return pdf_to_name(e->ctx, pdf_dict_gets(e->ctx, dict, key)); }

static void copy_entry(excerpt *e, pdf_obj *to, pdf_obj *from, const char *key)
{
	pdf_obj *value = pdf_dict_gets(e->ctx, from, key);
	if (value)
		pdf_dict_puts(e->ctx, to, key, value);
}

/* Adds a dictionary, which belongs to its parent. */
static pdf_obj *put_dict(excerpt *e, pdf_obj *parent, const char *key)
{
	pdf_obj *dict = pdf_new_dict(e->ctx, e->doc, 4);
	pdf_dict_puts_drop(e->ctx, parent, key, dict);
	return dict;
}

static pdf_obj *put_array(excerpt *e, pdf_obj *parent, const char *key)
{
	pdf_obj *array = pdf_new_array(e->ctx, e->doc, 4);
	pdf_dict_puts_drop(e->ctx, parent, key, array);
	return array;
}

static int is_listed(const char *name, const char *const *list)
{
	for (; *list; list++)
		if (!strcmp(name, *list))
			return 1;
	return 0;
}

/* Deletes the entries of a dictionary whose keys are not listed. */
static void keep_entries(excerpt *e, pdf_obj *dict, const char *const *list)
{
	for (int i = pdf_dict_len(e->ctx, dict) - 1; i >= 0; i--) {
		const char *key = pdf_to_name(e->ctx, pdf_dict_get_key(e->ctx, dict, i));
		if (!is_listed(key, list))
			pdf_dict_dels(e->ctx, dict, key);
	}
}

/* Marks the groups of optional content that something belongs to: a group or a condition on groups. */
static void mark_groups(excerpt *e, pdf_obj *obj, int depth)
{
	fz_context *ctx = e->ctx;
	int n = pdf_array_len(ctx, obj);
	step(e);
	if (depth == DEPTH)
		return;
	for (int i = 0; i < n; i++)
		mark_groups(e, pdf_array_get(ctx, obj, i), depth + 1);
	if (!strcmp(name_at(e, obj, "Type"), "OCMD")) {
		mark_groups(e, pdf_dict_gets(ctx, obj, "OCGs"), depth + 1);
		mark_groups(e, pdf_dict_gets(ctx, obj, "VE"), depth + 1);
	} else if (pdf_is_dict(ctx, obj)) {
		set_mark(e, obj, GROUP);
	}
}

/* Resources of content that is being looked through: those that it may use, and those that it does. */
typedef struct {
	pdf_obj *from, *to;
} scope;

static const scope no_scope = {NULL, NULL};

static void scan(excerpt *e, const scope *s, pdf_obj *contents, int depth);

/* Looks through content, in s if it has no resources of its own. */
static void visit_drawing(excerpt *e, const scope *s, pdf_obj *stream, int depth)
{
	fz_context *ctx = e->ctx;
	mark_groups(e, pdf_dict_gets(ctx, stream, "OC"), 0);
	if (!pdf_is_dict(ctx, pdf_dict_gets(ctx, stream, "Resources"))) {
		scan(e, s, stream, depth + 1);
	} else if (!is_marked(e, stream, QUEUED)) {
		set_mark(e, stream, QUEUED);
		pdf_array_push(ctx, e->queue, stream);
	}
}

static void scan_glyphs(excerpt *e, const scope *s, pdf_obj *font, int depth)
{
	pdf_obj *glyphs = pdf_dict_gets(e->ctx, font, "CharProcs");
	for (int i = 0; i < pdf_dict_len(e->ctx, glyphs); i++)
		scan(e, s, pdf_dict_get_val(e->ctx, glyphs, i), depth + 1);
}

static void visit_font(excerpt *e, const scope *s, pdf_obj *font, int depth)
{
	if (strcmp(name_at(e, font, "Subtype"), "Type3"))
		return;
	if (!pdf_is_dict(e->ctx, pdf_dict_gets(e->ctx, font, "Resources"))) {
		scan_glyphs(e, s, font, depth);
	} else if (!is_marked(e, font, QUEUED)) {
		set_mark(e, font, QUEUED);
		pdf_array_push(e->ctx, e->queue, font);
	}
}

static void visit_state(excerpt *e, const scope *s, pdf_obj *state, int depth)
{
	fz_context *ctx = e->ctx;
	pdf_obj *group = pdf_dict_gets(ctx, pdf_dict_gets(ctx, state, "SMask"), "G");
	if (pdf_is_stream(ctx, group))
		visit_drawing(e, s, group, depth);
	visit_font(e, s, pdf_array_get(ctx, pdf_dict_gets(ctx, state, "Font"), 0), depth);
}

/* Keeps a resource, and looks through its content if it has some. */
static void keep(excerpt *e, const scope *s, const char *category, const char *name, int depth)
{
	fz_context *ctx = e->ctx;
	pdf_obj *value = pdf_dict_gets(ctx, pdf_dict_gets(ctx, s->from, category), name);
	if (!value)
		return;
	pdf_obj *kept = pdf_dict_gets(ctx, s->to, category);
	if (!kept)
		kept = put_dict(e, s->to, category);
	if (pdf_dict_gets(ctx, kept, name))
		return;
	pdf_dict_puts(ctx, kept, name, value);
	if (!strcmp(category, "Font"))
		visit_font(e, s, value, depth);
	else if (!strcmp(category, "ExtGState"))
		visit_state(e, s, value, depth);
	else if (!strcmp(category, "Properties"))
		mark_groups(e, value, 0);
	else if (!strcmp(name_at(e, value, "Subtype"), "Image"))
		mark_groups(e, pdf_dict_gets(ctx, value, "OC"), 0);
	else if (pdf_is_stream(ctx, value) && strcmp(category, "Shading"))
		visit_drawing(e, s, value, depth);
	else
		visit_state(e, s, pdf_dict_gets(ctx, value, "ExtGState"), depth); /* of a pattern of a shading */
}

/* Operators that take the name of a resource. All colour spaces are kept: some are used without being named. */
static const struct { const char *operator, *category; } uses[] = {
	{"Do", "XObject"}, {"Tf", "Font"}, {"gs", "ExtGState"}, {"scn", "Pattern"}, {"SCN", "Pattern"}, {"sh", "Shading"},
	{"BDC", "Properties"}, {"DP", "Properties"},
};

/* The last name and the token that is being read, of which an operator may follow a number without a space. */
typedef struct {
	char name[256], token[256];
	size_t length;
	int is_name;
} lexer;

static void end_token(excerpt *e, const scope *s, lexer *l, int depth)
{
	l->token[l->length] = 0;
	if (l->is_name) {
		memcpy(l->name, l->token, l->length + 1);
	} else {
		const char *word = l->token + strspn(l->token, "+-.0123456789");
		for (size_t i = 0; i < nelem(uses); i++)
			if (!strcmp(word, uses[i].operator))
				keep(e, s, uses[i].category, l->name, depth);
	}
	l->length = 0;
	l->is_name = 0;
}

static int is_regular(int c) { return c > ' ' && !strchr("()<>[]{}/%", c); }

/* Decodes "#41" at the end of a name. */
static void decode(lexer *l)
{
	char *end = l->token + l->length;
	if (l->is_name && l->length >= 3 && end[-3] == '#' && isxdigit((unsigned char)end[-2]) && isxdigit((unsigned char)end[-1])) {
		end[-3] = (char)strtol((char[]){end[-2], end[-1], 0}, NULL, 16);
		l->length -= 2;
	}
}

/*
 * Keeps the resources that content uses. It takes the text of strings, comments and inline images for
 * operators as well: in damaged content it is unknown where they end, and a resource too many does less harm
 * than one too few.
 */
static void scan(excerpt *e, const scope *s, pdf_obj *contents, int depth)
{
	fz_context *ctx = e->ctx;
	lexer l = {.length = 0};
	fz_stream *in;
	if (depth > DEPTH)
		fz_throw(ctx, FZ_ERROR_LIMIT, "content is nested too deep");
	in = pdf_open_contents_stream(ctx, e->doc, contents);
	fz_try(ctx) {
		int c;
		do {
			c = fz_read_byte(ctx, in); /* EOF also where the stream is damaged */
			if (is_regular(c)) {
				if (l.length + 1 < sizeof l.token) {
					l.token[l.length++] = (char)c;
					decode(&l);
				}
				continue;
			}
			end_token(e, s, &l, depth);
			l.is_name = c == '/';
		} while (c != EOF);
	}
	fz_always(ctx)
		fz_drop_stream(ctx, in);
	fz_catch(ctx)
		fz_rethrow(ctx);
}

/* Replaces the resources of a page, form, pattern or font by those that its content uses. */
static void prune(excerpt *e, pdf_obj *holder)
{
	static const char *const unused[] = {"Metadata", "OPI", "PieceInfo", "Ref", "StructParent", "StructParents"};
	fz_context *ctx = e->ctx;
	scope s = {.from = pdf_keep_obj(ctx, pdf_dict_gets_inheritable(ctx, holder, "Resources"))};
	fz_try(ctx) {
		for (size_t i = 0; i < nelem(unused); i++)
			pdf_dict_dels(ctx, holder, unused[i]);
		s.to = put_dict(e, holder, "Resources");
		copy_entry(e, s.to, s.from, "ColorSpace");
		copy_entry(e, s.to, s.from, "ProcSet");
		if (pdf_is_stream(ctx, holder))
			scan(e, &s, holder, 0);
		else if (pdf_dict_gets(ctx, holder, "CharProcs"))
			scan_glyphs(e, &s, holder, 0);
		else
			scan(e, &s, pdf_dict_gets(ctx, holder, "Contents"), 0);
	}
	fz_always(ctx)
		pdf_drop_obj(ctx, s.from);
	fz_catch(ctx)
		fz_rethrow(ctx);
}

/* Looks through the streams of an appearance, which may be of several states. */
static void visit_appearance(excerpt *e, pdf_obj *appearance, int depth)
{
	fz_context *ctx = e->ctx;
	step(e);
	if (pdf_is_stream(ctx, appearance))
		visit_drawing(e, &no_scope, appearance, 0);
	else
		for (int i = 0; i < pdf_dict_len(ctx, appearance) && depth < 2; i++)
			visit_appearance(e, pdf_dict_get_val(ctx, appearance, i), depth + 1);
}

/* Puts a destination that is in the excerpt into parent, without its name. */
static int put_destination(excerpt *e, pdf_obj *parent, pdf_obj *destination)
{
	fz_context *ctx = e->ctx;
	if (pdf_is_name(ctx, destination) || pdf_is_string(ctx, destination))
		destination = pdf_lookup_dest(ctx, e->doc, destination);
	if (pdf_is_dict(ctx, destination))
		destination = pdf_dict_gets(ctx, destination, "D");
	if (!is_marked(e, pdf_array_get(ctx, destination, 0), PAGE))
		return 0;
	pdf_obj *kept = pdf_new_array(ctx, e->doc, 5);
	fz_try(ctx) {
		pdf_array_push(ctx, kept, pdf_array_get(ctx, destination, 0));
		for (int i = 1; i < pdf_array_len(ctx, destination); i++) {
			pdf_obj *item = pdf_array_get(ctx, destination, i);
			if (!pdf_is_indirect(ctx, item) && !pdf_is_array(ctx, item) && !pdf_is_dict(ctx, item))
				pdf_array_push(ctx, kept, item);
		}
		pdf_dict_puts(ctx, parent, "Dest", kept);
	}
	fz_always(ctx)
		pdf_drop_obj(ctx, kept);
	fz_catch(ctx)
		fz_rethrow(ctx);
	return 1;
}

/* Keeps where a link leads, and reports whether it leads to the web or to a page of the excerpt. */
static int keep_target(excerpt *e, pdf_obj *annotation)
{
	fz_context *ctx = e->ctx;
	pdf_obj *action = pdf_keep_obj(ctx, pdf_dict_gets(ctx, annotation, "A"));
	pdf_obj *destination = pdf_keep_obj(ctx, pdf_dict_gets(ctx, annotation, "Dest"));
	int is_kept = 0;
	fz_var(is_kept);
	fz_try(ctx) {
		pdf_dict_dels(ctx, annotation, "A");
		pdf_dict_dels(ctx, annotation, "Dest");
		if (destination)
			is_kept = put_destination(e, annotation, destination);
		else if (!strcmp(name_at(e, action, "S"), "GoTo"))
			is_kept = put_destination(e, annotation, pdf_dict_gets(ctx, action, "D"));
		else if (!strcmp(name_at(e, action, "S"), "URI")) {
			pdf_obj *kept = put_dict(e, annotation, "A");
			copy_entry(e, kept, action, "S");
			copy_entry(e, kept, action, "URI");
			is_kept = 1;
		}
	}
	fz_always(ctx) {
		pdf_drop_obj(ctx, action);
		pdf_drop_obj(ctx, destination);
	}
	fz_catch(ctx)
		fz_rethrow(ctx);
	return is_kept;
}

/* A signature does not hold for an excerpt: what is seen of it becomes a stamp. Reports whether there is something. */
static int keep_signature(excerpt *e, pdf_obj *field)
{
	static const char *const unused[] = {"FT", "Ff", "T", "V", "DV", "DA", "MK"};
	for (size_t i = 0; i < nelem(unused); i++)
		pdf_dict_dels(e->ctx, field, unused[i]);
	pdf_dict_puts_drop(e->ctx, field, "Subtype", pdf_new_name(e->ctx, "Stamp"));
	return pdf_is_dict(e->ctx, pdf_dict_gets(e->ctx, field, "AP"));
}

/* What a field has of its parents becomes its own. Reports whether it stays. */
static int keep_field(excerpt *e, pdf_obj *field)
{
	static const char *const inherited[] = {"FT", "Ff", "T", "V", "DV", "DA", "Q", "MaxLen", "Opt"};
	fz_context *ctx = e->ctx;
	if (!strcmp(pdf_to_name(ctx, pdf_dict_gets_inheritable(ctx, field, "FT")), "Sig"))
		return keep_signature(e, field);
	for (size_t i = 0; i < nelem(inherited); i++) {
		pdf_obj *value = pdf_dict_gets_inheritable(ctx, field, inherited[i]);
		if (value)
			pdf_dict_puts(ctx, field, inherited[i], value);
	}
	pdf_array_push(ctx, e->fields, field);
	return 1;
}

static const char *const annotation_entries[] = {
	"Type", "Subtype", "Rect", "Contents", "NM", "M", "F", "AP", "AS", "Border", "C", "CA", "ca", "BM", "OC", "Lang", "A", "Dest", "H",
	"QuadPoints", "BS", "BE", "IC", "L", "LE", "LL", "LLE", "LLO", "CP", "CO", "Cap", "IT", "CL", "RD", "DA", "DS", "RC", "Q", "Vertices",
	"InkList", "Name", "FS", "T", "Subj", "CreationDate", "Open", "IRT", "RT", "State", "StateModel", "Sy",
	"MK", "FT", "Ff", "V", "DV", "Opt", "MaxLen", "TU", "I", "TI", NULL};

/* Reduces an annotation to itself, and reports whether it stays. */
static int keep_annotation(excerpt *e, pdf_obj *annotation, pdf_obj *page, pdf_obj *annotations)
{
	static const char *const icons[] = {"I", "RI", "IX"};
	fz_context *ctx = e->ctx;
	const char *kind = name_at(e, annotation, "Subtype");
	int is_link = !strcmp(kind, "Link"), is_field = !strcmp(kind, "Widget");
	if (!pdf_is_dict(ctx, annotation) || !strcmp(kind, "Popup"))
		return 0;
	if (!keep_target(e, annotation) && is_link)
		return 0;
	if (is_field && !keep_field(e, annotation))
		return 0;
	keep_entries(e, annotation, annotation_entries);
	pdf_obj *answered = pdf_dict_gets(ctx, annotation, "IRT");
	if (answered && !(pdf_is_indirect(ctx, answered) && pdf_array_contains(ctx, annotations, answered)))
		pdf_dict_dels(ctx, annotation, "IRT");
	pdf_obj *look = pdf_dict_gets(ctx, annotation, "MK");
	for (size_t i = 0; i < nelem(icons) && look; i++) /* the appearance shows them */
		pdf_dict_dels(ctx, look, icons[i]);
	if (pdf_is_indirect(ctx, page))
		pdf_dict_puts(ctx, annotation, "P", page);
	mark_groups(e, pdf_dict_gets(ctx, annotation, "OC"), 0);
	visit_appearance(e, pdf_dict_gets(ctx, annotation, "AP"), 0);
	return 1;
}

static void keep_annotations(excerpt *e, pdf_obj *page)
{
	fz_context *ctx = e->ctx;
	pdf_obj *old = pdf_keep_obj(ctx, pdf_dict_gets(ctx, page, "Annots"));
	if (!old)
		return;
	fz_try(ctx) {
		pdf_obj *kept = put_array(e, page, "Annots");
		for (int i = 0; i < pdf_array_len(ctx, old); i++)
			if (keep_annotation(e, pdf_array_get(ctx, old, i), page, old))
				pdf_array_push(ctx, kept, pdf_array_get(ctx, old, i));
	}
	fz_always(ctx)
		pdf_drop_obj(ctx, old);
	fz_catch(ctx)
		fz_rethrow(ctx);
}

static const char *const page_entries[] = {"Type", "MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox", "Rotate", "UserUnit", "Resources",
	"Contents", "Group", "Annots", "AF", NULL};

static void keep_page(excerpt *e, pdf_obj *page, pdf_obj *tree)
{
	static const char *const inherited[] = {"MediaBox", "CropBox", "Rotate"};
	fz_context *ctx = e->ctx;
	for (size_t i = 0; i < nelem(inherited); i++) {
		pdf_obj *value = pdf_dict_gets_inheritable(ctx, page, inherited[i]);
		if (value)
			pdf_dict_puts(ctx, page, inherited[i], value);
	}
	prune(e, page);
	keep_annotations(e, page);
	keep_entries(e, page, page_entries);
	pdf_dict_puts(ctx, page, "Parent", tree);
}

/* Copies the groups of an array that are used. */
static void copy_groups(excerpt *e, pdf_obj *to, pdf_obj *from, const char *key)
{
	pdf_obj *groups = pdf_dict_gets(e->ctx, from, key), *kept = put_array(e, to, key);
	for (int i = 0; i < pdf_array_len(e->ctx, groups); i++)
		if (is_marked(e, pdf_array_get(e->ctx, groups, i), GROUP))
			pdf_array_push(e->ctx, kept, pdf_array_get(e->ctx, groups, i));
}

/* Keeps which optional content is shown: of the groups that are used. */
static void keep_optional_content(excerpt *e, pdf_obj *catalog, pdf_obj *old)
{
	fz_context *ctx = e->ctx;
	pdf_obj *from = pdf_dict_gets(ctx, old, "OCProperties"), *from_default = pdf_dict_gets(ctx, from, "D");
	if (!pdf_is_dict(ctx, from))
		return;
	pdf_obj *to = put_dict(e, catalog, "OCProperties"), *to_default = put_dict(e, to, "D");
	copy_groups(e, to, from, "OCGs");
	copy_groups(e, to_default, from_default, "ON");
	copy_groups(e, to_default, from_default, "OFF");
	copy_entry(e, to_default, from_default, "BaseState");
	copy_entry(e, to_default, from_default, "Intent");
	pdf_obj *events = pdf_dict_gets(ctx, from_default, "AS"), *kept = put_array(e, to_default, "AS");
	for (int i = 0; i < pdf_array_len(ctx, events); i++) {
		pdf_obj *event = pdf_array_get(ctx, events, i), *copy = pdf_new_dict(ctx, e->doc, 3);
		pdf_array_push_drop(ctx, kept, copy);
		copy_entry(e, copy, event, "Event");
		copy_entry(e, copy, event, "Category");
		copy_groups(e, copy, event, "OCGs");
	}
}

/* Keeps what viewers draw form fields with that have no appearance. */
static void keep_form(excerpt *e, pdf_obj *catalog, pdf_obj *old)
{
	fz_context *ctx = e->ctx;
	pdf_obj *from = pdf_dict_gets(ctx, old, "AcroForm");
	if (!pdf_is_dict(ctx, from) || pdf_array_len(ctx, e->fields) == 0)
		return;
	pdf_obj *to = put_dict(e, catalog, "AcroForm"), *resources = put_dict(e, to, "DR");
	pdf_dict_puts(ctx, to, "Fields", e->fields);
	copy_entry(e, to, from, "DA");
	copy_entry(e, to, from, "Q");
	copy_entry(e, to, from, "NeedAppearances");
	copy_entry(e, resources, pdf_dict_gets(ctx, from, "DR"), "Font");
	copy_entry(e, resources, pdf_dict_gets(ctx, from, "DR"), "Encoding");
	pdf_obj *fonts = pdf_dict_gets(ctx, resources, "Font");
	for (int i = 0; i < pdf_dict_len(ctx, fonts); i++)
		visit_font(e, &no_scope, pdf_dict_get_val(ctx, fonts, i), 0);
}

static void reduce(excerpt *e, int first, int last)
{
	static const char *const trailer_entries[] = {"Size", "Root", "Encrypt", "ID", NULL};
	fz_context *ctx = e->ctx;
	pdf_obj *old = pdf_dict_gets(ctx, pdf_trailer(ctx, e->doc), "Root");
	for (int i = first; i <= last; i++) {
		pdf_obj *page = pdf_lookup_page_obj(ctx, e->doc, i);
		set_mark(e, page, PAGE);
		pdf_array_push(ctx, e->pages, page);
	}
	pdf_obj *catalog = pdf_add_object_drop(ctx, e->doc, pdf_new_dict(ctx, e->doc, 5)), *tree = NULL;
	fz_var(tree);
	fz_try(ctx) {
		pdf_dict_puts_drop(ctx, catalog, "Type", pdf_new_name(ctx, "Catalog"));
		tree = pdf_add_object_drop(ctx, e->doc, pdf_new_dict(ctx, e->doc, 3));
		pdf_dict_puts(ctx, catalog, "Pages", tree);
		pdf_dict_puts_drop(ctx, tree, "Type", pdf_new_name(ctx, "Pages"));
		pdf_dict_puts_drop(ctx, tree, "Count", pdf_new_int(ctx, last - first + 1));
		for (int i = 0; i <= last - first; i++)
			keep_page(e, pdf_array_get(ctx, e->pages, i), tree);
		pdf_dict_puts(ctx, tree, "Kids", e->pages);
		keep_form(e, catalog, old);
		for (int i = 0; i < pdf_array_len(ctx, e->queue); i++)
			prune(e, pdf_array_get(ctx, e->queue, i));
		keep_optional_content(e, catalog, old);
		copy_entry(e, catalog, old, "Lang");
		copy_entry(e, catalog, old, "Version");
		pdf_obj *trailer = pdf_trailer(ctx, e->doc); /* another one since the first change */
		pdf_dict_puts(ctx, trailer, "Root", catalog);
		keep_entries(e, trailer, trailer_entries);
	}
	fz_always(ctx) {
		pdf_drop_obj(ctx, catalog);
		pdf_drop_obj(ctx, tree);
	}
	fz_catch(ctx)
		fz_rethrow(ctx);
}

/*
 * Reads all objects. MuPDF repairs a document, once, when it meets the first damaged object, and forgets what was
 * changed before: other pages would be back.
 */
static void repair(bridge_doc *d, pdf_document *doc)
{
	fz_context *ctx = d->ctx;
	for (int i = 1; i < pdf_xref_len(ctx, doc); i++) {
		fz_try(ctx)
			pdf_drop_obj(ctx, pdf_load_object(ctx, doc, i));
		fz_catch(ctx)
			bridge_failed(d);
	}
}

/* Returns the object number of a page, or 0. */
static int page_number(bridge_doc *d, pdf_document *doc, int page)
{
	fz_context *ctx = d->ctx;
	int n = 0;
	fz_var(n);
	fz_try(ctx)
		n = pdf_to_num(ctx, pdf_lookup_page_obj(ctx, doc, page));
	fz_catch(ctx)
		bridge_failed(d);
	return n;
}

int bridge_reduce(bridge_doc *d, int first, int last)
{
	fz_context *ctx = d->ctx;
	excerpt e = {.ctx = ctx, .steps = STEPS};
	int first_number, last_number;
	fz_var(e);
	fz_try(ctx) {
		e.doc = pdf_document_from_fz_document(ctx, d->doc);
		first_number = page_number(d, e.doc, first);
		last_number = page_number(d, e.doc, last);
		repair(d, e.doc);
		if ((first_number && first_number != page_number(d, e.doc, first)) || (last_number && last_number != page_number(d, e.doc, last)))
			fz_throw(ctx, FZ_ERROR_FORMAT, "the pages are others after the repair");
		e.numbers = pdf_xref_len(ctx, e.doc);
		e.marks = fz_calloc(ctx, e.numbers + 1, 1);
		e.pages = pdf_new_array(ctx, e.doc, last - first + 1);
		e.fields = pdf_new_array(ctx, e.doc, 4);
		e.queue = pdf_new_array(ctx, e.doc, 4);
		reduce(&e, first, last);
	}
	fz_always(ctx) {
		pdf_drop_obj(ctx, e.pages);
		pdf_drop_obj(ctx, e.fields);
		pdf_drop_obj(ctx, e.queue);
		fz_free(ctx, e.marks);
	}
	fz_catch(ctx)
		return bridge_failed(d);
	return 1;
}
