import { pathOf } from '@despacho/contracts';
import {
  day as dayForm,
  type ExportFormat,
  type Report,
  REPORT_GROUP_CODES,
  REPORT_GROUPS,
  REPORT_OPERATIONS,
  REPORT_PERIOD_CODES,
  REPORT_PERIODS,
  type ReportGroup,
  reportOperations,
  type ReportPeriod,
  reportSpans,
  stepPeriod,
  wholeSpan,
} from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import ChartColumn from 'lucide-react/icons/chart-column';
import { useSearchParams } from 'react-router-dom';
import { dayFormat, formatDay } from '#shared/format/format-day.ts';
import { countText } from '#shared/format/count-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { addressOf } from '#shared/http/address.ts';
import { download } from '#shared/http/download.ts';
import { Card } from '#shared/ui/Card/Card.tsx';
import { PunctualityChart } from '#shared/ui/Chart/PunctualityChart.tsx';
import { DayStepper } from '#shared/ui/DayStepper/DayStepper.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryStates } from '#shared/ui/ErrorState/QueryStates.tsx';
import { Segmented } from '#shared/ui/Segmented/Segmented.tsx';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { ExportButtons } from '#shared/ui/TopBarSlot/ExportButtons.tsx';
import { ScreenControls } from '#shared/ui/TopBarSlot/ScreenControls.tsx';
import { OfficePicker } from '#features/session/components/OfficePicker.tsx';
import { OrderStep } from '#features/session/components/NextStep.tsx';
import { useMayUse } from '#features/session/state/session.ts';
import { useOffice } from '#features/session/state/use-office.ts';
import { reportAddress, reportQuery } from './api/report-queries.ts';
import { ClientSheetView } from './components/ClientSheetView.tsx';
import { ReportReasons } from './components/ReportReasons.tsx';
import { ReportTable, SHEET_PARAM } from './components/ReportTable.tsx';
import { ReportTotals } from './components/ReportTotals.tsx';
import { VolumeChart, VolumeLegend } from './components/VolumeChart.tsx';
import { periodText, spanText } from './rules/period-text.ts';
import styles from './Reports.module.css';
import { ReportContext, useShownReport } from './state/report-context.ts';

const weekday = dayFormat({ weekday: 'narrow' });
const dayNumber = (day: string): string => String(Number(day.slice(8)));

const NAMES = {
  dia: { group: 'Periodo', before: 'Día anterior', after: 'Día siguiente', pick: 'Elegir día' },
  semana: {
    group: 'Periodo',
    before: 'Semana anterior',
    after: 'Semana siguiente',
    pick: 'Elegir un día de la semana',
  },
  mes: { group: 'Periodo', before: 'Mes anterior', after: 'Mes siguiente', pick: 'Elegir un día del mes' },
} as const satisfies Record<ReportPeriod, object>;

const NOW = { dia: 'Hoy', semana: 'Esta semana', mes: 'Este mes' } as const satisfies Record<ReportPeriod, string>;

/** «Informes»: a day, week or month by client, courier or district, and the monthly sheet of a client. */
export function Component() {
  const office = useOffice();
  const { officeId, timeZone } = office;
  const mayUse = useMayUse();
  const [params, setParams] = useSearchParams();
  const today = useToday(timeZone);
  const asked = dayForm.safeParse(params.get('dia')).data;
  const day = asked === undefined || asked > today ? today : asked;
  const period = REPORT_PERIOD_CODES.find((code) => code === params.get('periodo')) ?? 'mes';
  const groups = REPORT_GROUP_CODES.filter((code) => mayUse(REPORT_GROUPS[code].access));
  const group = groups.find((code) => code === params.get('por')) ?? groups[0] ?? 'distrito';
  const sheet = mayUse(REPORT_GROUPS.cliente.access) ? params.get(SHEET_PARAM) : null;
  useTitle(
    'view',
    sheet === null ? `${REPORT_GROUPS[group].title}, ${REPORT_PERIODS[period].toLowerCase()}` : 'Ficha del mes',
  );
  const whole = wholeSpan(period, day);
  const { now: span } = reportSpans(period, day, today);
  const of = { officeId, group, period, day: whole.from };
  const query = useQuery({ ...reportQuery(of), enabled: sheet === null });
  useReportFirstRows(sheet !== null || !query.isPending);
  const write = (change: Record<string, string>): void =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(change))
        if (value === '') after.delete(name);
        else after.set(name, value);
      return after;
    });
  const choose = (next: string): void => write({ dia: next >= today ? '' : next });
  if (sheet !== null)
    return (
      <ClientSheetView
        office={office}
        clientId={sheet}
        day={day}
        today={today}
        onDay={choose}
        onBack={() => write({ [SHEET_PARAM]: '' })}
      />
    );
  const exportAs = (formato: ExportFormat): void => {
    const address = new URLSearchParams({ ...reportAddress(of), formato }).toString();
    download(`${addressOf(pathOf(reportOperations[REPORT_OPERATIONS[group].file], {}))}?${address}`);
  };
  return (
    <ReportContext value={{ officeId, today, group, period, span }}>
      <ScreenControls className={styles['controls']}>
        <Segmented<ReportPeriod>
          label="Duración"
          options={REPORT_PERIODS}
          value={period}
          onChange={(next) => write({ periodo: next === 'mes' ? '' : next })}
        />
        <DayStepper
          names={NAMES[period]}
          text={periodText(period, whole, today)}
          day={day}
          today={today}
          isLast={whole.to >= today}
          back={whole.to >= today ? undefined : NOW[period]}
          onStep={(steps) => choose(stepPeriod(period, whole.from, steps))}
          onChange={choose}
        />
        <OfficePicker office={office} />
        <ExportButtons onExport={exportAs} />
      </ScreenControls>
      <QueryStates query={query} label="Preparando el informe" count={4} height={96} />
      {query.data && (
        <Content
          report={query.data}
          isStale={query.isPlaceholderData}
          groups={groups}
          onGroup={(next) => write({ por: next, orden: '' })}
        />
      )}
    </ReportContext>
  );
}

interface ContentProps {
  report: Report;
  /** Whether the rows still belong to the previous group. */
  isStale: boolean;
  groups: readonly ReportGroup[];
  onGroup: (group: ReportGroup) => void;
}

/** @returns the missing days, and the days of the comparison. */
function remarkOf({ from, to, since, before }: Report, period: ReportPeriod, today: string): string {
  const isCut = to === today && to !== wholeSpan(period, to).to;
  const compared = spanText(period, before, before.to === wholeSpan(period, before.to).to, today);
  return [
    ...(isCut ? [from === to ? 'hasta ahora' : `hasta hoy, ${formatDay(today, today)}`] : []),
    ...(since !== null && since > from ? [`hay datos desde el ${formatDay(since, today)}`] : []),
    before.figures === null ? `comparación: sin datos (${compared})` : `comparación: ${compared}`,
  ].join(' · ');
}

function Content({ report, isStale, groups, onGroup }: ContentProps) {
  const { today, group, period } = useShownReport();
  const { figures, reasons, days } = report;
  if (!figures)
    return (
      <EmptyState
        icon={<ChartColumn size={22} />}
        title="Sin datos de estos días"
        action={report.since === null && <OrderStep />}
      >
        {report.since === null
          ? 'Esta oficina todavía no tiene órdenes. El informe aparece con la primera.'
          : `Lo más antiguo que se guarda de esta oficina es del ${formatDay(report.since, today)}.`}
      </EmptyState>
    );
  const tickOf = period === 'semana' ? weekday : dayNumber;
  const kept = days.flatMap(({ day, figures: each }) => {
    const { met = null, promised = null } = each ?? {};
    return met === null || promised === null ? [] : [{ day, met, due: promised }];
  });
  return (
    <div className={styles['screen']}>
      <p className={styles['remark']}>{remarkOf(report, period, today)}</p>
      <ReportTotals report={report} />
      <div className={styles['parts']}>
        {period !== 'dia' && figures.orders !== null && (
          <Card title="Órdenes por día" note={<VolumeLegend />} className={styles['volume']}>
            <div className={styles['plot']}>
              <VolumeChart days={days} tickOf={tickOf} />
            </div>
          </Card>
        )}
        {period !== 'dia' && kept.length > 0 && (
          <Card title="Puntualidad por día" className={styles['part']}>
            <div className={styles['plot']}>
              <PunctualityChart days={kept} tickOf={tickOf} marksLast={false} />
            </div>
          </Card>
        )}
        {reasons && (
          <Card title="Por qué no se entregó" className={styles['part']}>
            <ReportReasons reasons={reasons} failed={figures.failed ?? 0} />
          </Card>
        )}
      </div>
      <section className={styles['list']} aria-label={`Informe por ${REPORT_GROUPS[group].one.toLowerCase()}`}>
        <header>
          {groups.length > 1 ? (
            <Segmented<ReportGroup>
              label="Filas"
              options={Object.fromEntries(groups.map((code) => [code, REPORT_GROUPS[code].title]))}
              value={group}
              onChange={onGroup}
            />
          ) : (
            <h2>{REPORT_GROUPS[group].title}</h2>
          )}
          <span>{rowsText(report)}</span>
        </header>
        {isStale ? (
          <Skeletons label="Preparando las filas" count={6} height={28} className={styles['waiting']} />
        ) : report.rows.length === 0 ? (
          <p className={styles['none']}>No hay órdenes en estos días.</p>
        ) : (
          <ReportTable report={report} total={figures} />
        )}
      </section>
    </div>
  );
}

const rowsText = ({ rows, others }: Report): string =>
  others === null
    ? countText(rows.length, 'fila', 'filas')
    : `se muestran ${formatNumber(rows.length)} de ${formatNumber(rows.length + others.rows)}; las demás están sumadas en «Otros»`;
