import { type CollectionMeans, type Payment } from '@despacho/contracts/dispatch';
import { type Random } from './random.ts';

const MEANS: readonly CollectionMeans[] = ['efectivo', 'efectivo', 'yape', 'yape', 'plin', 'transferencia', 'pos'];

/** Amounts in céntimos that are paid half in cash and half by Yape, for some orders with two payments. */
const SPLIT = 350;

/** The full amount due by one means, or by two for some amounts. */
export function demoPayments(random: Random, due: number): Payment[] {
  const means = random.pick(MEANS);
  if (due % SPLIT !== 0) return [{ means, amount: due }];
  const cash = Math.floor(due / 200) * 100;
  return [
    { means: 'efectivo', amount: cash },
    { means: 'yape', amount: due - cash },
  ];
}
