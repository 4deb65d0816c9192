import { Autocomplete } from '@base-ui/react/autocomplete';
import { type MapCourier, type Order } from '@despacho/contracts/dispatch';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { rankedSearch } from '#shared/fields/ranked-search.ts';
import { queryWords } from '#shared/fields/search.ts';
import { ComboboxPopup } from '#shared/ui/Combobox/ComboboxPopup.tsx';
import { SEARCH_FAILED, useFoundOrders } from '../state/use-found-orders.ts';
import styles from './Found.module.css';
import { FoundCourier, FoundOrder } from './Found.tsx';
import { fieldProps, type SearchProps } from './search-field.ts';

const MAX_COURIERS = 5;

type Found = { kind: 'courier'; courier: MapCourier } | { kind: 'order'; order: Order };

interface Props extends SearchProps {
  text: string;
  onText: (text: string) => void;
  input: RefObject<HTMLInputElement | null>;
  /** The field that this one replaces had the focus. */
  hasFocus: boolean;
}

/** The field with its results: orders by what their recipients know, couriers by name or plate. */
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
  const { orders, isReading, isFailed } = useFoundOrders(officeId, typed, onOrder !== undefined);
  const named = rankedSearch(couriers, ({ name, plate }) => ({ name, codes: [plate] }))(typed);
  const found: Found[] =
    typed === ''
      ? []
      : [
          ...named.items.slice(0, MAX_COURIERS).map((courier) => ({ kind: 'courier' as const, courier })),
          ...orders.map((order) => ({ kind: 'order' as const, order })),
        ];
  // Enter opens a result only if it is the only match.
  const isSure = named.only !== null || found.length === 1;
  const empty = isFailed ? SEARCH_FAILED : isReading ? 'Buscando…' : `Nada coincide con «${typed}».`;
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
                <FoundCourier courier={item.courier} words={queryWords(typed)} />
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
