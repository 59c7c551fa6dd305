// How many registers of a PTX function's text may be alive at once: the quick look of src/opencicc/pipeline/run/crowded.py,
// which says what is counted and why. The same numbers, for texts of plain characters.

#include "ocx.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

using Text = std::string_view;
constexpr Text BLANKS = " \t\r\n\v\f";
constexpr Text READ_FIRST[] = {"st",  "red",  "bar",    "bra",   "cp.",      "prefetch",
                               "ret", "call", "membar", "fence", "nanosleep"};
enum Kind { READ, WRITTEN, AGAIN };

struct Register {
  int64_t First, Last;
  Kind What;
};

bool startsWith(Text Long, Text Short) { return Long.substr(0, Short.size()) == Short; }
bool isIn(Text Needle, Text Where) { return Where.find(Needle) != Text::npos; }

Text strip(Text Word) {
  const size_t From = Word.find_first_not_of(BLANKS);
  return From == Text::npos ? Text() : Word.substr(From, Word.find_last_not_of(BLANKS) - From + 1);
}

// The first word, and what follows it without the blanks in front.
std::pair<Text, Text> splitOnce(Text Line) {
  const size_t From = Line.find_first_not_of(BLANKS);
  if (From == Text::npos)
    return {};
  const size_t End = std::min(Line.find_first_of(BLANKS, From), Line.size());
  const size_t Rest = std::min(Line.find_first_not_of(BLANKS, End), Line.size());
  return {Line.substr(From, End - From), Line.substr(Rest)};
}

std::vector<Text> namesIn(Text Statement) {
  std::vector<Text> Found;
  for (size_t At = Statement.find('%'); At != Text::npos; At = Statement.find('%', At)) {
    size_t End = At + 1;
    if (End < Statement.size() && (isalpha(Statement[End]) || Statement[End] == '_')) {
      while (End < Statement.size() && (isalnum(Statement[End]) || Statement[End] == '_' || Statement[End] == '$'))
        ++End;
      Found.push_back(Statement.substr(At, End - At));
    }
    At = End;
  }
  return Found;
}

Text resultOf(Text Statement) {
  const auto [Opcode, Operands] = splitOnce(Statement);
  if (Operands.empty() || Opcode[0] == '@' ||
      std::any_of(std::begin(READ_FIRST), std::end(READ_FIRST), [&](Text Word) { return startsWith(Opcode, Word); }))
    return {};
  return Operands.substr(0, Operands.find(Operands[0] == '{' ? '}' : ','));
}

Text labelOf(Text Line, size_t Colon) {
  const Text Name = strip(Line.substr(0, Colon));
  const bool IsLabel = !startsWith(Line.substr(Colon + 1), ":") && std::all_of(Name.begin(), Name.end(), [](char C) {
    return isalnum(C) || C == '$' || C == '_' || C == '%';
  });
  return IsLabel ? Name : Text();
}

class Overlap {
  const std::map<Text, int64_t> &Widths;
  std::unordered_map<Text, Register> Registers;
  std::unordered_map<Text, int64_t> Labels;
  std::vector<std::pair<int64_t, int64_t>> Loops;
  int64_t Lines = 0;

  void readLine(Text Line) {
    const size_t Colon = Line.find(':');
    if (Colon != Text::npos) {
      const Text Name = labelOf(Line, Colon);
      if (!Name.empty()) {
        Labels[Name] = Lines;
        Line = Line.substr(Colon + 1);
      }
    }
    const Text Statement = Line.substr(0, Line.find("//"));
    const bool MayBranch = isIn("bra", Line);
    if (!MayBranch && !isIn("%", Line))
      return;
    const std::vector<Text> Names = namesIn(Statement);
    const Text Result = resultOf(Statement);
    std::vector<Text> Written;
    if (startsWith(Result, "%") && !isIn("|", Result))
      Written.assign(Names.begin(), Names.begin() + !Names.empty());
    else
      Written = namesIn(Result);
    for (const Text Name : Names) {
      const bool IsWritten = std::find(Written.begin(), Written.end(), Name) != Written.end();
      const auto [Known, IsNew] = Registers.try_emplace(Name, Register{Lines, Lines, IsWritten ? WRITTEN : READ});
      if (!IsNew && IsWritten && Known->second.What == WRITTEN)
        Known->second.What = AGAIN;
      Known->second.Last = Lines;
    }
    if (isIn("bra", Statement)) {
      Text Rest = Statement.substr(0, Statement.find_last_not_of("; \t") + 1);
      Rest = strip(Rest);
      const size_t Blank = Rest.find_last_of(BLANKS);
      const auto Back = Labels.find(Blank == Text::npos ? Rest : Rest.substr(Blank + 1));
      if (Back != Labels.end())
        Loops.emplace_back(Back->second, Lines);
    }
  }

  int64_t widthOf(Text Name) const {
    const auto Family = Widths.find(Name.substr(0, Name.find_last_not_of("0123456789") + 1));
    if (Family != Widths.end() && Family->second)
      return Family->second;
    const auto Own = Widths.find(Name);
    return Own == Widths.end() ? 0 : Own->second;
  }

public:
  explicit Overlap(const std::map<Text, int64_t> &Widths) : Widths(Widths) {}

  int64_t most(Text Body) {
    for (size_t At = 0; At <= Body.size(); ++Lines) {
      const size_t End = std::min(Body.find('\n', At), Body.size());
      readLine(Body.substr(At, End - At));
      At = End + 1;
    }
    std::vector<int64_t> Changes(Lines + 1);
    for (const auto &[Name, Found] : Registers) {
      const int64_t Width = widthOf(Name);
      if (!Width)
        continue;
      int64_t Start = Found.What == READ ? 0 : Found.First, End = Found.Last;
      if (Found.What == AGAIN)
        for (const auto &[Head, Tail] : Loops)
          if (Head <= Found.First && Found.First <= Tail)
            Start = std::min(Start, Head);
      for (int64_t Reached = -1; Reached != End;) {
        const int64_t Here = Reached = End;
        for (const auto &[Head, Tail] : Loops)
          if (Head <= Here && Here <= Tail && (Head > Start || Found.What != WRITTEN))
            End = std::max(End, Tail);
      }
      Changes[Start] += Width;
      Changes[std::min(End + 1, Lines)] -= Width;
    }
    int64_t Most = 0, Now = 0;
    for (const int64_t Change : Changes)
      Most = std::max(Most, Now += Change);
    return Most;
  }
};

} // namespace

int64_t ocx_longest_overlap(const char *body, int64_t size, const char *const *names, const int64_t *widths,
                            int64_t count) {
  std::map<Text, int64_t> Widths;
  for (int64_t I = 0; I < count; ++I)
    Widths[names[I]] = widths[I];
  return Overlap(Widths).most(Text(body, size));
}

int64_t ocx_count_statements(const char *text, int64_t length) {
  constexpr Text ENDS = "\n\r\v\f\x1c\x1d\x1e", BLANKS = " \t\x1f", NO_INSTRUCTION = "./{}$"; // as Python splits lines
  const Text Whole(text, length);
  int64_t Count = 0;
  for (size_t Start = 0; Start < Whole.size();) {
    const size_t End = std::min(Whole.find_first_of(ENDS, Start), Whole.size());
    const Text Line = Whole.substr(Start, End - Start);
    Count += !Line.empty() && Line.back() == ';' && NO_INSTRUCTION.find(Line[Line.find_first_not_of(BLANKS)]) == Text::npos;
    Start = End + 1;
  }
  return Count;
}
