import { reportSpans, stepPeriod, wholeSpan } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import FileX from 'lucide-react/icons/file-x';
import { usePaperTitle } from '#shared/hooks/use-title.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { DayStepper } from '#shared/ui/DayStepper/DayStepper.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryStates } from '#shared/ui/ErrorState/QueryStates.tsx';
import { Preview, PreviewTools, PrintButton } from '#shared/ui/Sheet/Sheet.tsx';
import { type OfficeChoice } from '#features/session/state/use-office.ts';
import { sheetQuery } from '../api/report-queries.ts';
import { monthText } from '../rules/period-text.ts';
import styles from '../Reports.module.css';
import { ReportContext } from '../state/report-context.ts';
import { SheetPage } from './SheetPage.tsx';

const NAMES = { group: 'Mes', before: 'Mes anterior', after: 'Mes siguiente', pick: 'Elegir un día del mes' };

interface Props {
  office: OfficeChoice;
  clientId: string;
  /** Any day of the month. */
  day: string;
  today: string;
  onDay: (day: string) => void;
  onBack: () => void;
}

/** The month of one client, previewed as it is printed. */
export function ClientSheetView({ office, clientId, day, today, onDay, onBack }: Props) {
  const { officeId, timeZone } = office;
  const month = wholeSpan('mes', day);
  const { now: span } = reportSpans('mes', day, today);
  const query = useQuery(sheetQuery(officeId, clientId, month.from));
  const { data } = query;
  const isEmpty = data !== undefined && (data.client.name === null || data.figures === null);
  usePaperTitle(data?.client.name ? `Ficha de ${data.client.name}, ${monthText(month.from)}` : undefined);
  return (
    <ReportContext value={{ officeId, today, group: 'cliente', period: 'mes', span }}>
      <div className={styles['sheetView']}>
        <PreviewTools>
          <Button variant="ghost" icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onBack}>
            Informe
          </Button>
          <DayStepper
            names={NAMES}
            text={monthText(month.from)}
            day={day}
            today={today}
            isLast={month.to >= today}
            back={month.to >= today ? undefined : 'Este mes'}
            onStep={(steps) => onDay(stepPeriod('mes', month.from, steps))}
            onChange={onDay}
          />
          <PrintButton disabled={data === undefined || isEmpty} />
        </PreviewTools>
        <QueryStates query={query} label="Preparando la ficha" count={5} height={72} />
        {isEmpty && (
          <EmptyState icon={<FileX size={22} />} title={data.client.name ?? 'Sin datos de este cliente'}>
            {data.client.name === null
              ? 'Esta oficina no tiene órdenes de este cliente.'
              : 'No hay datos de este mes. Elija otro.'}
          </EmptyState>
        )}
        {data !== undefined && !isEmpty && (
          <Preview label="Vista de la ficha">
            {(isPrinted) => <SheetPage sheet={data} timeZone={timeZone} today={today} isPrinted={isPrinted} />}
          </Preview>
        )}
      </div>
    </ReportContext>
  );
}
