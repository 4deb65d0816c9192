import { pathOf } from '@despacho/contracts';
import { importOperations } from '@despacho/contracts/dispatch';
import { addressOf } from '#shared/http/address.ts';

const inOffice = (officeId: string): string => `?${new URLSearchParams({ officeId }).toString()}`;

/** @returns the URL to download the invalid lines of a preview, with a column that explains them. */
export const brokenLinesAddress = (officeId: string, id: string): string =>
  addressOf(pathOf(importOperations['imports.broken'], { id })) + inOffice(officeId);

/** @returns the URL of the template. */
export const templateAddress = (officeId: string): string =>
  addressOf(pathOf(importOperations['imports.template'], {})) + inOffice(officeId);
