import { findKnownClients } from '../clients/known-clients.ts';
import { type Database } from '../database/open-database.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { localOf } from '../dispatch/zoned-time.ts';
import { findTaken } from './imports-repository.ts';
import { type JudgedLine, readLines, withoutRepeated } from './judge-lines.ts';
import { officeProvince } from './office-province.ts';
import { type Header, readHeader } from './read-header.ts';

/**
 * What becomes of each line of a file now. Preview and import both ask this, so that they agree unless something
 * happened in between.
 * @param cells header and lines.
 */
export async function judgeImport(
  db: Database,
  dispatcher: Dispatcher,
  [first = [], ...rows]: readonly string[][],
  now: Date,
): Promise<{ header: Header; lines: JudgedLine[] }> {
  const header = readHeader(first);
  const lines = readLines(rows, {
    header,
    today: localOf(now, dispatcher.timeZone).date,
    province: await officeProvince(db, dispatcher),
    clients: await findKnownClients(db, dispatcher.companyId),
  });
  return { header, lines: withoutRepeated(lines, await findTaken(db, dispatcher, lines)) };
}
