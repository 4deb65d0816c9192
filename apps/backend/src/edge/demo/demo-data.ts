import { BYTES_PER_SHOWN_GB } from '@despacho/contracts';
import { rucCheckDigit } from '#people/companies/ruc.ts';
import { demoClients } from './demo-clients.ts';
import { demoUsers } from './demo-users.ts';
import { createRandom } from './random.ts';

/** Arbitrary; changing it changes every name and place of the demonstration. */
const SEED = 20_261;
const DAY_MS = 86_400_000;

const withCheckDigit = (firstTen: string): string => `${firstTen}${rucCheckDigit(firstTen)}`;

const MAIN = 'demo';
/** A small second company, to show that companies cannot see each other. */
const OTHER = 'demo-other';

/**
 * The initial data of the demonstration, as rows without passwords: a pure function of the seed and of `now`, which
 * only shifts the dates.
 */
export function demoData(now: Date) {
  const random = createRandom(SEED);
  const users = demoUsers(random);
  const clients = demoClients(random, MAIN, now);
  const since = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const office = (id: string, company_id: string, name: string, days: number) => ({
    id,
    company_id,
    name,
    time_zone: 'America/Lima',
    created_at: since(days),
  });
  return {
    companies: [
      {
        id: MAIN,
        ruc: withCheckDigit('2060148372'),
        name: 'Despachos del Pacífico S.A.C.',
        // Photos of a few weeks fill a part of it that can be seen.
        storage_quota: BYTES_PER_SHOWN_GB / 2,
      },
      {
        id: OTHER,
        ruc: withCheckDigit('2055903164'),
        name: 'Reparto Andino E.I.R.L.',
        storage_quota: 5 * BYTES_PER_SHOWN_GB,
      },
    ],
    offices: [
      office('LIMA', MAIN, 'Lima', 1500),
      office('AREQUIPA', MAIN, 'Arequipa', 1200),
      office('TRUJILLO', MAIN, 'Trujillo', 900),
      office('CUSCO', OTHER, 'Cusco', 600),
    ],
    // Within what the trail keeps: the first place where each signs in is known, where a second factor may be set up.
    users: users.map((user) => ({ ...user, created_at: since(300) })),
    clients: [
      ...clients,
      {
        id: '9501',
        company_id: OTHER,
        code: 'A0001',
        name: 'Mercado San Pedro, puesto 12',
        tax_id: withCheckDigit('1023456781'),
        contact: 'Nélida Ccori',
        phone: '+51 984 110 220',
        email: null,
        address: 'Calle Santa Clara 410',
        reference: null,
        district: 'Cusco',
        ubigeo: '080101',
        lat: -13.5226,
        lng: -71.9827,
        active: true,
        created_at: since(300),
      },
    ],
  };
}
