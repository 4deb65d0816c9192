import { type Database } from '../database/open-database.ts';

export async function insertToken(
  db: Database,
  token: { hash: string; userId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('access_tokens')
    .values({
      token_hash: token.hash,
      user_id: token.userId,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute();
}

export async function deleteExpiredTokens(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('access_tokens').where('expires_at', '<=', now).execute();
}

/** @returns how many were deleted. */
export async function deleteTokensOf(db: Database, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('access_tokens').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}
