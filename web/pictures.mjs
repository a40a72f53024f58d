// What is in two pictures, and how far they differ.
import fs from "node:fs";
import zlib from "node:zlib";

// A PNG file of eight bits without interlacing, as both editions write them, three numbers a pixel.
export function pixels_of(file) {
  const bytes = fs.readFileSync(file);
  const width = bytes.readUInt32BE(16), height = bytes.readUInt32BE(20), each = bytes[25] === 6 ? 4 : 3;
  const data = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT") data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  const raw = zlib.inflateSync(Buffer.concat(data)), wide = width * each;
  const rows = Buffer.alloc(wide * height), rgb = Buffer.alloc(width * height * 3);
  const nearest = (a, b, c) => {
    const p = a + b - c, pa = Math.abs(p - a), pb = Math.abs(p - b), pc = Math.abs(p - c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
  };
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < wide; ++x) {
      const left = x < each ? 0 : rows[y * wide + x - each], up = y ? rows[(y - 1) * wide + x] : 0;
      const corner = x < each || !y ? 0 : rows[(y - 1) * wide + x - each];
      const guess = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][raw[y * (wide + 1)]];
      rows[y * wide + x] = raw[y * (wide + 1) + 1 + x] + guess;
    }
  for (let i = 0; i < width * height; ++i) rows.copy(rgb, i * 3, i * each, i * each + 3);
  return { width, height, rgb };
}

// The share of pixels that differ by more than a rasteriser of letters may make them.
export function share_differing(one, other) {
  if (one.width !== other.width) return 1;
  const count = one.width * Math.min(one.height, other.height);
  let differing = 0;
  for (let i = 0; i < count; ++i)
    if ([0, 1, 2].some((c) => Math.abs(one.rgb[i * 3 + c] - other.rgb[i * 3 + c]) > 64)) ++differing;
  return differing / count;
}
