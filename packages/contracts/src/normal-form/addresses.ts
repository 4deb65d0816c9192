/* Addresses by their parts. An entry of its own, because the first page of the desk does not need it. */

export { addressAreas, type DistrictAreas } from './address-areas.ts';
export {
  doorKeys,
  doorNumber,
  doorNumberKey,
  lotKey,
  streetKey,
  streetNameKey,
  urbanisationKey,
  urbanisationNameKey,
} from './door-key.ts';
export {
  type AddressAreas,
  parseAddress,
  type ParsedAddress,
  type ParsedStreet,
  type ParsedUrbanisation,
} from './parse-address.ts';
