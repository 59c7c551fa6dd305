// A first look at the text of a PTX function for src/opencicc/passes/repeat_comparisons.py, which walks it line by line: cheap, and never
// fewer than that pass finds.

#include "ocx.h"
#include "ptx_lines.h"

#include <algorithm>
#include <vector>

using namespace ocx;

namespace {

constexpr Text COMPARISON = "\tsetp.", GAP = " \t", PREDICATE = "%p";

// A predicate by the lines that name it.
struct Predicate {
  size_t Made = Text::npos; // by the first comparison
  std::vector<size_t> Mentioned;

  // Made in front of a loop, asked for behind it and not in it?
  bool isKeptThrough(const LoopSpan &Loop) const {
    return Made < Loop.First && !Mentioned.empty() && Mentioned.back() > Loop.Last &&
           std::none_of(Mentioned.begin(), Mentioned.end(), [&](size_t Start) { return Loop.holds(Start); });
  }
};

// Those that nothing is around: of spans that overlap the whole.
std::vector<LoopSpan> outermostLoops(Text Whole) {
  std::vector<LoopSpan> Loops = spansOfLoops(Whole), Joined;
  std::sort(Loops.begin(), Loops.end(), [](const LoopSpan &A, const LoopSpan &B) { return A.First < B.First; });
  for (const LoopSpan &Loop : Loops)
    if (!Joined.empty() && Loop.First <= Joined.back().Last)
      Joined.back().Last = std::max(Joined.back().Last, Loop.Last);
    else
      Joined.push_back(Loop);
  return Joined;
}

Text targetOfComparison(Text Line) {
  const size_t Gap = startsWith(Line, COMPARISON) ? Line.find(GAP) : Text::npos;
  return Gap == Text::npos ? Text() : Line.substr(Gap + GAP.size(), Line.find_first_of(",;", Gap) - Gap - GAP.size());
}

std::vector<Predicate> readPredicates(Text Whole) {
  RegisterNumbers Numbers;
  std::vector<Predicate> Found;
  forEachLine(Whole, [&](Text Line, size_t Start) {
    if (!isIn(PREDICATE, Line))
      return;
    const Text Target = targetOfComparison(Line);
    forEachName(Line, [&](Text Name, size_t) {
      if (!startsWith(Name, PREDICATE))
        return;
      const size_t Number = Numbers.numberOf(Name);
      if (Number >= Found.size())
        Found.resize(Number + Number / 2 + 32);
      if (Name == Target && Found[Number].Made == Text::npos)
        Found[Number].Made = Start;
      else
        Found[Number].Mentioned.push_back(Start);
    });
  });
  return Found;
}

} // namespace

int64_t ocx_most_kept_comparisons(const char *text, int64_t size) {
  const Text Whole(text, size);
  const std::vector<LoopSpan> Loops = outermostLoops(Whole);
  if (Loops.empty())
    return 0;
  const std::vector<Predicate> Found = readPredicates(Whole);
  int64_t Most = 0;
  for (const LoopSpan &Loop : Loops)
    Most = std::max<int64_t>(
        Most, std::count_if(Found.begin(), Found.end(), [&](const Predicate &P) { return P.isKeptThrough(Loop); }));
  return Most;
}
