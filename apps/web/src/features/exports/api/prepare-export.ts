import {
  type ExportFormat,
  exportOperations,
  type ExportTicket,
  type OrderFilter,
  type OrderSort,
  writeOrderFilter,
} from '@despacho/contracts/dispatch';
import { pathOf } from '@despacho/contracts';
import { addressOf } from '../../../shared/http/address.ts';
import { call } from '../../../shared/http/call.ts';

interface Wanted {
  officeId: string;
  filter: OrderFilter;
  sort: OrderSort;
}

/** @returns a ticket for one download of the whole result of a filter. @throws HttpFailure */
export const prepareExport = ({ officeId, filter, sort }: Wanted, format: ExportFormat): Promise<ExportTicket> =>
  call(exportOperations['exports.prepare'], {
    query: { officeId },
    body: { format, filter: writeOrderFilter(filter), sort },
  });

/** @returns the address a ticket is redeemed at. */
export const downloadAddress = (officeId: string, { ticket }: ExportTicket): string =>
  `${addressOf(pathOf(exportOperations['exports.download'], {}))}?${new URLSearchParams({ officeId, ticket }).toString()}`;
