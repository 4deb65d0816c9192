import { RECOVERY_CODES } from '@despacho/contracts';
import { hash, randomBytes } from 'node:crypto';
import { type Database } from '#platform/database/open-database.ts';
import { base32 } from './totp.ts';

/** Of a recovery code: 80 bits, so that one round of SHA-256 cannot be reversed. */
const BYTES = 10;

/** Digits that Base32 lacks, as the letters that they are mistaken for. */
const MISREAD: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 8: 'B' };

/** @returns the stored form of a typed code. @param typed without spaces and hyphens. */
const codeHash = (typed: string): string =>
  hash(
    'sha256',
    typed.toUpperCase().replace(/[018]/g, (digit) => MISREAD[digit] ?? digit),
  );

/** Replaces a person's recovery codes. @returns the new ones, which are not stored. */
export async function replaceRecoveryCodes(trx: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(BYTES)));
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: codeHash(code) })))
    .execute();
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'));
}

/** Uses up a recovery code. @returns whether it was valid; of concurrent uses one is. */
export async function useRecoveryCode(trx: Database, userId: string, typed: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash(typed))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
