import { CHARGE_ALL_OFFICES, id, type Office } from '@despacho/contracts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../session.ts';
import { rememberedOfficeId, rememberOffice } from '../stored.ts';
import { useTimeZone } from '../use-time-zone.ts';
import { officesQuery } from '../../../shared/queries/offices-query.ts';

export interface OfficeChoice {
  officeId: string;
  /** Its IANA zone: all days and times of the section are in it. */
  timeZone: string;
  /** Whether the person may look at other offices at all. */
  canChoose: boolean;
  /** Undefined while they are on their way; null when nobody can list them, so that the id must be typed. */
  offices: readonly Office[] | null | undefined;
  /** Opens the section with another office, and every section from now on. */
  choose: (officeId: string) => void;
}

/** The parameter of the address that names the office, so that going back returns to it. */
export const OFFICE_PARAM = 'oficina';

/** @returns the office the screen shows: the one in the address, else the one kept at sign-in, else one's own. */
export function useOffice(): OfficeChoice {
  const me = useSession();
  const canChoose = me.charge === CHARGE_ALL_OFFICES;
  const [params, setParams] = useSearchParams();
  const query = useQuery({ ...officesQuery, enabled: canChoose });
  const offices = query.isError ? null : query.data;
  const wanted = canChoose ? (params.get(OFFICE_PARAM) ?? rememberedOfficeId()) : undefined;
  const exists =
    wanted !== undefined && id.safeParse(wanted).success && (offices?.some((one) => one.id === wanted) ?? true);
  const officeId = exists ? wanted : me.officeId.id;
  const own = useTimeZone();
  return {
    officeId,
    timeZone: offices?.find((one) => one.id === officeId)?.timeZone ?? own,
    canChoose,
    offices,
    choose: (chosen) => {
      rememberOffice(chosen);
      setParams((now) => {
        const next = new URLSearchParams(now);
        next.set(OFFICE_PARAM, chosen);
        return next;
      });
    },
  };
}
