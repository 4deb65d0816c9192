import { type EvidenceOfOrder } from '@despacho/contracts/dispatch';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import Images from 'lucide-react/icons/images';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { formatWeekday } from '../../../shared/format/format-day.ts';
import { formatTime } from '../../../shared/format/format-time.ts';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState/EmptyState.tsx';
import { QueryError } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { TopBarSlot } from '../../../shared/ui/TopBarSlot/TopBarSlot.tsx';
import { orderPath } from '../../orders/rules/orders-path.ts';
import { photosQuery } from '../../photos/api/photo-queries.ts';
import { Lightbox } from '../../photos/components/Lightbox.tsx';
import { PhotoThumbnail } from '../../photos/components/PhotoThumbnail.tsx';
import { readPhotoFilter, withFilter, withoutFilter } from '../../photos/rules/photo-filter.ts';
import { type WallRow, wallRows } from '../../photos/rules/wall-rows.ts';
import { useLivePhotos } from '../../photos/state/use-live-photos.ts';
import { OfficePicker } from '../../session/components/OfficePicker.tsx';
import { useMayUse, useSession } from '../../session/state/session.ts';
import { useOffice } from '../../session/state/use-office.ts';
import { useColumns } from '../state/use-columns.ts';
import { PhotoFilters } from './PhotoFilters.tsx';
import styles from './PhotoWall.module.css';

/** Heights in px; the style sheet repeats them. */
const HEADING = 44;
const CAPTION = 46;
const GAP = 8;
/** Rows before the end at which the next page is loaded. */
const AHEAD = 4;

/** Photos of the office by day, newest first, filtered by the URL. */
export function PhotoWall() {
  const office = useOffice();
  const { officeId, timeZone } = office;
  const [params, setParams] = useSearchParams();
  const filter = readPhotoFilter(params);
  useLivePhotos(officeId);
  const query = useInfiniteQuery(photosQuery(officeId, filter));
  const photos = query.data?.pages.flatMap((page) => page.photos) ?? [];
  const [openId, setOpenId] = useState<string>();
  const scroller = useRef<HTMLDivElement>(null);
  const { columns, width } = useColumns(scroller);
  const rows = wallRows(photos, columns, timeZone);
  const tileHeight = Math.round(((width - 2 * GAP - (columns - 1) * GAP) / columns) * 0.75) + CAPTION;
  // This rule is about the React Compiler, which is not used here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (rows[at]?.kind === 'day' ? HEADING : tileHeight + GAP),
    overscan: 3,
  });
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, tileHeight, rows.length]);

  const shown = virtualizer.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  const at = photos.findIndex(({ id }) => id === openId);
  const isNearEnd = lastShown >= rows.length - AHEAD || (at >= 0 && at >= photos.length - AHEAD);
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query;
  useEffect(() => {
    if (photos.length > 0 && isNearEnd && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  });

  const open = photos[at];
  /** Moves the focus between tiles, which are in the tab order one by one as well. */
  const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
    const from = Number((event.target as HTMLElement).dataset['photo'] ?? Number.NaN);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (by === undefined || Number.isNaN(from)) return;
    const next = event.currentTarget.querySelector<HTMLElement>(`[data-photo="${from + by}"]`);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const isFiltered = Object.keys(filter).length > 0;
  const clear = (): void => {
    setParams(withoutFilter, { replace: true });
  };
  return (
    <>
      <TopBarSlot>
        <OfficePicker office={office} />
      </TopBarSlot>
      <PhotoFilters
        officeId={officeId}
        timeZone={timeZone}
        filter={filter}
        onChange={(name, value) => setParams((now) => withFilter(now, name, value), { replace: true })}
        onClear={clear}
      />
      {/* A scrolling area must be reachable with the keyboard, also without photos. */}
      <div ref={scroller} className={styles['scroller']} tabIndex={photos.length === 0 ? 0 : -1} onKeyDown={moveFocus}>
        {query.isPending && (
          <div role="status" aria-busy="true" aria-label="Cargando las fotos" className={styles['waiting']}>
            {Array.from({ length: 3 * columns }, (_, tile) => (
              <span key={tile} />
            ))}
          </div>
        )}
        {query.isError && photos.length === 0 && <QueryError query={query} />}
        {query.data && photos.length === 0 && (
          <EmptyState
            icon={<Images size={22} />}
            title={isFiltered ? 'Ninguna foto cumple los filtros' : 'Todavía no hay fotos'}
            action={isFiltered ? <Button onClick={clear}>Quitar filtros</Button> : undefined}
          >
            {isFiltered
              ? 'Pruebe con otros días o con otro repartidor.'
              : 'Aquí verá las fotos de cada entrega, con la orden, la hora y el lugar.'}
          </EmptyState>
        )}
        <div className={styles['rows']} style={{ height: `${virtualizer.getTotalSize()}px` }}>
          {shown.map(({ index, key, start }) => {
            const row = rows[index];
            return (
              row && (
                <div key={key} className={styles['row']} style={{ transform: `translateY(${start}px)` }}>
                  <Row row={row} columns={columns} officeId={officeId} timeZone={timeZone} onOpen={setOpenId} />
                </div>
              )
            );
          })}
        </div>
        {query.isFetchNextPageError && (
          <p className={styles['more']}>
            <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Cargar más fotos
            </Button>
          </p>
        )}
      </div>
      {open && (
        <Lightbox
          officeId={officeId}
          timeZone={timeZone}
          photo={open}
          photos={photos}
          hasMore={hasNextPage}
          facts={<OrderFacts photo={open} officeId={officeId} />}
          onOpen={setOpenId}
        />
      )}
    </>
  );
}

function OrderFacts({ photo: { order }, officeId }: { photo: EvidenceOfOrder; officeId: string }) {
  const me = useSession();
  const seesOrders = useMayUse()(['U01']);
  return (
    <p className={styles['facts']}>
      {seesOrders ? (
        <Link className={styles['code']} to={orderPath({ id: order.id, officeId }, me)}>
          {order.code}
        </Link>
      ) : (
        <span className={styles['code']}>{order.code}</span>
      )}
      <strong>{order.recipient}</strong>
      <span>
        {order.address}, {order.district.name}
      </span>
      <span>{order.client.name}</span>
    </p>
  );
}

interface RowProps {
  row: WallRow<EvidenceOfOrder>;
  columns: number;
  officeId: string;
  timeZone: string;
  onOpen: (id: string) => void;
}

function Row({ row, columns, officeId, timeZone, onOpen }: RowProps) {
  if (row.kind === 'day') return <h2 className={styles['day']}>{formatWeekday(row.day)}</h2>;
  return (
    <div className={styles['tiles']} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {row.photos.map((photo, place) => {
        const time = formatTime(photo.takenAt, timeZone);
        const { code, recipient } = photo.order;
        return (
          <button
            key={photo.id}
            type="button"
            className={styles['tile']}
            data-photo={row.from + place}
            onClick={() => onOpen(photo.id)}
          >
            <span className={styles['frame']}>
              <PhotoThumbnail officeId={officeId} photo={photo} />
              {photo.sameAs && !photo.checks && <span className={styles['same']}>Repetida</span>}
            </span>
            <span className={styles['caption']}>
              <span className={styles['who']}>{recipient}</span>
              <span className={styles['what']}>
                {code} · {time}
              </span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
