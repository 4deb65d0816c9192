import { type Period } from '@despacho/contracts/dispatch';
import { useEffect, useState } from 'react';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { createStore, type ReadonlyStore, type Store } from '#shared/state/store.ts';
import { advance, type Speed } from '../rules/playback.ts';

/** Milliseconds between two pictures: smooth, and with reduced motion a still picture each second. */
const FRAME_MS = 50;
const CALM_FRAME_MS = 1000;

export interface Playback {
  /** Seconds since 1970. A store, because it changes many times a second. */
  time: ReadonlyStore<number>;
  isPlaying: boolean;
  speed: Speed;
  setSpeed: (speed: Speed) => void;
  /** Goes to a time and stops there. */
  seek: (at: number) => void;
  /** Plays, from the beginning if it is over, or stops. */
  toggle: () => void;
}

/** Plays a span of time. @param start where it begins, in seconds. */
export function usePlayback({ from, to }: Period, start: number): Playback {
  const [time] = useState<Store<number>>(() => createStore(start));
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(60);
  const isCalm = useMediaQuery('(prefers-reduced-motion: reduce)');
  useEffect(() => {
    if (!isPlaying) return undefined;
    let before = performance.now();
    const clock = setInterval(
      () => {
        const now = performance.now();
        time.set(advance(time.get(), now - before, speed, to));
        before = now;
        if (time.get() >= to) setPlaying(false);
      },
      isCalm ? CALM_FRAME_MS : FRAME_MS,
    );
    return () => clearInterval(clock);
  }, [time, isPlaying, speed, to, isCalm]);
  return {
    time,
    isPlaying,
    speed,
    setSpeed,
    seek: (at) => {
      setPlaying(false);
      time.set(Math.min(to, Math.max(from, at)));
    },
    toggle: () => {
      if (!isPlaying && time.get() >= to) time.set(from);
      setPlaying(!isPlaying);
    },
  };
}
