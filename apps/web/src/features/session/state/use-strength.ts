import { type PasswordVerdict } from '@despacho/contracts';
import { useEffect, useState } from 'react';
import { type About, checkPassword } from '../api/passwords.ts';
import { isLongEnough } from '../rules/password-errors.ts';

/** Milliseconds after the last key before a password is judged. */
const PAUSE_MS = 600;

/**
 * Requests the strength of a password after a pause in typing.
 * @returns the verdict on exactly this password; undefined until there is one. The form also works without an answer:
 * the service checks the password.
 */
export function useStrength(password: string, about: About | undefined): PasswordVerdict | undefined {
  const [judged, setJudged] = useState<{ password: string; verdict: PasswordVerdict }>();
  const { sucursal, username } = about ?? {};
  useEffect(() => {
    if (!isLongEnough(password)) return undefined;
    const end = new AbortController();
    const timer = setTimeout(() => {
      const of = sucursal === undefined || username === undefined ? undefined : { sucursal, username };
      checkPassword(password, of, end.signal).then(
        (verdict) => setJudged({ password, verdict }),
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [password, sucursal, username]);
  return judged?.password === password ? judged.verdict : undefined;
}
