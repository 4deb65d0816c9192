import { Reader } from 'mmdb-lib';
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { PRIVATE_NETWORKS } from '#trusted-ranges.ts';

/** Addresses without a country. */
const INTERNAL = new BlockList();
for (const family of [4, 6] as const)
  for (const network of PRIVATE_NETWORKS[family]) {
    const [first = '', bits] = network.split('/');
    INTERNAL.addSubnet(first, Number(bits), `ipv${family}`);
  }

const UNKNOWN = 'Lugar desconocido';
const MAX_CITY = 60;
const COUNTRIES = new Intl.DisplayNames(['es-PE', 'es'], { type: 'region', fallback: 'none' });

/** Place of an address in Spanish: «Lima, Perú», «Perú», «Red interna» or «Lugar desconocido». */
export type PlaceOf = (address: string) => string;

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const field = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

/** Files have two forms: MaxMind's own (`country.iso_code`, `city.names`), and flat ones (`country_code`, `city`). */
function countryIn(found: unknown): string | undefined {
  const code = field(field(found, 'country'), 'iso_code') ?? field(found, 'country_code');
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? COUNTRIES.of(code) : undefined;
}

function cityIn(found: unknown): string | undefined {
  const city = field(found, 'city');
  const names = field(city, 'names');
  const name = [field(names, 'es'), field(names, 'en'), city].find((candidate) => typeof candidate === 'string');
  // The file is the operator's, and its content is shown to users.
  return typeof name === 'string' ? name.replace(/\p{C}/gu, '').trim().slice(0, MAX_CITY) || undefined : undefined;
}

/** Looks up an address; returns nothing for a damaged record, because a place is no reason to fail a request. */
function lookUp(database: ReturnType<typeof openGeoDatabase>, address: string, family: number): unknown {
  // An IPv4 tree would be searched by the first bits of the longer address, with a meaningless result.
  if (family === 6 && database.metadata.ipVersion === 4) return undefined;
  try {
    return database.get(address);
  } catch {
    return undefined;
  }
}

/**
 * @param path of a MaxMind database (.mmdb) of countries or cities.
 * @throws Error if it cannot be read or is not a database.
 */
export const openGeoDatabase = (path: string) => new Reader(readFileSync(path));

/** @param path GEO_DATABASE. Without it, only private networks are distinguished. */
export function createPlaceOf(path?: string): PlaceOf {
  const database = path === undefined ? undefined : openGeoDatabase(path);
  return (address) => {
    const family = isIP(address);
    if (family === 0) return UNKNOWN;
    if (INTERNAL.check(address, family === 4 ? 'ipv4' : 'ipv6')) return 'Red interna';
    const found = database && lookUp(database, address, family);
    const country = countryIn(found);
    return country === undefined ? UNKNOWN : [cityIn(found), country].filter(Boolean).join(', ');
  };
}
