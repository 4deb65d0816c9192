import { randomBytes } from 'node:crypto';
import { type Answer } from '../client.ts';
import { type Check, kindOf, signedIn } from '../check.ts';
import { type Credentials, Visitor } from '../visitor.ts';

/** More wrong passwords in a row than a gateway should accept for one account. */
const MANY = 20;

/** An invented account, so that no user is locked out. */
const nobody = (): Credentials => ({
  sucursal: `AUDIT${randomBytes(3).toString('hex')}`,
  username: `auditoria-${randomBytes(6).toString('hex')}`,
  password: randomBytes(9).toString('base64url'),
});

/** Everything that could distinguish two refusals, except the request id and the time. */
function shape({ status, headers, text }: Answer): string {
  const changing = ['x-request-id', 'date', 'content-length', 'keep-alive', 'connection'];
  const names = Object.keys(headers).filter((name) => !changing.includes(name));
  return `${status} ${names.sort().join()} ${text.replace(/"requestId":"[^"]*"/, '')}`;
}

export const loginChecks: readonly Check[] = [
  {
    id: 'failed-logins-alike',
    row: 'G19',
    title: 'a wrong password and an unknown user get the same response',
    needs: 'sign-in',
    async run(site, findings) {
      const { credentials, visitor } = signedIn(site);
      const tryWith = async (changes: Partial<Credentials>) => {
        const fresh = await Visitor.arrive(visitor.client);
        const answer = await fresh.signIn({ ...credentials, ...changes });
        if (answer.status === 200) await fresh.post('/api/auth/logout');
        return answer;
      };
      const { password, username, sucursal } = nobody();
      const wrong = await tryWith({ password });
      findings.expectRefusal(wrong, [401], 'wrong-credentials', 'a wrong password');
      for (const [what, changes] of Object.entries({
        'an unknown person': { username },
        'an unknown office': { sucursal },
      })) {
        const answer = await tryWith(changes);
        findings.expect(shape(answer) === shape(wrong), `${what}: ${shape(answer)} and not ${shape(wrong)}`);
      }
      // A success resets the count of wrong passwords.
      const right = await tryWith({});
      findings.expect(right.status === 200, `the right one, the control: ${right.status}`);
    },
  },
  {
    id: 'throttle',
    row: 'G19',
    title: 'password guessing is answered 429, also for an account that does not exist',
    needs: 'throttle',
    async run({ client }, findings) {
      const visitor = await Visitor.arrive(client);
      const { sucursal, username } = nobody();
      let last: Answer | undefined;
      for (let attempt = 0; attempt < MANY && last?.status !== 429; attempt += 1)
        last = await visitor.signIn({ sucursal, username, password: nobody().password });
      findings.expect(
        last?.status === 429,
        `${MANY} wrong passwords in a row were all answered ${last?.status ?? '?'}`,
      );
      if (last?.status !== 429) return;
      findings.expect(kindOf(last) === 'too-many-attempts', `refused as ${kindOf(last) ?? 'no problem of ours'}`);
      findings.expect(/^\d+$/.test(last.headers['retry-after'] ?? ''), 'without Retry-After');
      const other = await visitor.signIn(nobody());
      findings.expect(other.status === 401, `another account, the control: ${other.status} instead of 401`);
    },
  },
];
