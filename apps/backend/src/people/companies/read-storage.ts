import { createHash, timingSafeEqual } from 'node:crypto';
import { type Storage } from '@despacho/contracts';
import { invalid, notFound, Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { type Database } from '#platform/database/open-database.ts';

/** A request for storage figures: the service credentials, and the company's tax id. */
interface StorageQuestion {
  ruc: string | undefined;
  user: string | undefined;
  password: string | undefined;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares digests, so that the timing reveals neither the length nor the first wrong character. */
const same = (given: string | undefined, expected: string): boolean =>
  timingSafeEqual(digest(given ?? ''), digest(expected)) && given !== undefined;

/** @returns total and used storage of the company in bytes. */
export async function readStorage({ db, config }: PlatformServices, question: StorageQuestion): Promise<Storage> {
  const access = config.storageAccess;
  if (!access) throw new Refusal('unavailable', 'El servicio de almacenamiento no está configurado');
  const rightUser = same(question.user, access.user);
  const rightPassword = same(question.password, access.password);
  if (!rightUser || !rightPassword) throw new Refusal('unauthenticated', 'Credenciales de servicio incorrectas');
  if (!question.ruc) throw invalid('Falta el número de documento');
  const company = await findCompanyByRuc(db, question.ruc);
  if (!company) throw notFound();
  return { almacenamientoMaximo: company.quota, almacenamientoUsado: company.used };
}

export const findCompanyByRuc = (db: Database, ruc: string) =>
  db
    .selectFrom('companies')
    .select(['id', 'name', 'storage_quota as quota', 'storage_used as used'])
    .where('ruc', '=', ruc)
    .executeTakeFirst();
