const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a method changes nothing (RFC 9110). */
export const isSafe = (method: string): boolean => SAFE_METHODS.has(method);
