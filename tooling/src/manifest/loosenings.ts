import { isDeepStrictEqual } from 'node:util';
import { type Chain } from '../explain/chain.ts';
import { type Manifest, type OperationManifest } from '../../../apps/bff/tools/manifest.ts';

type Rule = (before: OperationManifest<string>, after: OperationManifest<string>) => string[];

/** From the narrowest to the widest. */
const WHO = ['modules', 'session', 'public', 'everyone'];
/** Phones of couriers, and guests, which have separate sessions: any change from or to these admits other callers. */
const LINKED = ['courier', 'courier-public', 'guest', 'guest-public'];
const CSRF = ['never', 'only-with-session', 'always'];
/** What an upstream learns about a user, from nothing to a token usable against another service. */
const CREDENTIALS = ['none', 'guest', 'phone', 'assertion', 'bearer'];

const said = (what: string, before: unknown, after: unknown): string =>
  `${what}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`;

const larger = (what: string, before: number | null, after: number | null): string[] =>
  (after ?? Infinity) > (before ?? Infinity) ? [said(what, before, after)] : [];

const access: Rule = ({ access: before }, { access: after }) => {
  if (before.who === 'modules' && after.who === 'modules') {
    const added = Object.keys(after.modules).filter((code) => !Object.hasOwn(before.modules, code));
    return added.length > 0 ? [said('modules', Object.keys(before.modules), Object.keys(after.modules))] : [];
  }
  const isLinked = LINKED.includes(before.who) || LINKED.includes(after.who);
  const isWider = isLinked ? before.who !== after.who : WHO.indexOf(after.who) > WHO.indexOf(before.who);
  return isWider ? [said('access', before.who, after.who)] : [];
};

const also: Rule = ({ access: before }, { access: after }) => {
  const required = (access: typeof before): string[] => Object.keys(access.also ?? {});
  const dropped = required(before).filter((code) => !required(after).includes(code));
  // A charge that replaces the modules lets more people in.
  const isReplaced =
    required(after).length > 0 && after.alsoUnless !== undefined && after.alsoUnless !== before.alsoUnless;
  const described = (access: typeof before): string[] => [
    ...required(access),
    ...(access.alsoUnless === undefined ? [] : [`or charge ${access.alsoUnless}`]),
  ];
  return dropped.length > 0 || isReplaced ? [said('also', described(before), described(after))] : [];
};

const csrf: Rule = ({ csrf: before, method: was }, { csrf: after, method: is }) => {
  if (before === after) return [];
  const dropped = CSRF.indexOf(after) < CSRF.indexOf(before);
  return dropped || was !== is ? [said('csrf', before, after)] : [];
};

const origin: Rule = ({ origin: before }, { origin: after }) =>
  before === 'same-origin-only' && after !== before ? [said('origin', before, after)] : [];

/** Removing the rule is a loosening, and so is reading the office from a different place. */
const office: Rule = ({ office: before }, { office: after }) =>
  before !== null && after !== before ? [said('office', before, after)] : [];

const charge: Rule = ({ charge: before }, { charge: after }) =>
  typeof before === 'string' && after !== before ? [said('charge', before, after)] : [];

/** An older proof that is enough, or only for more rows or fewer people. */
const proof: Rule = ({ proof: before }, { proof: after }) => {
  if (!before) return [];
  const isOlder = (after?.minutes ?? Infinity) > before.minutes;
  const isFewer = (after?.aboveRows ?? 0) > (before.aboveRows ?? 0) || (after?.withFactor && !before.withFactor);
  return isOlder || isFewer ? [said('proof', before, after ?? null)] : [];
};

const limits: Rule = ({ limits: before }, { limits: after }) => [
  ...larger('limits.request', before.request, after.request),
  ...larger('limits.answer', before.answer, after.answer),
  ...larger('limits.time', before.time ?? 0, after.time ?? 0),
];

const rate: Rule = ({ rate: before }, { rate: after }) =>
  before === 'with-the-session' && after === 'own' ? [said('rate', before, after)] : [];

const keepsAlive: Rule = ({ keepsAlive: before }, { keepsAlive: after }) =>
  !before && after ? [said('keepsAlive', before, after)] : [];

/** Another host, path or handler is another recipient, which a reviewer must approve. */
const destination: Rule = ({ to: before }, { to: after }) => [
  ...(before.upstream !== after.upstream || before.path !== after.path
    ? [said('to', [before.upstream, before.path], [after.upstream, after.path])]
    : []),
  ...(before.handler !== null && before.handler !== after.handler
    ? [said('handler', before.handler, after.handler)]
    : []),
  ...(CREDENTIALS.indexOf(after.credentials ?? 'none') > CREDENTIALS.indexOf(before.credentials ?? 'none')
    ? [said('credentials', before.credentials, after.credentials)]
    : []),
];

/** Each new call of a handler sends user data to another recipient. */
const asks: Rule = ({ to: before }, { to: after }) =>
  after.asks
    .filter((call) => !before.asks.some((known) => isDeepStrictEqual(known, call)))
    .map(({ upstream, credentials }) => `asks: ${upstream} with ${credentials}`);

/** Schemas cannot be compared in general, so every change of the request counts. */
const request: Rule = ({ request: before }, { request: after }) =>
  (['params', 'query', 'body'] as const)
    .filter((part) => after[part] !== null && !isDeepStrictEqual(before[part], after[part]))
    .map((part) => `request.${part}: schema changed`);

const answer: Rule = ({ response: before }, { response: after }) =>
  after !== null && !isDeepStrictEqual(before, after) ? ['response: schema changed'] : [];

const address: Rule = (before, after) =>
  before.method !== after.method || before.path !== after.path
    ? [said('address', `${before.method} ${before.path}`, `${after.method} ${after.path}`)]
    : [];

const RULES: readonly Rule[] = [
  address,
  access,
  csrf,
  origin,
  office,
  also,
  charge,
  proof,
  limits,
  rate,
  keepsAlive,
  destination,
  asks,
  request,
  answer,
];

/** @returns a sentence for each step that was removed or moved. */
function stepsLost(where: string, before: readonly string[], after: readonly string[]): string[] {
  const lost = before.filter((name) => !after.includes(name));
  const kept = before.filter((name) => after.includes(name));
  const moved = after.filter((name) => kept.includes(name)).join(' ') !== kept.join(' ');
  return [
    ...lost.map((name) => `chain of ${where} without ${name}`),
    ...(moved ? [`chain of ${where} in another order: ${after.join(' ')}`] : []),
  ];
}

/** @returns the steps that the chain lost: a row may require a check that is no longer made. */
export function chainLoosenings(before: Chain, after: Chain): string[] {
  return [...stepsLost('every request', before.outer, after.outer), ...stepsLost('operations', before.api, after.api)];
}

/** @returns one sentence for each loosening, such as `clients.list csrf: "always" → "never"`. */
export function loosenings(before: Manifest<string>, after: Manifest<string>): string[] {
  return Object.entries(after).flatMap(([id, operation]) => {
    const earlier = before[id];
    if (earlier) return RULES.flatMap((rule) => rule(earlier, operation)).map((change) => `${id} ${change}`);
    const { who, modules, also = {}, alsoUnless } = operation.access;
    const instead = alsoUnless === undefined ? '' : ` or charge ${alsoUnless}`;
    const callers = [Object.keys(modules).join(' '), ...Object.keys(also)].join(' and ') + instead;
    return [`${id} is new, for ${who === 'modules' ? callers : who}`];
  });
}
