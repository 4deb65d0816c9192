import { type OrderServices } from '#orders/services.ts';
import { type CpuBudget } from '#platform/cpu-budget.ts';

export interface WorkServices extends OrderServices {
  /** CPU time of the threads that read a person's files. */
  importCpu: CpuBudget;
}
