// A first look at the text of a PTX function for src/opencicc/passes/repeat_comparisons.py, which walks it line by line: cheap, and never
// fewer than that pass finds.

#include "ocx.h"
#include "ptx_text.h"

#include <algorithm>
#include <vector>

using namespace ocx;

namespace {

constexpr Text GAP = " \t";

struct Line {
  size_t Start = 0;
  Text Content;

  bool isA(Text Opcode) const {
    return startsWith(Content, "\t") && startsWith(Content.substr(1), Opcode) &&
           startsWith(Content.substr(1 + Opcode.size()), GAP);
  }

  // The operand with this number, the target first; without what ends the statement.
  Text operand(unsigned Number) const {
    Text Rest = Content.substr(std::min(Content.find(GAP), Content.size()));
    Rest.remove_prefix(std::min(GAP.size(), Rest.size()));
    for (; Number > 0; --Number) {
      const size_t Comma = Rest.find(", ");
      if (Comma == Text::npos)
        return {};
      Rest.remove_prefix(Comma + 2);
    }
    return Rest.substr(0, Rest.find_first_of(",;"));
  }
};

template <typename Callback> void forEachLine(Text Whole, Callback Tell) {
  for (size_t At = 0; At < Whole.size();) {
    const size_t End = std::min(findLetter(Whole, '\n', At), Whole.size());
    Tell(Line{At, Whole.substr(At, End - At)});
    At = End + 1;
  }
}

template <typename Callback> void forEachRegister(Text Whole, Callback Tell) {
  for (size_t At = findLetter(Whole, '%'); At != Text::npos; At = findLetter(Whole, '%', At + 1)) {
    size_t End = At + 1;
    while (End < Whole.size() && isLetterOrDigit(Whole[End]))
      ++End;
    Tell(Whole.substr(At, End - At), At);
  }
}

// Predicates that comparisons in front of a loop make, nobody asks for in it, and somebody does behind it.
class Comparisons {
  struct Span {
    size_t First, Last; // where the lines of its label and of its last branch start
  };

  struct Predicate {
    size_t Made = Text::npos;       // the line
    std::vector<size_t> Mentioned; // lines
  };

  const Text Whole;
  RegisterNumbers Labels, Numbers;
  std::vector<size_t> Starts; // of labels, and one; 0 for what is none so far
  std::vector<Span> Loops;
  std::vector<Predicate> Found;

  void readLoops() {
    forEachLine(Whole, [&](const Line &Here) {
      const bool IsLabel = startsWith(Here.Content, "$");
      if (!IsLabel && findWord(Here.Content, "bra") == Text::npos)
        return;
      Text Name = IsLabel ? Here.Content.substr(0, Here.Content.find(':'))
                          : Here.Content.substr(Here.Content.rfind('\t') + 1);
      while (!Name.empty() && Name.back() == ';')
        Name.remove_suffix(1);
      const size_t Number = Labels.numberOf(Name);
      if (Number >= Starts.size())
        Starts.resize(Number + Number / 2 + 64);
      if (IsLabel)
        Starts[Number] = Here.Start + 1;
      else if (Starts[Number])
        Loops.push_back({Starts[Number] - 1, Here.Start});
    });
    std::sort(Loops.begin(), Loops.end(), [](const Span &A, const Span &B) { return A.First < B.First; });
    std::vector<Span> Joined;
    for (const Span &Loop : Loops)
      if (!Joined.empty() && Loop.First <= Joined.back().Last)
        Joined.back().Last = std::max(Joined.back().Last, Loop.Last);
      else
        Joined.push_back(Loop);
    Loops = Joined;
  }

  void readPredicates() {
    forEachLine(Whole, [&](const Line &Here) {
      if (findWord(Here.Content, "%p") == Text::npos)
        return;
      const bool IsMade = startsWith(Here.Content, "\tsetp.");
      const Text Target = IsMade ? Here.operand(0) : Text();
      forEachRegister(Here.Content, [&](Text Name, size_t) {
        if (!startsWith(Name, "%p"))
          return;
        const size_t Number = Numbers.numberOf(Name);
        if (Number >= Found.size())
          Found.resize(Number + Number / 2 + 32);
        if (Name == Target && Found[Number].Made == Text::npos)
          Found[Number].Made = Here.Start;
        else
          Found[Number].Mentioned.push_back(Here.Start);
      });
    });
  }

  static bool isKeptThrough(const Predicate &P, const Span &Loop) {
    if (P.Made >= Loop.First || P.Mentioned.empty() || P.Mentioned.back() <= Loop.Last)
      return false;
    return isOutside(P.Mentioned, Loop);
  }

  static bool isOutside(const std::vector<size_t> &Lines, const Span &Loop) {
    return std::none_of(Lines.begin(), Lines.end(),
                        [&](size_t Start) { return Loop.First <= Start && Start <= Loop.Last; });
  }

public:
  explicit Comparisons(Text Whole) : Whole(Whole) {}

  int64_t mostKept() {
    readLoops();
    if (Loops.empty())
      return 0;
    readPredicates();
    int64_t Most = 0;
    for (const Span &Loop : Loops)
      Most = std::max<int64_t>(Most, std::count_if(Found.begin(), Found.end(),
                                                   [&](const Predicate &P) { return isKeptThrough(P, Loop); }));
    return Most;
  }
};

} // namespace

int64_t ocx_most_kept_comparisons(const char *text, int64_t size) { return Comparisons(Text(text, size)).mostKept(); }
