import { PROVIDER_CALLS } from '@despacho/contracts/provider-calls';
import { type Gateway } from './gateway.ts';
import { sendJson } from './fake-upstream.ts';
import { type LegacyUser } from './legacy.ts';

/** Provider accounts of the fake dispatch service. */
export interface FakeLinks {
  /** Company by typed branch. */
  branches: Record<string, string>;
  /** Accounts by subject. */
  people: Record<string, LegacyUser>;
  /** Whether accounts have a second factor that the provider does not replace. */
  factorDue: 'factor-due' | 'factor-missing' | undefined;
  /** Outcome of linking an account. */
  linking: string;
  /** The bodies of calls, by name of the call. */
  asked: Record<string, Record<string, unknown>[]>;
}

const STEP = 'S'.repeat(43);

/** Teaches the fake dispatch service of a gateway the calls about providers. */
export function fakeProviderCalls({ dispatch }: Pick<Gateway, 'dispatch'>): FakeLinks {
  const links: FakeLinks = { branches: {}, people: {}, factorDue: undefined, linking: 'linked', asked: {} };
  const on = (name: keyof typeof PROVIDER_CALLS, answer: (body: Record<string, string>) => object): void => {
    dispatch.on(`${name === 'read' ? 'GET' : 'POST'} /operations${PROVIDER_CALLS[name]}`, ({ body, query }, res) => {
      const given = (body === '' ? query : JSON.parse(body)) as Record<string, string>;
      (links.asked[name] ??= []).push(given);
      sendJson(res, 200, answer(given));
    });
  };
  on('company', ({ sucursal = '' }) => ({ ruc: links.branches[sucursal] ?? null }));
  on('invitation', () => ({ ruc: links.branches['LIMA'] ?? null }));
  on('signIn', ({ sub = '', factor }) => {
    const person = links.people[sub];
    if (!person) return { outcome: 'refused' };
    const { username, token, office: sucursal } = person;
    if (links.factorDue && String(factor) !== 'true')
      return { outcome: links.factorDue, step: STEP, sucursal, username };
    return { outcome: 'signed-in', username, login: { token, sucursal, ruc: links.branches['LIMA'] ?? '' } };
  });
  on('link', () => ({ outcome: links.linking }));
  on('read', () => ({ label: 'Cuenta de Acme', since: null, hasPassword: true }));
  on('unlink', () => ({ outcome: 'done' }));
  on('prove', ({ sub = '', username }) => ({
    outcome: links.people[sub]?.username === username ? 'proved' : 'refused',
  }));
  on('account', ({ sub = '' }) => {
    const person = links.people[sub];
    return { account: person ? { id: String(person.id), username: person.username, officeId: person.office } : null };
  });
  return links;
}
