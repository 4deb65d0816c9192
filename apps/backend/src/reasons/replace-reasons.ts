import { type Reason } from '@despacho/contracts/dispatch';
import { type Database } from '../database/open-database.ts';
import { transact } from '../database/transact.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { lockOffice } from '../offices/offices-repository.ts';
import { type Services } from '../services.ts';
import { replaceReasonsOf } from './reasons-repository.ts';

/** Replaces the office's catalogue. Orders closed with a removed reason keep its code. */
export async function replaceReasons({ db }: Services, dispatcher: Dispatcher, reasons: Reason[]): Promise<Reason[]> {
  const replace = async (trx: Database): Promise<void> => {
    await lockOffice(trx, dispatcher);
    await replaceReasonsOf(trx, dispatcher, reasons);
  };
  // Not retried after a lost commit: a colleague may have replaced the catalogue since.
  await transact(db, replace);
  return reasons;
}
