import { type Attention, type AttentionLine } from '@despacho/contracts/dispatch';
import { useEffect, useRef } from 'react';
import { announce } from '#shared/hooks/announce.ts';

const nameOf = ({ order, courier }: AttentionLine): string => order?.code ?? courier?.name ?? '';

/** Announces lines that ended since the list was last read. */
export function useClosings(data: Attention | undefined): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!data) return;
    const before = known.current;
    known.current = new Set(data.closed.map(({ id }) => id));
    const ended = before === null ? [] : data.closed.filter(({ id }) => !before.has(id));
    const [only] = ended;
    if (only && ended.length === 1) announce(`${nameOf(only)}: resuelta`);
    else if (ended.length > 1) announce(`${ended.length} líneas resueltas`);
  }, [data]);
}
