/** Days until a temporary password that was not changed stops working. */
export const TEMPORARY_DAYS = 7;
