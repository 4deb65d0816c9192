import { type Insertable } from 'kysely';
import { rucCheckDigit } from '#people/companies/ruc.ts';
import { type ClientsTable } from '#platform/database/schema.ts';
import { fold } from '@despacho/contracts';
import { type District } from '@despacho/contracts/dispatch';
import { nextName } from './people.ts';
import { AREA_CODES, AREQUIPA, LIMA, TRUJILLO } from './places.ts';
import { type Random } from './random.ts';
import { pickDoor } from './world/door-points.ts';

const DAY_MS = 86_400_000;

const CITIES = [
  { city: 'LIMA', districts: LIMA, clients: 170 },
  { city: 'AREQUIPA', districts: AREQUIPA, clients: 75 },
  { city: 'TRUJILLO', districts: TRUJILLO, clients: 55 },
] as const;

const TRADES = [
  'Bodega',
  'Botica',
  'Ferretería',
  'Librería',
  'Panadería',
  'Minimarket',
  'Distribuidora',
  'Comercial',
  'Repuestos',
  'Textiles',
  'Pastelería',
  'Óptica',
  'Veterinaria',
  'Licorería',
  'Confecciones',
  'Agroveterinaria',
  'Mueblería',
] as const;

const NAMES = [
  'San Martín',
  'El Inca',
  'Santa Rosa',
  'Los Andes',
  'Señor de los Milagros',
  'La Económica',
  'Doña Julia',
  'El Ñandú',
  'Virgen de la Candelaria',
  'Misti',
  'Chan Chan',
  'El Pacífico',
  'Tres Estrellas',
  'La Campiña',
  'Niño Jesús',
  'Wari',
  'Hermanos Núñez',
  'El Sol Naciente',
  'Don Lucho',
  'La Muralla',
  'Kuélap',
  'Primavera',
  'El Peñón',
  'Añaños',
] as const;

const FORMS = ['S.A.C.', 'E.I.R.L.', 'S.R.L.', 'S.A.'] as const;

/** One per city, in the order of `CITIES`. */
const LONG_NAMES = [
  'Corporación Importadora y Distribuidora de Equipos Médicos, Odontológicos y Veterinarios del Perú S.A.C.',
  'Asociación de Comerciantes Mayoristas y Minoristas del Mercado Virgen de la Candelaria de Arequipa',
  'Cooperativa Agraria de Productores de Espárragos, Paltas y Arándanos del Valle de Moche Ltda.',
] as const;

const REFERENCES = [
  'Frente al mercado',
  'A media cuadra de la comisaría',
  'Al costado del grifo',
  'Puerta verde, segundo piso',
  'Esquina con la plaza',
  'Pasando el óvalo',
  'Dentro de la galería, stand 114',
] as const;

function taxId(random: Random, taken: Set<string>): string {
  for (;;) {
    const company = random.happens(0.8);
    const digits = Array.from({ length: 8 }, () => random.between(0, 9)).join('');
    // Tax ids of companies registered in recent decades begin with 20 and one of these digits.
    const firstTen = company ? `20${random.pick(['1', '4', '5', '6'])}${digits.slice(1)}` : `10${digits}`;
    const ruc = `${firstTen}${rucCheckDigit(firstTen)}`;
    if (taken.has(ruc)) continue;
    taken.add(ruc);
    return ruc;
  }
}

function phone(random: Random, city: keyof typeof AREA_CODES): string {
  const digits = (count: number): string => Array.from({ length: count }, () => random.between(0, 9)).join('');
  if (random.happens(0.85)) return `+51 9${digits(2)} ${digits(3)} ${digits(3)}`;
  return city === 'LIMA' ? `+51 1 ${digits(3)} ${digits(4)}` : `+51 ${AREA_CODES[city]} ${digits(6)}`;
}

function shopName(random: Random, serial: number): string {
  if (serial % 97 === 0) return LONG_NAMES[serial / 97 - 1] ?? LONG_NAMES[0];
  const name = `${random.pick(TRADES)} ${random.pick(NAMES)}`;
  return random.happens(0.45) ? `${name} ${random.pick(FORMS)}` : name;
}

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

function place(random: Random, { name, ubigeo }: District) {
  const { address, point } = pickDoor(random, ubigeo);
  // Some clients have no coordinates, independently of whether they have an address.
  const located = random.happens(0.94);
  return {
    address: random.happens(0.97) ? address : null,
    reference: random.happens(0.4) ? random.pick(REFERENCES) : null,
    district: name,
    ubigeo,
    lat: located ? rounded(point.lat) : null,
    lng: located ? rounded(point.lng) : null,
  };
}

/**
 * @param now reference for the registration dates.
 * @returns 300 clients in the three cities.
 */
export function demoClients(random: Random, companyId: string, now: Date): Insertable<ClientsTable>[] {
  const rucs = new Set<string>();
  const cities = CITIES.flatMap(({ clients, ...city }) => Array.from({ length: clients }, () => city));
  return cities.map(({ city, districts }, index) => {
    const serial = index + 1;
    const name = shopName(random, serial);
    const contact = nextName(random, new Set());
    return {
      id: String(5000 + serial),
      company_id: companyId,
      code: `C${String(serial).padStart(4, '0')}`,
      name,
      tax_id: taxId(random, rucs),
      contact: random.happens(0.9) ? `${contact.given} ${contact.family}` : null,
      phone: random.happens(0.95) ? phone(random, city) : null,
      email: random.happens(0.6) ? `${contact.username}@${fold(random.pick(NAMES)).replace(/ /g, '')}.example` : null,
      ...place(random, random.pick(districts)),
      active: random.happens(0.93),
      created_at: new Date(now.getTime() - random.between(2, 1400) * DAY_MS - random.between(0, DAY_MS)),
    };
  });
}
