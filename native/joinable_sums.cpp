// Products and sums of global addresses that become one instruction of PTX: what find_sums of src/opencicc/passes/mad_wide.py
// finds, which says what is left alone and why. The same pairs, for texts of plain characters.

#include "ocx.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

using Text = std::string_view;
constexpr Text GAP = " \t", COMMA = ", ";
constexpr int MOST_DEPTH = 16;
constexpr int FEW_SUMS = 2;
constexpr size_t NOWHERE = Text::npos;
constexpr Text PLAIN[] = {"add", "sub", "mul", "mad", "shl", "shr", "and", "or",  "xor", "mov",
                          "cvt", "min", "max", "div", "rem", "neg", "not", "selp"};
constexpr Text ENDS_A_BLOCK[] = {"bra", "brx", "call", "ret", "exit"};
constexpr Text NEAR[] = {".shared", ".local", ".const"};
constexpr Text BLOCK_SPECIALS[] = {"%ctaid", "%nctaid", "%ntid", "%cluster", "%nclusterid", "%gridid"};

struct Line {
  int64_t Start = 0;
  bool IsInstruction = false;
  Text Opcode, Target, Operands;
};

struct Definition {
  Text Opcode, Operands;
  bool IsOnly = true;
};

struct Mentions {
  int64_t Count = 0;
  size_t LastLine = 0;
};

bool isIn(Text Needle, Text Where) { return Where.find(Needle) != NOWHERE; }
bool startsWith(Text Long, Text Short) { return Long.substr(0, Short.size()) == Short; }
Text before(Text Whole, Text Mark) { return Whole.substr(0, Whole.find(Mark)); }

Text behind(Text Whole, Text Mark) {
  const size_t At = Whole.find(Mark);
  return At == NOWHERE ? Text() : Whole.substr(At + Mark.size());
}

template <size_t N> bool isAmong(Text Word, const Text (&Words)[N]) {
  return std::find(std::begin(Words), std::end(Words), Word) != std::end(Words);
}

template <size_t N> bool holdsOneOf(Text Where, const Text (&Words)[N]) {
  return std::any_of(std::begin(Words), std::end(Words), [&](Text Word) { return isIn(Word, Where); });
}

std::vector<Text> split(Text List) {
  std::vector<Text> Found;
  for (size_t At = List.find(COMMA); At != NOWHERE; At = List.find(COMMA)) {
    Found.push_back(List.substr(0, At));
    List = List.substr(At + COMMA.size());
  }
  Found.push_back(List);
  return Found;
}

class Function {
  using Pair = std::pair<const Line *, const Line *>;

  std::vector<Line> Lines;
  std::unordered_map<Text, Mentions> Named; // 64-bit registers
  std::unordered_map<Text, Definition> Definitions;
  std::unordered_map<Text, int64_t> Labels;
  std::vector<std::pair<int64_t, int64_t>> Loops; // from a label to a branch back to it
  std::vector<Text> NearAddresses;
  std::unordered_map<Text, std::vector<Text>> Sources; // what 64-bit sums and copies read

  void readInstruction(Line &Here, Text Whole) {
    if (Whole.empty() || Whole[0] != '\t')
      return;
    const Text Opcode = before(Whole.substr(1), GAP);
    Text Rest = behind(Whole.substr(1), GAP);
    if (Rest.empty() || Rest.back() != ';' || (!Opcode.empty() && isIn(Opcode.substr(0, 1), "@/.")))
      return;
    Rest.remove_suffix(1);
    const Text Separator = startsWith(Rest, "{") ? Text("}, ") : COMMA;
    Here.IsInstruction = true;
    Here.Opcode = Opcode;
    Here.Target = before(Rest, Separator);
    Here.Operands = behind(Rest, Separator);
    if (Opcode == "add.s64" || Opcode == "mov.b64") {
      std::vector<Text> &Read = Sources[Here.Target];
      for (const Text Operand : split(Here.Operands))
        Read.push_back(Operand);
    }
  }

  void readDefinition(Text Whole) {
    const size_t At = Whole.find(" \t%");
    const size_t Comma = At == NOWHERE ? NOWHERE : Whole.find(',', At);
    if (Comma == NOWHERE)
      return;
    const Text Target = Whole.substr(At + GAP.size(), Comma - At - GAP.size());
    const Text Opcode = Whole.substr(0, At);
    const Definition Made{before(Opcode.substr(Opcode.rfind('\t') + 1), "."),
                          behind(before(Whole.substr(At + GAP.size()), ";"), COMMA)};
    const auto [Known, IsNew] = Definitions.try_emplace(Target, Made);
    Known->second.IsOnly = IsNew;
  }

  void readMentions(Text Whole) {
    for (size_t At = Whole.find("%rd"); At != NOWHERE; At = Whole.find("%rd", At + 1)) {
      size_t End = At + 1;
      while (End < Whole.size() && isalnum(static_cast<unsigned char>(Whole[End])))
        ++End;
      Mentions &Known = Named[Whole.substr(At, End - At)];
      ++Known.Count;
      Known.LastLine = Lines.size();
    }
  }

  void readLine(Text Whole, int64_t Start) {
    Line Here{Start};
    readInstruction(Here, Whole);
    readDefinition(Whole);
    readMentions(Whole);
    if (startsWith(Whole, "$")) {
      Labels[before(Whole, ":")] = Start;
    } else if (isIn("bra", Whole)) {
      Text Goal = Whole.substr(Whole.rfind('\t') + 1);
      Goal = Goal.substr(0, Goal.find_last_not_of(';') + 1);
      if (const auto Back = Labels.find(Goal); Back != Labels.end())
        Loops.emplace_back(Back->second, Start);
    }
    if (isIn("[%rd", Whole) && holdsOneOf(Whole, NEAR))
      NearAddresses.push_back(before(before(behind(Whole, "["), "]"), "+"));
    Lines.push_back(Here);
  }

  std::unordered_set<Text> near() const {
    std::unordered_set<Text> Found;
    for (std::vector<Text> Work = NearAddresses; !Work.empty();) {
      const Text Register = Work.back();
      Work.pop_back();
      const auto Read = Sources.find(Register);
      if (Found.insert(Register).second && Read != Sources.end())
        Work.insert(Work.end(), Read->second.begin(), Read->second.end());
    }
    return Found;
  }

  static bool isProduct(const Line &Here) {
    return startsWith(Here.Target, "%rd") && (Here.Opcode == "mul.wide.u32" || Here.Opcode == "mul.wide.s32") &&
           !startsWith(behind(Here.Operands, COMMA), "%");
  }

  const Line *onlyReader(const Line &Product) const {
    const auto Known = Named.find(Product.Target);
    if (Known == Named.end() || Known->second.Count != 2)
      return nullptr;
    const Line &Reader = Lines[Known->second.LastLine];
    if (Reader.Start <= Product.Start || !Reader.IsInstruction || Reader.Opcode != "add.s64")
      return nullptr;
    const size_t First = Reader.Operands.find("%rd");
    const size_t Second = First == NOWHERE ? NOWHERE : Reader.Operands.find("%rd", First + 1);
    const bool AreTwo = Second != NOWHERE && Reader.Operands.find("%rd", Second + 1) == NOWHERE;
    return AreTwo ? &Reader : nullptr;
  }

  bool isUniform(Text Register, int Depth = 0) const {
    const auto Found = Definitions.find(Register);
    if (Found == Definitions.end() || !Found->second.IsOnly)
      return false;
    const auto &[Opcode, Operands, IsOnly] = Found->second;
    if (Opcode == "ld")
      return startsWith(Operands, "[") && !isIn("%", Operands); // a parameter
    if (!isAmong(Opcode, PLAIN) || Depth > MOST_DEPTH)
      return false;
    const std::vector<Text> Read = split(Operands);
    return std::all_of(Read.begin(), Read.end(), [&](Text Name) {
      return !startsWith(Name, "%") || isOfBlock(Name) || isUniform(Name, Depth + 1);
    });
  }

  static bool isOfBlock(Text Name) {
    return std::any_of(std::begin(BLOCK_SPECIALS), std::end(BLOCK_SPECIALS),
                       [&](Text Special) { return startsWith(Name, Special); });
  }

  static bool sets(const Line &Here, Text Register) {
    Text Results = Here.Target;
    while (startsWith(Results, "{"))
      Results.remove_prefix(1);
    for (const Text Result : split(Results))
      if (before(Result, "|") == Register || behind(Result, "|") == Register)
        return true;
    return false;
  }

  static bool isAdjacent(const Line &Product, const Line &Total, Text Index) {
    return std::all_of(&Product + 1, &Total, [&](const Line &Between) {
      return Between.IsInstruction && !isAmong(before(Between.Opcode, "."), ENDS_A_BLOCK) && !sets(Between, Index);
    });
  }

  static bool isShift(const Line &Product) {
    const Text Factor = behind(Product.Operands, COMMA);
    if (Factor.empty() || !std::all_of(Factor.begin(), Factor.end(), [](unsigned char C) { return isdigit(C); }))
      return false;
    const uint64_t Number = std::strtoull(Factor.data(), nullptr, 10); // a comma or a semicolon follows
    return (Number & (Number - 1)) == 0;
  }

  static Text baseOf(const Pair &Both) {
    const Text Left = before(Both.second->Operands, COMMA);
    return Left == Both.first->Target ? behind(Both.second->Operands, COMMA) : Left;
  }

  // Sums that ptxas would compute in three instructions, in a loop or for many.
  std::vector<Pair> withoutDear(const std::map<const Line *, const Line *> &Products) const {
    std::vector<Pair> Found;
    std::unordered_map<Text, int> Bases;
    for (const auto &[Total, Product] : Products) {
      Found.emplace_back(Product, Total);
      if (!isShift(*Product))
        ++Bases[baseOf(Found.back())];
    }
    const auto IsDear = [&](const Pair &Both) {
      const int64_t At = Both.second->Start;
      return !isShift(*Both.first) &&
             (Bases[baseOf(Both)] > FEW_SUMS ||
              std::any_of(Loops.begin(), Loops.end(), [&](auto Span) { return Span.first <= At && At <= Span.second; }));
    };
    Found.erase(std::remove_if(Found.begin(), Found.end(), IsDear), Found.end());
    return Found;
  }

public:
  explicit Function(Text Whole) {
    const size_t Size = std::count(Whole.begin(), Whole.end(), '\n') + 1;
    Lines.reserve(Size);
    Named.reserve(Size);
    Definitions.reserve(Size);
    for (size_t At = 0; At < Whole.size();) {
      const size_t End = std::min(Whole.find('\n', At), Whole.size());
      readLine(Whole.substr(At, End - At), static_cast<int64_t>(At));
      At = End + 1;
    }
  }

  std::vector<Pair> find() const {
    std::map<const Line *, const Line *> Products; // by the sum: of two it joins the last one
    const std::unordered_set<Text> IsNear = near();
    for (const Line &Product : Lines) {
      const Line *Total = isProduct(Product) ? onlyReader(Product) : nullptr;
      const Text Index = before(Product.Operands, ",");
      if (Total && !IsNear.count(Total->Target) && isAdjacent(Product, *Total, Index) && !isUniform(Index))
        Products[Total] = &Product;
    }
    return withoutDear(Products);
  }
};

} // namespace

int64_t *ocx_joinable_sums(const char *text, int64_t size, int64_t *count) {
  const auto Found = Function(Text(text, size)).find();
  auto *Starts = static_cast<int64_t *>(std::calloc(2 * Found.size() + 1, sizeof(int64_t)));
  *count = 0;
  if (!Starts)
    return nullptr;
  for (const auto &[Product, Total] : Found) {
    Starts[(*count)++] = Product->Start;
    Starts[(*count)++] = Total->Start;
  }
  return Starts;
}
