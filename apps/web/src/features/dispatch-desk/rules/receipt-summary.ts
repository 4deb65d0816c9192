import { formatNumber } from '../../../shared/format/format-number.ts';
import { type Action, isRunning, unanswered } from './action.ts';
import { receiptLines } from './receipt-lines.ts';

export interface ReceiptSummary {
  tone: 'busy' | 'good' | 'warn' | 'alarm';
  text: string;
}

const orders = (count: number): string => (count === 1 ? '1 orden' : `${formatNumber(count)} órdenes`);

/** @returns a one-sentence summary of an action that counts every order. */
export function receiptSummary(action: Action): ReceiptSummary {
  const lines = receiptLines(action);
  const count = (result: string): number => lines.filter((line) => line.result === result).length;
  const [done, same, refused] = [count('done'), count('same'), count('refused')];
  if (isRunning(action)) return { tone: 'busy', text: 'En curso…' };
  const counts = [
    ...(done > 0 || lines.length === 0 ? [`${orders(done)} ${done === 1 ? 'cambiada' : 'cambiadas'}`] : []),
    ...(same > 0 ? [`${formatNumber(same)} ya ${same === 1 ? 'estaba' : 'estaban'} así`] : []),
    ...(refused > 0 ? [`${formatNumber(refused)} sin cambiar`] : []),
  ].join(' · ');
  if (unanswered(action).length > 0)
    return {
      tone: 'alarm',
      text: `${lines.length > 0 ? `${counts}. ` : ''}No hubo respuesta: puede que se haya hecho o no`,
    };
  if (action.steps.some(({ progress }) => progress.state === 'refused'))
    return { tone: 'alarm', text: lines.length > 0 ? `${counts}. Una parte no se hizo` : 'No se hizo' };
  return { tone: refused > 0 ? 'warn' : 'good', text: counts };
}
