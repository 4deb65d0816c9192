import { type Office } from '@despacho/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { useSession } from '../../session/session.ts';

/** Where no service tells an office's zone: all of Peru has this one. */
const PERU = 'America/Lima';

/** @returns the IANA zone of the signed-in person's office. */
export function useTimeZone(): string {
  const { officeId } = useSession();
  const { data } = useQuery({
    queryKey: ['offices'],
    queryFn: ({ signal }): Promise<Office[]> => call('offices.list', { signal, quiet: true }),
    staleTime: 5 * 60_000,
  });
  return data?.find(({ id }) => id === officeId.id)?.timeZone ?? PERU;
}
