import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isMonotonous, plainAddresses } from './settings.ts';

const refused = (address: string, listed?: string) => plainAddresses({ IT: address }, listed).refused.length > 0;

it('G39: accepts TLS anywhere, and plain connections in private networks', () => {
  for (const address of `https://s3.example.com http://localhost:9000 http://127.0.0.1 http://[::1]:9000
    http://10.1.2.3 http://minio:9000 http://minio.internal postgres://a:b@127.0.0.1/d
    postgres://a:b@db:5432/d postgres:///d?host=/var/run/postgresql
    postgresql://a:b@db.example.com/d?sslmode=verify-full
    postgres://a:b@db.example.com/d?sslmode=disable&sslmode=require`.split(/\s+/))
    expect([address, refused(address)]).toEqual([address, false]);
});

it('G39: refuses plain connections beyond them, unless the host is listed', () => {
  for (const address of `http://s3.example.com http://8.8.8.8 http://172.32.0.1:9000
    http://[2001:db8::1] postgres://a:b@db.example.com/d
    postgres://a:b@db.example.com/d?sslmode=require&sslmode=prefer
    postgres://a:b@127.0.0.1/d?host=db.example.com postgres://a:b@db.example.com/d?sslmode=no-verify`.split(/\s+/))
    expect([address, refused(address)]).toEqual([address, true]);
  expect(refused('http://s3.example.com:9000', 's3.example.com')).toBe(true);
  expect(plainAddresses({ IT: 'http://S3.example.com:9000' }, 'other.example, s3.example.com:9000')).toEqual({
    refused: [],
    useless: ['other.example'],
  });
});

it('G9: recognizes monotonous secrets', () => {
  for (const secret of ['a'.repeat(64), 'ab'.repeat(20), '12345678'.repeat(4), `${'1234567890'.repeat(3)}12`, 'aaaa'])
    expect([secret, isMonotonous(secret)]).toEqual([secret, true]);
  expect(isMonotonous(`7f3a90c1d5e2b8467f3a90c1d5e2b84a,${'s'.repeat(32)}`)).toBe(true);
  for (const secret of ['despacho', 'b', 'minioadmin', '7f3a90c1d5e2b8467f3a90c1d5e2b84a'])
    expect([secret, isMonotonous(secret)]).toEqual([secret, false]);
});

it('G9: accepts random secrets', () => {
  const digits = fc.array(fc.constantFrom(...'0123456789abcdef'.split('')), { minLength: 64, maxLength: 64 });
  fc.assert(
    fc.property(
      digits.filter((each) => new Set(each).size >= 8),
      (each) => !isMonotonous(`x${each.join('')}yz`),
    ),
  );
});
