import { type EvidenceFilter, type EvidenceOfOrder } from '@despacho/contracts/dispatch';
import { useInfiniteQuery } from '@tanstack/react-query';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import Images from 'lucide-react/icons/images';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatWeekday } from '#shared/format/format-day.ts';
import { useTextScale } from '#shared/hooks/use-text-scale.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { photosQuery } from '#features/photos/api/photo-queries.ts';
import { Lightbox } from '#features/photos/components/Lightbox.tsx';
import { orderRows, type WallRow, wallRows } from '#features/photos/rules/wall-rows.ts';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { printedRows, useIsPrinted } from '#shared/state/printing.ts';
import { dropTarget } from '#features/photos/state/use-photo-drop.ts';
import { PhoneStep } from '#features/session/components/NextStep.tsx';
import { useColumns } from '../state/use-columns.ts';
import { useOrderUploads } from '../state/use-order-uploads.tsx';
import { type PhotoSelection } from '../state/use-photo-selection.ts';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderHeading } from './OrderHeading.tsx';
import { PhotoTile } from './PhotoTile.tsx';
import styles from './PhotoWall.module.css';
import { SelectBox } from './SelectBox.tsx';

interface Props {
  officeId: string;
  timeZone: string;
  filter: EvidenceFilter;
  byOrder: boolean;
  selection: PhotoSelection<EvidenceOfOrder>;
  onClearFilter: () => void;
}

/** Heights in px at the usual font size; the style sheets repeat them. */
const DAY = 44;
const ORDER = 52;
const CAPTION = 46;
/** In px. */
const GAP = 8;
/** Rows before the end at which the next page is loaded. */
const AHEAD = 4;

/** Photos of the office, newest first: by day, or by order. */
export function PhotoGrid({ officeId, timeZone, filter, byOrder, selection, onClearFilter }: Props) {
  const query = useInfiniteQuery(photosQuery(officeId, filter, byOrder));
  useReportFirstRows(!query.isPending);
  const photos = query.data?.pages.flatMap((page) => page.photos) ?? [];
  const [openId, setOpenId] = useState<string>();
  /** The tile that had the focus last. */
  const [lastAt, setLastAt] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const isPrinted = useIsPrinted();
  const { columns, width } = useColumns(scroller);
  const scale = useTextScale();
  const rows = byOrder ? orderRows(photos, columns) : wallRows(photos, columns, timeZone);
  const tileHeight = Math.round(((width - 2 * GAP - (columns - 1) * GAP) / columns) * 0.75) + CAPTION * scale;
  const heights = { day: DAY * scale, order: ORDER * scale, photos: tileHeight + GAP };
  // This rule is about the React Compiler, which is not used here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    useAnimationFrameWithResizeObserver: true,
    estimateSize: (at) => heights[rows[at]?.kind ?? 'photos'],
    overscan: 3,
    rangeExtractor: isPrinted ? printedRows : defaultRangeExtractor,
  });
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, tileHeight, rows.length]);

  // The kind of a photo here does not apply to added ones.
  const uploads = useOrderUploads(officeId, (orderId) => {
    const photo = photos.find(({ order }) => order.id === orderId);
    return photo && { order: photo.order };
  });
  const shown = virtualizer.getVirtualItems();
  const tiles = shown.flatMap(({ index }) => {
    const row = rows[index];
    return row?.kind === 'photos' ? row.photos.map((_, place) => row.from + place) : [];
  });
  const stopAt = tiles.includes(lastAt) ? lastAt : tiles[0];
  const lastShown = shown.at(-1)?.index ?? 0;
  const at = photos.findIndex(({ id }) => id === openId);
  const isNearEnd = lastShown >= rows.length - AHEAD || (at >= 0 && at >= photos.length - AHEAD);
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query;
  useEffect(() => {
    if (photos.length > 0 && isNearEnd && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  });

  const open = photos[at];
  /** Moves the focus between tiles, of which one is in the tab order with its checkbox. */
  const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape' && selection.photos.size > 0) selection.clear();
    const from = Number((event.target as HTMLElement).dataset['photo'] ?? Number.NaN);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (by === undefined || Number.isNaN(from)) return;
    const next = event.currentTarget.querySelector<HTMLElement>(`[data-photo="${from + by}"]`);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const countSelected = (all: readonly EvidenceOfOrder[]) => all.filter(({ id }) => selection.photos.has(id)).length;
  const isFiltered = Object.keys(filter).length > 0;

  const draw = (row: WallRow<EvidenceOfOrder>): ReactNode => {
    if (row.kind === 'day')
      return (
        <div className={styles['day']}>
          <SelectBox
            label={`Seleccionar las fotos del ${formatWeekday(row.day)}`}
            checked={countSelected(row.photos) === row.photos.length}
            partly={countSelected(row.photos) > 0}
            onChange={() => selection.toggleAll(row.photos)}
          />
          <h2>{formatWeekday(row.day)}</h2>
        </div>
      );
    if (row.kind === 'order')
      return (
        <OrderHeading
          photos={row.photos}
          selected={countSelected(row.photos)}
          officeId={officeId}
          timeZone={timeZone}
          onSelect={() => selection.toggleAll(row.photos)}
          onUpload={
            uploads.isAllowed
              ? () => {
                  const [photo] = row.photos;
                  if (photo) uploads.open(photo.order);
                }
              : undefined
          }
        />
      );
    return (
      <div className={styles['tiles']} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {row.photos.map((photo, place) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            at={row.from + place}
            isInOrder={byOrder}
            isSelected={selection.photos.has(photo.id)}
            isStop={row.from + place === stopAt}
            officeId={officeId}
            timeZone={timeZone}
            onOpen={setOpenId}
            onFocus={setLastAt}
            onSelect={(index, toLast) => selection.toggle(photos, index, toLast)}
          />
        ))}
      </div>
    );
  };

  /** Photos are dropped on the heading of an order and on its photos. */
  const dropOn = (row: WallRow<EvidenceOfOrder>) => {
    const orderId = byOrder && row.kind !== 'day' ? row.photos[0]?.order.id : undefined;
    return orderId === undefined ? {} : { ...dropTarget(orderId), 'data-over': uploads.over === orderId || undefined };
  };

  return (
    <>
      {/* A scrolling area must be reachable with the keyboard, also without photos. */}
      <div
        ref={scroller}
        className={styles['scroller']}
        tabIndex={photos.length === 0 ? 0 : -1}
        data-selecting={selection.photos.size > 0 || undefined}
        onKeyDown={moveFocus}
      >
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
            action={isFiltered ? <Button onClick={onClearFilter}>Quitar filtros</Button> : <PhoneStep />}
          >
            {isFiltered
              ? 'Pruebe con otros días o con otro repartidor.'
              : 'Los repartidores las toman con su teléfono al cerrar cada visita. Aquí verá cada una con su orden, hora y lugar.'}
          </EmptyState>
        )}
        <div data-rows="" className={styles['rows']} style={{ height: `${virtualizer.getTotalSize()}px` }}>
          {shown.map(({ index, key, start }) => {
            const row = rows[index];
            return (
              row && (
                <div
                  key={key}
                  className={styles['row']}
                  style={{ transform: `translateY(${start}px)` }}
                  {...dropOn(row)}
                >
                  {draw(row)}
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
      {uploads.window}
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
