import { FIRST_DAY_STEPS, type FirstDay, firstDayOperations, type FirstDayStep } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';
import { readStored, writeStored } from '#shared/state/browser-storage.ts';

export const firstDayKey = (officeId: string) => ['first-day', officeId] as const;

/** Milliseconds between two reads while a step is open: what completes it may happen on a courier's phone. */
const EVERY_MS = 20_000;

/** Whether this browser has seen the first delivery of an office, after which nothing is asked any more. */
export const isPast = (officeId: string): boolean => readStored('despacho.first-day.', officeId) !== null;

/** An office's id contains no space. */
const leftOutId = (officeId: string): string => `${officeId} omitidos`;

/** @returns the steps that were left out in this browser: the others are read from the data. */
export function leftOutSteps(officeId: string): readonly FirstDayStep[] {
  const stored = readStored('despacho.first-day.', leftOutId(officeId))?.split(' ') ?? [];
  return FIRST_DAY_STEPS.filter((step) => stored.includes(step));
}

/** Stores the steps that were left out in this browser. */
export function storeLeftOut(officeId: string, steps: readonly FirstDayStep[]): void {
  writeStored(steps.join(' '), 'despacho.first-day.', leftOutId(officeId));
}

/** @returns whether nothing is left to show: a delivery completes the first day, whatever else was left out. */
export const isDone = ({ done }: FirstDay): boolean => done.includes('delivery');

/** What an office lacks until its first delivery. */
export const firstDayQuery = (officeId: string) =>
  queryOptions({
    queryKey: firstDayKey(officeId),
    queryFn: async (context) => {
      const read = await call(firstDayOperations['firstDay.read'], {
        query: { officeId },
        ...reading(context),
        logged: true,
      });
      if (isDone(read)) writeStored('1', 'despacho.first-day.', officeId);
      return read;
    },
    refetchInterval: ({ state: { data } }) => (data && !isDone(data) && !data.skipped ? EVERY_MS : false),
  });
