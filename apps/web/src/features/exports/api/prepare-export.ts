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

interface ExportScope {
  officeId: string;
  filter: OrderFilter;
  sort: OrderSort;
}

/** Requests a ticket for one download of all orders that match a filter. @throws HttpFailure */
export const prepareExport = ({ officeId, filter, sort }: ExportScope, format: ExportFormat): Promise<ExportTicket> =>
  call(exportOperations['exports.prepare'], {
    query: { officeId },
    body: { format, filter: writeOrderFilter(filter), sort },
  });

/** @returns the URL that redeems a ticket. */
export const downloadAddress = (officeId: string, { ticket }: ExportTicket): string =>
  `${addressOf(pathOf(exportOperations['exports.download'], {}))}?${new URLSearchParams({ officeId, ticket }).toString()}`;
