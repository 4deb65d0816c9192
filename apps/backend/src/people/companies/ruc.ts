export { isRuc, rucCheckDigit } from '@despacho/contracts';
