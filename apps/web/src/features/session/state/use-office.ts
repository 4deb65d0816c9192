import { CHARGE_ALL_OFFICES, type Office, officeId as officeIdForm } from '@despacho/contracts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useSession } from './session.ts';
import { rememberedOfficeId, rememberOffice } from './stored.ts';
import { useTimeZone } from './use-time-zone.ts';
import { officesQuery } from '#shared/queries/offices-query.ts';

/** How a screen changes its URL when another office is chosen. */
interface OfficeChange {
  /** Calls `goOn`, after asking about unsaved changes. */
  leave: (goOn: () => void) => void;
  write: (params: URLSearchParams) => void;
}

export interface OfficeChoice {
  officeId: string;
  /** IANA time zone for all dates and times of the section. */
  timeZone: string;
  /** Whether the user may view other offices. */
  canChoose: boolean;
  /** Undefined while loading; null if the list is unavailable, so that the id must be typed. */
  offices: readonly Office[] | null | undefined;
  /**
   * Opens this section, and every later one, with another office. Clears the other query parameters, because users,
   * districts, couriers and clients belong to one office.
   */
  choose: (officeId: string) => void;
}

/** Query parameter with the office, so that Back returns to it. */
export const OFFICE_PARAM = 'oficina';

/**
 * @param change required if the screen writes its URL other than through the router.
 * @returns the screen's office: from the URL, else the one stored at sign-in, else the user's own.
 */
export function useOffice(change?: OfficeChange): OfficeChoice {
  const me = useSession();
  const canChoose = me.charge === CHARGE_ALL_OFFICES;
  const [params, setParams] = useSearchParams();
  const query = useQuery({ ...officesQuery, enabled: canChoose });
  const offices = query.isError ? null : query.data;
  const requested = canChoose ? (params.get(OFFICE_PARAM) ?? rememberedOfficeId()) : undefined;
  const exists =
    requested !== undefined &&
    officeIdForm.safeParse(requested).success &&
    (offices?.some((one) => one.id === requested) ?? true);
  const officeId = exists ? requested : me.officeId.id;
  const own = useTimeZone();
  return {
    officeId,
    timeZone: offices?.find((one) => one.id === officeId)?.timeZone ?? own,
    canChoose,
    offices,
    choose: (chosen) => {
      const open = (): void => {
        rememberOffice(chosen);
        (change?.write ?? setParams)(new URLSearchParams({ [OFFICE_PARAM]: chosen }));
      };
      if (change) change.leave(open);
      else open();
    },
  };
}
