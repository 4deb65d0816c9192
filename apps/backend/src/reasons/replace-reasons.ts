import { type Reason } from '@despacho/contracts/dispatch';
import { type Dispatcher, requireChargeS } from '../dispatch/dispatcher.ts';
import { lockOffice } from '../offices/offices-repository.ts';
import { type Services } from '../services.ts';
import { replaceReasonsOf } from './reasons-repository.ts';

/** Gives the office a catalogue of its own. Orders closed with a reason that is gone keep its code. */
export async function replaceReasons({ db }: Services, dispatcher: Dispatcher, reasons: Reason[]): Promise<Reason[]> {
  requireChargeS(dispatcher);
  await db.transaction().execute(async (trx) => {
    await lockOffice(trx, dispatcher.companyId, dispatcher.officeId);
    await replaceReasonsOf(trx, dispatcher, reasons);
  });
  return reasons;
}
