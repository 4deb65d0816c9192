/* Addresses by their parts. An entry of its own, because the first page of the desk does not need it. */

export { addressAreas, type DistrictAreas } from './dispatch/platform/address-areas.ts';
export {
  doorKeys,
  doorNumber,
  doorNumberKey,
  isRepeatedStreet,
  lotKey,
  streetKey,
  streetNameKey,
  urbanisationKey,
  urbanisationNameKey,
} from './normal-form/door-key.ts';
export {
  type AddressAreas,
  parseAddress,
  type ParsedAddress,
  type ParsedStreet,
  type ParsedUrbanisation,
} from './normal-form/parse-address.ts';
