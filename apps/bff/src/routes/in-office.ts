/** What all rows of the dispatch domain have in common: the query names the office, and people are behind them. */
export const IN_OFFICE = { office: { in: 'query', name: 'officeId' }, keepsAlive: true } as const;
