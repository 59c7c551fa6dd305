// Differences of two functions: which lines stayed, and which pairs of lines are one line that was edited.

const MOST_EDITS = 600; // beyond, lines that occur once in both are looked for and the parts between them compared

/** As push(...items), which fails for a hundred thousand of them. */
function pushAll(list, items) {
  for (const item of items) list.push(item);
}

/** Rows {a, b, kind}: line positions in both (−1: none) and same, edit, del or add. */
function diffRows(before, after) {
  const numbers = new Map();
  const numbered = (lines) => lines.map((line) => {
    if (!numbers.has(line)) numbers.set(line, numbers.size);
    return numbers.get(line);
  });
  const rows = [];
  const a = numbered(before);
  const b = numbered(after);
  let i = 0;
  let j = 0;
  const gap = (toA, toB) => {
    pushAll(rows, pairedRows(before, after, i, toA, j, toB));
    i = toA;
    j = toB;
  };
  for (const [x, y, length] of matches(a, 0, a.length, b, 0, b.length)) {
    gap(x, y);
    for (let k = 0; k < length; k++) rows.push({ a: i++, b: j++, kind: "same" });
  }
  gap(a.length, b.length);
  return rows;
}

/** [a, b, length] of equal stretches, in order. */
function matches(a, a0, a1, b, b0, b1) {
  let start = 0;
  while (a0 + start < a1 && b0 + start < b1 && a[a0 + start] === b[b0 + start]) start++;
  let end = 0;
  while (a1 - end > a0 + start && b1 - end > b0 + start && a[a1 - end - 1] === b[b1 - end - 1]) end++;
  const found = start ? [[a0, b0, start]] : [];
  const [fromA, toA, fromB, toB] = [a0 + start, a1 - end, b0 + start, b1 - end];
  if (fromA < toA && fromB < toB) {
    pushAll(found, shortest(a, fromA, toA, b, fromB, toB) || anchored(a, fromA, toA, b, fromB, toB));
  }
  if (end) found.push([toA, toB, end]);
  return found;
}

/** Myers' shortest edit script; null where it would take too many edits. */
function shortest(a, a0, a1, b, b0, b1) {
  const n = a1 - a0;
  const m = b1 - b0;
  const most = Math.min(n + m, MOST_EDITS);
  const offset = most + 1;
  let reach = new Int32Array(2 * most + 3);
  const history = [];
  for (let edits = 0; edits <= most; edits++) {
    history.push(reach.slice(offset - edits - 1, offset + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && reach[offset + k - 1] < reach[offset + k + 1]);
      let x = down ? reach[offset + k + 1] : reach[offset + k - 1] + 1;
      let y = x - k;
      while (x < n && y < m && a[a0 + x] === b[b0 + y]) x++, y++;
      reach[offset + k] = x;
      if (x >= n && y >= m) return walkBack(history, edits, n, m, a0, b0);
    }
  }
  return null;
}

function walkBack(history, edits, n, m, a0, b0) {
  const found = [];
  let [x, y] = [n, m];
  for (let d = edits; d >= 0; d--) {
    const reach = history[d];
    const at = (k) => reach[k + d + 1];
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const fromX = d === 0 ? 0 : down ? at(k + 1) : at(k - 1) + 1;
    if (x > fromX) found.push([a0 + fromX, b0 + fromX - k, x - fromX]);
    const before = down ? k + 1 : k - 1;
    x = d === 0 ? 0 : at(before);
    y = x - before;
  }
  return found.reverse();
}

/** Lines that occur once on both sides, as far as they are in the same order, divide the rest. */
function anchored(a, a0, a1, b, b0, b1) {
  const once = (lines, from, to) => {
    const places = new Map();
    for (let i = from; i < to; i++) places.set(lines[i], places.has(lines[i]) ? -1 : i);
    return places;
  };
  const inB = once(b, b0, b1);
  const pairs = [];
  for (const [line, i] of once(a, a0, a1)) {
    const j = inB.get(line);
    if (i >= 0 && j !== undefined && j >= 0) pairs.push([i, j]);
  }
  const chain = increasing(pairs);
  if (!chain.length) return [];
  const found = [];
  let [i, j] = [a0, b0];
  for (const [x, y] of chain) {
    if (x < i || y < j) continue;
    pushAll(found, matches(a, i, x, b, j, y));
    found.push([x, y, 1]);
    [i, j] = [x + 1, y + 1];
  }
  pushAll(found, matches(a, i, a1, b, j, b1));
  return found;
}

/** The longest chain of pairs that rises in both. */
function increasing(pairs) {
  const tails = [];
  const previous = new Array(pairs.length).fill(-1);
  pairs.forEach(([, j], index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]][1] < j) low = middle + 1;
      else high = middle;
    }
    if (low) previous[index] = tails[low - 1];
    tails[low] = index;
  });
  const chain = [];
  for (let at = tails.length ? tails[tails.length - 1] : -1; at >= 0; at = previous[at]) chain.push(pairs[at]);
  return chain.reverse();
}

/** What a line does, without the names in it: edited lines are found by it. */
function shapeOf(text) {
  return text.replace(/[%@][\w.$-]+/g, "%").replace(/\b\d+\b/g, "0").trim();
}

/** The word that says what a line does: the opcode, or the first one. */
function workOf(text) {
  return /^\s*(?:[%@][\w.$-]+ = )?(?:tail |notail )?(\S*)/.exec(text)[1];
}

function pairedRows(before, after, a0, a1, b0, b1) {
  const rows = [];
  const n = a1 - a0;
  const m = b1 - b0;
  const alone = (i0, i1, j0, j1) => {
    // as many lines as before that do the same: edited one by one
    while (i0 < i1 && j0 < j1 && i1 - i0 === j1 - j0 && workOf(before[i0]) === workOf(after[j0])) rows.push({ a: i0++, b: j0++, kind: "edit" });
    for (let i = i0; i < i1; i++) rows.push({ a: i, b: -1, kind: "del" });
    for (let j = j0; j < j1; j++) rows.push({ a: -1, b: j, kind: "add" });
  };
  if (!n || !m || n * m > 40000) {
    alone(a0, a1, b0, b1);
    return rows;
  }
  const shapesA = before.slice(a0, a1).map(shapeOf);
  const shapesB = after.slice(b0, b1).map(shapeOf);
  const common = commonTable(shapesA, shapesB);
  let [i, j] = [0, 0];
  let [fromA, fromB] = [0, 0];
  while (i < n && j < m) {
    if (shapesA[i] === shapesB[j]) {
      alone(a0 + fromA, a0 + i, b0 + fromB, b0 + j);
      rows.push({ a: a0 + i, b: b0 + j, kind: "edit" });
      fromA = ++i;
      fromB = ++j;
    } else if (common[(i + 1) * (m + 1) + j] >= common[i * (m + 1) + j + 1]) i++;
    else j++;
  }
  alone(a0 + fromA, a1, b0 + fromB, b1);
  return rows;
}

function commonTable(a, b) {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i * width + j] = a[i] === b[j]
        ? table[(i + 1) * width + j + 1] + 1
        : Math.max(table[(i + 1) * width + j], table[i * width + j + 1]);
    }
  }
  return table;
}

/** Rows with long stretches that stayed folded into one {kind: "fold", rows}. */
function foldedRows(rows, around = 3) {
  const folded = [];
  let at = 0;
  while (at < rows.length) {
    let end = at;
    while (end < rows.length && rows[end].kind === "same") end++;
    const keepFirst = at === 0 ? 0 : around;
    const keepLast = end === rows.length ? 0 : around;
    if (end - at > keepFirst + keepLast + 4) {
      pushAll(folded, rows.slice(at, at + keepFirst));
      folded.push({ kind: "fold", rows: rows.slice(at + keepFirst, end - keepLast) });
      pushAll(folded, rows.slice(end - keepLast, end));
    } else pushAll(folded, rows.slice(at, end));
    for (at = end; at < rows.length && rows[at].kind !== "same"; at++) folded.push(rows[at]);
  }
  return folded;
}
