import { useLocation } from 'react-router-dom';
import { useMaskedAddress } from '../state/use-masked-address.ts';

/** Shows `/login` in the address bar while mounted. */
export function MaskedAddress() {
  useMaskedAddress(useLocation());
  return null;
}
