import { type Period } from '@despacho/contracts/dispatch';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type CSSProperties, memo, useEffect, useEffectEvent, useId } from 'react';
import { focusPlace, isShortcut } from '#shared/hooks/shortcut.ts';
import { useStore } from '#shared/state/store.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { activityOf } from '../rules/activity.ts';
import { SPEEDS, type Speed } from '../rules/playback.ts';
import { type Track } from '../rules/track.ts';
import { type Playback } from '../state/use-playback.ts';
import styles from './Replay.module.css';

const MINUTE = 60;

/** Whether the space bar presses the focused element. */
const isPressed = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a[href]') !== null;

interface Props {
  span: Period;
  playback: Playback;
  /** «25 de noviembre». */
  dayText: string;
  timeText: (seconds: number) => string;
  tracks: readonly Track[];
  chosen: Track | undefined;
  onLive: () => void;
}

/** The time of the replay: plays it, sets it, and shows what happened when. */
export function ReplayBar({ span, playback, dayText, timeText, tracks, chosen, onLive }: Props) {
  const { time, isPlaying, speed, setSpeed, seek, toggle } = playback;
  const minute = useStore(time, (at) => Math.floor(at / MINUTE) * MINUTE);
  const speedId = useId();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event, ' ', focusPlace(event.target)) || isPressed(event.target)) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <section className={styles['bar']} aria-label="Repetición del día">
      <div className={styles['controls']}>
        <IconButton
          label={isPlaying ? 'Pausar' : 'Reproducir'}
          tooltipSide="top"
          aria-keyshortcuts="Space"
          icon={isPlaying ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
          onClick={toggle}
        />
        <output className={styles['clock']} aria-live="off">
          {timeText(minute)}
        </output>
        <span className={styles['which']}>Repetición del {dayText}</span>
        <label className={styles['speed']} htmlFor={speedId}>
          <span>Velocidad</span>
          <select
            id={speedId}
            aria-label="Velocidad"
            value={speed}
            onChange={({ target }) => {
              const next = SPEEDS.find((each) => String(each) === target.value);
              if (next !== undefined) setSpeed(next satisfies Speed);
            }}
          >
            {SPEEDS.map((each) => (
              <option key={each} value={each}>
                {each}×
              </option>
            ))}
          </select>
        </label>
        <Button size="sm" className={styles['live']} onClick={onLive}>
          Volver al vivo
        </Button>
      </div>
      <div className={styles['slider']}>
        <Marks span={span} tracks={tracks} chosen={chosen} />
        <input
          type="range"
          aria-label="Hora"
          aria-valuetext={timeText(minute)}
          min={span.from}
          max={span.to}
          step={MINUTE}
          value={minute}
          style={{ '--done': `${((minute - span.from) / (span.to - span.from)) * 100}%` } as CSSProperties}
          onChange={({ target }) => seek(Number(target.value))}
        />
      </div>
      <div className={styles['ends']} aria-hidden="true">
        <span>{timeText(span.from)}</span>
        <Legend chosen={chosen} hasVisits={tracks.some(({ visits }) => visits !== null)} />
        <span>{timeText(span.to)}</span>
      </div>
    </section>
  );
}

function Legend({ chosen, hasVisits }: { chosen: Track | undefined; hasVisits: boolean }) {
  return (
    <ul className={styles['legend']}>
      {hasVisits && (
        <>
          <li data-kind="delivered">entregas</li>
          <li data-kind="failed">no entregadas</li>
        </>
      )}
      {chosen && <li data-kind="silence">sin señal</li>}
    </ul>
  );
}

interface MarksProps {
  span: Period;
  tracks: readonly Track[];
  chosen: Track | undefined;
}

/** Height of the drawing, and its width for the whole span. */
const [WIDTH, HEIGHT] = [1000, 28];

/** What happened: the visits and silences of the chosen courier, or how many visits all had. */
const Marks = memo(function Marks({ span, tracks, chosen }: MarksProps) {
  const place = (at: number): number => ((at - span.from) / (span.to - span.from)) * WIDTH;
  return (
    <svg className={styles['marks']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {chosen ? (
        <>
          {chosen.gaps.map(({ from, to }) => (
            <rect
              key={from}
              data-kind="silence"
              x={place(from)}
              y={HEIGHT - 9}
              width={Math.max(2, place(to) - place(from))}
              height={9}
            />
          ))}
          {(['delivered', 'failed'] as const).flatMap((kind) =>
            (chosen.visits?.[kind] ?? []).map((at, index) => (
              <rect key={`${kind} ${index}`} data-kind={kind} x={place(at) - 1} y={0} width={2.5} height={HEIGHT} />
            )),
          )}
        </>
      ) : (
        <Bars tracks={tracks} span={span} />
      )}
    </svg>
  );
});

function Bars({ tracks, span }: { tracks: readonly Track[]; span: Period }) {
  const bars = activityOf(tracks, span);
  const highest = Math.max(1, ...bars.map(({ delivered, failed }) => delivered + failed));
  const width = WIDTH / bars.length;
  const tall = (visits: number): number => (visits / highest) * HEIGHT;
  return bars.map(({ delivered, failed }, index) => (
    <g key={index}>
      <rect
        data-kind="delivered"
        x={index * width}
        y={HEIGHT - tall(delivered)}
        width={width * 0.7}
        height={tall(delivered)}
      />
      <rect
        data-kind="failed"
        x={index * width}
        y={HEIGHT - tall(delivered + failed)}
        width={width * 0.7}
        height={tall(failed)}
      />
    </g>
  ));
}
