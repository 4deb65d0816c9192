import { CHARGE_ALL_OFFICES, EVENT_ACCESS, mayUse, RESET_EVENT } from '@despacho/contracts';
import { DISPATCH_EVENT_ACCESS } from '@despacho/contracts/dispatch';
import { StringDecoder } from 'node:string_decoder';
import { type Person } from '#session/record.ts';

/** Characters of the longest event with a wide margin: one about a thousand orders has 12,000. */
const LONGEST_EVENT = 256 * 1024;

const ACCESS = { ...DISPATCH_EVENT_ACCESS, ...EVENT_ACCESS };

/** Fields that decide who may receive an event. */
interface Head {
  type: keyof typeof ACCESS;
  officeId: string;
  /** User name of the person it is about, if any. */
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

/** Parsed heads by event text, because all readers of an office receive the same event at about the same time. */
const heads = new Map<string, Head | undefined>();
const MAX_HEADS = 2000;
/** Maximum characters of a cached event. Longer ones are rare, and two thousand of them would take half a gigabyte. */
const LONGEST_KEPT = 16 * 1024;

function headOf(data: string): Head | undefined {
  if (heads.has(data)) return heads.get(data);
  const head = readHead(data);
  if (data.length > LONGEST_KEPT) return head;
  if (heads.size >= MAX_HEADS) heads.clear();
  heads.set(data, head);
  return head;
}

/**
 * Whether a user may receive an event: its type is known, a module permits it or it is about the user, and it belongs
 * to their office. The service decides which offices belong to the company, so charge S receives events of all offices
 * in the stream.
 */
export function mayHear({ charge, modules, officeId, username }: Person, data: string): boolean {
  const head = headOf(data);
  if (!head || (charge !== CHARGE_ALL_OFFICES && head.officeId !== officeId)) return false;
  if (mayUse(ACCESS[head.type], modules)) return true;
  return head.officeId === officeId && head.about === username.toLowerCase();
}

const ID = /^id: [\w.,:-]{1,2048}$/;
const RETRY = /^retry: \d{1,6}$/;

/** @returns the part of one event that passes: only lines of known forms. */
function passed(block: string, hears: (data: string) => boolean, withhold: () => void): string {
  let head = '';
  let name: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    // The content of a heartbeat is dropped.
    if (line.startsWith(':')) head += ':\n';
    else if (ID.test(line) || RETRY.test(line)) head += `${line}\n`;
    else if (line.startsWith('event: ')) name = line.slice(7);
    else if (line.startsWith('data: ')) data.push(line.slice(6));
    else if (line !== '') withhold();
  }
  if (data.length === 0) return head === '' ? '' : `${head}\n`;
  const [only = ''] = data;
  const isReset = name === RESET_EVENT && only === '{}';
  const mayPass = name === undefined && !only.includes('\r') && hears(only);
  if (data.length === 1 && isReset) return `event: ${RESET_EVENT}\n${head}data: {}\n\n`;
  if (data.length === 1 && mayPass) return `${head}data: ${only}\n\n`;
  withhold();
  // The position passes anyway, so that the event is not requested again.
  return head === '' ? '' : `${head}\n`;
}

/**
 * Filters the service's events for a user: drops everything they may not receive, whatever the service sends.
 * @param withhold called for each dropped line or event.
 * @returns a function that takes bytes from the service and returns the text to send; undefined if an event never ends.
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
