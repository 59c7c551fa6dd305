// The most registers that can be alive at any point of a PTX function's text, by the flow between its blocks: closer than the
// stretches of text of overlap.cpp, and never less than what machine/pressure.py counts on the parsed function.
//
// What a line writes ends a value's life only where the whole line is one plain instruction that is known to write its first
// operand; any other line keeps alive what it names.

#include "ocx.h"
#include "ptx_lines.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

using namespace ocx;

namespace {

constexpr int64_t UNKNOWN = -1;
// Instructions whose first operand is written and nothing else.
constexpr Text WRITERS[] = {"abs",  "add",  "and",  "atom", "bfe",  "bfi",  "brev", "clz",  "copysign", "cos",  "cvt",   "cvta",
                            "div",  "dp2a", "dp4a", "ex2",  "fma",  "ld",   "lg2",  "lop3", "mad",      "max",  "min",   "mov",
                            "mul",  "neg",  "not",  "or",   "popc", "prmt", "rcp",  "rem",  "rsqrt",    "selp", "set",   "setp",
                            "shf",  "shfl", "shl",  "shr",  "sin",  "sqrt", "sub",  "tanh", "vote",     "xor"};
constexpr Text ENDS[] = {"ret", "exit", "trap"};

struct Line {
  std::vector<int32_t> Read, Written;
  bool IsPlain = false; // what it writes was not alive before, unless it reads it
};

struct Block {
  std::vector<Line> Lines;
  Text Target;
  bool FallsThrough = true;
};

using Bits = std::vector<uint64_t>;

bool has(const Bits &Set, int32_t Number) { return Set[Number / 64] >> (Number % 64) & 1; }
void add(Bits &Set, int32_t Number) { Set[Number / 64] |= uint64_t(1) << (Number % 64); }
void remove(Bits &Set, int32_t Number) { Set[Number / 64] &= ~(uint64_t(1) << (Number % 64)); }

template <size_t N> bool isAmong(Text Word, const Text (&Words)[N]) {
  return std::find(std::begin(Words), std::end(Words), Word) != std::end(Words);
}

class Flow {
  RegisterNumbers Numbers;
  std::vector<Text> Names;
  std::vector<Block> Blocks = {Block()};
  std::unordered_map<Text, size_t> Labels;
  std::vector<std::vector<size_t>> Following;
  std::vector<Bits> AliveAtStart;
  std::vector<int64_t> Units;
  bool IsKnown = true;

  int32_t numberOf(Text Name) {
    const int32_t Number = Numbers.numberOf(Name);
    if (Number == static_cast<int32_t>(Names.size()))
      Names.push_back(Name);
    return Number;
  }

  void startBlock() {
    if (!Blocks.back().Lines.empty() || !Blocks.back().FallsThrough || !Blocks.back().Target.empty())
      Blocks.emplace_back();
  }

  void readLine(Text Content) {
    const size_t Colon = findLetter(Content, ':');
    if (Colon != Text::npos) {
      const Text Label = labelOf(Content, Colon);
      if (!Label.empty()) {
        startBlock();
        IsKnown &= Labels.try_emplace(Label, Blocks.size() - 1).second;
        Content = Content.substr(Colon + 1);
      }
    }
    const Text Statement = strip(withoutComment(Content));
    if (!Statement.empty() && Statement[0] != '.')
      readStatement(Statement);
  }

  void readStatement(Text Statement) {
    Line Here;
    const size_t Semicolon = Statement.find(';');
    const bool IsWhole = Semicolon == Statement.size() - 1;
    const Text Opcode = Statement.substr(0, Statement.find_first_of(BLANKS));
    const Text Base = Opcode.substr(0, Opcode.find_first_of(".;"));
    const Text Result = IsWhole && isAmong(Base, WRITERS) ? resultOf(Statement.substr(Opcode.size())) : Text();
    const size_t From = Result.data() - Statement.data();
    Here.IsPlain = !Result.empty();
    forEachName(Statement, [&](Text Name, size_t At) {
      const bool IsWritten = Here.IsPlain && At >= From && At < From + Result.size();
      (IsWritten ? Here.Written : Here.Read).push_back(numberOf(Name));
    });
    if (!Here.Read.empty() || !Here.Written.empty())
      Blocks.back().Lines.push_back(std::move(Here));
    if (!IsWhole) {
      IsKnown &= !isIn("bra", Statement) && !isIn("brx", Statement);
    } else if (isAmong(Base, ENDS)) {
      endBlock({}, false);
    } else {
      const bool IsGuarded = Statement[0] == '@';
      const Text Unguarded = IsGuarded ? strip(Statement.substr(Opcode.size())) : Statement;
      IsKnown &= !startsWith(Unguarded, "brx");
      if (startsWith(Unguarded, "bra"))
        endBlock(targetOf(Statement), IsGuarded);
    }
  }

  void endBlock(Text Target, bool FallsThrough) {
    Blocks.back().Target = Target;
    Blocks.back().FallsThrough = FallsThrough;
    Blocks.emplace_back();
  }

  // The first operand; nothing where it is no register, or only a part of one.
  static Text resultOf(Text Operands) {
    const size_t From = Operands.find_first_not_of(BLANKS);
    if (From == Text::npos || (Operands[From] != '%' && Operands[From] != '{'))
      return {};
    const Text Rest = Operands.substr(From);
    const size_t End = Rest.find_first_of(Rest[0] == '{' ? "}" : ",;");
    const Text Found = Rest.substr(0, End);
    return End == Text::npos || isIn(".", Found) ? Text() : Found;
  }

  bool link() {
    Following.resize(Blocks.size());
    for (size_t I = 0; I < Blocks.size(); ++I) {
      if (!Blocks[I].Target.empty()) {
        const auto Found = Labels.find(Blocks[I].Target);
        if (Found == Labels.end())
          return false;
        Following[I].push_back(Found->second);
      }
      if (Blocks[I].FallsThrough && I + 1 < Blocks.size())
        Following[I].push_back(I + 1);
    }
    return true;
  }

  Bits aliveAtEnd(size_t Number) const {
    Bits Alive((Names.size() + 63) / 64);
    for (const size_t Next : Following[Number])
      for (size_t I = 0; I < Alive.size(); ++I)
        Alive[I] |= AliveAtStart[Next][I];
    return Alive;
  }

  // What is alive before a line, of what is behind it.
  static void goBack(const Line &Here, Bits &Alive) {
    for (const int32_t Number : Here.Written)
      remove(Alive, Number);
    for (const int32_t Number : Here.Read)
      add(Alive, Number);
  }

  void solve() {
    AliveAtStart.assign(Blocks.size(), Bits((Names.size() + 63) / 64));
    std::vector<Bits> Read(Blocks.size(), Bits((Names.size() + 63) / 64)), Written = Read;
    for (size_t I = 0; I < Blocks.size(); ++I)
      for (auto Here = Blocks[I].Lines.rbegin(); Here != Blocks[I].Lines.rend(); ++Here) {
        for (const int32_t Number : Here->Written)
          add(Written[I], Number);
        goBack(*Here, Read[I]);
      }
    for (bool IsChanged = true; IsChanged;) {
      IsChanged = false;
      for (size_t I = Blocks.size(); I-- > 0;) {
        Bits Alive = aliveAtEnd(I);
        for (size_t Word = 0; Word < Alive.size(); ++Word)
          Alive[Word] = (Alive[Word] & ~Written[I][Word]) | Read[I][Word];
        if (Alive != AliveAtStart[I]) {
          AliveAtStart[I] = std::move(Alive);
          IsChanged = true;
        }
      }
    }
  }

  int64_t mostIn(size_t Number) const {
    Bits Alive = aliveAtEnd(Number);
    int64_t Now = 0;
    for (size_t I = 0; I < Names.size(); ++I)
      Now += has(Alive, I) ? Units[I] : 0;
    int64_t Most = Now;
    const auto Enter = [&](int32_t Name) {
      if (has(Alive, Name))
        return;
      add(Alive, Name);
      Now += Units[Name];
    };
    const std::vector<Line> &Lines = Blocks[Number].Lines;
    for (auto Here = Lines.rbegin(); Here != Lines.rend(); ++Here) {
      for (const int32_t Name : Here->Written)
        Enter(Name);
      if (!Here->IsPlain) // between what it consists of
        for (const int32_t Name : Here->Read)
          Enter(Name);
      Most = std::max(Most, Now);
      for (const int32_t Name : Here->Written)
        if (has(Alive, Name)) {
          remove(Alive, Name);
          Now -= Units[Name];
        }
      for (const int32_t Name : Here->Read)
        Enter(Name);
      Most = std::max(Most, Now);
    }
    return Most;
  }

public:
  int64_t most(Text Body) {
    for (size_t At = 0; At <= Body.size();) {
      const size_t End = std::min(findLetter(Body, '\n', At), Body.size());
      readLine(Body.substr(At, End - At));
      At = End + 1;
    }
    if (!IsKnown || !link())
      return UNKNOWN;
    const RegisterUnits Declared(Body);
    for (const Text Name : Names)
      Units.push_back(Declared.of(Name));
    solve();
    int64_t Most = 0;
    for (size_t I = 0; I < Blocks.size(); ++I)
      Most = std::max(Most, mostIn(I));
    return Most;
  }
};

} // namespace

int64_t ocx_most_alive(const char *body, int64_t size) {
  const Text Body(body, size);
  if (findWord(Body, "/*") != Text::npos)
    return UNKNOWN;
  const int64_t Most = Flow().most(Body);
  return Most == UNKNOWN ? UNKNOWN : Most + mostInAScope(Body);
}
