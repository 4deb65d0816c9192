import { CHARGE_ALL_OFFICES, id, type Office } from '@despacho/contracts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../session.ts';
import { rememberedOfficeId, rememberOffice } from '../stored.ts';
import { useTimeZone } from '../use-time-zone.ts';
import { officesQuery } from '../../../shared/queries/offices-query.ts';

/** How a screen changes its address when another office is chosen. */
interface OfficeChange {
  /** Asks about unsaved changes, and goes on if they may be lost. */
  leave: (goOn: () => void) => void;
  write: (params: URLSearchParams) => void;
}

export interface OfficeChoice {
  officeId: string;
  /** Its IANA zone: all days and times of the section are in it. */
  timeZone: string;
  /** Whether the person may look at other offices at all. */
  canChoose: boolean;
  /** Undefined while they are on their way; null when nobody can list them, so that the id must be typed. */
  offices: readonly Office[] | null | undefined;
  /**
   * Opens the section with another office, and every section from now on. The rest of the address is cleared: people,
   * districts, couriers and clients of one office mean nothing in another.
   */
  choose: (officeId: string) => void;
}

/** The parameter of the address that names the office, so that going back returns to it. */
export const OFFICE_PARAM = 'oficina';

/**
 * @param change needed where the address is written in another way than by the router alone.
 * @returns the office the screen shows: the one in the address, else the one kept at sign-in, else one's own.
 */
export function useOffice(change?: OfficeChange): OfficeChoice {
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
  const { leave, write }: OfficeChange = change ?? {
    leave: (goOn) => {
      goOn();
    },
    write: setParams,
  };
  return {
    officeId,
    timeZone: offices?.find((one) => one.id === officeId)?.timeZone ?? own,
    canChoose,
    offices,
    choose: (chosen) => {
      leave(() => {
        rememberOffice(chosen);
        write(new URLSearchParams({ [OFFICE_PARAM]: chosen }));
      });
    },
  };
}
