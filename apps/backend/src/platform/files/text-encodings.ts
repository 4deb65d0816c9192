/** Upper half of code page 850, as MS-DOS programs and old exports write it. 437 has the same Spanish letters. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const NUL_BYTE = 0;

/** Bytes examined to detect UTF-16 and its byte order. */
const EXAMINED = 65_536;

const HIGH_BYTES = /[\u0080-\u00ff]/g;

const dos = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(HIGH_BYTES, (each) => CP850[each.charCodeAt(0) - 128] ?? each);

function decoder(label: string): (bytes: Uint8Array) => string {
  const native = new TextDecoder(label);
  return (bytes) => native.decode(bytes);
}

const utf8 = decoder('utf-8');

/** Encodings with one byte per character, in order of preference. */
const SINGLE_BYTE = {
  'windows-1252': decoder('windows-1252'),
  cp850: dos,
  macintosh: decoder('macintosh'),
  'iso-8859-15': decoder('iso-8859-15'),
};

/** A multi-byte sequence of UTF-8, without overlong forms, surrogates and unassigned planes. */
const SEQUENCE =
  /[\u00c2-\u00df][\u0080-\u00bf]|\u00e0[\u00a0-\u00bf][\u0080-\u00bf]|[\u00e1-\u00ec\u00ee\u00ef][\u0080-\u00bf]{2}|\u00ed[\u0080-\u009f][\u0080-\u00bf]|\u00f0[\u0090-\u00bf][\u0080-\u00bf]{2}|[\u00f1-\u00f3][\u0080-\u00bf]{3}|\u00f4[\u0080-\u008f][\u0080-\u00bf]{2}/g;

/** Decodes UTF-8 mixed with bytes of another encoding, as after an old program edited or joined files. */
const mixed =
  (single: (bytes: Uint8Array) => string) =>
  (bytes: Buffer): string => {
    const text = bytes.toString('latin1');
    let at = 0;
    let result = '';
    for (const { 0: sequence, index } of text.matchAll(SEQUENCE)) {
      result += single(bytes.subarray(at, index)) + utf8(bytes.subarray(index, index + sequence.length));
      at = index + sequence.length;
    }
    return result + single(bytes.subarray(at));
  };

const strict = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8 that was decoded as another encoding and encoded as UTF-8 again: «IÃ±igo» becomes «Iñigo». */
function twice(single: (bytes: Uint8Array) => string): (bytes: Buffer) => string {
  const byteOf = new Map(Array.from({ length: 128 }, (_, index) => [single(Uint8Array.of(128 + index)), 128 + index]));
  return (bytes) =>
    utf8(bytes).replace(/[^\0-\u007f]+/g, (run) => {
      const codes = Array.from(run, (each) => byteOf.get(each) ?? -1);
      if (codes.includes(-1)) return run;
      try {
        return strict.decode(Uint8Array.from(codes));
      } catch {
        return run;
      }
    });
}

/** Encodings that a text file may have, with their decoders. A byte order mark at the start is removed. */
export const ENCODINGS = {
  'utf-8': utf8,
  'utf-16le': decoder('utf-16le'),
  'utf-16be': decoder('utf-16be'),
  ...SINGLE_BYTE,
  'utf-8+windows-1252': mixed(SINGLE_BYTE['windows-1252']),
  'utf-8+cp850': mixed(SINGLE_BYTE.cp850),
  'utf-8+macintosh': mixed(SINGLE_BYTE.macintosh),
  'utf-8-twice': twice(SINGLE_BYTE['windows-1252']),
  'utf-8-twice-cp850': twice(dos),
  'utf-8-twice-macintosh': twice(SINGLE_BYTE.macintosh),
};

/** Name of an encoding. */
export type Encoding = keyof typeof ENCODINGS;

/** @returns whether a text is the name of an encoding. */
export const isEncoding = (name: string): name is Encoding => Object.hasOwn(ENCODINGS, name);

/**
 * @returns the encoding that the first bytes of a file prove, or the places of its zero bytes: UTF-16 text has one in
 * most pairs. Undefined if neither does.
 */
export function provenEncoding(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  const zeros = [0, 0];
  const examined = Math.min(bytes.length, EXAMINED);
  for (let at = 0; at < examined; at++) if (bytes[at] === NUL_BYTE) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = examined / 2;
  if (odd > most * 0.7 && even < most * 0.05) return 'utf-16le';
  if (even > most * 0.7 && odd < most * 0.05) return 'utf-16be';
  return undefined;
}
