import axios, { type InternalAxiosRequestConfig } from 'axios';
import { isSameOrigin } from './address.ts';

/** Milliseconds a browser waits for an answer (specification, section 9). */
export const TIMEOUT_MS = 10_000;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request may change something, and so is never repeated and always carries the anti-forgery token. */
export const isUnsafe = (method: string): boolean => !SAFE_METHODS.has(method.toUpperCase());

/** axios's own rule would add the token to reads as well, and `true` would send it to foreign origins. */
export function needsXsrfToken({ method, url }: Pick<InternalAxiosRequestConfig, 'method' | 'url'>): boolean {
  return isUnsafe(method ?? 'GET') && isSameOrigin(url ?? '');
}

/** The one axios instance. Everything goes through `call`, which knows the contracts. */
export const http = axios.create({
  timeout: TIMEOUT_MS,
  xsrfCookieName: 'XSRF-TOKEN',
  xsrfHeaderName: 'X-XSRF-TOKEN',
  withXSRFToken: needsXsrfToken,
  headers: { Accept: 'application/json, application/problem+json' },
});
