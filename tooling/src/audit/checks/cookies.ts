import { type Check } from '../check.ts';
import { Visitor } from '../visitor.ts';

/** 128 bits in the alphabet of base64url. */
const MIN_ID_LENGTH = 22;
const COOKIES = ['XSRF-TOKEN', 'despacho', '__Host-despacho'];

const attributesOf = (line: string): string[] =>
  line
    .split(';')
    .slice(1)
    .map((part) => part.trim().toLowerCase());

export const cookieChecks: readonly Check[] = [
  {
    id: 'session-cookie',
    row: 'G1',
    title: 'the session cookie is not readable by scripts and not sent from other sites or to other hosts',
    async run({ client }, findings) {
      const { setCookies } = await new Visitor(client).get('/api/auth/session');
      const line = setCookies.find((one) => !one.startsWith('XSRF-TOKEN=')) ?? '';
      const attributes = attributesOf(line);
      findings.expect(line !== '', 'no session cookie was set');
      for (const wanted of ['httponly', 'samesite=strict', 'path=/', ...(client.secure ? ['secure'] : [])])
        findings.expect(attributes.includes(wanted), `it has no ${wanted}`);
      findings.expect(!attributes.some((one) => one.startsWith('domain')), 'it has a Domain');
      if (client.secure) findings.expect(line.startsWith('__Host-'), 'its name has no __Host- prefix');
    },
  },
  {
    id: 'session-id',
    row: 'G3',
    title: 'session ids are long, new for each visitor, and never adopted from the client',
    async run({ client }, findings) {
      const [one, other] = [await Visitor.arrive(client), await Visitor.arrive(client)];
      const [name, id] = one.session;
      findings.expect(id.length >= MIN_ID_LENGTH, `an id has only ${id.length} characters`);
      findings.expect(id !== other.session[1], 'two visitors got the same id');
      const invented = 'A'.repeat(id.length);
      for (const value of [invented, 'x']) {
        const visitor = new Visitor(client);
        visitor.cookies.set(name, value);
        await visitor.get('/api/auth/session');
        findings.expect(visitor.session[1] !== value, 'an id invented by the visitor was adopted');
      }
    },
  },
  {
    id: 'script-cookie',
    row: 'G2',
    title: 'scripts can read only XSRF-TOKEN of all cookies set during this audit',
    run({ client }, findings) {
      const lines = client.answers.flatMap(({ setCookies }) => setCookies);
      findings.expect(lines.length > 0, 'no cookie was set at all');
      for (const line of new Set(lines)) {
        const name = line.split('=', 1)[0] ?? '';
        findings.expect(COOKIES.includes(name), `an unknown cookie: ${name}`);
        const readable = !attributesOf(line).includes('httponly');
        findings.expect(!readable || name === 'XSRF-TOKEN', `${name} can be read by scripts`);
        findings.expect(attributesOf(line).includes('samesite=strict'), `${name} is not SameSite=Strict`);
        findings.expect(!client.secure || attributesOf(line).includes('secure'), `${name} is not Secure`);
      }
      return Promise.resolve();
    },
  },
];
