import { type ClientDetails } from '@despacho/contracts/dispatch';

/** @returns a client's record as the service sends it, with the given fields replaced. */
export const aClientRecord = (some: Partial<ClientDetails> = {}): ClientDetails => ({
  id: 'c1',
  version: 3,
  code: 'C0001',
  name: 'Botica Sol',
  taxId: null,
  active: true,
  contacts: [{ name: 'Rosa', role: null, phone: '987654321', email: null }],
  addresses: [],
  terms: null,
  createdAt: '2026-11-20T15:00:00.000Z',
  changed: null,
  ...some,
});
