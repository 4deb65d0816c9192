export { fold } from '@despacho/contracts';
