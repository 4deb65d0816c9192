import { type OfficeChoice, useOffice } from '#features/session/state/use-office.ts';
import { useAddressParams } from './use-address-params.ts';
import { useOrderWindow } from './use-orders-state.ts';

/** @returns the office of an order screen. Choosing another one asks about unsaved changes first. */
export function useOrdersOffice(): OfficeChoice {
  const [, change] = useAddressParams();
  const { leave } = useOrderWindow();
  return useOffice({
    leave,
    write: (params) => change(() => params, { push: true, asked: true }),
  });
}
