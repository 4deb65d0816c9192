import { setTimeout as sleep } from 'node:timers/promises';
import { FieldFailure } from '../../../apps/web/tools/courier.ts';
import { Client } from '../load/client.ts';
import { Office, OfficeRefusal } from './office.ts';
import { Phone } from './phone.ts';
import { isToConnect, type KeptPhone, readPhones, writePhones } from './phone-file.ts';
import { SimulatedCourier } from './simulated-courier.ts';

/** How often a courier acts. */
const ROUND_MS = 15_000;
/** Connecting is spread out: the gateway limits requests without a session by address. */
const CONNECT_EVERY_MS = 500;
const RETRY_MS = 20_000;
/** The couriers close about as many orders as arrive, so that the demonstration looks the same after days. */
const MAX_STOP_MS = 30 * 60_000;
const SAVE_EVERY_MS = 10 * 60_000;

interface Options {
  /** Port of the gateway. */
  port: number;
  /** Where the phones are kept between runs. */
  file: string;
  /** Ends the work. */
  signal: AbortSignal;
  log: (line: string) => void;
}

/** @returns false if the work has ended. */
const pause = (ms: number, signal: AbortSignal): Promise<boolean> => sleep(ms, true, { signal }).catch(() => false);

/** Simulates the phones of the demonstration's couriers, until the signal or until all have left. */
export async function runCouriers({ port, file, signal, log }: Options): Promise<void> {
  const phones = (await readPhones(file)) ?? [];
  const working = new Map<KeptPhone, { client: Client; phone: Phone; courier: SimulatedCourier }>();

  const join = (kept: KeptPhone): Phone => {
    const client = new Client(port, '127.0.0.1');
    client.cookies = new Map(kept.cookies);
    const phone = new Phone(client, Date.now);
    const courier = new SimulatedCourier(phone, {
      now: Date.now,
      seed: Number(kept.courierId),
      maxStopMs: MAX_STOP_MS,
      spot: kept.spot,
    });
    working.set(kept, { client, phone, courier });
    return phone;
  };

  const save = async (): Promise<void> => {
    for (const [
      kept,
      {
        client,
        courier: { spot },
      },
    ] of working)
      Object.assign(kept, { cookies: [...client.cookies], usedAt: Date.now(), spot });
    await writePhones(file, phones);
  };

  const leave = async (kept: KeptPhone): Promise<void> => {
    working.get(kept)?.client.close();
    working.delete(kept);
    // After its absolute end, the next run connects it again.
    kept.isLeft = kept.endsAt > Date.now();
    await save();
  };

  const connect = (): Promise<void> =>
    Office.signedIn(port, async (office) => {
      // A file of an earlier release has phones for half of the couriers.
      const known = new Set(phones.map(({ officeId, courierId }) => `${officeId} ${courierId}`));
      const all = await office.listCouriers();
      phones.push(...all.filter(({ officeId, courierId }) => !known.has(`${officeId} ${courierId}`)));
      for (const kept of phones.filter((each) => isToConnect(each, Date.now()))) {
        if (!(await pause(CONNECT_EVERY_MS, signal))) return;
        const link = await office.linkFor(kept);
        kept.isLeft = !link;
        kept.cookies = [];
        if (link) kept.endsAt = Date.parse((await join(kept).connect(link)).endsAt);
        await save();
      }
    });

  /** @returns after how many milliseconds to try again; 0 if all are connected, or no hope. */
  const tryToConnect = async (): Promise<number> => {
    try {
      await connect();
      return 0;
    } catch (error) {
      if (!(error instanceof OfficeRefusal || error instanceof FieldFailure)) throw error;
      log(`not every phone is connected: ${error.message}`);
      // Somebody changed the password: each attempt would be a failed login of theirs.
      return error.status === 401 ? 0 : RETRY_MS;
    }
  };

  for (const kept of phones) if (!kept.isLeft && !isToConnect(kept, Date.now())) join(kept);
  for (let wait = await tryToConnect(); wait > 0 && (await pause(wait, signal));) wait = await tryToConnect();
  log(`${working.size} couriers work with simulated phones`);

  let savedAt = Date.now();
  while (!signal.aborted && working.size > 0) {
    const gap = ROUND_MS / working.size;
    for (const [kept, { courier }] of working) {
      if (!(await pause(gap, signal))) break;
      if (await courier.step()) continue;
      log(`courier ${kept.courierId} of ${kept.officeId} is no longer connected, and leaves`);
      await leave(kept);
    }
    if (Date.now() - savedAt < SAVE_EVERY_MS) continue;
    savedAt = Date.now();
    await save();
  }
  await save();
  for (const { client } of working.values()) client.close();
}
