#include "tree_sitter/parser.h"
enum Token { CHUNK_START, CHUNK_END, OP_END, UNCLOSED, REGION_OPEN, DICTIONARY_OPEN, UNCLOSED_BRACE, SENTINEL };
void *tree_sitter_hivm_external_scanner_create(void) { return 0; }
void tree_sitter_hivm_external_scanner_destroy(void *p) { (void)p; }
unsigned tree_sitter_hivm_external_scanner_serialize(void *p, char *b) { (void)p; (void)b; return 0; }
void tree_sitter_hivm_external_scanner_deserialize(void *p, const char *b, unsigned n) { (void)p; (void)b; (void)n; }
static bool id_start(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool digit(int32_t c) { return c >= '0' && c <= '9'; }
static bool id_part(int32_t c) { return id_start(c) || digit(c) || c == '$' || c == '.'; }
static bool suffix_part(int32_t c) { return id_part(c) || c == '-'; }
typedef struct { TSLexer *x; bool newline; uint32_t hash; } Look;
static void eat(Look *l) { l->hash = l->hash * 31 + (uint32_t)l->x->lookahead; l->x->advance(l->x, false); }
/* skips blanks and comments; a split or banner comment stops it (returns true) */
static bool blanks(Look *l) {
  for (;;) {
    int32_t c = l->x->lookahead;
    if (c == '\n') { l->newline = true; l->x->advance(l->x, false); }
    else if (c == ' ' || c == '\t' || c == '\r') l->x->advance(l->x, false);
    else if (c == '/') {
      l->x->advance(l->x, false);
      if (l->x->lookahead != '/') return true;
      l->x->advance(l->x, false);
      const char *want = " -----"; int i = 0;
      while (want[i] && l->x->lookahead == want[i]) { l->x->advance(l->x, false); i++; }
      if (!want[i]) {
        if (l->x->lookahead == '/') return true;
        while (l->x->lookahead == ' ' || l->x->lookahead == '\t' || l->x->lookahead == '\r') l->x->advance(l->x, false);
        if (l->x->lookahead == '\n' || l->x->eof(l->x)) return true;
      }
      while (l->x->lookahead != '\n' && !l->x->eof(l->x)) l->x->advance(l->x, false);
    } else return false;
  }
}
static bool suffix(Look *l) {
  int32_t c = l->x->lookahead;
  if (digit(c)) { while (digit(l->x->lookahead)) eat(l); return true; }
  if (!(id_part(c) || c == '-')) return false;
  while (suffix_part(l->x->lookahead)) eat(l);
  return true;
}
static bool op_word(Look *l, bool *dotted, char *word) {
  int n = 0; *dotted = false;
  while (id_part(l->x->lookahead)) { if (l->x->lookahead == '.') *dotted = true; if (n < 31) word[n++] = (char)l->x->lookahead; eat(l); }
  word[n] = 0; return n > 0;
}
static bool same(const char *a, const char *b) { while (*a && *a == *b) { a++; b++; } return *a == *b; }
static bool op_name(Look *l) {
  int32_t c = l->x->lookahead;
  if (id_start(c)) { bool d; char w[32]; op_word(l, &d, w); return d || same(w, "return") || same(w, "call") || same(w, "module"); }
  if (c == '"') {
    eat(l);
    while (l->x->lookahead != '"' && l->x->lookahead != '\n' && !l->x->eof(l->x)) { if (l->x->lookahead == '\\') eat(l); eat(l); }
    if (l->x->lookahead != '"') return false;
    eat(l); Look s = *l; blanks(l); (void)s; return l->x->lookahead == '(';
  }
  return false;
}
/* result list '=' op name; at '%' */
static bool results(Look *l) {
  for (;;) {
    if (l->x->lookahead != '%') return false;
    eat(l); if (!suffix(l)) return false;
    blanks(l);
    if (l->x->lookahead == ':') { eat(l); if (l->x->lookahead == ':') return false; blanks(l); if (!digit(l->x->lookahead)) return false; while (digit(l->x->lookahead)) eat(l); blanks(l); }
    if (l->x->lookahead == ',') { eat(l); blanks(l); continue; }
    if (l->x->lookahead != '=') return false;
    eat(l); if (l->x->lookahead == '=') return false;
    blanks(l); return op_name(l);
  }
}
/* '^name:' or '^name(...):' */
static bool label(Look *l) {
  if (l->x->lookahead != '^') return false;
  eat(l); if (!suffix(l)) return false;
  blanks(l);
  if (l->x->lookahead == '(') {
    int depth = 0;
    for (;;) {
      int32_t c = l->x->lookahead;
      if (l->x->eof(l->x)) return false;
      if (c == '"') { eat(l); while (l->x->lookahead != '"' && l->x->lookahead != '\n' && !l->x->eof(l->x)) eat(l); }
      if (c == '(' || c == '[' || c == '{') depth++;
      if (c == ')' || c == ']' || c == '}') { depth--; }
      eat(l);
      if (depth == 0) break;
    }
    blanks(l);
  }
  if (l->x->lookahead != ':') return false;
  eat(l); return l->x->lookahead != ':';
}
static bool emit(TSLexer *x, enum Token t) { x->result_symbol = t; return true; }
bool tree_sitter_hivm_external_scanner_scan(void *p, TSLexer *x, const bool *valid) {
  (void)p;
  if (valid[SENTINEL]) return false;
  x->mark_end(x);
  Look l = {x, x->get_column(x) == 0, 0};
  bool special = blanks(&l);
  int32_t c = x->lookahead;
  bool eof = x->eof(x);
  if (valid[CHUNK_START] || valid[CHUNK_END]) {
    enum Token t = valid[CHUNK_START] ? CHUNK_START : CHUNK_END;
    if (t == CHUNK_START) {
      if (special) return emit(x, t);
      if (eof || c == '}' ) return false;
      if (c == '^' && label(&l)) return false;
      return emit(x, t);
    }
    if (special) return false;
    if (eof || c == '}') return emit(x, t);
    if (c == '^' && label(&l)) return emit(x, t);
    l.hash = 7;
    while (x->lookahead != '\n' && !x->eof(x)) eat(&l);
    uint32_t h = l.hash; h ^= h >> 15; h *= 0x2c1b3c6du; h ^= h >> 12;
    if (h % 32 == 0) return emit(x, t);
    return false;
  }
  if ((valid[REGION_OPEN] || valid[DICTIONARY_OPEN]) && c == '{' && !special) {
    x->advance(x, false);
    if (x->lookahead == '-') return false;
    x->mark_end(x);
    blanks(&l);
    bool region = false; int32_t d = x->lookahead;
    if (d == '%' || d == '^' || d == '}') region = d != '}';
    else if (d == '"') { region = op_name(&l); }
    else if (id_start(d)) {
      bool dotted; char w[32]; op_word(&l, &dotted, w); blanks(&l);
      int32_t e = x->lookahead;
      if (e == '=' || e == ',') region = false;
      else if (e == '}') { int n = 0; while (w[n]) n++; region = (n >= 6 && same(w + n - 6, "return")) || (n >= 5 && same(w + n - 5, "yield")) || (n >= 10 && same(w + n - 10, "terminator")) || (n >= 11 && same(w + n - 11, "unreachable")); }
      else region = true;
    }
    if (d == '}') region = valid[REGION_OPEN];
    return emit(x, region ? REGION_OPEN : DICTIONARY_OPEN);
  }
  if (valid[OP_END]) {
    if (special || eof || c == '}' || c == ')' || c == ']') return emit(x, OP_END);
    if (c == '%') { if (results(&l)) return emit(x, OP_END); return false; }
    if (c == '^') { if (label(&l)) return emit(x, OP_END); return false; }
    if ((c == '#' || c == '!') && l.newline) { eat(&l); if (!suffix(&l)) return false; blanks(&l); if (x->lookahead != '=') return false; eat(&l); return x->lookahead == '=' ? false : emit(x, OP_END); }
    if (c == '{') { x->advance(x, false); if (x->lookahead == '-') return emit(x, OP_END); return false; }
    if ((id_start(c) || c == '"') && l.newline && op_name(&l)) return emit(x, OP_END);
    return false;
  }
  if (valid[UNCLOSED] || valid[UNCLOSED_BRACE]) {
    enum Token t = valid[UNCLOSED] ? UNCLOSED : UNCLOSED_BRACE;
    if (eof || (c == '}' && t == UNCLOSED)) return emit(x, t);
    if (!l.newline) return false;
    if (c == '%') return results(&l) ? emit(x, t) : false;
    if (id_start(c)) {
      bool d; char w[32]; op_word(&l, &d, w);
      if (!d) return false;
      blanks(&l);
      int32_t e = x->lookahead;
      return e != '=' && e != ',' && e != ':' && e != '}' && e != ')' && e != ']' && e != '>' ? emit(x, t) : false;
    }
  }
  return false;
}
