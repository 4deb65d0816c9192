import { type EvidenceOfOrder } from '@despacho/contracts/dispatch';
import { useSearchParams } from 'react-router-dom';
import { useLiveEvents } from '#shared/live/live.ts';
import { Segmented } from '#shared/ui/Segmented/Segmented.tsx';
import { TopBarSlot } from '#shared/ui/TopBarSlot/TopBarSlot.tsx';
import { useTitle } from '#shared/hooks/use-title.ts';
import {
  type PhotoView,
  PHOTO_VIEWS,
  readPhotoFilter,
  readPhotoView,
  withFilter,
  withoutFilter,
  withView,
} from '#features/photos/rules/photo-filter.ts';
import { useLivePhotos } from '#features/photos/state/use-live-photos.ts';
import { OfficePicker } from '#features/session/components/OfficePicker.tsx';
import { useOffice } from '#features/session/state/use-office.ts';
import { usePhotoSelection } from '../state/use-photo-selection.ts';
import { MissingList } from './MissingList.tsx';
import { PhotoFilters } from './PhotoFilters.tsx';
import { PhotoGrid } from './PhotoGrid.tsx';
import { PhotoSelectionBar } from './PhotoSelectionBar.tsx';
import styles from './PhotoWall.module.css';

/** Controls in the top bar, also while the screen loads: on a phone they would move everything below. */
export function PhotoTools() {
  const office = useOffice();
  const [params, setParams] = useSearchParams();
  const view = readPhotoView(params);
  useTitle('part', view === 'faltan' ? PHOTO_VIEWS[view] : null);
  return (
    <TopBarSlot>
      <Segmented
        label="Vista"
        options={PHOTO_VIEWS}
        value={view}
        onChange={(next) => setParams((now) => withView(now, next), { replace: true })}
      />
      <OfficePicker office={office} />
    </TopBarSlot>
  );
}

/** All photos of the office, and missing ones, filtered by the URL. */
export function PhotoWall() {
  const { officeId, timeZone } = useOffice();
  const [params] = useSearchParams();
  // The selection belongs to one office.
  return <Wall key={officeId} officeId={officeId} timeZone={timeZone} view={readPhotoView(params)} />;
}

interface WallProps {
  officeId: string;
  timeZone: string;
  view: PhotoView;
}

function Wall({ officeId, timeZone, view }: WallProps) {
  const [params, setParams] = useSearchParams();
  const filter = readPhotoFilter(params);
  const selection = usePhotoSelection<EvidenceOfOrder>();
  useLivePhotos(officeId);
  useLiveEvents('evidence.removed', (event) => {
    if (event.officeId === officeId) selection.remove(event.evidence.id);
  });
  const clear = (): void => {
    setParams(withoutFilter, { replace: true });
  };
  return (
    <div className={styles['wall']}>
      <PhotoFilters
        officeId={officeId}
        timeZone={timeZone}
        filter={filter}
        hasChecks={view !== 'faltan'}
        onChange={(name, value) => setParams((now) => withFilter(now, name, value), { replace: true })}
        onClear={clear}
      />
      {view === 'faltan' ? (
        <MissingList officeId={officeId} timeZone={timeZone} filter={filter} onClearFilter={clear} />
      ) : (
        <PhotoGrid
          key={view}
          officeId={officeId}
          timeZone={timeZone}
          filter={filter}
          byOrder={view === 'orden'}
          selection={selection}
          onClearFilter={clear}
        />
      )}
      <PhotoSelectionBar
        officeId={officeId}
        ids={[...selection.photos.keys()]}
        orders={selection.orders}
        isFull={selection.isFull}
        onClear={selection.clear}
      />
    </div>
  );
}
