import { OFFICE_PARAM, type OfficeChoice, useOffice } from '../../session/office/use-office.ts';
import { rememberOffice } from '../../session/stored.ts';
import { useAddressParams } from './use-address-params.ts';
import { useOrderWindow } from './use-orders-state.ts';

/**
 * @returns the office of a screen about orders. Choosing another one asks about unsaved changes first and clears the
 * filter: districts, couriers and clients of one office mean nothing in another.
 */
export function useOrdersOffice(): OfficeChoice {
  const office = useOffice();
  const [, change] = useAddressParams();
  const { leave } = useOrderWindow();
  return {
    ...office,
    choose: (officeId) => {
      leave(() => {
        rememberOffice(officeId);
        change(() => new URLSearchParams({ [OFFICE_PARAM]: officeId }), { push: true, asked: true });
      });
    },
  };
}
