import { FIGURE_FILTERS, byClient, byReason, type ClientsFigures } from '@despacho/contracts/dispatch';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { oneTabStop } from '#shared/hooks/one-tab-stop.ts';
import { withWholeRows } from '#shared/hooks/whole-rows.ts';
import { clientsFiguresQuery } from '../api/figures-queries.ts';
import { FigureLink } from './FigureLink.tsx';
import styles from './ClientsWidget.module.css';
import { WidgetCard } from './WidgetCard.tsx';

const list = withWholeRows(oneTabStop);

/** D05: how far the orders of each client are, why visits failed, and the money. */
export function ClientsWidget() {
  return (
    <WidgetCard
      title="Clientes"
      query={clientsFiguresQuery}
      rows={4}
      note={({ clients, total, unlisted }) =>
        total > clients.length
          ? `se muestran ${formatNumber(clients.length)} de ${formatNumber(total)}; los demás, ${formatNumber(unlisted)} órdenes`
          : 'cerradas · fallidas · cobrado'
      }
      empty={({ total, outside }) =>
        total === 0 && outside === null
          ? 'Ninguna orden de este día es de un cliente del directorio. Aquí se verá el avance de cada uno.'
          : null
      }
    >
      {({ clients, outside }) => (
        <ul ref={list} className={styles['list']} tabIndex={0} aria-label="Clientes, se desplaza">
          {clients.map((client) => (
            <Client key={client.id} client={client} />
          ))}
          {outside && <Outside figures={outside} />}
        </ul>
      )}
    </WidgetCard>
  );
}

/** Orders whose sender is not in the directory: the filters of the list have no such client. */
function Outside({ figures }: { figures: NonNullable<ClientsFigures['outside']> }) {
  const { total, done, failed, due, collected } = figures;
  return (
    <li>
      <span className={styles['name']}>Fuera del directorio</span>
      <span className={styles['of']}>
        {formatNumber(done)} de {formatNumber(total)}
      </span>
      <span className={styles['failed']}>
        {failed === 0 ? <span className={styles['none']}>–</span> : formatNumber(failed)}
      </span>
      <span className={styles['money']}>{due === 0 ? '–' : formatSoles(collected)}</span>
    </li>
  );
}

function Client({ client }: { client: ClientsFigures['clients'][number] }) {
  const { id, name, total, done, failed, reasons, due, collected } = client;
  return (
    <li>
      <span className={styles['name']}>{name}</span>
      <span className={styles['of']}>
        <FigureLink of={[FIGURE_FILTERS.done, byClient(id)]} label={`${formatNumber(done)} cerradas de ${name}`}>
          {formatNumber(done)}
        </FigureLink>{' '}
        de{' '}
        <FigureLink of={[FIGURE_FILTERS.all, byClient(id)]} label={`${formatNumber(total)} órdenes de ${name}`}>
          {formatNumber(total)}
        </FigureLink>
      </span>
      <span className={styles['failed']}>
        {failed === 0 ? (
          <span className={styles['none']}>–</span>
        ) : (
          <FigureLink
            of={[FIGURE_FILTERS.failed, byClient(id)]}
            label={`${formatNumber(failed)} no entregadas de ${name}`}
          >
            {formatNumber(failed)}
          </FigureLink>
        )}
      </span>
      <span className={styles['money']}>{due === 0 ? '–' : formatSoles(collected)}</span>
      {reasons.length > 0 && (
        <span className={styles['reasons']}>
          {reasons.slice(0, 2).map(({ value, name: reason, orders }) => (
            <FigureLink key={value} of={[FIGURE_FILTERS.failed, byClient(id), byReason(value)]}>
              {reason} {formatNumber(orders)}
            </FigureLink>
          ))}
          {due > 0 && <span>de {formatSoles(due)}</span>}
        </span>
      )}
    </li>
  );
}
