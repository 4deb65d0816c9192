import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { Skeleton } from '../Skeleton/Skeleton.tsx';
import styles from './QrCode.module.css';

const load = () => import('uqr');

interface Props {
  text: string;
  label: string;
  /** Sets its size; by default that for a screen. */
  className?: string | undefined;
}

/** A QR code, dark on white in both themes, because some cameras read no other. */
export function QrCode({ text, label, className }: Props) {
  const uqr = useLazyModule(load);
  if (!uqr) return className === undefined ? <Skeleton height={208} /> : <span className={className} />;
  const { data, size } = uqr.encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className={className ?? styles['qr']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
