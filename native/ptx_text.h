// PTX as text: searching it, and its registers by number.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ocx {

using Text = std::string_view;

// Most words differ in their first letter, which costs less to see than a call that compares them.
inline bool startsWith(Text Long, Text Short) {
  return Short.empty() || (Long.size() >= Short.size() && Long[0] == Short[0] &&
                           std::memcmp(Long.data(), Short.data(), Short.size()) == 0);
}

inline bool isDigit(char C) { return C >= '0' && C <= '9'; }
inline bool isLetter(char C) { return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z'); }
inline bool isLetterOrDigit(char C) { return isLetter(C) || isDigit(C); }

// Sixteen letters that are compared at once.
using Letters = char __attribute__((vector_size(16)));

inline Letters lettersAt(const char *Place) {
  Letters Found;
  std::memcpy(&Found, Place, sizeof(Found));
  return Found;
}

template <typename Mask> bool hasAny(Mask Found) {
  uint64_t Halves[2];
  static_assert(sizeof(Found) == sizeof(Halves));
  std::memcpy(Halves, &Found, sizeof(Halves));
  return Halves[0] | Halves[1];
}

// As find of a view, which stops at every letter that the word starts with; memmem takes a nanosecond for each letter. Here the word's
// first and last letter are looked for in sixteen places at a time.
inline size_t findWord(Text Where, Text Word, size_t From = 0) {
  if (Word.empty() || From >= Where.size() || Where.size() - From < Word.size())
    return Text::npos;
  const size_t Width = sizeof(Letters), Behind = Where.size() - Word.size() + 1; // where the word can't start any more
  const auto IsAt = [&](size_t At) {
    return Where[At] == Word[0] && std::memcmp(Where.data() + At, Word.data(), Word.size()) == 0;
  };
  const Letters First = Letters{} + Word.front(), Last = Letters{} + Word.back();
  size_t At = From;
  for (; At + Width <= Behind; At += Width) {
    const char *Place = Where.data() + At;
    if (hasAny((lettersAt(Place) == First) & (lettersAt(Place + Word.size() - 1) == Last)))
      for (size_t I = At; I < At + Width; ++I)
        if (IsAt(I))
          return I;
  }
  for (; At < Behind; ++At)
    if (IsAt(At))
      return At;
  return Text::npos;
}

inline size_t findLetter(Text Where, char Letter, size_t From = 0) {
  if (From >= Where.size())
    return Text::npos;
  const void *Found = memchr(Where.data() + From, Letter, Where.size() - From);
  return Found ? static_cast<const char *>(Found) - Where.data() : Text::npos;
}

// Calls with each line and where it starts.
template <typename Callback> void forEachLine(Text Whole, Callback Tell) {
  for (size_t At = 0; At < Whole.size();) {
    const size_t End = std::min(findLetter(Whole, '\n', At), Whole.size());
    Tell(Whole.substr(At, End - At), At);
    At = End + 1;
  }
}

// Numbers registers in the order in which they come. Most names are a word and a number, so that few are hashed.
class RegisterNumbers {
  struct Family {
    Text Word;
    std::vector<int32_t> Members; // their numbers and one, 0 for those that were not named
  };

  static constexpr size_t MostDigits = 6;
  std::vector<Family> Families;
  std::unordered_map<Text, int32_t> Others;
  int32_t Count = 0;

public:
  int32_t count() const { return Count; }

  int32_t numberOf(Text Name) {
    size_t Digits = Name.size();
    while (Digits > 0 && isDigit(Name[Digits - 1]))
      --Digits;
    const size_t Length = Name.size() - Digits;
    if (Length == 0 || Length > MostDigits || (Length > 1 && Name[Digits] == '0')) {
      const auto [Known, IsNew] = Others.try_emplace(Name, Count);
      Count += IsNew;
      return Known->second;
    }
    size_t Index = 0;
    for (size_t At = Digits; At < Name.size(); ++At)
      Index = Index * 10 + (Name[At] - '0');
    std::vector<int32_t> &Members = familyOf(Name.substr(0, Digits)).Members;
    if (Index >= Members.size())
      Members.resize(Index + Index / 2 + 16);
    if (!Members[Index])
      Members[Index] = ++Count;
    return Members[Index] - 1;
  }

private:
  Family &familyOf(Text Word) {
    for (Family &Known : Families)
      if (Known.Word.back() == Word.back() && Known.Word == Word) // most have as many letters
        return Known;
    return Families.emplace_back(Family{Word, {}});
  }
};

} // namespace ocx
