import { isIPv4 } from 'node:net';

/*
 * Writes small databases in MaxMind's format (MaxMind DB file format 2.0), so that tests require no licensed file: a
 * binary tree over 128 bits, with IPv4 below ::/96, then the records, then the metadata.
 */

type Value = string | number | readonly Value[] | { readonly [name: string]: Value };

const TYPES = { text: 2, map: 7, number: 6, array: 11 };

function head(type: number, size: number): Buffer {
  const small = Math.min(size, 29);
  const bytes = type > 7 ? [small, type - 7] : [(type << 5) | small];
  return Buffer.from(size > 28 ? [...bytes, size - 29] : bytes);
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([head(TYPES.text, text.length), text]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head(TYPES.number, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(TYPES.array, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    head(TYPES.map, entries.length),
    ...entries.flatMap(([name, one]) => [encode(name), encode(one)]),
  ]);
}

function bitsOf(network: string): string {
  const [address = '', length = ''] = network.split('/');
  if (isIPv4(address)) {
    const bits = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'));
    return '0'.repeat(96) + bits.join('').slice(0, Number(length));
  }
  const [before = '', after = ''] = address.split('::');
  const [left, right] = [before, after].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('')
    .slice(0, Number(length));
}

interface Form {
  /** 4: a tree over 32 bits, as in IPv4-only files. */
  ipVersion?: 4 | 6;
  /** Writes invalid records. */
  damaged?: boolean;
}

type Node = [Node | number | undefined, Node | number | undefined];

/** @param networks records by network, without nesting. @returns the file. */
export function geoDatabase(networks: Record<string, Value>, { ipVersion = 6, damaged = false }: Form = {}): Buffer {
  const root: Node = [undefined, undefined];
  const nodes: Node[] = [root];
  const records: Buffer[] = [];
  let offset = 0;
  for (const [network, value] of Object.entries(networks)) {
    const bits = Array.from(bitsOf(network).slice(ipVersion === 4 ? 96 : 0)).map((bit) => (bit === '1' ? 1 : 0));
    let node = root;
    for (const bit of bits.slice(0, -1)) {
      const next = node[bit];
      const inner: Node = Array.isArray(next) ? next : [undefined, undefined];
      if (!Array.isArray(next)) nodes.push(inner);
      node[bit] = inner;
      node = inner;
    }
    node[bits.at(-1) ?? 0] = offset;
    const record = damaged ? Buffer.alloc(encode(value).length, 0xff) : encode(value);
    records.push(record);
    offset += record.length;
  }
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, node] of nodes.entries())
    for (const [side, next] of node.entries()) {
      const record = Array.isArray(next) ? nodes.indexOf(next) : nodes.length + (next === undefined ? 0 : 16 + next);
      tree.writeUIntBE(record, index * 6 + side * 3, 3);
    }
  const about = encode({
    node_count: nodes.length,
    record_size: 24,
    ip_version: ipVersion,
    database_type: 'Test',
    languages: ['es'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    description: { es: 'Prueba' },
  });
  return Buffer.concat([tree, Buffer.alloc(16), ...records, Buffer.from('abcdef4d61784d696e642e636f6d', 'hex'), about]);
}
