import { useLocation } from 'react-router-dom';
import { useMaskedAddress } from './use-masked-address.ts';

/** Shows `/login` in the address bar while mounted. */
export function MaskedAddress() {
  useMaskedAddress(useLocation());
  return null;
}
