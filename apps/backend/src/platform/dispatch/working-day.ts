/* The service and the pages share one rule. */
export { officeDay, type OfficeTime } from '@despacho/contracts/dispatch';
