// Colours for the four languages: a tokenizer by one regular expression each. Tokens never span lines.

const LANGUAGES = {
  ir: [
    ["c", /;.*/],
    ["s", /c?"(?:[^"\\]|\\.)*"/],
    ["g", /@[\w.$-]+/],
    ["v", /%[\w.$-]+/],
    ["t", /\b(?:void|ptr|half|float|double|bfloat|label|metadata|i\d+|addrspace)\b/],
    ["k", /\b(?:define|declare|ret|br|switch|call|tail|load|store|getelementptr|inbounds|phi|select|icmp|fcmp|alloca|add|sub|mul|[us]div|[us]rem|fadd|fsub|fmul|fdiv|fneg|frem|and|or|xor|shl|lshr|ashr|trunc|[sz]ext|fptrunc|fpext|fpto[us]i|[us]itofp|bitcast|addrspacecast|inttoptr|ptrtoint|extractvalue|insertvalue|extractelement|insertelement|shufflevector|atomicrmw|cmpxchg|fence|unreachable|freeze)\b/],
    ["m", /![\w.]+/],
    ["n", /\b-?(?:0x[0-9a-fA-F]+|\d+(?:\.\d+(?:e[+-]?\d+)?)?)\b/],
    ["l", /^[\w.$-]+:/],
  ],
  ptx: [
    ["c", /\/\/.*/],
    ["s", /"(?:[^"\\]|\\.)*"/],
    ["l", /^\$?[\w$]+:/],
    ["g", /(?<=^\s*)@!?%\w+/],
    ["v", /%\w+(?:\.\w+)?/],
    ["t", /\.(?:[bsuf]\d+(?:x2)?|pred|v[248])\b/],
    ["m", /(?<=^|\s)\.[a-z]\w*/],
    ["k", /(?<=^\s*(?:@!?%\w+\s+)?)[a-z]\w*(?:\.\w+)*/],
    ["n", /\b(?:0[xfd][0-9a-fA-F]+|\d+)\b/],
    ["g", /\$[\w$]+/],
  ],
  sass: [
    ["l", /^\.L\w+:/],
    ["g", /@!?U?P\w+/],
    ["k", /(?<=^(?:@!?U?P\w+ )?)[A-Z][A-Z0-9]+(?:\.\w+)*/],
    ["v", /\bU?R(?:\d+|Z)\b|\bU?P(?:\d|T)\b/],
    ["n", /-?0x[0-9a-f]+|\b\d+(?:\.\d+)?\b/],
    ["m", /c\[|\bSR_[\w.]+/],
  ],
  source: [
    ["c", /\/\/.*|\/\*.*?\*\//],
    ["s", /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/],
    ["m", /^\s*#\s*\w+|\b__\w+__\b|\b(?:threadIdx|blockIdx|blockDim|gridDim|warpSize)\b/],
    ["t", /\b(?:void|bool|char|short|int|long|float|double|unsigned|signed|size_t|u?int(?:8|16|32|64)_t|half|float[234]|int[234]|uint[234]|auto|dim3)\b/],
    ["k", /\b(?:if|else|for|while|do|return|break|continue|switch|case|default|struct|class|template|typename|const|constexpr|static|inline|extern|namespace|using|sizeof|volatile|restrict|__restrict__)\b/],
    ["n", /\b(?:0x[0-9a-fA-F]+|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)[fuUlL]*\b/],
    ["g", /\b\w+(?=\s*\()/],
  ],
};
const compiled = {};

function tokenizer(language) {
  if (!compiled[language]) {
    const kinds = LANGUAGES[language];
    compiled[language] = {
      kinds: kinds.map(([kind]) => kind),
      pattern: new RegExp(kinds.map(([, part]) => `(${part.source})`).join("|"), "g"),
    };
  }
  return compiled[language];
}

/** Spans of one line as HTML; mangled names are shown demangled, the whole name on hover. */
function highlighted(text, language) {
  const { kinds, pattern } = tokenizer(language);
  let result = "";
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    if (!match[0]) continue;
    result += plain(text.slice(last, match.index));
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)];
    result += `<span class="${kind}">${plain(match[0])}</span>`;
    last = match.index + match[0].length;
  }
  return result + plain(text.slice(last));
}

function plain(text) {
  if (!text.includes("_Z")) return escapeHtml(text);
  let result = "";
  let last = 0;
  for (const match of text.matchAll(/_+Z\w+/g)) {
    const names = trace.names[match[0]];
    if (!names) continue;
    result += escapeHtml(text.slice(last, match.index));
    result += `<abbr title="${escapeHtml(names[1])}">${escapeHtml(names[0])}</abbr>`;
    last = match.index + match[0].length;
  }
  return result + escapeHtml(text.slice(last));
}
