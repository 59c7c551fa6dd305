// Code generation's sinking of computations, with an eye on registers.
#ifndef OCX_CAREFUL_SINK_H
#define OCX_CAREFUL_SINK_H

namespace ocx {

// While one lives, passes that this thread makes for code generation have the careful sinking behind LLVM's own. It acts on
// functions whose attribute leaves LLVM's out (codegen_gate.h).
class CarefulSinking {
public:
  CarefulSinking();
  ~CarefulSinking();
  CarefulSinking(const CarefulSinking &) = delete;
  CarefulSinking &operator=(const CarefulSinking &) = delete;
};

} // namespace ocx
#endif
