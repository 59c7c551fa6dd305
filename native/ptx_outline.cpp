// Where the functions of a PTX text stand, how long they are and how many registers they declare: what outlines of
// src/opencicc/ptx_text.py hold, in one walk. The same numbers, for texts of plain characters.

#include "ocx.h"
#include "ptx_declarations.h"

#include <algorithm>
#include <cstdlib>

using namespace ocx;

namespace {

// Where headers say `.entry` or `.func`, comments apart; at last the end of the text, for ever.
class Headers {
  static constexpr Text Words[] = {".entry", ".func"};
  const Text Whole;
  size_t Places[2];

  static Text lineUpTo(Text Before) { return Before.substr(Before.rfind('\n') + 1); }

public:
  explicit Headers(Text Whole) : Whole(Whole), Places{findWord(Whole, Words[0]), findWord(Whole, Words[1])} {}

  size_t next() {
    while (true) {
      const int Which = Places[1] < Places[0];
      const size_t Found = Places[Which];
      if (Found == Text::npos)
        return Whole.size();
      Places[Which] = findWord(Whole, Words[Which], Found + 1);
      if (lineUpTo(Whole.substr(0, Found)).find("//") == Text::npos)
        return Found;
    }
  }
};

int64_t countStatements(Text Whole) {
  int64_t Count = 0;
  for (size_t At = findLetter(Whole, '\n'); At != Text::npos; At = findLetter(Whole, '\n', At + 1))
    Count += At > 0 && Whole[At - 1] == ';';
  return Count;
}

// Letters at which other rules end lines than at a newline.
bool isUnusual(char C) { return C >= 0 && C < ' ' && C != '\n' && C != '\t'; }

bool hasUnusual(Text Whole) {
  size_t At = 0;
  for (; At + sizeof(Letters) <= Whole.size(); At += sizeof(Letters)) {
    const Letters Here = lettersAt(Whole.data() + At);
    if (hasAny((Here >= 0) & (Here < ' ') & (Here != '\n') & (Here != '\t')))
      return true;
  }
  return std::any_of(Whole.begin() + At, Whole.end(), isUnusual);
}

// An instruction ends with a semicolon and begins with none of what directives, comments, braces and labels begin with.
bool isInstruction(Text Line) {
  if (Line.empty() || Line.back() != ';')
    return false;
  const size_t First = Line.find_first_not_of(" \t");
  return Text("./{}$").find(Line[First]) == Text::npos;
}

} // namespace

int64_t ocx_count_ptx_instructions(const char *text, int64_t size) {
  const Text Whole(text, size);
  if (hasUnusual(Whole))
    return -1;
  int64_t Count = 0;
  for (size_t At = 0; At < Whole.size();) {
    const size_t End = std::min(findLetter(Whole, '\n', At), Whole.size());
    Count += isInstruction(Whole.substr(At, End - At));
    At = End + 1;
  }
  return Count;
}

int64_t *ocx_ptx_outline(const char *text, int64_t size, const char *const *words, int64_t word_count, int64_t *count) {
  const Text Whole(text, size);
  std::vector<int64_t> Found = {0};
  for (int64_t I = 0; I < word_count; ++I)
    if (findWord(Whole, words[I]) != Text::npos)
      Found[0] |= int64_t(1) << I;
  Headers Next(Whole);
  for (size_t Start = Next.next(); Start < Whole.size();) {
    const size_t Opening = findWord(Whole, "\n{", Start);
    if (Opening == Text::npos)
      break;
    size_t Closing = Next.next();
    while (Closing < Opening) // a declaration: the body belongs to what stands first
      Closing = Next.next();
    Found.insert(Found.end(), {int64_t(Start), int64_t(Opening), int64_t(Closing),
                               countStatements(Whole.substr(Start, Closing - Start)),
                               declaredUnits(Whole, Opening, Closing)});
    Start = Closing;
  }
  *count = Found.size();
  auto *Numbers = static_cast<int64_t *>(std::calloc(Found.size(), sizeof(int64_t)));
  if (Numbers)
    std::copy(Found.begin(), Found.end(), Numbers);
  return Numbers;
}
