import { type CompanyOffices } from '@despacho/contracts/dispatch';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatStorage } from '#shared/format/format-storage.ts';
import { Card } from '#shared/ui/Card/Card.tsx';
import styles from '../SettingsScreen.module.css';

const KEPT: Record<keyof CompanyOffices['retention'], string> = {
  photos: 'Fotos de las entregas',
  signatures: 'Firmas',
  documents: 'DNI de quien recibió',
  positions: 'Posiciones, recorridos y llegadas de repartidores',
  money: 'Movimientos de «Liquidación»',
};

const daysText = (days: number): string => (days === 0 ? 'siempre' : `${formatNumber(days)} días`);

/** What only the operator changes: storage and for how long data is kept. */
export function KeepingCard({ company, retention }: Pick<CompanyOffices, 'company' | 'retention'>) {
  const { used, total } = formatStorage({ almacenamientoMaximo: company.quota, almacenamientoUsado: company.used });
  return (
    <Card title="Almacenamiento y conservación" className={styles['kept']}>
      <p className={styles['lead']}>
        Valen para toda la empresa. Los cambia quien administra el servidor; pídaselo si necesita más espacio u otro
        plazo.
      </p>
      <dl>
        <dt>Almacenamiento de fotos</dt>
        <dd>
          {used} de {total}
        </dd>
        {Object.entries(KEPT).map(([kind, name]) => (
          <div key={kind}>
            <dt>{name}</dt>
            <dd>{daysText(retention[kind as keyof typeof KEPT])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
