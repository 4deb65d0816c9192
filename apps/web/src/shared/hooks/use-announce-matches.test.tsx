import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { announce } from './announce.ts';
import { useAnnounceMatches } from './use-announce-matches.ts';

vi.mock('./announce.ts', () => ({ announce: vi.fn<(text: string) => void>() }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(announce).mockReset();
});
afterEach(() => vi.useRealTimers());

function List({ search, count }: { search: string; count: number | undefined }) {
  useAnnounceMatches(search, count);
  return null;
}

const announced = (): string[] => vi.mocked(announce).mock.calls.map(([text]) => text);

it('announces how many entries match once, after a pause in typing', () => {
  const { rerender } = render(<List search="r" count={12} />);
  vi.advanceTimersByTime(300);
  rerender(<List search="ro" count={1} />);
  vi.advanceTimersByTime(300);
  expect(announced()).toEqual([]);
  vi.advanceTimersByTime(2000);
  expect(announced()).toEqual(['1 coincidencia']);
});

it('announces nothing without a search, and nothing while the number is unknown', () => {
  const { rerender } = render(<List search=" " count={12} />);
  vi.advanceTimersByTime(2000);
  rerender(<List search="ro" count={undefined} />);
  vi.advanceTimersByTime(2000);
  expect(announced()).toEqual([]);
});
