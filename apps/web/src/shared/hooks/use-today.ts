import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { recordDayTurn, workingDayIn } from '../format/working-day.ts';
import { serverNow } from '../http/server-clock.ts';
import { officesQuery } from '../queries/offices-query.ts';

const CHECK_MS = 15_000;

function onCheck(listener: () => void): () => void {
  const clock = setInterval(listener, CHECK_MS);
  return () => clearInterval(clock);
}

/** @returns the office's working day, `YYYY-MM-DD`. Updates when the day turns. */
export function useToday(timeZone: string): string {
  const client = useQueryClient();
  return useSyncExternalStore(onCheck, () => {
    // Here, because the login page loads the query too and has no bytes left.
    recordDayTurn(client.getQueryData(officesQuery.queryKey)?.[0]?.dayTurnsAt);
    return workingDayIn(timeZone, serverNow());
  });
}
