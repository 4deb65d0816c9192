import { CHARGE_ALL_OFFICES, EVENT_ACCESS, mayUse, RESET_EVENT } from '@despacho/contracts';
import { DISPATCH_EVENT_ACCESS } from '@despacho/contracts/dispatch';
import { StringDecoder } from 'node:string_decoder';
import { type Person } from '../../session/record.ts';

/** Characters of the longest event, many times over: one of a thousand orders comes to 12,000. */
const LONGEST_EVENT = 256 * 1024;

const ACCESS = { ...DISPATCH_EVENT_ACCESS, ...EVENT_ACCESS };

/** What decides who may know of an event. */
interface Head {
  type: keyof typeof ACCESS;
  officeId: string;
  /** Whom it is about, where it is about a person. */
  about: string | undefined;
}

function readHead(data: string): Head | undefined {
  let event: unknown;
  try {
    event = JSON.parse(data);
  } catch {
    return undefined;
  }
  const { type, officeId, subject } = {
    ...(event as { type?: unknown; officeId?: unknown; subject?: unknown } | null),
  };
  if (typeof type !== 'string' || !Object.hasOwn(ACCESS, type) || typeof officeId !== 'string') return undefined;
  const { username } = { ...(subject as { username?: unknown } | null | undefined) };
  const about = Object.hasOwn(EVENT_ACCESS, type) && typeof username === 'string' ? username.toLowerCase() : undefined;
  return { type: type as Head['type'], officeId, about };
}

/** Heads by the text they were read from: what one reader is told, all readers of the office are told at the same moment. */
const heads = new Map<string, Head | undefined>();
const MOST_HEADS = 2000;
/** Characters of an event that is kept. Longer ones are rare, and two thousand of them would be half a gigabyte. */
const LONGEST_KEPT = 16 * 1024;

function headOf(data: string): Head | undefined {
  if (heads.has(data)) return heads.get(data);
  const head = readHead(data);
  if (data.length > LONGEST_KEPT) return head;
  if (heads.size >= MOST_HEADS) heads.clear();
  heads.set(data, head);
  return head;
}

/**
 * Whether a person may know of an event: of a type we know, by module or because it is about them, and of their own office.
 * Which offices belong to the company is for the service to say, so that charge S is told of all it names.
 */
export function mayHear({ charge, modules, officeId, username }: Person, data: string): boolean {
  const head = headOf(data);
  if (!head || (charge !== CHARGE_ALL_OFFICES && head.officeId !== officeId)) return false;
  if (mayUse(ACCESS[head.type], modules)) return true;
  return head.officeId === officeId && head.about === username.toLowerCase();
}

const ID = /^id: [\w.,:-]{1,2048}$/;
const RETRY = /^retry: \d{1,6}$/;

/** @returns what goes on of one event: nothing but lines of the forms we know. */
function passed(block: string, hears: (data: string) => boolean, withhold: () => void): string {
  let head = '';
  let name: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    // What a heartbeat says is for nobody.
    if (line.startsWith(':')) head += ':\n';
    else if (ID.test(line) || RETRY.test(line)) head += `${line}\n`;
    else if (line.startsWith('event: ')) name = line.slice(7);
    else if (line.startsWith('data: ')) data.push(line.slice(6));
    else if (line !== '') withhold();
  }
  if (data.length === 0) return head === '' ? '' : `${head}\n`;
  const [only = ''] = data;
  const isReset = name === RESET_EVENT && only === '{}';
  const isHeard = name === undefined && !only.includes('\r') && hears(only);
  if (data.length === 1 && isReset) return `event: ${RESET_EVENT}\n${head}data: {}\n\n`;
  if (data.length === 1 && isHeard) return `${head}data: ${only}\n\n`;
  withhold();
  // The place in the log all the same, so that it is not asked for again.
  return head === '' ? '' : `${head}\n`;
}

/**
 * Stands between the service's events and a person: what they may not know of stays here, whatever the service sends.
 * @param withhold called for each line or event that is kept back.
 * @returns a function that takes bytes of the service and answers text to send on; undefined where the service sends
 * something without an end.
 */
export function createEventGate(person: Person, withhold: () => void): (chunk: Buffer) => string | undefined {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return (chunk) => {
    rest += decoder.write(chunk);
    const end = rest.lastIndexOf('\n\n');
    const whole = end < 0 ? [] : rest.slice(0, end).split('\n\n');
    if (end >= 0) rest = rest.slice(end + 2);
    if (rest.length > LONGEST_EVENT) return undefined;
    return whole.map((block) => passed(block, (data) => mayHear(person, data), withhold)).join('');
  };
}
