import { type OperationManifest } from './manifest.ts';

const KB = 1024;

function size(bytes: number | null): string {
  if (bytes === null) return 'no limit (stream)';
  return bytes % (KB * KB) === 0 ? `${bytes / KB / KB} MB` : `${bytes / KB} KB`;
}

const WHO: Record<OperationManifest['access']['who'], string> = {
  everyone: 'everyone; no session is looked up',
  public: 'everyone, signed in or not',
  session: 'whoever is signed in',
  modules: 'whoever holds',
};

function who({ access: { who: kind, modules }, charge }: OperationManifest): string {
  const held = Object.entries(modules).map(([code, name]) => `${code} ${name}`);
  const besides = charge === null ? '' : `and has charge ${charge}`;
  return [WHO[kind], held.join(' or '), besides].filter((part) => part !== '').join(' ');
}

const CSRF: Record<OperationManifest['csrf'], string> = {
  never: '–',
  always: 'needed',
  'only-with-session': 'needed where there is a session',
};

const ORIGIN: Record<OperationManifest['origin'], string> = {
  'no-cross-site-reads': 'no other site',
  'same-origin-only': 'our own only',
};

function goes({ to: { upstream, path, credentials, handler, asks } }: OperationManifest): string {
  const by = handler === null ? '' : `, by ${handler}`;
  const asked = asks.map((call) => `, asking ${call.upstream} with ${call.credentials}`).join('');
  if (upstream === 'gateway') return `answered here${by}${asked}`;
  return `${upstream}${path ?? ''} with ${credentials === 'none' ? 'no credentials' : String(credentials)}${by}`;
}

/** Columns of a page about the operations, by title. */
export const COLUMNS: Readonly<Record<string, (operation: OperationManifest, id: string) => string>> = {
  operation: ({ method, path }) => `${method} ${path}`,
  id: (_, id) => id,
  'who may': who,
  'another office': ({ office }) => (office === null ? '–' : `charge S (${office})`),
  'csrf token': ({ csrf }) => CSRF[csrf],
  'idempotency key': ({ repeatable }) => (repeatable ? 'needed' : '–'),
  origin: ({ origin }) => ORIGIN[origin],
  'body, answer': ({ limits: { request, answer, time } }) =>
    `${size(request)}, ${size(answer)}${time === undefined ? '' : `; ${time / 1000} s`}`,
  rate: ({ rate }) => (rate === 'own' ? 'its own' : 'the session’s'),
  'keeps alive': ({ keepsAlive }) => (keepsAlive ? 'yes' : 'no'),
  goes,
};
