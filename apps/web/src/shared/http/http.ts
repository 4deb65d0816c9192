import axios, { type InternalAxiosRequestConfig } from 'axios';
import { isSameOrigin } from './address.ts';

/** Timeout of a call in milliseconds (specification, section 9). */
export const TIMEOUT_MS = 10_000;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request may change something, so that it is never repeated and always carries the csrf token. */
export const isUnsafe = (method: string): boolean => !SAFE_METHODS.has(method.toUpperCase());

/** By its own rule axios adds the token to reads as well; with `true` it sends it to foreign origins. */
export function needsXsrfToken({ method, url }: Pick<InternalAxiosRequestConfig, 'method' | 'url'>): boolean {
  return isUnsafe(method ?? 'GET') && isSameOrigin(url ?? '');
}

/** The only axios instance. Use it through `call`, which applies the contracts. */
export const http = axios.create({
  timeout: TIMEOUT_MS,
  xsrfCookieName: 'XSRF-TOKEN',
  xsrfHeaderName: 'X-XSRF-TOKEN',
  withXSRFToken: needsXsrfToken,
  headers: { Accept: 'application/json, application/problem+json' },
});
