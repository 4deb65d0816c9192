import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';

/** Place of a window whose code is loading. */
export function OpeningWindow({ onClose }: { onClose: () => void }) {
  return (
    <Window title="Abriendo…" lead={null} onDismiss={onClose}>
      <Skeletons label="Abriendo" count={4} height={32} />
    </Window>
  );
}
