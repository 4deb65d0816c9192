import { type Operation, type OperationPolicy } from '@despacho/contracts';
import { conflict, type Refusal } from '../refusal.ts';

export const officeClosed = (): Refusal =>
  conflict('La oficina está cerrada: todo se puede leer y nada cambiar, hasta que alguien con cargo S la reabra');

/** Whether an operation is refused in a closed office: every one that is not a read, unless its policy allows it. */
export const needsOpenOffice = ({ method, policy }: Pick<Operation, 'method'> & { policy: OperationPolicy }): boolean =>
  method !== 'GET' && policy.inClosedOffice !== true;
