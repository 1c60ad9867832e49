// External scanner: decides, by looking ahead without consuming, where operations end, whether a brace opens a region
// or a dictionary, where the hidden chunks of an operation list begin and end, and where a bracket was left unclosed.
//
// It keeps no state between calls: a stateful scanner would keep tree-sitter from reusing nodes. All tokens but
// the opening braces and `split` are zero-width.

#include "tree_sitter/parser.h"

enum Token {
  CHUNK_START,
  CHUNK_END,
  OPERATION_END,
  UNCLOSED,
  REGION_OPEN,
  DICTIONARY_OPEN,
  UNCLOSED_BRACE,
  SPLIT,
  ERROR_SENTINEL,
};

// Bounds every look-ahead, so that a hostile file costs no more than linear time.
#define LOOK_AHEAD_LIMIT 4096
// How much of an operation's first line decides whether a chunk ends in front of it.
#define HASHED_PREFIX 96
// One operation in so many begins a new chunk.
#define CHUNK_LENGTH 32
#define WORD_LIMIT 32

typedef struct {
  TSLexer *lexer;
  unsigned budget;
  bool newline;
  bool leading;  // nothing but blanks and comments so far: they stay outside the token
} Look;

static int32_t peek(const Look *look) { return look->lexer->lookahead; }

static bool at_end(const Look *look) { return look->budget == 0 || look->lexer->eof(look->lexer); }

static void next(Look *look) {
  if (look->budget > 0) {
    look->budget--;
    look->lexer->advance(look->lexer, false);
  }
}

static bool is_letter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static bool is_word(int32_t c) { return is_letter(c) || is_digit(c) || c == '$' || c == '.'; }
static bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == '\r'; }

// What `skip_blanks` stopped at, where that is not an ordinary token.
typedef enum { TOKEN, SLASH, SEPARATOR, BANNER } Stop;

// Skips blanks and comments. A line that is exactly `// -----` and the head of an IR dump are no comments; the look
// then stands behind them. The limit does not apply: every blank is skipped once per token.
static Stop skip_blanks(Look *look) {
  TSLexer *lexer = look->lexer;
  for (;;) {
    int32_t c = lexer->lookahead;
    if (c == '\n') {
      look->newline = true;
      lexer->advance(lexer, look->leading);
    } else if (is_blank(c) || c == '\f' || c == '\v') {
      lexer->advance(lexer, look->leading);
    } else if (c == '/') {
      lexer->advance(lexer, false);
      if (lexer->lookahead != '/') return SLASH;
      lexer->advance(lexer, false);
      const char *rest = " -----";
      while (*rest && lexer->lookahead == *rest) {
        lexer->advance(lexer, false);
        rest++;
      }
      if (!*rest) {
        if (lexer->lookahead == '/') return BANNER;
        while (is_blank(lexer->lookahead)) lexer->advance(lexer, false);
        if (lexer->lookahead == '\n' || lexer->eof(lexer)) return SEPARATOR;
      }
      while (lexer->lookahead != '\n' && !lexer->eof(lexer)) lexer->advance(lexer, false);
    } else {
      return TOKEN;
    }
  }
}

// The name behind `%`, `^`, `#` or `!`.
static bool skip_suffix(Look *look) {
  if (is_digit(peek(look))) {
    while (!at_end(look) && is_digit(peek(look))) next(look);
    return true;
  }
  if (!is_word(peek(look)) && peek(look) != '-') return false;
  while (!at_end(look) && (is_word(peek(look)) || peek(look) == '-')) next(look);
  return true;
}

static void skip_string(Look *look) {
  next(look);
  while (!at_end(look) && peek(look) != '"' && peek(look) != '\n') {
    if (peek(look) == '\\') next(look);
    next(look);
  }
  if (peek(look) == '"') next(look);
}

// Reads an identifier; keeps its last WORD_LIMIT - 1 characters at most, and says whether it has a dot.
static bool read_word(Look *look, char *word) {
  unsigned length = 0;
  bool dotted = false;
  while (!at_end(look) && is_word(peek(look))) {
    if (peek(look) == '.') dotted = true;
    if (length < WORD_LIMIT - 1) {
      word[length++] = (char)peek(look);
    } else {
      for (unsigned i = 1; i < length; i++) word[i - 1] = word[i];
      word[length - 1] = (char)peek(look);
    }
    next(look);
  }
  word[length] = 0;
  return dotted;
}

static bool equal(const char *a, const char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return *a == *b;
}

static bool ends_with(const char *word, const char *ending) {
  const char *end = word, *tail = ending;
  while (*end) end++;
  while (*tail) tail++;
  if (end - word < tail - ending) return false;
  return equal(end - (tail - ending), ending);
}

// A name with a dot, one of the names that need none in a module or function, or the string of the generic form.
static bool skip_operation_name(Look *look) {
  if (is_letter(peek(look))) {
    char word[WORD_LIMIT];
    return read_word(look, word) || equal(word, "return") || equal(word, "call") || equal(word, "module");
  }
  if (peek(look) != '"') return false;
  skip_string(look);
  skip_blanks(look);
  return peek(look) == '(';
}

// `%a, %b:2 =` and an operation name. `iter_args(%a = %b)` has none behind its `=`. With `half_typed` also a value, or a
// value and `=`, alone on its line in front of another operation.
static bool starts_with_results(Look *look, bool half_typed) {
  for (;;) {
    if (at_end(look) || peek(look) != '%') return false;
    next(look);
    if (!skip_suffix(look)) return false;
    look->newline = false;
    skip_blanks(look);
    if (half_typed && look->newline && peek(look) != ',' && peek(look) != ':' && peek(look) != '=') {
      return at_end(look) || peek(look) == '}' || starts_with_results(look, false) || skip_operation_name(look);
    }
    if (peek(look) == ':') {
      next(look);
      skip_blanks(look);
      if (!is_digit(peek(look))) return false;
      while (!at_end(look) && is_digit(peek(look))) next(look);
      skip_blanks(look);
    }
    if (peek(look) == '=') break;
    if (peek(look) != ',') return half_typed && at_end(look);
    next(look);
    skip_blanks(look);
  }
  next(look);
  look->newline = false;
  skip_blanks(look);
  if (half_typed && look->newline && (at_end(look) || peek(look) == '}' || peek(look) == '%')) return true;
  return skip_operation_name(look);
}

// `^name:` or `^name(...):`. A successor is not followed by a colon.
static bool starts_with_label(Look *look) {
  next(look);
  if (!skip_suffix(look)) return false;
  skip_blanks(look);
  if (peek(look) == '(') {
    unsigned depth = 0;
    do {
      int32_t c = peek(look);
      if (at_end(look)) return false;
      if (c == '"') {
        skip_string(look);
        continue;
      }
      if (c == '(' || c == '[' || c == '{') depth++;
      if (c == ')' || c == ']' || c == '}') depth--;
      next(look);
    } while (depth > 0);
    skip_blanks(look);
  }
  if (peek(look) != ':') return false;
  next(look);
  return peek(look) != ':';
}

// `#name =` or `!name =`.
static bool starts_with_alias(Look *look) {
  next(look);
  if (!skip_suffix(look)) return false;
  skip_blanks(look);
  if (peek(look) != '=') return false;
  next(look);
  return peek(look) != '=';
}

// Behind `{`, which is all that is consumed: whether operations follow.
static bool opens_region(Look *look, bool region_possible) {
  look->lexer->mark_end(look->lexer);
  look->newline = false;
  skip_blanks(look);
  int32_t c = peek(look);
  if (c == '}') return region_possible;
  if (c == '%' || c == '^') return true;
  if (c == '"') return skip_operation_name(look);
  if (c == '#' || c == '!') return starts_with_alias(look);
  if (!is_letter(c)) return false;
  char word[WORD_LIMIT];
  bool own_line = look->newline, dotted = read_word(look, word);
  skip_blanks(look);
  if (peek(look) == '=' || peek(look) == ',' || (peek(look) == ':' && !dotted)) return false;
  if (peek(look) != '}') return true;
  // A dotted name alone: `{hivm.parallel_loop}` is a dictionary, on a line of its own it is an operation.
  if (dotted && own_line) return true;
  return ends_with(word, "return") || ends_with(word, "yield") || ends_with(word, "terminator") ||
         ends_with(word, "unreachable");
}

static uint32_t hash_line(Look *look) {
  uint32_t hash = 2166136261u;
  for (unsigned i = 0; i < HASHED_PREFIX && peek(look) != '\n' && !at_end(look); i++) {
    hash = (hash ^ (uint32_t)peek(look)) * 16777619u;
    next(look);
  }
  hash ^= hash >> 15;
  hash *= 0x2c1b3c6du;
  return hash ^ (hash >> 12);
}

static bool found(TSLexer *lexer, enum Token token) {
  lexer->result_symbol = token;
  return true;
}

// Separators and dump heads end a chunk as well: inside a region they end the region.
static bool ends_chunk(Look *look, Stop stop) {
  if (stop == SEPARATOR || stop == BANNER) return true;
  if (at_end(look) || peek(look) == '}') return true;
  if (peek(look) == '^') return starts_with_label(look);
  return hash_line(look) % CHUNK_LENGTH == 0;
}

static bool ends_operation(Look *look, Stop stop) {
  if (stop == SEPARATOR || stop == BANNER || at_end(look)) return true;
  if (stop == SLASH) return false;
  switch (peek(look)) {
  case '}':
  case ')':
  case ']':
    return true;
  case '%':
    return starts_with_results(look, look->newline);
  case '^':
    return starts_with_label(look);
  case '#':
  case '!':
    return look->newline && starts_with_alias(look);
  default:
    return look->newline && skip_operation_name(look);
  }
}

// Inside a group, first on a line: does an operation clearly start here? Dictionary keys have dots too, but are
// followed by what joins or closes.
static bool leaves_group(Look *look, Stop stop, bool brace) {
  if (stop == SEPARATOR || stop == BANNER || at_end(look)) return true;
  if (stop == SLASH) return false;
  if (peek(look) == '}') return !brace;
  if (!look->newline) return false;
  if (peek(look) == '%') return starts_with_results(look, false);
  if (!is_letter(peek(look))) return false;
  char word[WORD_LIMIT];
  if (!read_word(look, word)) return false;
  skip_blanks(look);
  switch (peek(look)) {
  case '=':
  case ',':
  case ':':
  case ')':
  case ']':
  case '>':
    return false;
  case '}':
    return !brace;
  default:
    return true;
  }
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
  if (valid[ERROR_SENTINEL]) return false;  // error recovery: the ordinary tokens are the anchors

  lexer->mark_end(lexer);
  Look look = {lexer, LOOK_AHEAD_LIMIT, false, true};
  Stop stop = skip_blanks(&look);
  look.leading = false;

  if (valid[SPLIT] && stop == SEPARATOR) {
    lexer->mark_end(lexer);
    return found(lexer, SPLIT);
  }
  if (valid[CHUNK_START]) {
    if (valid[UNCLOSED_BRACE] && (stop == SEPARATOR || stop == BANNER || at_end(&look))) {
      return found(lexer, UNCLOSED_BRACE);
    }
    if (stop == TOKEN) {
      if (at_end(&look) || peek(&look) == '}') return false;
      if (peek(&look) == '^' && starts_with_label(&look)) return false;
    }
    return found(lexer, CHUNK_START);
  }
  if (valid[CHUNK_END]) return ends_chunk(&look, stop) && found(lexer, CHUNK_END);

  if (stop == TOKEN && peek(&look) == '{' && (valid[REGION_OPEN] || valid[DICTIONARY_OPEN])) {
    next(&look);
    if (peek(&look) == '-') return valid[OPERATION_END] && found(lexer, OPERATION_END);  // file metadata
    bool region = opens_region(&look, valid[REGION_OPEN]);
    return found(lexer, region ? REGION_OPEN : DICTIONARY_OPEN);
  }
  if (valid[OPERATION_END]) return ends_operation(&look, stop) && found(lexer, OPERATION_END);
  if (valid[UNCLOSED] || valid[UNCLOSED_BRACE]) {
    bool brace = !valid[UNCLOSED];
    return leaves_group(&look, stop, brace) && found(lexer, brace ? UNCLOSED_BRACE : UNCLOSED);
  }
  return false;
}
