import { expect, it } from 'vitest';
import { phoneDoubt } from './phone-doubt.ts';

it.each(['98765432', '9876543', '+51 98765432', '51 98765432', '0051 9876 5432', '9876543210'])(
  'reports %s as a mobile number with a wrong number of digits',
  (phone) => {
    expect(phoneDoubt(phone)).toMatch(/^un celular tiene 9 dígitos y este tiene (7|8|10)$/);
  },
);

it.each(['987654321', '+51 987 654 321', '0051987654321', '4445566', '(054) 223344', '+91 98765 43210', '914', ''])(
  'accepts %s',
  (phone) => {
    expect(phoneDoubt(phone)).toBeNull();
  },
);
