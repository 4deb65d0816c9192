/* In order. Never edit a released migration; append a new one. */

export * as '065-baseline' from './migrations/065-baseline.ts';
export * as '066-office-state' from './migrations/066-office-state.ts';
export * as '067-zones' from './migrations/067-zones.ts';
export * as '068-arrivals' from './migrations/068-arrivals.ts';
export * as '070-couriers-on-map' from './migrations/070-couriers-on-map.ts';
export * as '071-people' from './migrations/071-people.ts';
export * as '072-passwords' from './migrations/072-passwords.ts';
export * as '073-trail' from './migrations/073-trail.ts';
export * as '074-clients' from './migrations/074-clients.ts';
export * as '075-offices' from './migrations/075-offices.ts';
export * as '076-courier-records' from './migrations/076-courier-records.ts';
export * as '077-leavers' from './migrations/077-leavers.ts';
export * as '078-directory-indexes' from './migrations/078-directory-indexes.ts';
export * as '079-account-changes' from './migrations/079-account-changes.ts';
export * as '080-foreign-keys' from './migrations/080-foreign-keys.ts';
export * as '081-trail-functions' from './migrations/081-trail-functions.ts';
export * as '082-former-usernames' from './migrations/082-former-usernames.ts';
export * as '083-authors' from './migrations/083-authors.ts';
export * as '085-counted-trail' from './migrations/085-counted-trail.ts';
export * as '086-bounds' from './migrations/086-bounds.ts';
export * as '087-visits-and-starts' from './migrations/087-visits-and-starts.ts';
export * as '089-second-person' from './migrations/089-second-person.ts';
export * as '090-operation-numbers' from './migrations/090-operation-numbers.ts';
export * as '093-doubtful-places' from './migrations/093-doubtful-places.ts';
export * as '097-limits-of-confirmed-days' from './migrations/097-limits-of-confirmed-days.ts';
export * as '099-judged-answers' from './migrations/099-judged-answers.ts';
