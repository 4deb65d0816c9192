/** The time now. Handed in wherever time matters, so that tests can stop or move it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
