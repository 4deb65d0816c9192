import { expect, it } from 'vitest';
import { readReplay, writeReplay } from './replay-address.ts';

const read = (query: string) => readReplay(new URLSearchParams(query));

it('reads day, time and courier, and ignores invalid values', () => {
  expect(read('repetir=2026-11-25&a-las=14:05&recorrido=7')).toEqual({
    day: '2026-11-25',
    time: '14:05',
    courierId: '7',
  });
  expect(read('repetir=2026-11-25&a-las=25:00&recorrido=../1')).toEqual({
    day: '2026-11-25',
    time: null,
    courierId: null,
  });
  expect(read('a-las=14:05&recorrido=7')).toBeUndefined();
  expect(read('repetir=ayer')).toBeUndefined();
});

it('writes what it reads, and keeps other parameters', () => {
  const params = new URLSearchParams('oficina=LIMA&repetir=2026-11-20&recorrido=9');
  const address = { day: '2026-11-25', time: '14:05', courierId: null };
  const written = writeReplay(address, params);
  expect(written.toString()).toBe('oficina=LIMA&repetir=2026-11-25&a-las=14%3A05');
  expect(readReplay(written)).toEqual(address);
  expect(writeReplay(undefined, written).toString()).toBe('oficina=LIMA');
});
