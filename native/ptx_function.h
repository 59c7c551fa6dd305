// The text of a PTX function as passes on text read it: single statements, where each register is named and what makes it, which values
// all threads of a block share, and which addresses are near. What Definitions, is_uniform and near_addresses of
// src/opencicc/passes/mad_wide.py say, for texts of plain characters.

#pragma once

#include "ptx_lines.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ocx {

constexpr Text GAP = " \t", COMMA = ", ";
constexpr size_t NOWHERE = Text::npos;
constexpr Text ENDS_A_BLOCK[] = {"bra", "brx", "call", "ret", "exit"};

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

inline Text before(Text Whole, Text Mark) { return Whole.substr(0, Whole.find(Mark)); }

inline Text behind(Text Whole, Text Mark) {
  const size_t At = Whole.find(Mark);
  return At == NOWHERE ? Text() : Whole.substr(At + Mark.size());
}

template <size_t N> bool isAmong(Text Word, const Text (&Words)[N]) {
  return std::find(std::begin(Words), std::end(Words), Word) != std::end(Words);
}

template <size_t N> bool holdsOneOf(Text Where, const Text (&Words)[N]) {
  return std::any_of(std::begin(Words), std::end(Words), [&](Text Word) { return isIn(Word, Where); });
}

inline std::vector<Text> split(Text List) {
  std::vector<Text> Found;
  for (size_t At = List.find(COMMA); At != NOWHERE; At = List.find(COMMA)) {
    Found.push_back(List.substr(0, At));
    List = List.substr(At + COMMA.size());
  }
  Found.push_back(List);
  return Found;
}

class FunctionText {
  static constexpr int MostDepth = 16;
  static constexpr Text Plain[] = {"add", "sub", "mul", "mad", "shl", "shr", "and", "or",  "xor", "mov",
                                   "cvt", "min", "max", "div", "rem", "neg", "not", "selp"};
  static constexpr Text Near[] = {".shared", ".local", ".const"};
  static constexpr Text BlockSpecials[] = {"%ctaid", "%nctaid", "%ntid", "%cluster", "%nclusterid", "%gridid"};

  RegisterNumbers Numbers;
  std::vector<Register> Registers;
  const bool AreFieldsUniform; // of parameters

protected:
  const Text Whole;

  FunctionText(Text Whole, bool AreFieldsUniform) : AreFieldsUniform(AreFieldsUniform), Whole(Whole) {}

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
    if (std::none_of(std::begin(Near), std::end(Near), [&](Text Space) { return findWord(Whole, Space) != NOWHERE; }))
      return Found;
    std::vector<Text> Work;
    std::unordered_map<Text, std::vector<Text>> Sources; // what 64-bit sums and copies read
    forEachLine(Whole, [&](Text Content, size_t At) {
      if (isIn("[%rd", Content) && holdsOneOf(Content, Near))
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

  // Of the statement that makes a register: the opcode's first word, and what is read.
  Text opcodeOf(const Register &Known) const {
    const Text Opcode = Whole.substr(0, Known.Definition - GAP.size());
    return before(Opcode.substr(Opcode.rfind('\t') + 1), ".");
  }
  Text operandsOf(const Register &Known) const {
    const Text Rest = Whole.substr(Known.Definition);
    return behind(Rest.substr(0, Rest.find_first_of(";\n")), COMMA);
  }

  // Is an operand in brackets at a constant from where a parameter starts?
  bool isField(Text Operands) {
    const Register Known = registerOf(before(before(Operands.substr(1), "]"), "+"));
    return Known.Definitions == 1 && opcodeOf(Known) == "mov" && isIn("_param_", operandsOf(Known));
  }

  bool isUniform(Text Name, int Depth = 0) {
    const Register Known = registerOf(Name);
    if (Known.Definitions != 1)
      return false;
    const Text Opcode = opcodeOf(Known), Operands = operandsOf(Known);
    if (Opcode == "ld")
      return startsWith(Operands, "[") && (!isIn("%", Operands) || (AreFieldsUniform && isField(Operands))); // a parameter
    if (!isAmong(Opcode, Plain) || Depth > MostDepth)
      return false;
    const std::vector<Text> Read = split(Operands);
    return std::all_of(Read.begin(), Read.end(), [&](Text Operand) {
      return !startsWith(Operand, "%") || isOfBlock(Operand) || isUniform(Operand, Depth + 1);
    });
  }

  static bool isOfBlock(Text Name) {
    return std::any_of(std::begin(BlockSpecials), std::end(BlockSpecials),
                       [&](Text Special) { return startsWith(Name, Special); });
  }
};

} // namespace ocx
