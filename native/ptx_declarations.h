// The `.reg` declarations of PTX text.

#pragma once

#include "ptx_text.h"

#include <algorithm>
#include <map>

namespace ocx {

constexpr Text BLANKS = " \t\r\n\v\f";

inline Text strip(Text Word) {
  const size_t From = Word.find_first_not_of(BLANKS);
  return From == Text::npos ? Text() : Word.substr(From, Word.find_last_not_of(BLANKS) - From + 1);
}

// 32-bit registers that one of a type takes: WIDTHS of src/opencicc/pipeline/run/crowded.py.
inline int64_t unitsOf(Text Type) {
  constexpr std::pair<Text, int64_t> Units[] = {{"b32", 1}, {"b64", 2},   {"pred", 0}, {"b16", 1},  {"b128", 4}, {"f32", 1},
                                                {"f64", 2}, {"f16", 1},   {"u16", 1},  {"s16", 1},  {"u32", 1},  {"s32", 1},
                                                {"u64", 2}, {"s64", 2},   {"b8", 1},   {"f16x2", 1}, {"bf16", 1}};
  for (const auto &[Name, Count] : Units)
    if (Name == Type)
      return Count;
  return 2;
}

struct DeclaredName {
  Text Whole; // `%r<10>` or `%own`
  int64_t Units;

  Text word() const { return Whole.substr(0, Whole.find('<')); }

  int64_t count() const {
    const size_t Bracket = Whole.find('<');
    if (Bracket == Text::npos)
      return 1;
    const Text Inside = Whole.substr(Bracket + 1);
    const Text Digits = Inside.substr(0, Inside.find_last_not_of('>') + 1);
    if (Digits.empty() || !std::all_of(Digits.begin(), Digits.end(), isDigit))
      return 1;
    int64_t Found = 0;
    for (const char Digit : Digits.substr(0, 15))
      Found = Found * 10 + (Digit - '0');
    return Found;
  }
};

// Asks for each declaration between two places of a text: where it starts and ends, and what it names.
template <typename Callback> void forEachDeclaration(Text Whole, size_t Start, size_t End, Callback Tell) {
  constexpr Text Word = ".reg";
  const Text Before = Whole.substr(0, End);
  std::vector<DeclaredName> Names;
  for (size_t At = findWord(Before, Word, Start); At != Text::npos;) {
    const size_t Stop = std::min(findLetter(Whole, ';', At), Whole.size() - 1);
    Names.clear();
    Text Rest = Whole.substr(At + Word.size(), std::max(Stop, At + Word.size()) - At - Word.size());
    Rest.remove_prefix(std::min(Rest.find_first_not_of(BLANKS), Rest.size()));
    const size_t Blank = Rest.find_first_of(BLANKS);
    Text Listed = Blank == Text::npos ? Text() : Rest.substr(Blank);
    if (!strip(Listed).empty()) {
      Text Type = Rest.substr(0, Blank);
      Type.remove_prefix(std::min(Type.find_first_not_of('.'), Type.size()));
      const int64_t Units = unitsOf(Type);
      for (bool IsMore = true; IsMore;) {
        const size_t Comma = Listed.find(',');
        Names.push_back({strip(Listed.substr(0, Comma)), Units});
        IsMore = Comma != Text::npos;
        Listed.remove_prefix(IsMore ? Comma + 1 : 0);
      }
    }
    Tell(At, Names);
    At = findWord(Before, Word, Stop);
  }
}

// 32-bit registers that the declarations between two places make.
inline int64_t declaredUnits(Text Whole, size_t Start, size_t End) {
  int64_t Total = 0;
  forEachDeclaration(Whole, Start, End, [&](size_t, const std::vector<DeclaredName> &Names) {
    for (const DeclaredName &Name : Names)
      Total += Name.Units * Name.count();
  });
  return Total;
}

// Units of the registers that a function's body names.
class RegisterUnits {
  std::map<Text, int64_t> Known; // by the name of a register, or by what the names of a family start with

public:
  explicit RegisterUnits(Text Body) {
    forEachDeclaration(Body, 0, Body.size(), [&](size_t, const std::vector<DeclaredName> &Names) {
      for (const DeclaredName &Name : Names) {
        int64_t &Units = Known[Name.word()];
        Units = std::max(Units, Name.Units);
      }
    });
  }

  int64_t of(Text Name) const {
    const auto Family = Known.find(Name.substr(0, Name.find_last_not_of("0123456789") + 1));
    if (Family != Known.end() && Family->second)
      return Family->second;
    const auto Own = Known.find(Name);
    return Own == Known.end() ? 0 : Own->second;
  }
};

// Units of the names without a percent sign: those of inline assembly, alive in its braces at most.
inline int64_t mostInAScope(Text Body) {
  int64_t Most = 0, Now = 0;
  size_t From = 0; // behind the brace that closed last
  forEachDeclaration(Body, 0, Body.size(), [&](size_t At, const std::vector<DeclaredName> &Names) {
    const size_t Closed = Body.substr(From, At - From).rfind('}');
    if (Closed != Text::npos) {
      From += Closed + 1;
      Now = 0;
    }
    for (const DeclaredName &Name : Names)
      Now += startsWith(Name.Whole, "%") ? 0 : Name.Units;
    Most = std::max(Most, Now);
  });
  return Most;
}

} // namespace ocx
