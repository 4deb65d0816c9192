import {
  type District,
  type DistrictIndex,
  districtsOf,
  indexDistricts,
  metersBetween,
  type ProvinceRow,
} from '@despacho/contracts/dispatch';
import { createStore, useStore } from '../state/store.ts';
import { readStored, writeStored } from '../state/browser-storage.ts';

/** A version of the table of districts, as the service sends it. */
interface DistrictTable {
  version: string;
  provinces: readonly ProvinceRow[];
}

const read = ({ version, provinces }: DistrictTable) => ({ version, index: indexDistricts(districtsOf(provinces)) });

/** This browser keeps the districts, which are public and seldom change: a page fetches them only after a change. */
function remembered(): ReturnType<typeof read> | undefined {
  try {
    const text = readStored('despacho.districts');
    return text === null ? undefined : read(JSON.parse(text) as DistrictTable);
  } catch {
    return undefined;
  }
}

const NONE = { version: undefined, index: indexDistricts([]) };

const districts = createStore<{ version: string | undefined; index: DistrictIndex }>(remembered() ?? NONE);

/** Replaces the districts, and keeps them for the next page. */
export function setDistricts(table: DistrictTable): void {
  districts.set(read(table));
  // Where storage is blocked, the next page fetches them again.
  writeStored(JSON.stringify(table), 'despacho.districts');
}

/** @returns the version in use; undefined before the districts are loaded. */
export const districtsVersion = (): string | undefined => districts.get().version;

/** @returns the district with this code, or undefined. */
export const districtOf = (ubigeo: string): District | undefined => districts.get().index.of(ubigeo);

/** @returns the kilometres between the centres of two districts; infinity if one is unknown. */
export function kilometresBetween(one: District | undefined, other: District | undefined): number {
  return one && other ? metersBetween(one, other) / 1000 : Infinity;
}

/** The districts; none before they are loaded. */
export const useDistricts = (): DistrictIndex => useStore(districts, ({ index }) => index);

/** Whether the districts are loaded. */
export const useHasDistricts = (): boolean => useStore(districts, ({ version }) => version !== undefined);
