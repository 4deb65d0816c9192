import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser, type StreamBlock } from './event-parser.ts';

const parse = (...pieces: string[]): StreamBlock[] => {
  const feed = createEventParser();
  return pieces.flatMap(feed);
};

describe('createEventParser', () => {
  it('S42: parses events with their id and name', () => {
    expect(parse('id: a.1\ndata: {"x":1}\n\nevent: reset\nid: a.2\ndata: {}\n\n')).toEqual([
      { event: 'message', data: '{"x":1}', id: 'a.1' },
      { event: 'reset', data: '{}', id: 'a.2' },
    ]);
  });

  it('keeps a block without data, which sets the position', () => {
    expect(parse('id: a.7\n\n')).toEqual([{ event: 'message', data: undefined, id: 'a.7' }]);
  });

  it('ignores heartbeats, retry and unknown fields', () => {
    expect(parse(': \n\n', 'retry: 1000\n\n', 'colour: red\n\n')).toEqual([]);
  });

  it('joins data lines and removes one leading space', () => {
    expect(parse('data: a\ndata:  b\ndata\ndata:c\n\n')).toEqual([
      { event: 'message', data: 'a\n b\n\nc', id: undefined },
    ]);
  });

  it('ignores a truncated block', () => {
    expect(parse('id: a.1\ndata: {"x":1}\n')).toEqual([]);
  });

  it('ignores a byte order mark, and an id that could not be sent back', () => {
    expect(parse('\uFEFFdata: a\nid: x\0y\n\n')).toEqual([{ event: 'message', data: 'a', id: undefined }]);
  });

  it('accepts chunks cut anywhere, and all line endings', { timeout: 30_000 }, () => {
    const line = fc.constantFrom('data: á', 'data:b', 'id: 1', 'event: reset', ': x', '', 'data');
    fc.assert(
      fc.property(
        fc.array(line),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat({ max: 120 }), { maxLength: 12 }),
        (lines, end, cuts) => {
          const text = [...lines, '', ''].join(end);
          const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
          const pieces = places.slice(1).map((to, i) => text.slice(places[i], to));
          expect(parse(...pieces, end)).toEqual(parse(text, end));
          expect(parse(...pieces, end)).toEqual(parse([...lines, '', '', ''].join('\n')));
        },
      ),
      { numRuns: 300 },
    );
  });
});
