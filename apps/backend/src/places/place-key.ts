import { hash } from 'node:crypto';
import { type OrderFields } from '@despacho/contracts/dispatch';
import { plain } from '../fold.ts';

/** What identifies a place that an office uses. */
export type Destination = Pick<OrderFields, 'clientName' | 'recipient' | 'address' | 'ubigeo'>;

/** Abbreviations of addresses; those without a long form say nothing. */
const LONG_FORMS: Readonly<Record<string, string>> = {
  av: 'avenida',
  avda: 'avenida',
  jr: 'jiron',
  ca: 'calle',
  cl: 'calle',
  psje: 'pasaje',
  pje: 'pasaje',
  psj: 'pasaje',
  urb: 'urbanizacion',
  mz: 'manzana',
  mza: 'manzana',
  lt: 'lote',
  lte: 'lote',
  dpto: 'departamento',
  dto: 'departamento',
  nro: '',
  num: '',
  numero: '',
};

/** @returns an address in the form in which addresses are compared: «Av. Larco N° 345» as «avenida larco 345». */
const addressKey = (address: string): string =>
  plain(address.replace(/\bn\s?[°º]/giu, ' '))
    .split(' ')
    .map((word) => LONG_FORMS[word] ?? word)
    .filter((word) => word !== '')
    .join(' ');

const hashOf = (parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'base64url');

/**
 * Identifies a place in the book of its office. A hash: it has a bounded length, and the book stores no second copy of
 * names and addresses.
 */
export const placeKey = ({ clientName, recipient, address, ubigeo }: Destination): string =>
  hashOf([plain(clientName), plain(recipient), addressKey(address), ubigeo]);

/**
 * Identifies a query of the geocoder. Companies do not share answers: a fast one would reveal that another company
 * delivers there.
 */
export const geocodeKey = (companyId: string, query: string): string => hashOf([companyId, plain(query)]);
