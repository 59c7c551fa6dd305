// Products and sums of global addresses that become one instruction of PTX: what find_sums of src/opencicc/passes/mad_wide.py
// finds, which says what is left alone and why. The same pairs, for texts of plain characters.
//
// What costs a walk over the whole text is only looked at where an earlier question leaves a product.

#include "ocx.h"
#include "ptx_function.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

using namespace ocx;

namespace {

constexpr Text PRODUCT = "\n\tmul.wide.";
constexpr int FEW_SUMS = 2;

class Sums : FunctionText {
  using Pair = std::pair<Line, Line>;

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
  explicit Sums(Text Whole) : FunctionText(Whole, /*AreFieldsUniform=*/false) {}

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
};

} // namespace

int64_t *ocx_joinable_sums(const char *text, int64_t size, int64_t *count) {
  const auto Found = Sums(Text(text, size)).find();
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
