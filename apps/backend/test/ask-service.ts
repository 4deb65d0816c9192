import { assertionOf } from './assertions.ts';

/** The response to a request; status 0 if the connection broke. */
export interface Answer {
  status: number;
  retryAfter: string | null;
  body: unknown;
}

/** @returns the tax id of the company of a service with demonstration data. */
export async function companyOf(url: string): Promise<string> {
  const login = await fetch(`${url}/legacy/base/auth?sucursal=LIMA&user=ana.torres&password=despacho`);
  const { token } = (await login.json()) as { token: string };
  const credentials = await fetch(`${url}/legacy/base/auth/credentials?token=${token}`);
  return ((await credentials.json()) as { ruc: string }).ruc;
}

/** Calls an operation for the office LIMA with charge S: a read, or with a body a write. */
export async function askService(
  url: string,
  to: string,
  {
    company,
    body,
    key = '',
    signedWith,
  }: { company: string; body?: object | undefined; key?: string; signedWith?: string },
): Promise<Answer> {
  const claims = {
    sub: 'LIMA/ana',
    username: 'ana',
    user: 'Ana',
    company,
    officeId: 'LIMA',
    charge: 'S',
    modules: ['U01'],
  };
  const assertion = await assertionOf(claims, {
    from: new Date(),
    ...(signedWith !== undefined && { key: signedWith }),
  });
  try {
    const answer = await fetch(`${url}/operations${to}${to.includes('?') ? '&' : '?'}officeId=LIMA`, {
      method: body ? 'POST' : 'GET',
      headers: {
        Authorization: `Bearer ${assertion}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
  } catch {
    return { status: 0, retryAfter: null, body: undefined };
  }
}
