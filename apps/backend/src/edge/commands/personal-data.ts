import { RETAINED } from '#platform/config.ts';
import { type Database } from '#platform/database/open-database.ts';
import { instantOf } from '#platform/dispatch/zoned-time.ts';
import { erasePerson } from '#upkeep/privacy/erase-person.ts';
import { findPerson, type Identity, type PersonalData } from '#upkeep/privacy/find-person.ts';
import { recordErasure } from '#upkeep/privacy/record-erasure.ts';
import { countExpired, removeExpired } from '#upkeep/privacy/remove-expired.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
import { type Services } from '../services.ts';
import { type Option } from './command.ts';

type Needed = Pick<Services, 'db' | 'logger' | 'clock' | 'evidence'>;

const CONFIRM = 'Nothing was removed. Repeat the command with --confirm yes to remove it.';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** One office, or all of a company or of the database. @throws Refusal not-found if there is none. */
async function officesOf(db: Database, { ruc, office }: { ruc?: string; office: string }) {
  let offices = db
    .selectFrom('offices')
    .innerJoin('companies', 'companies.id', 'offices.company_id')
    .select(['offices.id as officeId', 'offices.company_id as companyId', 'offices.time_zone as timeZone']);
  if (ruc !== undefined) offices = offices.where('companies.ruc', '=', ruc);
  if (office !== '') offices = offices.where('offices.id', '=', office);
  const found = await offices.orderBy('offices.id').execute();
  if (found.length === 0)
    throw new Refusal(
      'not-found',
      `There is no office ${office}${ruc === undefined ? '' : ` of the company with the RUC ${ruc}`}`.replace(
        '  ',
        ' ',
      ),
    );
  return found;
}

/** Removes photos, signatures and documents from before a day of each office's calendar; without `confirm`, counts them. */
export async function purgeEvidence(services: Needed, option: Option): Promise<string> {
  const before = option('before');
  if (!DAY.test(before) || Number.isNaN(Date.parse(before))) throw invalid('--before must be a day, as 2026-01-31');
  const isConfirmed = option('confirm') === 'yes';
  const lines: string[] = [];
  for (const office of await officesOf(services.db, { office: option('office') })) {
    const limit = instantOf(before, '00:00', office.timeZone);
    const counts = isConfirmed
      ? await removeExpired(services, office, () => limit)
      : await countExpired(services.db, office, limit);
    if (isConfirmed) await recordErasure(services.db, office, 'purge', counts, services.clock());
    lines.push(`${office.officeId}: ${RETAINED.map((kind) => `${counts[kind]} ${kind}`).join(', ')}.`);
  }
  return [...lines, isConfirmed ? 'Removed.' : CONFIRM].join('\n');
}

/** @throws Refusal invalid unless exactly one of the options that identify a person is given. */
function identityOf(option: Option): Identity {
  const [document, phone, name] = [option('document'), option('phone'), option('name')];
  if ([document, phone, name].filter((given) => given.trim() !== '').length !== 1)
    throw invalid('Give exactly one of --document, --phone and --name');
  if (document) return { document };
  if (name) return { name };
  if (phone.replace(/\D/g, '').length < 7) throw invalid('--phone must have at least 7 digits');
  return { phone };
}

const summary = ({ orders, formerOrders, photos, visits, views, couriers, written }: PersonalData) => ({
  orders: orders.length,
  'orders with another recipient now': formerOrders.length,
  'photos received by this person in other orders': photos.length,
  'visits in which this person received other orders': visits.length,
  'saved views that search for this person': views.length,
  'retired couriers': couriers.length,
  'notes, reasons and decisions that mention this person':
    written.events.length + written.visits.length + written.notes.length + written.money.length + written.shifts.length,
});

function linesOf(officeId: string, found: PersonalData): string[] {
  const counts = Object.entries(summary(found)).filter(([, count]) => count > 0);
  const { openOrders, activeCouriers, names, views } = found;
  if (counts.length === 0 && openOrders.length === 0 && activeCouriers.length === 0) return [`${officeId}: nothing.`];
  return [
    `${officeId}: ${counts.map(([what, count]) => `${count} ${what}`).join(', ') || 'nothing to erase'}.`,
    `  Named: ${names.map((name) => `"${name}"`).join(', ')}.`,
    ...(views.length > 0 ? [`  Saved views: ${views.map(({ name }) => `"${name}"`).join(', ')}.`] : []),
    ...(openOrders.length > 0
      ? [`  Not erased: ${openOrders.length} orders that are not closed. Close or cancel them first.`]
      : []),
    ...(activeCouriers.length > 0
      ? [`  Not erased: ${activeCouriers.length} couriers who are not retired. Retire them first.`]
      : []),
  ];
}

/** Erases a person from a company; without `confirm`, counts the rows. */
export async function erasePersonNamed(services: Needed, option: Option): Promise<string> {
  const identity = identityOf(option);
  const isConfirmed = option('confirm') === 'yes';
  const lines: string[] = [];
  for (const office of await officesOf(services.db, { ruc: option('ruc'), office: option('office') })) {
    const found = await findPerson(services.db, office, identity);
    lines.push(...linesOf(office.officeId, found));
    if (!isConfirmed) continue;
    await erasePerson(services, office, found);
    await recordErasure(services.db, office, 'person', summary(found), services.clock());
  }
  return [...lines, isConfirmed ? 'Erased.' : CONFIRM.replaceAll('removed', 'erased').replace('remove', 'erase')].join(
    '\n',
  );
}
