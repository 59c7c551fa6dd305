// Products of extended indices that become one instruction of PTX: what find_products of src/opencicc/passes/wide_indices.py finds,
// which says what is left alone and why. The same pairs, for texts of plain characters.
//
// What costs a walk over the whole text is only looked at where an earlier question leaves a product.

#include "ocx.h"
#include "ptx_function.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

using namespace ocx;

namespace {

struct Extension {
  Text Opcode;
  int64_t Least, Most; // factor of its product
};

constexpr Extension EXTENSIONS[] = {{"cvt.s64.s32", -(int64_t(1) << 31), (int64_t(1) << 31) - 1},
                                    {"cvt.u64.u32", 0, (int64_t(1) << 32) - 1}};
constexpr Text SHIFT = "shl.b64", PRODUCT = "mul.lo.s64", TOTAL = "add.s64", TO_GLOBAL = "cvta";
constexpr size_t MOST_DIGITS = 18; // of a number in 64 bits, whatever they are

const Extension *extensionOf(const Line &Here) {
  const auto *Found = std::find_if(std::begin(EXTENSIONS), std::end(EXTENSIONS),
                                   [&](const Extension &One) { return One.Opcode == Here.Opcode; });
  return Here.IsInstruction && Found != std::end(EXTENSIONS) ? Found : nullptr;
}

// Lines by number: where a register is written and who reads it, once for each mention.
struct Places {
  std::vector<uint32_t> Writers, Readers;
};

struct Scaled {
  size_t Index, Product; // numbers of lines
};

class Indices : FunctionText {
  std::vector<Line> Lines;
  RegisterNumbers Names;
  std::vector<Places> Known;
  std::vector<LoopSpan> Loops;

  // --- who writes and reads: RegisterPlaces of src/opencicc/passes/register_places.py ---

  Places &placesOf(Text Name) {
    const size_t Number = Names.numberOf(Name);
    if (Number >= Known.size())
      Known.resize(Number + Number / 2 + 64);
    return Known[Number];
  }

  static bool isInWord(char C) {
    static const auto Table = [] {
      std::array<bool, 256> Inside;
      Inside.fill(true);
      for (const char Apart : Text(" \t\n\v\f\r\x1c\x1d\x1e\x1f!\"#$&'()*+,-./:;<=>?@[\\]^`{|}~"))
        Inside[static_cast<unsigned char>(Apart)] = false;
      return Inside;
    }();
    return Table[static_cast<unsigned char>(C)];
  }

  // Each word of a text that begins with a percent sign.
  template <typename Callback> static void forEachRegister(Text Where, Callback Tell) {
    for (size_t At = findLetter(Where, '%'); At != NOWHERE; At = findLetter(Where, '%', At)) {
      const bool IsStart = At == 0 || !isInWord(Where[At - 1]);
      const size_t Start = At;
      while (At < Where.size() && isInWord(Where[At]))
        ++At;
      if (IsStart)
        Tell(Where.substr(Start, At - Start));
    }
  }

  void addReaders(Text Where, uint32_t Number) {
    forEachRegister(Where, [&](Text Name) { placesOf(Name).Readers.push_back(Number); });
  }

  void addWriters(Text Where, uint32_t Number) {
    forEachRegister(Where, [&](Text Name) { placesOf(Name).Writers.push_back(Number); });
  }

  void readPlaces() {
    forEachLine(Whole, [&](Text Content, size_t Start) {
      const uint32_t Number = Lines.size();
      Line Here = readLine(Start);
      Here.IsInstruction = Here.IsInstruction && !isIn(";", Here.Operands); // assembly by hand has several on a line
      Lines.push_back(Here);
      if (Here.IsInstruction) {
        const bool IsOne = startsWith(Here.Target, "%") && !isIn("|", Here.Target);
        if (IsOne)
          placesOf(Here.Target).Writers.push_back(Number);
        else if (startsWith(Here.Target, "[")) // of a store
          addReaders(Here.Target, Number);
        else
          addWriters(Here.Target, Number);
        addReaders(Here.Operands, Number);
        return;
      }
      const bool IsBranch = startsWith(Content, "\t@") && Content.back() == ';' && isIn(" bra", Content);
      if (!IsBranch) // assembly by hand, guards, declarations: written or read there, nobody knows
        addWriters(Content, Number);
      addReaders(Content, Number);
    });
  }

  // The one instruction that writes a register; none where there are others.
  const Line *maker(Text Name) {
    const Places &Found = placesOf(Name);
    return Found.Writers.size() == 1 && Lines[Found.Writers[0]].IsInstruction ? &Lines[Found.Writers[0]] : nullptr;
  }

  // --- what may be scaled ---

  bool isInLoop(const Line &Here) const {
    return std::any_of(Loops.begin(), Loops.end(), [&](const LoopSpan &Loop) { return Loop.holds(Here.Start); });
  }

  bool staysExtended(const Line &Index) {
    const Line *Made = maker(Index.Operands);
    if (!Made || maker(Index.Target) != &Index)
      return false;
    if (!isInLoop(Index) || !isInLoop(*Made))
      return true;
    const auto IsPlain = [](const Line &Here) {
      return Here.IsInstruction && !isAmong(before(Here.Opcode, "."), ENDS_A_BLOCK);
    };
    const std::vector<uint32_t> &Readers = placesOf(Index.Target).Readers;
    return Made < &Index && std::all_of(Made, &Index, IsPlain) &&
           std::none_of(Readers.begin(), Readers.end(), [&](uint32_t Reader) {
             return Made < &Lines[Reader] && &Lines[Reader] < &Index;
           });
  }

  static bool isScaled(const Line &Here, const Line &Index, const Extension &Kind) {
    const bool IsShift = Here.Opcode == SHIFT;
    if (!Here.IsInstruction || (!IsShift && Here.Opcode != PRODUCT) || before(Here.Operands, COMMA) != Index.Target)
      return false;
    Text Digits = behind(Here.Operands, COMMA);
    const bool IsNegative = startsWith(Digits, "-");
    Digits.remove_prefix(IsNegative);
    if (Digits.empty() || Digits.size() > MOST_DIGITS || !std::all_of(Digits.begin(), Digits.end(), isDigit))
      return false;
    int64_t Factor = std::strtoll(Digits.data(), nullptr, 10); // a semicolon follows
    if (IsShift && (IsNegative || Factor > 62))
      return false;
    Factor = IsShift ? int64_t(1) << Factor : IsNegative ? -Factor : Factor;
    return Factor && Kind.Least <= Factor && Factor <= Kind.Most;
  }

  bool isUniformPointer(Text Base) {
    const Register Made = registerOf(Base);
    return isUniform(Made.Definitions == 1 && opcodeOf(Made) == TO_GLOBAL ? operandsOf(Made) : Base);
  }

  bool isAddedToUniform(Text Product) {
    const std::vector<uint32_t> &Readers = placesOf(Product).Readers;
    return std::all_of(Readers.begin(), Readers.end(), [&](uint32_t Number) {
      const Line &Here = Lines[Number];
      const Text Left = before(Here.Operands, COMMA), Right = behind(Here.Operands, COMMA);
      return Here.IsInstruction && Here.Opcode == TOTAL && isUniformPointer(Left == Product ? Right : Left);
    });
  }

  template <typename Callback> void forEachStatement(Text Opcode, Callback Tell) const {
    for (size_t At = findWord(Whole, Opcode); At != NOWHERE; At = findWord(Whole, Opcode, At + 1))
      if (const Line Here = readLine(Whole.rfind('\n', At) + 1); Here.IsInstruction && Here.Opcode == Opcode)
        Tell(Here);
  }

  // A first look at the statements that matter, and at what is the same for a block: most texts end here.
  bool mayFind(bool TakesUniformBases) {
    std::unordered_map<Text, Text> Extended, Products; // what they are made of
    for (const Extension &Kind : EXTENSIONS)
      forEachStatement(Kind.Opcode, [&](const Line &Here) { Extended[Here.Target] = Here.Operands; });
    for (const Text Opcode : {SHIFT, PRODUCT})
      forEachStatement(Opcode, [&](const Line &Here) {
        const auto Index = Extended.find(before(Here.Operands, COMMA));
        if (Index != Extended.end() && !startsWith(behind(Here.Operands, COMMA), "%"))
          Products[Here.Target] = Index->second;
      });
    if (Products.empty())
      return false;
    readRegisters();
    std::unordered_map<Text, int64_t> InSums; // mentions of products beside uniform bases
    if (!TakesUniformBases)
      forEachStatement(TOTAL, [&](const Line &Here) {
        const Text Left = before(Here.Operands, COMMA), Right = behind(Here.Operands, COMMA);
        for (const auto &[Product, Base] : {std::pair(Left, Right), std::pair(Right, Left)})
          if (Products.count(Product) && isUniformPointer(Base))
            ++InSums[Product];
      });
    return std::any_of(Products.begin(), Products.end(), [&](const auto &Known) {
      const auto &[Product, Index] = Known;
      const bool IsWanted = TakesUniformBases || registerOf(Product).Mentions > InSums[Product] + 1;
      return IsWanted && registerOf(Index).Definitions < 2 && !isUniform(Index);
    });
  }

public:
  explicit Indices(Text Whole) : FunctionText(Whole, /*AreFieldsUniform=*/true) {}

  std::vector<Scaled> find(bool TakesUniformBases) {
    if (!mayFind(TakesUniformBases))
      return {};
    readPlaces();
    Loops = spansOfLoops(Whole);
    std::vector<Scaled> Found;
    for (size_t Number = 0; Number < Lines.size(); ++Number) {
      const Extension *Kind = extensionOf(Lines[Number]);
      if (!Kind || !staysExtended(Lines[Number]))
        continue;
      for (const uint32_t Reader : placesOf(Lines[Number].Target).Readers)
        if (isScaled(Lines[Reader], Lines[Number], *Kind))
          Found.push_back({Number, Reader});
    }
    if (Found.empty())
      return {};
    const std::unordered_set<Text> Near = nearAddresses();
    Found.erase(std::remove_if(Found.begin(), Found.end(),
                               [&](const Scaled &Both) {
                                 const Text Product = Lines[Both.Product].Target;
                                 return isUniform(Lines[Both.Index].Operands) || Near.count(Product) ||
                                        (!TakesUniformBases && isAddedToUniform(Product));
                               }),
                Found.end());
    return Found;
  }

  const Line &line(size_t Number) const { return Lines[Number]; }

  // Do no others than such products read an extended index?
  bool isIdle(size_t Index, const std::vector<Scaled> &Found) {
    const std::vector<uint32_t> &Readers = placesOf(Lines[Index].Target).Readers;
    return std::all_of(Readers.begin(), Readers.end(), [&](uint32_t Reader) {
      return std::any_of(Found.begin(), Found.end(), [&](const Scaled &Both) { return Both.Product == Reader; });
    });
  }
};

} // namespace

int64_t *ocx_scaled_indices(const char *text, int64_t size, int takes_uniform_bases, int64_t *count) {
  Indices Whole(Text(text, size));
  const std::vector<Scaled> Found = Whole.find(takes_uniform_bases);
  auto *Rows = static_cast<int64_t *>(std::calloc(3 * Found.size() + 1, sizeof(int64_t)));
  *count = 0;
  if (!Rows)
    return nullptr;
  for (const Scaled &Both : Found) {
    Rows[(*count)++] = Whole.line(Both.Index).Start;
    Rows[(*count)++] = Whole.line(Both.Product).Start;
    Rows[(*count)++] = Whole.isIdle(Both.Index, Found);
  }
  return Rows;
}
