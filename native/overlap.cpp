// How many registers of a PTX function's text may be alive at once: the quick look of src/opencicc/pipeline/run/crowded.py,
// which says what is counted and why. The same numbers, for texts of plain characters.

#include "ocx.h"
#include "ptx_declarations.h"
#include "ptx_lines.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

using namespace ocx;

namespace {

constexpr Text READ_FIRST[] = {"st",  "red",  "bar",    "bra",   "cp.",      "prefetch",
                               "ret", "call", "membar", "fence", "nanosleep"};
enum Kind { READ, WRITTEN, AGAIN };

struct Register {
  Text Name;
  int64_t First, Last;
  Kind What;
};

// The first operand of an unguarded statement whose opcode writes one.
Text resultOf(Text Statement) {
  const size_t From = Statement.find_first_not_of(BLANKS);
  if (From == Text::npos || Statement[From] == '@')
    return {};
  const size_t End = Statement.find_first_of(BLANKS, From);
  const size_t Rest = End == Text::npos ? Text::npos : Statement.find_first_not_of(BLANKS, End);
  if (Rest == Text::npos)
    return {};
  const Text Opcode = Statement.substr(From, End - From), Operands = Statement.substr(Rest);
  if (std::any_of(std::begin(READ_FIRST), std::end(READ_FIRST), [&](Text Word) { return startsWith(Opcode, Word); }))
    return {};
  return Operands.substr(0, Operands.find(Operands[0] == '{' ? '}' : ','));
}

class Overlap {
  RegisterNumbers Numbers;
  std::vector<Register> Registers;
  std::unordered_map<Text, int64_t> Labels;
  std::vector<std::pair<int64_t, int64_t>> Loops;
  std::vector<std::pair<int32_t, size_t>> Named; // in the statement at hand, and where
  int64_t Lines = 0;

  void readLine(Text Line) {
    const size_t Colon = findLetter(Line, ':');
    if (Colon != Text::npos) {
      const Text Name = labelOf(Line, Colon);
      if (!Name.empty()) {
        Labels[Name] = Lines;
        Line = Line.substr(Colon + 1);
      }
    }
    const Text Statement = withoutComment(Line);
    readNames(Statement);
    if (isIn("bra", Statement)) {
      const auto Back = Labels.find(targetOf(Statement));
      if (Back != Labels.end())
        Loops.emplace_back(Back->second, Lines);
    }
  }

  void readNames(Text Statement) {
    Named.clear();
    forEachName(Statement, [&](Text Name, size_t At) {
      const int32_t Number = Numbers.numberOf(Name);
      if (Number == static_cast<int32_t>(Registers.size()))
        Registers.push_back({Name, -1, 0, READ});
      Named.emplace_back(Number, At);
    });
    if (Named.empty())
      return;
    const Text Result = resultOf(Statement);
    const size_t From = Result.data() - Statement.data();
    const bool IsOne = startsWith(Result, "%") && !isIn("|", Result);
    const auto IsResult = [&](std::pair<int32_t, size_t> Other) {
      return IsOne ? Other == Named.front() : !Result.empty() && Other.second >= From && Other.second < From + Result.size();
    };
    for (const auto &[Number, At] : Named) {
      const bool IsWritten = std::any_of(Named.begin(), Named.end(), [&, Number = Number](std::pair<int32_t, size_t> Other) {
        return Other.first == Number && IsResult(Other);
      });
      Register &Known = Registers[Number];
      if (Known.First < 0) {
        Known.First = Lines;
        Known.What = IsWritten ? WRITTEN : READ;
      } else if (IsWritten && Known.What == WRITTEN) {
        Known.What = AGAIN;
      }
      Known.Last = Lines;
    }
  }

public:
  int64_t most(Text Body) {
    const RegisterUnits Units(Body);
    for (size_t At = 0; At <= Body.size(); ++Lines) {
      const size_t End = std::min(findLetter(Body, '\n', At), Body.size());
      readLine(Body.substr(At, End - At));
      At = End + 1;
    }
    std::vector<int64_t> Changes(Lines + 1);
    for (const Register &Found : Registers) {
      const int64_t Width = Units.of(Found.Name);
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

int64_t ocx_longest_overlap(const char *body, int64_t size) {
  const Text Body(body, size);
  if (findWord(Body, "brx") != Text::npos || findWord(Body, "/*") != Text::npos)
    return declaredUnits(Body, 0, Body.size());
  return Overlap().most(Body) + mostInAScope(Body);
}
