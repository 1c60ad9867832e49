// External scanner: decides, by looking ahead without consuming, where operations end, whether a brace opens a region
// or a dictionary, where the hidden chunks of an operation list begin and end, and what was left open or missing.
//
// It keeps no state between calls, because tree-sitter reuses a node only where the scanner's state is the one the node
// was made in. What it must know about its place it reads off the set of tokens that the parser would take there.
// All its tokens are zero-width but brackets, splits and banner heads.

#include "tree_sitter/parser.h"

enum Token {
  FILE_CHUNK_START,
  CHUNK_START,
  CHUNK_END,
  BLOCK_END,
  OPERATION_END,
  FRAGMENT_START,
  NO_COLON,
  NO_SYMBOL,
  INCOMPLETE,
  INCOMPLETE_ENTRY,
  REGION_OPEN,
  DICTIONARY_OPEN,
  UNCLOSED_PAREN,
  UNCLOSED_SQUARE,
  UNCLOSED_ANGLE,
  UNCLOSED_BRACE,
  UNCLOSED_REGION,
  UNCLOSED_STRING,
  SPLIT,
  BANNER_START,
  ERROR_SENTINEL,
};

// How much of an operation's first line decides whether a chunk ends in front of it.
#define HASHED_PREFIX 40
// One operation in so many begins a new chunk.
#define CHUNK_LENGTH 64
// So many comment lines are looked over behind an operation, and inside one. (Every comment is a token, and in front of
// each the scanner looks again: without a limit a long comment would be quadratic.)
#define COMMENT_LIMIT 128
#define INNER_COMMENT_LIMIT 32
// Behind a joiner, so many results are looked for. (Without a limit a list with a line per value would be quadratic.)
#define FEW_RESULTS 8
#define RESULTS_OF_LINE 0xfffffffeu
#define ANY_RESULTS 0xffffffffu
#define WORD_LIMIT 28

// ---- characters -------------------------------------------------------------------------------------------------------

static bool is_letter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static bool is_word(int32_t c) { return is_letter(c) || is_digit(c) || c == '$' || c == '.'; }

// The text under the look, and a hash of what the look passed.
typedef struct {
  TSLexer *lexer;
  uint32_t hash;
  uint32_t passed;
} Look;

static int32_t peek(const Look *look) { return look->lexer->lookahead; }
static bool at_end(const Look *look) { return look->lexer->lookahead == 0 && look->lexer->eof(look->lexer); }
// A NUL in a file is a blank to the compiler.
static bool at_blank(const Look *look) {
  int32_t c = look->lexer->lookahead;
  return c == ' ' || c == '\t' || c == '\r' || (c == 0 && !look->lexer->eof(look->lexer));
}

static void pass(Look *look) {
  look->hash = (look->hash ^ (uint32_t)look->lexer->lookahead) * 16777619u;
  look->passed++;
  look->lexer->advance(look->lexer, false);
}

static bool pass_text(Look *look, const char *text) {
  for (; *text && peek(look) == *text; text++) pass(look);
  return !*text;
}

// ---- blanks, comments, lines of slashes -------------------------------------------------------------------------------

typedef enum { TOKEN, SLASH, SPLIT_LINE, BANNER_LINE, COMMENT_LINE } Kind;

// What lies between two tokens, and what ended it.
typedef struct {
  Kind kind;
  bool newline;
  unsigned comments;
  unsigned indent;  // blanks in front of the token, if it is the first on its line
} Gap;

static void pass_blanks(Look *look, Gap *gap, bool skip) {
  for (;;) {
    if (peek(look) == '\n') {
      gap->newline = true;
      gap->indent = 0;
    } else if (at_blank(look)) {
      gap->indent++;
    } else {
      return;
    }
    look->lexer->advance(look->lexer, skip);
  }
}

// At a slash. A line that is exactly `// -----` and the head of an IR dump are no comments.
static Kind pass_slashes(Look *look, bool line_start) {
  pass(look);
  if (peek(look) != '/') return SLASH;
  pass(look);
  if (!line_start || !pass_text(look, " -----")) return COMMENT_LINE;
  if (peek(look) == '/') {
    bool head = pass_text(look, "// IR Dump ") && (pass_text(look, "After ") || pass_text(look, "Before "));
    return head && !at_blank(look) && peek(look) != '\n' ? BANNER_LINE : COMMENT_LINE;
  }
  while (at_blank(look)) pass(look);
  return peek(look) == '\n' || at_end(look) ? SPLIT_LINE : COMMENT_LINE;
}

static void pass_line(Look *look) {
  while (peek(look) != '\n' && !at_end(look)) look->lexer->advance(look->lexer, false);
}

// Up to the next token, over comments.
static Gap pass_gap(Look *look) {
  Gap gap = {TOKEN, false, 0, 0};
  for (;;) {
    pass_blanks(look, &gap, false);
    if (peek(look) != '/') return gap;
    gap.kind = pass_slashes(look, gap.newline);
    if (gap.kind != COMMENT_LINE) return gap;
    gap.kind = TOKEN;
    gap.comments++;
    pass_line(look);
  }
}

// The character that the next token begins with; none in front of a split or a banner.
static int32_t pass_to_token(Look *look) { return pass_gap(look).kind == TOKEN ? peek(look) : -1; }

// ---- words, values, labels ----------------------------------------------------------------------------------------

// The name behind `%`, `^`, `#` or `!`.
static bool pass_suffix(Look *look) {
  if (is_digit(peek(look))) {
    while (is_digit(peek(look))) pass(look);
    return true;
  }
  if (!is_word(peek(look)) && peek(look) != '-') return false;
  while (is_word(peek(look)) || peek(look) == '-') pass(look);
  return true;
}

// Whether it ends on its line.
static bool pass_string(Look *look) {
  pass(look);
  while (peek(look) != '"' && peek(look) != '\n' && !at_end(look)) {
    if (peek(look) == '\\') pass(look);
    if (peek(look) != '\n' && !at_end(look)) pass(look);
  }
  if (peek(look) != '"') return false;
  pass(look);
  return true;
}

static bool passes_symbol(Look *look) {
  if (peek(look) != '@') return false;
  pass(look);
  return peek(look) == '"' ? pass_string(look) : is_letter(peek(look));
}

typedef struct {
  char text[WORD_LIMIT];  // its end, if it is longer
  unsigned length;
  unsigned dots;
} Word;

// Up to `dots` dots at most.
static Word pass_word_to(Look *look, unsigned dots) {
  Word word = {{0}, 0, 0};
  while (is_word(peek(look)) && word.dots < dots) {
    if (peek(look) == '.') word.dots++;
    if (word.length == WORD_LIMIT - 1) {
      for (unsigned i = 1; i < word.length; i++) word.text[i - 1] = word.text[i];
      word.length--;
    }
    word.text[word.length++] = (char)peek(look);
    pass(look);
  }
  return word;
}

static Word pass_word(Look *look) { return pass_word_to(look, 0xffffffffu); }

static unsigned length_of(const char *text) {
  unsigned length = 0;
  while (text[length]) length++;
  return length;
}

static bool ends_with(const Word *word, const char *ending) {
  unsigned length = length_of(ending);
  if (length > word->length) return false;
  for (unsigned i = 0; i < length; i++) {
    if (word->text[word->length - length + i] != ending[i]) return false;
  }
  return true;
}

static bool is(const Word *word, const char *text) {
  return word->length == length_of(text) && ends_with(word, text);
}

// Operation names have a dot, but these may lack theirs directly in a function or a module.
static bool names_operation(const Word *word) {
  return word->dots > 0 || is(word, "return") || is(word, "call") || is(word, "call_indirect") || is(word, "module") ||
         is(word, "unrealized_conversion_cast");
}

static bool passes_generic_name(Look *look) {
  if (!pass_string(look)) return false;
  return pass_to_token(look) == '(';
}

typedef enum { NO_RESULTS, LONE_VALUES, RESULTS } Results;

// Where a list of results does not go on: does it fill its line?
static Results end_of_values(const Look *look, const Gap *behind) {
  return behind->newline || at_end(look) ? LONE_VALUES : NO_RESULTS;
}

// `%a, %b:2 =`, or as much of it as fills a line.
static Results pass_results(Look *look, unsigned limit, Gap *behind) {
  for (;; limit -= limit < RESULTS_OF_LINE) {
    if (limit == 0 || peek(look) != '%') return NO_RESULTS;
    pass(look);
    bool named = pass_suffix(look);
    *behind = pass_gap(look);
    if (!named || behind->kind != TOKEN) return end_of_values(look, behind);
    if (limit == RESULTS_OF_LINE && behind->newline) return NO_RESULTS;
    if (peek(look) == ':') {
      pass(look);
      *behind = pass_gap(look);
      if (behind->kind != TOKEN || !is_digit(peek(look))) return end_of_values(look, behind);
      while (is_digit(peek(look))) pass(look);
      *behind = pass_gap(look);
      if (behind->kind != TOKEN) return end_of_values(look, behind);
    }
    if (peek(look) == '=') {
      pass(look);
      return peek(look) == '=' ? NO_RESULTS : RESULTS;
    }
    if (peek(look) != ',') return end_of_values(look, behind);
    pass(look);
    *behind = pass_gap(look);
    if (behind->kind != TOKEN || peek(look) != '%') return end_of_values(look, behind);
    if (limit == RESULTS_OF_LINE && behind->newline) return NO_RESULTS;
  }
}

// `%a, %b:2 =` and an operation name. `iter_args(%a = %b)` has none behind its `=`.
static bool starts_with_results(Look *look, unsigned limit) {
  Gap gap;
  if (pass_results(look, limit, &gap) != RESULTS) return false;
  if (pass_gap(look).kind != TOKEN) return false;
  if (peek(look) == '"') return passes_generic_name(look);
  if (!is_letter(peek(look))) return false;
  Word word = pass_word_to(look, 1);
  return names_operation(&word) || is(&word, "constant");
}

// `^name:` or `^name(...):`. A successor is not followed by a colon, and there is none among a block's arguments.
static bool starts_with_label(Look *look) {
  pass(look);
  if (!pass_suffix(look)) return false;
  int32_t behind = pass_to_token(look);
  if (behind == '(') {
    unsigned depth = 0;
    do {
      int32_t c = pass_to_token(look);
      if (c < 0 || c == '^' || at_end(look)) return false;
      if (c == '"') {
        pass_string(look);
        continue;
      }
      if (c == '(' || c == '[' || c == '{') depth++;
      if (c == ')' || c == ']' || c == '}') depth--;
      pass(look);
    } while (depth > 0);
    behind = pass_to_token(look);
  }
  if (behind != ':') return false;
  pass(look);
  return peek(look) != ':';
}

// `#name =` or `!name =`.
static bool starts_with_alias(Look *look) {
  pass(look);
  if (!pass_suffix(look)) return false;
  if (pass_to_token(look) != '=') return false;
  pass(look);
  return peek(look) != '=';
}

// ---- where an operation clearly starts --------------------------------------------------------------------------------

// At the first token of a line, behind a complete operation.
static bool starts_operation(Look *look, const Gap *gap) {
  if (gap->kind == SPLIT_LINE || gap->kind == BANNER_LINE || at_end(look)) return true;
  if (gap->kind != TOKEN) return false;
  switch (peek(look)) {
  case '}':
    return true;
  case '%':
    return starts_with_results(look, ANY_RESULTS);
  case '^':
    return starts_with_label(look);
  case '#':
  case '!':
    return starts_with_alias(look);
  case '"':
    return passes_generic_name(look);
  default: {
    if (!is_letter(peek(look))) return false;
    Word word = pass_word_to(look, 1);
    return names_operation(&word);
  }
  }
}

static bool names_terminator(const Word *word) {
  return ends_with(word, "return") || ends_with(word, "yield") || ends_with(word, "terminator") ||
         ends_with(word, "unreachable");
}

// At the first token of a line, in a group or behind a joiner. Here dictionary keys have dots too, but are followed by
// what joins or closes; and a string before a parenthesis may be a location.
static bool interrupts(Look *look, bool dictionary) {
  switch (peek(look)) {
  case '%':
    return starts_with_results(look, FEW_RESULTS);
  case '^':
    return starts_with_label(look);
  case '#':
  case '!':
    return starts_with_alias(look);
  case '"':
    if (!passes_generic_name(look)) return false;
    pass(look);
    int32_t first = pass_to_token(look);
    return first == '%' || first == ')';
  default:
    break;
  }
  if (!is_letter(peek(look))) return false;
  Word word = pass_word(look);
  if (!names_operation(&word)) return false;
  Gap gap = pass_gap(look);
  if (gap.kind != TOKEN) return gap.kind != SLASH;
  switch (peek(look)) {
  case '=':
  case ',':
  case ':':
  case ')':
  case ']':
  case '>':
    return false;
  case '}':
    return !dictionary || (gap.newline && names_terminator(&word));
  default:
    return true;
  }
}

// Behind a line of one word or one list of values: did the line stand alone, as the beginning of an operation? A line that
// continues an operation is indented more than the next one. Text without indentation is left alone.
static bool stood_alone(Look *look, unsigned indent, const Gap *behind) {
  if (indent == 0 || !(behind->newline || at_end(look))) return false;
  bool last = behind->kind != TOKEN || at_end(look) || peek(look) == '}';
  return (last || indent <= behind->indent) && starts_operation(look, behind);
}

// At a value, first on its line: `%x = name`, or what one has typed of it: `%`, `%x`, `%x =`, `%x = na`.
static bool begins_operation(Look *look, unsigned indent) {
  Gap behind;
  switch (pass_results(look, ANY_RESULTS, &behind)) {
  case NO_RESULTS:
    return false;
  case LONE_VALUES:
    return stood_alone(look, indent, &behind);
  default:
    break;
  }
  behind = pass_gap(look);
  if (behind.kind != TOKEN || at_end(look)) return true;
  if (peek(look) == '"') return passes_generic_name(look);
  if (is_letter(peek(look))) {
    Word word = pass_word_to(look, 1);
    if (names_operation(&word) || is(&word, "constant")) return true;
    behind = pass_gap(look);
  }
  return indent > 0 && (behind.newline || at_end(look));
}

static bool ends_operation(Look *look, const Gap *gap) {
  if (gap->kind == SPLIT_LINE || gap->kind == BANNER_LINE || at_end(look)) return true;
  if (gap->kind != TOKEN) return false;
  switch (peek(look)) {
  case '}':
    return true;
  case '^':
    return starts_with_label(look);
  case '%':
    return gap->newline ? begins_operation(look, gap->indent) : starts_with_results(look, RESULTS_OF_LINE);
  case '#':
  case '!':
    return gap->newline && starts_with_alias(look);
  case '"':
    return gap->newline && passes_generic_name(look);
  case '{':
    return pass_text(look, "{-#");  // file metadata
  default:
    break;
  }
  if (!is_letter(peek(look))) return false;
  Word word = pass_word_to(look, 1);
  if (gap->newline) {
    if (names_operation(&word)) return true;
    Gap behind = pass_gap(look);
    return stood_alone(look, gap->indent, &behind);
  }
  // Two operations on a line.
  return word.dots > 0 || is(&word, "return") || (is(&word, "call") && pass_to_token(look) == '@');
}

// ---- region or dictionary ---------------------------------------------------------------------------------------------

// Behind `{}`: what goes on with the same operation makes it a dictionary.
static bool is_empty_region(Look *look) {
  pass(look);
  Gap gap = pass_gap(look);
  if (gap.kind != TOKEN || gap.newline || at_end(look)) return true;
  switch (peek(look)) {
  case '}':
  case '{':
  case ')':
  case ',':
    return true;
  default:
    break;
  }
  if (!is_letter(peek(look))) return false;
  Word word = pass_word(look);
  return is(&word, "else") || is(&word, "do") || is(&word, "attributes") || is(&word, "loc");
}

// `{ word }`: an operation of its name alone, or a unit attribute.
static bool is_region_of_word(Look *look, const Word *word, bool own_line) {
  if (names_terminator(word)) return true;
  if (word->dots < (own_line ? 1 : 2)) return false;
  pass(look);
  if (pass_to_token(look) != '{') return true;
  pass(look);
  return !pass_gap(look).newline;  // `attributes {...} {` and a body
}

// Behind `{`: do operations follow?
static bool opens_region(Look *look) {
  Gap gap = pass_gap(look);
  if (gap.kind != TOKEN) return false;
  switch (peek(look)) {
  case '}':
    return is_empty_region(look);
  case '%':
  case '^':
    return true;
  case '"':
    return passes_generic_name(look);
  case '#':
  case '!':
    return starts_with_alias(look);
  default:
    break;
  }
  if (!is_letter(peek(look))) return gap.newline;  // no key of a dictionary either
  Word word = pass_word(look);
  Gap behind = pass_gap(look);
  switch (peek(look)) {
  case '=':
  case ',':
    return false;
  case ':':
    return word.dots > 0;
  case '}':
    return is_region_of_word(look, &word, gap.newline);
  default:
    return !at_end(look) || behind.newline;
  }
}

// Behind `{`, where only a dictionary may stand: do operations follow all the same?
static bool opens_region_clearly(Look *look) {
  Gap gap = pass_gap(look);
  return gap.newline && gap.kind == TOKEN && interrupts(look, true);
}

// ---- the places -------------------------------------------------------------------------------------------------------

static bool found(const Look *look, enum Token token) {
  look->lexer->result_symbol = token;
  return true;
}

static bool consumed(Look *look, enum Token token) {
  look->lexer->mark_end(look->lexer);
  return found(look, token);
}

// Between the chunks of the file.
static bool scan_file(Look *look) {
  Gap gap = {TOKEN, false, 0, 0};
  pass_blanks(look, &gap, true);
  if (at_end(look)) return false;
  if (peek(look) == '/') {
    bool line_start = gap.newline || look->lexer->get_column(look->lexer) == 0;
    if (pass_slashes(look, line_start) == COMMENT_LINE) return false;
  }
  return found(look, FILE_CHUNK_START);
}

// Between the chunks of a region or of a block, or between the blocks.
static bool scan_region(Look *look, const bool *valid) {
  enum Token unclosed = valid[BLOCK_END] ? BLOCK_END : UNCLOSED_REGION;
  Gap gap = {TOKEN, false, 0, 0};
  pass_blanks(look, &gap, true);
  if (at_end(look)) return found(look, unclosed);
  switch (peek(look)) {
  case '/':
    switch (pass_slashes(look, gap.newline)) {
    case COMMENT_LINE:
      return false;
    case SPLIT_LINE:
    case BANNER_LINE:
      return found(look, unclosed);
    default:
      return found(look, CHUNK_START);
    }
  case '}':
    return valid[BLOCK_END] && found(look, BLOCK_END);
  case '^':
    if (!starts_with_label(look)) return found(look, CHUNK_START);
    return valid[BLOCK_END] && found(look, BLOCK_END);
  default:
    return found(look, CHUNK_START);
  }
}

// At a value: a list of results with a name behind it? A name on the next line belongs to it, except in indented text
// where that line begins as far left: then the list is being typed.
static bool starts_with_results_and_name(Look *look, const Gap *gap) {
  Gap behind;
  if (pass_results(look, ANY_RESULTS, &behind) != RESULTS) return false;
  bool one_line = !behind.newline && gap->newline && gap->indent > 0;
  behind = pass_gap(look);
  if (behind.kind != TOKEN) return false;
  if (one_line && behind.newline && behind.indent <= gap->indent) return false;
  return peek(look) == '"' ? passes_generic_name(look) : is_letter(peek(look));
}

// Does an operation or a definition start here, rather than what can only be an error?
static bool starts_item(Look *look, const Gap *gap, bool file) {
  switch (peek(look)) {
  case '%':
    return starts_with_results_and_name(look, gap);
  case '"':
    return passes_generic_name(look);
  case '#':
  case '!':
    return file && starts_with_alias(look);
  case '{':
    return file && pass_text(look, "{-#");
  default:
    return is_letter(peek(look));
  }
}

// In a chunk, in front of an item.
static bool scan_chunk(Look *look, const bool *valid) {
  bool file = valid[SPLIT];
  Gap gap = {TOKEN, false, 0, 0};
  pass_blanks(look, &gap, true);
  if (at_end(look)) return valid[CHUNK_END] && found(look, CHUNK_END);
  switch (peek(look)) {
  case '/':
    switch (pass_slashes(look, gap.newline || (file && look->lexer->get_column(look->lexer) == 0))) {
    case COMMENT_LINE:
      return false;
    case SPLIT_LINE:
      return file ? consumed(look, SPLIT) : found(look, CHUNK_END);
    case BANNER_LINE:
      return file ? consumed(look, BANNER_START) : found(look, CHUNK_END);
    default:
      return found(look, FRAGMENT_START);
    }
  case '}':
    return !file && found(look, CHUNK_END);
  case '^':
    return found(look, starts_with_label(look) && !file ? CHUNK_END : FRAGMENT_START);
  default:
    break;
  }
  bool bound = peek(look) == '%';  // a name that is not used again: nothing more is needed to tell lines apart
  bool item = starts_item(look, &gap, file);
  while (!bound && look->passed < HASHED_PREFIX && peek(look) != '\n' && !at_end(look)) pass(look);
  uint32_t hash = look->hash ^ (look->hash >> 15);
  hash *= 0x2c1b3c6du;
  hash ^= hash >> 12;
  if (valid[CHUNK_END] && hash % CHUNK_LENGTH == 0) return found(look, CHUNK_END);
  return !item && found(look, FRAGMENT_START);
}

// Behind a joiner: is there anything to join?
static bool scan_joined(Look *look, const Gap *gap, enum Token incomplete) {
  if (gap->kind == SLASH) return false;
  if (gap->kind != TOKEN || at_end(look)) return found(look, incomplete);
  switch (peek(look)) {
  case ',':
  case ')':
  case ']':
  case '>':
  case '}':
    return found(look, incomplete);
  case ':':
    pass(look);
    return peek(look) != ':' && found(look, incomplete);
  case '=':
    pass(look);
    return peek(look) != '=' && found(look, incomplete);
  case '-':
    pass(look);
    return peek(look) == '>' && found(look, incomplete);
  case '{':
    pass(look);
    return opens_region_clearly(look) && found(look, incomplete);
  default:
    return gap->newline && interrupts(look, incomplete == INCOMPLETE_ENTRY) && found(look, incomplete);
  }
}

// Behind an item of a group, whose bracket it is that may close.
static bool scan_group(Look *look, const Gap *gap, enum Token unclosed, int32_t bracket) {
  if (gap->kind == SLASH) return false;
  if (gap->kind != TOKEN || at_end(look)) return found(look, unclosed);
  int32_t c = peek(look);
  switch (c) {
  case ')':
  case ']':
  case '>':
  case '}':
    if (c == bracket) return false;
    if (c != '>') return found(look, unclosed);
    pass(look);
    return peek(look) != '=' && found(look, unclosed);  // `>=`
  case '{':
    pass(look);
    return opens_region_clearly(look) && found(look, unclosed);
  default:
    return gap->newline && interrupts(look, bracket == '}') && found(look, unclosed);
  }
}

// Among the items of an operation or of a group.
static bool scan_items(Look *look, const bool *valid) {
  Gap gap = {TOKEN, false, 0, 0};
  pass_blanks(look, &gap, true);
  while (peek(look) == '/') {
    gap.kind = pass_slashes(look, gap.newline);
    if (gap.kind != COMMENT_LINE) break;
    // Comments stay tokens of their own: nothing behind them may be consumed here, but an end may be found.
    gap.comments++;
    if (valid[OPERATION_END] && gap.comments > COMMENT_LIMIT) return found(look, OPERATION_END);
    if (!valid[OPERATION_END] && gap.comments > INNER_COMMENT_LIMIT) return false;
    gap.kind = TOKEN;
    pass_line(look);
    pass_blanks(look, &gap, false);
  }

  if (valid[NO_COLON]) {
    bool goes_on = gap.kind == TOKEN && (peek(look) == ':' || peek(look) == '(');
    return !goes_on && found(look, NO_COLON);
  }
  if (valid[NO_SYMBOL]) return !(gap.kind == TOKEN && passes_symbol(look)) && found(look, NO_SYMBOL);
  if (valid[REGION_OPEN] && gap.kind == TOKEN && peek(look) == '{') {
    pass(look);
    if (valid[OPERATION_END] && peek(look) == '-') return found(look, OPERATION_END);  // file metadata
    if (gap.comments) return false;
    look->lexer->mark_end(look->lexer);
    return found(look, opens_region(look) ? REGION_OPEN : DICTIONARY_OPEN);
  }
  if (valid[INCOMPLETE]) return scan_joined(look, &gap, INCOMPLETE);
  if (valid[INCOMPLETE_ENTRY]) return scan_joined(look, &gap, INCOMPLETE_ENTRY);
  if (valid[OPERATION_END]) return ends_operation(look, &gap) && found(look, OPERATION_END);
  if (valid[UNCLOSED_PAREN]) return scan_group(look, &gap, UNCLOSED_PAREN, ')');
  if (valid[UNCLOSED_SQUARE]) return scan_group(look, &gap, UNCLOSED_SQUARE, ']');
  if (valid[UNCLOSED_ANGLE]) return scan_group(look, &gap, UNCLOSED_ANGLE, '>');
  if (valid[UNCLOSED_BRACE]) return scan_group(look, &gap, UNCLOSED_BRACE, '}');
  return false;
}

void *tree_sitter_hivm_external_scanner_create(void) { return 0; }
void tree_sitter_hivm_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_hivm_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}
void tree_sitter_hivm_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

bool tree_sitter_hivm_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  if (valid[ERROR_SENTINEL]) return false;
  Look look = {lexer, 2166136261u, 0};
  lexer->mark_end(lexer);
  if (valid[UNCLOSED_STRING]) return found(&look, UNCLOSED_STRING);
  if (valid[FILE_CHUNK_START]) return scan_file(&look);
  if (valid[FRAGMENT_START]) return scan_chunk(&look, valid);
  if (valid[UNCLOSED_REGION] || valid[BLOCK_END]) return scan_region(&look, valid);
  return scan_items(&look, valid);
}
