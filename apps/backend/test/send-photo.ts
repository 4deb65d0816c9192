import { createHash, randomUUID } from 'node:crypto';
import { MAX_PHOTO_PART, type NewPhoto, type PhotoUpload } from '@despacho/contracts/dispatch';
import { expect } from 'vitest';
import { NOW } from './test-services.ts';
import { type TestPhone } from './use-phones.ts';

/** @returns a photo as a phone announces it. */
export const newPhoto = (visit: string, bytes: Buffer, changes: Partial<NewPhoto> = {}): NewPhoto => ({
  id: randomUUID(),
  visit,
  kind: 'entrega',
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  takenAt: NOW.toISOString(),
  clockOffsetMs: null,
  place: null,
  ...changes,
});

/** Announces a photo, which the service must accept. */
export const begin = async (phone: TestPhone, body: NewPhoto) => {
  const { status, text } = await phone.call('field.photo', body);
  expect([status, text]).toEqual([200, expect.anything()]);
  return JSON.parse(text) as PhotoUpload;
};

/** Sends a photo in parts of `size`, as a phone does. @returns the last answer. */
export async function sendAll(
  phone: TestPhone,
  body: NewPhoto,
  bytes: Buffer,
  size = MAX_PHOTO_PART,
): Promise<PhotoUpload> {
  let answer = await begin(phone, body);
  while (answer.state === 'open') {
    const sent = await phone.part(body.id, answer.received, bytes.subarray(answer.received, answer.received + size));
    expect([sent.status, sent.body]).toEqual([200, sent.body]);
    answer = sent.body as PhotoUpload;
  }
  return answer;
}
