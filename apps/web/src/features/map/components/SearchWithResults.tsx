import { Autocomplete } from '@base-ui/react/autocomplete';
import { type MapCourier, type Order, VEHICLES } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { StateMark } from '#features/orders/components/StateMark.tsx';
import { foundOrdersQuery } from '#features/orders/api/orders-queries.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { rankedSearch } from '#shared/fields/ranked-search.ts';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import { ComboboxPopup } from '#shared/ui/Combobox/ComboboxPopup.tsx';
import { promiseText } from '../rules/promise-text.ts';
import styles from './MapSearch.module.css';
import { fieldProps, type SearchProps } from './search-field.ts';

/** Delay in milliseconds after the last key, to avoid a request per letter. */
const DEBOUNCE_MS = 250;

/** A shorter text names too many orders. */
const MIN_LENGTH = 2;

const MAX_COURIERS = 5;

type Found = { kind: 'courier'; courier: MapCourier } | { kind: 'order'; order: Order };

/** @returns the text after a pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface Props extends SearchProps {
  text: string;
  onText: (text: string) => void;
  input: RefObject<HTMLInputElement | null>;
  /** The field that this one replaces had the focus. */
  hasFocus: boolean;
}

/** The field with what it finds: orders by what their recipients know of them, couriers by name or plate. */
export function SearchWithResults({
  officeId,
  timeZone,
  couriers,
  onCourier,
  onOrder,
  text,
  onText,
  input,
  hasFocus,
}: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(text !== '');
  // Once: it has replaced the field that had the focus.
  useEffect(() => {
    if (hasFocus) input.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- of the first rendering.
  }, []);
  const typed = text.trim();
  const settled = useSettled(typed);
  const asks = onOrder !== undefined && typed.length >= MIN_LENGTH && settled.length >= MIN_LENGTH;
  const query = useQuery({ ...foundOrdersQuery(officeId, settled), enabled: asks });
  const orders = asks ? (query.data ?? []) : [];
  const named = rankedSearch(couriers, ({ name, plate }) => ({ name, codes: [plate] }))(typed);
  const found: Found[] =
    typed === ''
      ? []
      : [
          ...named.items.slice(0, MAX_COURIERS).map((courier) => ({ kind: 'courier' as const, courier })),
          ...orders.map((order) => ({ kind: 'order' as const, order })),
        ];
  // Enter opens what is found only if nothing else matches as well.
  const isSure = named.only !== null || found.length === 1;
  const isReading = onOrder !== undefined && typed.length >= MIN_LENGTH && (settled !== typed || query.isFetching);
  const empty =
    query.isError && asks
      ? 'No se pudo buscar. Vuelva a escribir en unos segundos.'
      : isReading
        ? 'Buscando…'
        : `Nada coincide con «${typed}».`;
  const pick = (item: Found): void => {
    onText('');
    setOpen(false);
    if (item.kind === 'courier') onCourier(item.courier.id);
    else onOrder?.(item.order);
  };
  return (
    <div ref={frame}>
      <Autocomplete.Root
        items={found}
        filteredItems={found}
        mode="none"
        value={text}
        open={isOpen && typed !== ''}
        onOpenChange={setOpen}
        autoHighlight={isSure && 'always'}
        itemToStringValue={keyOf}
        onValueChange={(next, { reason }) => {
          if (reason !== 'item-press') onText(next);
        }}
      >
        <Autocomplete.Input ref={input} {...fieldProps(onOrder !== undefined)} />
        <ComboboxPopup label="Resultados" frame={frame} empty={empty}>
          {(item: Found) => (
            <Autocomplete.Item key={keyOf(item)} value={item} className={styles['found']} onClick={() => pick(item)}>
              {item.kind === 'courier' ? (
                <FoundCourier courier={item.courier} />
              ) : (
                <FoundOrder order={item.order} timeZone={timeZone} />
              )}
            </Autocomplete.Item>
          )}
        </ComboboxPopup>
      </Autocomplete.Root>
    </div>
  );
}

const keyOf = (item: Found): string => (item.kind === 'courier' ? `r ${item.courier.id}` : `o ${item.order.id}`);

function FoundCourier({ courier: { name, vehicle, plate } }: { courier: MapCourier }) {
  return (
    <>
      <Avatar name={name} />
      <span>
        <strong>{name}</strong>
        <small>{[VEHICLES[vehicle], plate].filter((text) => text !== null).join(' ')}</small>
      </span>
    </>
  );
}

function FoundOrder({ order, timeZone }: { order: Order; timeZone: string }) {
  const { code, state, recipient, place, courier } = order;
  return (
    <span className={styles['order']}>
      <span>
        <code>{code}</code>
        <StateMark state={state} />
      </span>
      <strong>{recipient.name}</strong>
      <small>{promiseText(order, serverNow(), timeZone)}</small>
      <small>{[place.address, ...(courier ? [courier.name] : [])].join(' · ')}</small>
    </span>
  );
}
