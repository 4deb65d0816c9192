import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Person } from '#session/record.ts';
import { createEventGate, mayHear } from './event-gate.ts';

const person = (changes: Partial<Person>): Person =>
  ({ charge: 'O', officeId: 'LIMA', username: 'Ana', modules: ['U01'], ...changes }) as Person;
const ana = person({});
const event = (type: string, officeId: string, more: object = {}): string =>
  JSON.stringify({ type, officeId, ...more });

let recorded = 0;
/** Parsed events are cached by text. Trailing blanks make the text differ from a cached one. */
const asNew = (data: string): string => data + ' '.repeat((recorded += 1));

/** The output of the gate for the service's stream, which arrives in chunks of `size` characters. */
function gated(who: Person, text: string, size = 7): { out: string; withheld: number } {
  let withheld = 0;
  const gate = createEventGate(who, () => (withheld += 1));
  const bytes = Buffer.from(text);
  let out = '';
  for (let at = 0; at < bytes.length; at += size) out += gate(bytes.subarray(at, at + size)) ?? 'CUT';
  return { out, withheld };
}

describe('who receives an event', () => {
  const subject = { subject: { id: '1', username: 'ana', user: 'Ana' } };
  const of = (username: string) => ({ subject: { ...subject.subject, username } });
  it.each<[string, Person, string, boolean]>([
    ['an order of their own office, with its module', ana, event('order.changed', 'LIMA'), true],
    ['an order of another office', ana, event('order.changed', 'AREQUIPA'), false],
    ['an order of another office, with charge S', person({ charge: 'S' }), event('order.changed', 'AREQUIPA'), true],
    [
      'an order, with charge S and without the module',
      person({ charge: 'S', modules: ['G01'] }),
      event('order.changed', 'LIMA'),
      false,
    ],
    ['who is at what, without the module', person({ modules: ['M01'] }), event('presence.recorded', 'LIMA'), false],
    ['positions, with the module', person({ modules: ['M01'] }), event('positions.moved', 'LIMA'), true],
    ['positions, without it', person({ modules: ['U01', 'T02', 'G01'] }), event('positions.moved', 'LIMA'), false],
    ['positions, with charge S and without it', person({ charge: 'S' }), event('positions.moved', 'LIMA'), false],
    ['«Por atender», with D04', person({ modules: ['D04'] }), event('attention.moved', 'LIMA'), true],
    ['«Por atender», without it', person({ modules: ['U01', 'M01', 'D05'] }), event('attention.moved', 'LIMA'), false],
    ['arrivals, with the module', person({ modules: ['M01'] }), event('arrivals.changed', 'LIMA'), true],
    ['arrivals, without it', person({ modules: ['U01', 'T02', 'G01'] }), event('arrivals.changed', 'LIMA'), false],
    ['positions of another office', person({ modules: ['M01'] }), event('positions.moved', 'AREQUIPA'), false],
    [
      'figures that changed, with a module of the Dashboard',
      person({ modules: ['D06'] }),
      event('figures.changed', 'LIMA'),
      true,
    ],
    ['figures that changed, without any', person({ modules: ['U01', 'M01'] }), event('figures.changed', 'LIMA'), false],
    [
      'permissions, with the module',
      person({ modules: ['G01'] }),
      event('permissions.changed', 'LIMA', of('luis')),
      true,
    ],
    ['permissions of somebody else, without it', ana, event('permissions.changed', 'LIMA', of('luis')), false],
    ['one’s own permissions', ana, event('permissions.changed', 'LIMA', subject), true],
    ['those of a namesake elsewhere', ana, event('permissions.changed', 'AREQUIPA', subject), false],
    [
      'those of a namesake elsewhere, with charge S alone',
      person({ charge: 'S' }),
      event('permissions.changed', 'CUSCO', subject),
      false,
    ],
    ['an order that says it is about one', person({ modules: [] }), event('order.changed', 'LIMA', subject), false],
    ['a type nobody knows', person({ charge: 'S' }), event('salary.changed', 'LIMA'), false],
    ['a type every object has', person({ charge: 'S' }), event('constructor', 'LIMA'), false],
    ['no office', ana, '{"type":"order.changed"}', false],
    ['no office, with charge S', person({ charge: 'S' }), '{"type":"order.changed"}', false],
    ['an office that is no text', person({ charge: 'S' }), '{"type":"order.changed","officeId":7}', false],
    ['a type that is a list of one', person({ charge: 'S' }), '{"type":["order.changed"],"officeId":"LIMA"}', false],
    ['permissions of nobody named', ana, event('permissions.changed', 'LIMA', { subject: null }), false],
    [
      'permissions of a name that is no text',
      ana,
      event('permissions.changed', 'LIMA', { subject: { username: ['ana'] } }),
      false,
    ],
    ['one’s own permissions, spelt otherwise', ana, event('permissions.changed', 'LIMA', of('ANA')), true],
    ['no event', ana, 'null', false],
    ['no JSON', ana, '{', false],
  ])('G20: %s', (_what, who, text, may) => {
    const data = asNew(text);
    expect(mayHear(who, data)).toBe(may);
    // Even if others have already received the same text.
    expect(mayHear(who, data)).toBe(may);
  });
});

/** The only lines that may pass besides permitted events, whatever the input. */
const OWN_FORM = /^(|:|id: [\w.,:-]+|retry: \d+|event: reset|data: \{\})$/;

describe('the gate', () => {
  const mine = event('order.changed', 'LIMA', { note: 'Ñandú' });
  const theirs = event('order.changed', 'AREQUIPA', { note: 'secreto' });

  it('G20: passes the user’s events, and only the position of other events', () => {
    const sent = `retry: 1000\n\nid: a.1\n\nid: a.2\ndata: ${mine}\n\nid: a.3\ndata: ${theirs}\n\n: \n\nevent: reset\nid: a.4\ndata: {}\n\n`;
    for (const size of [1, 7, 10_000])
      expect(gated(ana, sent, size)).toEqual({
        out: `retry: 1000\n\nid: a.1\n\nid: a.2\ndata: ${mine}\n\nid: a.3\n\n:\n\nevent: reset\nid: a.4\ndata: {}\n\n`,
        withheld: 1,
      });
  });

  it('G20: drops the content of heartbeats', () => {
    expect(gated(ana, `: ${theirs}\n\n`)).toEqual({ out: ':\n\n', withheld: 0 });
  });

  it.each([
    ['under a name', `event: message\ndata: ${mine}\n\n`],
    ['under a name, although there is nothing in it', 'event: message\ndata: {}\n\n'],
    ['as a reset', `event: reset\ndata: ${theirs}\n\n`],
    ['behind a reset', `event: reset\ndata: {}\ndata: ${mine}\n\n`],
    ['behind another line of data', `data: ${mine}\ndata: ${theirs}\n\n`],
    ['behind a carriage return', `data: ${mine}\rdata: ${theirs}\n\n`],
    ['in white space that ends lines', `data: {"type":"order.changed",\r"officeId":"LIMA"}\n\n`],
    ['in an id', `id: secreto ${theirs}\n\n`],
    ['in a field that ends like an id', 'xid: 1\n\n'],
    ['in an invalid retry time', 'retry: 1234567\n\n'],
    ['in a field nobody knows', `secreto: ${theirs}\n\n`],
    ['without a field', `${theirs}\n\n`],
  ])('G20: drops content %s, and reports it', (_where, sent) => {
    expect(gated(ana, sent)).toEqual({ out: '', withheld: 1 });
  });

  it('ignores an extra blank line', () => {
    expect(gated(ana, `\ndata: ${mine}\n\n\n\n`)).toEqual({ out: `data: ${mine}\n\n`, withheld: 0 });
  });

  it('G36: ends the stream at an endless event', () => {
    const gate = createEventGate(ana, () => undefined);
    expect(gate(Buffer.from('x'.repeat(256 * 1024)))).toBe('');
    expect(gate(Buffer.from('x'))).toBeUndefined();
  });

  it('G20: passes only well-formed lines of arbitrary input', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\n',
        '\n\n',
        '\r',
        'data: ',
        'id: ',
        'event: reset\n',
        ': ',
        'retry: 1\n',
        `data: ${mine}\n\n`,
        `data: ${theirs}\n\n`,
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 50 }), (pieces, size) => {
        const { out } = gated(ana, pieces.join(''), size);
        const strange = out.split('\n').filter((line) => !OWN_FORM.test(line) && line !== `data: ${mine}`);
        expect(strange).toEqual([]);
      }),
    );
  });
});
