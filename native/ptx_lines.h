// What single lines of PTX text say.

#pragma once

#include "ptx_declarations.h"

#include <algorithm>

namespace ocx {

inline bool isIn(Text Needle, Text Where) { return findWord(Where, Needle) != Text::npos; }
inline bool isInName(char C) { return isLetterOrDigit(C) || C == '_' || C == '$'; }

// Calls with each register that a statement names.
template <typename Callback> void forEachName(Text Statement, Callback Tell) {
  for (size_t At = findLetter(Statement, '%'); At != Text::npos; At = findLetter(Statement, '%', At)) {
    size_t End = At + 1;
    if (End < Statement.size() && (isLetter(Statement[End]) || Statement[End] == '_')) {
      while (End < Statement.size() && isInName(Statement[End]))
        ++End;
      Tell(Statement.substr(At, End - At), At);
    }
    At = End;
  }
}

// The name in front of a line's first colon; nothing where that ends no label.
inline Text labelOf(Text Line, size_t Colon) {
  const Text Name = strip(Line.substr(0, Colon));
  const bool IsLabel = !startsWith(Line.substr(Colon + 1), ":") && std::all_of(Name.begin(), Name.end(), [](char C) {
    return isLetterOrDigit(C) || C == '$' || C == '_' || C == '%';
  });
  return IsLabel ? Name : Text();
}

inline Text withoutComment(Text Line) {
  const size_t Slash = findLetter(Line, '/');
  return Slash == Text::npos ? Line : Line.substr(0, Line.find("//", Slash));
}

// Where a branch goes: the last word.
inline Text targetOf(Text Statement) {
  const Text Rest = strip(Statement.substr(0, Statement.find_last_not_of("; \t") + 1));
  const size_t Blank = Rest.find_last_of(BLANKS);
  return Blank == Text::npos ? Rest : Rest.substr(Blank + 1);
}

// Where the lines of a label and of a branch back to it start.
struct LoopSpan {
  size_t First, Last;

  bool holds(size_t Start) const { return First <= Start && Start <= Last; }
};

// What may be loops in the text of a function: spans_of_loops of src/opencicc/passes/mad_wide.py.
inline std::vector<LoopSpan> spansOfLoops(Text Whole) {
  std::unordered_map<Text, size_t> Labels;
  std::vector<LoopSpan> Found;
  forEachLine(Whole, [&](Text Content, size_t At) {
    if (startsWith(Content, "$")) {
      Labels[Content.substr(0, Content.find(':'))] = At;
    } else if (isIn("bra", Content)) {
      Text Goal = Content.substr(Content.rfind('\t') + 1);
      Goal = Goal.substr(0, Goal.find_last_not_of(';') + 1);
      if (const auto Back = Labels.find(Goal); Back != Labels.end())
        Found.push_back({Back->second, At});
    }
  });
  return Found;
}

} // namespace ocx
