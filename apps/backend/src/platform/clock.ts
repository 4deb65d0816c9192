/** The current time. Injected, so that tests can stop or advance it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
