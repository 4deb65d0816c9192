import { PASSWORD_BOUNDS, type PasswordVerdict } from '@despacho/contracts';
import { Refusal } from '#platform/refusal.ts';
import { leastLength, type PasswordRules } from './least-length.ts';
import { measureForMeter, measureStrength } from './measure-strength.ts';

/** The owner of the password, as far as known. */
export interface PasswordOwner {
  username: string;
  /** Display name. */
  name?: string;
  officeId: string;
  officeName?: string;
}

/** A password that is not accepted, with the reason for a person (Spanish) and for an operator. */
export class PasswordRefusal extends Refusal {
  readonly english: string;

  constructor({ spanish, english }: Reason) {
    super('unprocessable', spanish, undefined, 'password');
    this.english = english;
  }
}

interface Reason {
  spanish: string;
  english: string;
}

const PRODUCT = 'despacho';

/** Shorter words occur in many good passwords by chance. */
const SHORTEST_WORD = 4;

/**
 * Fewer than 10^8 guesses: zxcvbn's levels 0 to 2. An account allows 12 failed sign-ins an hour, and a copied hash takes
 * 20 ms of CPU and 19 MB for each guess.
 */
const LEAST_GUESSES_LOG10 = 8;

/** Letters and digits without case and accents, so that «Ana.Torres» is found in «anatorres-2026». */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

const wordsOf = ({ username, name = '', officeId, officeName = '' }: PasswordOwner): string[] =>
  [username, name, officeId, officeName, PRODUCT]
    .flatMap((text) => [folded(text), ...text.split(/[^\p{L}\p{N}]+/u).map(folded)])
    .filter((word) => word !== '');

/** Names that a password may not contain, with their kind. */
function containedName(password: string, owner: PasswordOwner): Reason | undefined {
  const text = folded(password);
  const names = [
    [owner.username, 'su usuario', 'the username'],
    [owner.officeId, 'el nombre de su oficina', 'the office'],
    [owner.officeName ?? '', 'el nombre de su oficina', 'the office'],
    [PRODUCT, `«${PRODUCT}»`, `"${PRODUCT}"`],
  ] as const;
  const found = names.find(([name]) => folded(name).length >= SHORTEST_WORD && text.includes(folded(name)));
  return (
    found && {
      spanish: `No use ${found[1]} en la contraseña`,
      english: `The password may not contain ${found[2]}`,
    }
  );
}

/** Reasons that need no estimate. */
function quickReason(password: string, owner: PasswordOwner, least: number): Reason | undefined {
  const { most } = PASSWORD_BOUNDS;
  // Every character counts as one, also those of two UTF-16 units. One that cannot be encoded cannot be typed again.
  if (Array.from(password).length < least)
    return {
      spanish: `Use ${least} caracteres o más`,
      english: `The password must have ${least} to ${most} characters`,
    };
  if (password.length > most)
    return {
      spanish: `Use como máximo ${most} caracteres`,
      english: `The password must have ${least} to ${most} characters`,
    };
  if (!password.isWellFormed())
    return { spanish: 'Tiene un carácter que no se puede guardar', english: 'The password is not Unicode text' };
  return containedName(password, owner);
}

const COMMON: Reason = {
  spanish: 'Es fácil de adivinar. Use otra, por ejemplo cuatro palabras que no vayan juntas',
  english: 'The password is easy to guess. Use another one, for example four unrelated words',
};

async function judge(
  rules: PasswordRules,
  password: string,
  owner: PasswordOwner,
  measure = measureStrength,
): Promise<{ strength: number; reason?: Reason }> {
  const quick = quickReason(password, owner, await leastLength(rules, owner.officeId));
  if (quick) return { strength: 0, reason: quick };
  const { score, guessesLog10 } = await measure({ password, words: wordsOf(owner) });
  return guessesLog10 < LEAST_GUESSES_LOG10 ? { strength: Math.min(score, 2), reason: COMMON } : { strength: score };
}

/**
 * The one check of every new password: of a new user, a command, a user's own change, a first sign-in and a link.
 * @throws PasswordRefusal for one that is too short, contains a name, or is easy to guess; Refusal busy if it could not be
 * measured.
 */
export async function checkNewPassword(rules: PasswordRules, password: string, owner: PasswordOwner): Promise<void> {
  const { reason } = await judge(rules, password, owner);
  if (reason) throw new PasswordRefusal(reason);
}

/** Judges a password for the meter of a form, at a lower priority than passwords to be stored. @returns strength and reason. */
export async function judgePassword(
  rules: PasswordRules,
  password: string,
  owner: PasswordOwner,
): Promise<PasswordVerdict> {
  const { strength, reason } = await judge(rules, password, owner, measureForMeter);
  return { strength, refused: reason?.spanish ?? null };
}
