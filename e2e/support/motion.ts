/** For `test.use`: the motion that most people see. The other tests run with reduced motion, which takes less CPU. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const;
