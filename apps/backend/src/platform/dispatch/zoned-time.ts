/* Beside the rule of working days, which the pages use too. */
export { instantOf, localOf } from '@despacho/contracts/dispatch';
