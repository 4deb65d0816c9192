/**
 * Media query of a phone, including landscape: all filters share one row that scrolls horizontally, because a row per
 * kind would leave too little space for the orders.
 */
export const PHONE = '(width < 40em), (height < 31.25em)';
