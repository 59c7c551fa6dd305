// Products and sums of global addresses that become one instruction of PTX: what find_sums of src/opencicc/passes/mad_wide.py
// finds, which says what is left alone and why. The same pairs, for texts of plain characters.
//
// And a first look for src/opencicc/passes/wide_indices.py.
//
// What costs a walk over the whole text is only looked at where an earlier question leaves a product.

#include "ocx.h"
#include "ptx_lines.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

using namespace ocx;

namespace {

constexpr Text GAP = " \t", COMMA = ", ", PRODUCT = "\n\tmul.wide.";
constexpr int MOST_DEPTH = 16;
constexpr int FEW_SUMS = 2;
constexpr size_t NOWHERE = Text::npos;
constexpr Text PLAIN[] = {"add", "sub", "mul", "mad", "shl", "shr", "and", "or",  "xor", "mov",
                          "cvt", "min", "max", "div", "rem", "neg", "not", "selp"};
constexpr Text ENDS_A_BLOCK[] = {"bra", "brx", "call", "ret", "exit"};
constexpr Text NEAR[] = {".shared", ".local", ".const"};
constexpr Text BLOCK_SPECIALS[] = {"%ctaid", "%nctaid", "%ntid", "%cluster", "%nclusterid", "%gridid"};

struct Line {
  size_t Start = 0, End = 0;
  bool IsInstruction = false;
  Text Opcode, Target, Operands;
};

struct Register {
  int64_t Mentions = 0;
  size_t LastMention = 0;
  int64_t Definitions = 0;
  size_t Definition = 0; // where the target stands
};

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
  using Pair = std::pair<Line, Line>;

  const Text Whole;
  RegisterNumbers Numbers;
  std::vector<Register> Registers;
  bool AreFieldsUniform = false; // of parameters

  Line readLine(size_t Start) const {
    Line Here{Start, std::min(findLetter(Whole, '\n', Start), Whole.size())};
    const Text Content = Whole.substr(Start, Here.End - Start);
    if (!startsWith(Content, "\t"))
      return Here;
    const Text Opcode = before(Content.substr(1), GAP);
    Text Rest = behind(Content.substr(1), GAP);
    if (Rest.empty() || Rest.back() != ';' || (!Opcode.empty() && isIn(Opcode.substr(0, 1), "@/.")))
      return Here;
    Rest.remove_suffix(1);
    const Text Separator = startsWith(Rest, "{") ? Text("}, ") : COMMA;
    Here.IsInstruction = true;
    Here.Opcode = Opcode;
    Here.Target = before(Rest, Separator);
    Here.Operands = behind(Rest, Separator);
    return Here;
  }

  Register &registerOf(Text Name) {
    const size_t Number = Numbers.numberOf(Name);
    if (Number >= Registers.size())
      Registers.resize(Number + Number / 2 + 64);
    return Registers[Number];
  }

  // Where each register is named, and where what makes it.
  void readRegisters() {
    for (size_t At = findLetter(Whole, '%'); At != NOWHERE; At = findLetter(Whole, '%', At + 1)) {
      size_t End = At + 1;
      while (End < Whole.size() && isLetterOrDigit(Whole[End]))
        ++End;
      Register &Known = registerOf(Whole.substr(At, End - At));
      ++Known.Mentions;
      Known.LastMention = At;
      if (At < GAP.size() || Whole.substr(At - GAP.size(), GAP.size()) != GAP)
        continue;
      const size_t Comma = std::min(Whole.find_first_of(",\n", End), Whole.size());
      if (Comma == Whole.size() || Whole[Comma] != ',')
        continue;
      Register &Made = Comma == End ? Known : registerOf(Whole.substr(At, Comma - At));
      ++Made.Definitions;
      Made.Definition = At;
    }
  }

  // Registers that addresses of shared, local or constant memory are computed from.
  std::unordered_set<Text> nearAddresses() const {
    std::unordered_set<Text> Found;
    if (std::none_of(std::begin(NEAR), std::end(NEAR), [&](Text Space) { return findWord(Whole, Space) != NOWHERE; }))
      return Found;
    std::vector<Text> Work;
    std::unordered_map<Text, std::vector<Text>> Sources; // what 64-bit sums and copies read
    forEachLine(Whole, [&](Text Content, size_t At) {
      if (isIn("[%rd", Content) && holdsOneOf(Content, NEAR))
        Work.push_back(before(before(behind(Content, "["), "]"), "+"));
      if (!startsWith(Content, "\tadd.s64 \t") && !startsWith(Content, "\tmov.b64 \t"))
        return;
      const Line Here = readLine(At);
      if (Here.IsInstruction)
        for (const Text Operand : split(Here.Operands))
          Sources[Here.Target].push_back(Operand);
    });
    while (!Work.empty()) {
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

  // The sum of two registers further down that alone reads a product; another line where there is none.
  Line onlyReader(const Line &Product) {
    const Register &Known = registerOf(Product.Target);
    if (Known.Mentions != 2)
      return {};
    const Line Reader = readLine(Whole.rfind('\n', Known.LastMention) + 1);
    if (Reader.Start <= Product.Start || !Reader.IsInstruction || Reader.Opcode != "add.s64")
      return {};
    const size_t First = Reader.Operands.find("%rd");
    const size_t Second = First == NOWHERE ? NOWHERE : Reader.Operands.find("%rd", First + 1);
    const bool AreTwo = Second != NOWHERE && Reader.Operands.find("%rd", Second + 1) == NOWHERE;
    return AreTwo ? Reader : Line();
  }

  // Is an operand in brackets at a constant from where a parameter starts?
  bool isField(Text Operands) {
    const Register Known = registerOf(before(before(Operands.substr(1), "]"), "+"));
    return Known.Definitions == 1 && startsWith(definition(Known), "mov.") && isIn("_param_", definition(Known));
  }

  // The statement that makes a register.
  Text definition(const Register &Known) const {
    const size_t Start = Whole.rfind('\n', Known.Definition) + 2; // behind the tab
    return Whole.substr(Start, std::min(findLetter(Whole, '\n', Start), Whole.size()) - Start);
  }

  bool isUniform(Text Name, int Depth = 0) {
    const Register Known = registerOf(Name);
    if (Known.Definitions != 1)
      return false;
    const Text Opcode = Whole.substr(0, Known.Definition - GAP.size());
    const Text Base = before(Opcode.substr(Opcode.rfind('\t') + 1), ".");
    const Text Rest = Whole.substr(Known.Definition);
    const Text Operands = behind(Rest.substr(0, Rest.find_first_of(";\n")), COMMA);
    if (Base == "ld")
      return startsWith(Operands, "[") && (!isIn("%", Operands) || (AreFieldsUniform && isField(Operands))); // a parameter
    if (!isAmong(Base, PLAIN) || Depth > MOST_DEPTH)
      return false;
    const std::vector<Text> Read = split(Operands);
    return std::all_of(Read.begin(), Read.end(), [&](Text Operand) {
      return !startsWith(Operand, "%") || isOfBlock(Operand) || isUniform(Operand, Depth + 1);
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

  bool isAdjacent(const Line &Product, const Line &Total, Text Index) const {
    for (size_t At = Product.End + 1; At < Total.Start;) {
      const Line Between = readLine(At);
      if (!Between.IsInstruction || isAmong(before(Between.Opcode, "."), ENDS_A_BLOCK) || sets(Between, Index))
        return false;
      At = Between.End + 1;
    }
    return true;
  }

  static bool isShift(const Line &Product) {
    const Text Factor = behind(Product.Operands, COMMA);
    if (Factor.empty() || !std::all_of(Factor.begin(), Factor.end(), isDigit))
      return false;
    const uint64_t Number = std::strtoull(Factor.data(), nullptr, 10); // a comma or a semicolon follows
    return (Number & (Number - 1)) == 0;
  }

  static Text baseOf(const Pair &Both) {
    const Text Left = before(Both.second.Operands, COMMA);
    return Left == Both.first.Target ? behind(Both.second.Operands, COMMA) : Left;
  }

  // Without sums that ptxas would compute in three instructions, in a loop or for many.
  std::vector<Pair> withoutDear(const std::map<size_t, Pair> &Joined) const {
    std::vector<Pair> Found;
    std::unordered_map<Text, int> Bases;
    for (const auto &[Start, Both] : Joined) {
      Found.push_back(Both);
      if (!isShift(Both.first))
        ++Bases[baseOf(Both)];
    }
    if (Bases.empty())
      return Found;
    const auto Loops = spansOfLoops(Whole);
    const auto IsDear = [&](const Pair &Both) {
      const size_t At = Both.second.Start;
      return !isShift(Both.first) &&
             (Bases[baseOf(Both)] > FEW_SUMS ||
              std::any_of(Loops.begin(), Loops.end(), [&](const LoopSpan &Loop) { return Loop.holds(At); }));
    };
    Found.erase(std::remove_if(Found.begin(), Found.end(), IsDear), Found.end());
    return Found;
  }

public:
  explicit Function(Text Whole) : Whole(Whole) {}

  std::vector<Pair> find() {
    std::vector<Line> Products;
    for (size_t At = findWord(Whole, PRODUCT); At != NOWHERE; At = findWord(Whole, PRODUCT, At + 1)) {
      const Line Product = readLine(At + 1);
      if (isProduct(Product))
        Products.push_back(Product);
    }
    if (Products.empty())
      return {};
    readRegisters();
    std::vector<Pair> Read;
    for (const Line &Product : Products) {
      const Line Total = onlyReader(Product);
      if (Total.IsInstruction)
        Read.emplace_back(Product, Total);
    }
    if (Read.empty())
      return {};
    const std::unordered_set<Text> Near = nearAddresses();
    std::map<size_t, Pair> Joined; // by the sum: of two products it joins the last one
    for (const Pair &Both : Read) {
      const Text Index = before(Both.first.Operands, ",");
      if (!Near.count(Both.second.Target) && isAdjacent(Both.first, Both.second, Index) && !isUniform(Index))
        Joined.insert_or_assign(Both.second.Start, Both);
    }
    return withoutDear(Joined);
  }

  // May find_products of src/opencicc/passes/wide_indices.py find any, where bases that are the same for a block do not count?
  bool mayScale() {
    std::unordered_map<Text, Text> Indices, Products; // by what is made of them
    for (const Text Extension : {Text("\n\tcvt.s64.s32 \t"), Text("\n\tcvt.u64.u32 \t")})
      forEachStatement(Extension, [&](const Line &Here) { Indices[Here.Target] = Here.Operands; });
    if (Indices.empty())
      return false;
    for (const Text Product : {Text("\n\tshl.b64 \t"), Text("\n\tmul.lo.s64 \t")})
      forEachStatement(Product, [&](const Line &Here) {
        const auto Index = Indices.find(before(Here.Operands, COMMA));
        if (Index != Indices.end() && !startsWith(behind(Here.Operands, COMMA), "%"))
          Products[Here.Target] = Index->second;
      });
    if (Products.empty())
      return false;
    readRegisters();
    AreFieldsUniform = true;
    std::unordered_map<Text, int64_t> Explained; // mentions of products in sums with uniform bases
    forEachStatement("\n\tadd.s64 \t", [&](const Line &Here) {
      const Text Left = before(Here.Operands, COMMA), Right = behind(Here.Operands, COMMA);
      for (const auto &[Product, Base] : {std::pair(Left, Right), std::pair(Right, Left)})
        if (Products.count(Product) && isUniformPointer(Base))
          ++Explained[Product];
    });
    for (auto Known = Products.begin(); Known != Products.end();) {
      const auto &[Product, Index] = *Known;
      const bool MayBe = registerOf(Index).Definitions < 2 && registerOf(Product).Mentions > Explained[Product] + 1 &&
                         !isUniform(Index);
      Known = MayBe ? std::next(Known) : Products.erase(Known);
    }
    if (Products.empty())
      return false;
    const std::unordered_set<Text> Near = nearAddresses();
    return std::any_of(Products.begin(), Products.end(), [&](const auto &Known) { return !Near.count(Known.first); });
  }

private:
  template <typename Callback> void forEachStatement(Text Opening, Callback Tell) const {
    for (size_t At = findWord(Whole, Opening); At != NOWHERE; At = findWord(Whole, Opening, At + 1))
      if (const Line Here = readLine(At + 1); Here.IsInstruction)
        Tell(Here);
  }

  bool isUniformPointer(Text Base) {
    const Register Known = registerOf(Base);
    if (Known.Definitions == 1 && startsWith(definition(Known), "cvta."))
      Base = before(behind(definition(Known), COMMA), ";");
    return isUniform(Base);
  }
};

} // namespace

int64_t ocx_may_scale_indices(const char *text, int64_t size) { return Function(Text(text, size)).mayScale(); }

int64_t *ocx_joinable_sums(const char *text, int64_t size, int64_t *count) {
  const auto Found = Function(Text(text, size)).find();
  auto *Starts = static_cast<int64_t *>(std::calloc(2 * Found.size() + 1, sizeof(int64_t)));
  *count = 0;
  if (!Starts)
    return nullptr;
  for (const auto &[Product, Total] : Found) {
    Starts[(*count)++] = Product.Start;
    Starts[(*count)++] = Total.Start;
  }
  return Starts;
}
