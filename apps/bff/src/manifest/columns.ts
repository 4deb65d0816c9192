import { type OperationManifest } from './manifest.ts';

const KB = 1024;

function size(bytes: number | null): string {
  if (bytes === null) return 'no limit (stream)';
  return bytes % (KB * KB) === 0 ? `${bytes / KB / KB} MB` : `${bytes / KB} KB`;
}

const WHO: Record<OperationManifest['access']['who'], string> = {
  everyone: 'everyone; no session is read',
  public: 'everyone, signed in or not',
  session: 'every signed-in user',
  modules: 'users with',
  courier: 'connected phones of couriers',
  'courier-public': 'phones of couriers, connected or not',
  guest: 'guests who opened a link',
  'guest-public': 'guests, with an opened link or without',
};

function who({ access: { who: kind, modules, also = {}, alsoUnless }, charge, directory }: OperationManifest): string {
  const held = Object.entries(modules).map(([code, name]) => `${code} ${name}`);
  const instead = alsoUnless === undefined ? '' : ` or charge ${alsoUnless}`;
  const all = Object.entries(also).map(([code, name]) => `and ${code} ${name}${instead}`);
  const besides = charge === null ? '' : `and charge ${charge}`;
  const where = directory ? '(not with a foreign host)' : '';
  return [WHO[kind], held.join(' or '), ...all, besides, where].filter((part) => part !== '').join(' ');
}

const CSRF: Record<OperationManifest['csrf'], string> = {
  never: '–',
  always: 'required',
  'only-with-session': 'required with a session',
};

const ORIGIN: Record<OperationManifest['origin'], string> = {
  'no-cross-site-reads': 'not from other sites',
  'same-origin-only': 'only our own',
  server: 'none: called by a provider’s server, which signs the body',
};

function goes({ to: { upstream, path, credentials, handler, asks } }: OperationManifest): string {
  const by = handler === null ? '' : `, by ${handler}`;
  const asked = asks.map((call) => `, which calls ${call.upstream} with ${call.credentials}`).join('');
  if (upstream === 'gateway') return `the gateway itself${by}${asked}`;
  return `${upstream}${path ?? ''} with ${credentials === 'none' ? 'no credentials' : String(credentials)}${by}`;
}

/** @returns in words how recent a proof of who somebody is must be. */
function proofIn({ proof }: OperationManifest): string {
  if (!proof) return '–';
  const rows = proof.aboveRows === undefined ? '' : ` above ${proof.aboveRows} rows`;
  return `${proof.minutes} minutes${rows}${proof.withFactor ? ' with a second factor' : ''}`;
}

/** Columns of a page about the operations, by title. */
export const COLUMNS: Readonly<Record<string, (operation: OperationManifest, id: string) => string>> = {
  operation: ({ method, path }) => `${method} ${path}`,
  id: (_, id) => id,
  callers: who,
  'another office': ({ office }) => (office === null ? '–' : `charge S (${office})`),
  proof: proofIn,
  'csrf token': ({ csrf }) => CSRF[csrf],
  'idempotency key': ({ repeatable }) => (repeatable ? 'required' : '–'),
  origin: ({ origin }) => ORIGIN[origin],
  'body, answer': ({ limits: { request, answer, time } }) =>
    `${size(request)}, ${size(answer)}${time === undefined ? '' : `; ${time / 1000} s`}`,
  rate: ({ rate }) => (rate === 'own' ? 'its own' : 'the session’s'),
  'keeps alive': ({ keepsAlive }) => (keepsAlive ? 'yes' : 'no'),
  upstream: goes,
};
