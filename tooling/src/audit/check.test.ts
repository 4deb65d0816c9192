import { describe, expect, it } from 'vitest';
import { CHECKS } from './audit.ts';
import { Findings, type Site } from './check.ts';
import { type Answer, type Client } from './client.ts';
import { Visitor } from './visitor.ts';

const answer = (status: number, headers: Answer['headers'] = {}, text = ''): Answer => ({
  ...{ method: 'GET', path: '/', status, headers, text },
  setCookies: [],
});
const OURS = { 'x-request-id': '1' };

describe('a fault', () => {
  const faultsOf = (by: Parameters<Findings['expect']>[2]) => {
    const findings = new Findings();
    findings.expect(false, 'wrong', by);
    return [findings.faults, findings.answeredByProxy];
  };

  it.each([
    ['a refusal of a proxy', answer(404)],
    ['a raw refusal of a proxy', { text: 'HTTP/1.1 400 Bad Request\r\n\r\n', statuses: [400], closed: true }],
    ['a closed connection', { text: '', statuses: [], closed: true }],
  ])('is not caused by the gateway with %s', (_what, by) => {
    expect(faultsOf(by)).toEqual([[], ['wrong']]);
  });

  it.each([
    ['a refusal of the gateway', answer(404, OURS)],
    ['a raw one', { text: 'HTTP/1.1 400 Bad Request\r\nX-Request-Id: 1\r\n\r\n', statuses: [400], closed: true }],
    ['a success of a proxy', answer(200)],
    ['a raw success', { text: 'HTTP/1.1 200 OK\r\n\r\n', statuses: [200], closed: true }],
    ['a connection that stays open', { text: '', statuses: [], closed: false }],
    ['no answer', undefined],
  ])('remains a fault with %s', (_what, by) => {
    expect(faultsOf(by)).toEqual([['wrong'], []]);
  });
});

describe('the check of claimed addresses', () => {
  const outcome = async (shown: string) => {
    const ask: Client['ask'] = (path) => Promise.resolve(answer(200, OURS, path.endsWith('/sessions') ? shown : '{}'));
    const client = { ask, origin: 'https://localhost' } as Client;
    const credentials = { sucursal: 'LIMA', username: 'ana', password: 'x' };
    const site = { client, person: { credentials, visitor: new Visitor(client) } } as unknown as Site;
    const findings = new Findings();
    const failure = await CHECKS.find(({ id }) => id === 'forwarded')
      ?.run(site, findings)
      .then(
        () => undefined,
        (error: unknown) => String(error),
      );
    return failure ?? findings.faults;
  };

  it('cannot run from an address in TRUST_PROXY, whose claimed addresses are trusted', async () => {
    expect(await outcome('"address":"198.51.100.77"')).toContain('TRUST_PROXY');
    expect(await outcome('"address":"203.0.113.77"')).toEqual(['the list of sessions shows the claimed address']);
    expect(await outcome('"address":"192.0.2.1"')).toEqual([]);
  });
});
