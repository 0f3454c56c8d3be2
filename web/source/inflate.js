// Bytes compressed by deflate (RFC 1951), without a header, made whole again. Runs at once and in every browser.

// Extra bits and least values of lengths (codes 257 to 285) and distances (codes 0 to 29).
const EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const AWAY = Array.from({ length: 30 }, (_, i) => Math.max(0, (i >> 1) - 1));
const LENGTH = EXTRA.map(((least) => (bits) => { const value = least; least += 1 << bits; return value; })(3));
LENGTH[28] = 258;
const DISTANCE = AWAY.map(((least) => (bits) => { const value = least; least += 1 << bits; return value; })(1));
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

// A canonical Huffman code from the lengths of its words: how many words have each length, and symbols in order.
function code(lengths) {
  const count = new Uint16Array(16), symbols = new Uint16Array(lengths.length), next = new Uint16Array(16);
  for (const length of lengths) count[length]++;
  count[0] = 0;
  for (let k = 1; k < 16; k++) next[k] = next[k - 1] + count[k - 1];
  lengths.forEach((length, symbol) => { if (length) symbols[next[length]++] = symbol; });
  return { count, symbols };
}

export function inflate(input) {
  let at = 0, held = 0, bits = 0, size = 0, out = new Uint8Array(Math.max(1024, 4 * input.length));
  const take = (n) => {
    while (bits < n) {
      if (at >= input.length) throw new Error("The numbers of this page are not whole.");
      held |= input[at++] << bits;
      bits += 8;
    }
    const value = held & ((1 << n) - 1);
    held >>>= n;
    bits -= n;
    return value;
  };
  const symbol = ({ count, symbols }) => {
    let word = 0, first = 0, index = 0;
    for (let k = 1; k < 16; k++) {
      word |= take(1);
      if (word - first < count[k]) return symbols[index + word - first];
      index += count[k];
      first = (first + count[k]) << 1;
      word <<= 1;
    }
    throw new Error("The numbers of this page are damaged.");
  };
  const reserve = (n) => {
    if (size + n <= out.length) return;
    const larger = new Uint8Array(2 * (size + n));
    larger.set(out);
    out = larger;
  };
  const block = (literals, distances) => {
    for (;;) {
      const found = symbol(literals);
      if (found === 256) return;
      if (found < 256) {
        reserve(1);
        out[size++] = found;
        continue;
      }
      const length = LENGTH[found - 257] + take(EXTRA[found - 257]), away = symbol(distances);
      const distance = DISTANCE[away] + take(AWAY[away]);
      if (distance > size) throw new Error("The numbers of this page are damaged.");
      reserve(length);
      for (let k = 0; k < length; k++, size++) out[size] = out[size - distance];
    }
  };
  const own = () => {
    const literals = take(5) + 257, distances = take(5) + 1, count = take(4) + 4, lengths = new Array(19).fill(0);
    for (let k = 0; k < count; k++) lengths[ORDER[k]] = take(3);
    const words = code(lengths), all = [];
    while (all.length < literals + distances) {
      const found = symbol(words);
      if (found < 16) all.push(found);
      else {
        const value = found === 16 ? all[all.length - 1] : 0;
        for (let k = found === 16 ? 3 + take(2) : found === 17 ? 3 + take(3) : 11 + take(7); k > 0; k--) all.push(value);
      }
    }
    block(code(all.slice(0, literals)), code(all.slice(literals)));
  };
  for (let last = 0; !last;) {
    last = take(1);
    const kind = take(2);
    if (kind === 0) {
      held = bits = 0;
      const length = input[at] | (input[at + 1] << 8);
      at += 4;
      reserve(length);
      out.set(input.subarray(at, at + length), size);
      at += length;
      size += length;
    } else if (kind === 1) {
      block(code(Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))), code(new Array(30).fill(5)));
    } else if (kind === 2) own();
    else throw new Error("The numbers of this page are damaged.");
  }
  return out.subarray(0, size);
}
