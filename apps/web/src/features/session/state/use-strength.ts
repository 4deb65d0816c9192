import { type PasswordVerdict } from '@despacho/contracts';
import { useEffect, useState } from 'react';
import { type About, checkPassword } from '../api/passwords.ts';
import { isLongEnough } from '../rules/password-errors.ts';

/** Milliseconds after the last key before a password is judged. */
const PAUSE_MS = 600;

/**
 * Has a password judged when its author pauses.
 * @returns the verdict on exactly this password; undefined until there is one. Without an answer the form works as well:
 * the service judges what is sent.
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
