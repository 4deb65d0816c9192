import { useQuery } from '@tanstack/react-query';
import { officesQuery } from '#shared/queries/offices-query.ts';
import { useSession } from './session.ts';

/** Default for offices without a time zone: Peru has only one. */
const PERU = 'America/Lima';

/** @returns the IANA time zone of the signed-in user's office. */
export function useTimeZone(): string {
  const { officeId } = useSession();
  const { data } = useQuery(officesQuery);
  return data?.find(({ id }) => id === officeId.id)?.timeZone ?? PERU;
}
