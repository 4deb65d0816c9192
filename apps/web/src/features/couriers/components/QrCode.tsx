import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import styles from './CourierPhone.module.css';

const load = () => import('uqr');

/** A QR code, dark on white in both themes, because some cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const uqr = useLazyModule(load);
  if (!uqr) return <Skeleton height={208} />;
  const { data, size } = uqr.encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className={styles['qr']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
