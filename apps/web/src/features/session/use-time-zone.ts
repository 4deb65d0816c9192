import { useQuery } from '@tanstack/react-query';
import { officesQuery } from '../../shared/queries/offices-query.ts';
import { useSession } from './session.ts';

/** Where no service tells an office's zone: all of Peru has this one. */
const PERU = 'America/Lima';

/** @returns the IANA zone of the signed-in person's office. */
export function useTimeZone(): string {
  const { officeId } = useSession();
  const { data } = useQuery(officesQuery);
  return data?.find(({ id }) => id === officeId.id)?.timeZone ?? PERU;
}
