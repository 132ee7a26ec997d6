/**
 * The version of what begins to be written at a time, in milliseconds since 1970: later ones are larger,
 * also when several programs write.
 */
export const versionAt = (ms: number): number => ms * 1_000 + Math.floor(Math.random() * 1_000);

/** The least version of what began to be written at a time or later. */
export const leastVersionAt = (ms: number): number => Math.floor(ms) * 1_000;

/** When what has a version began to be written, in milliseconds since 1970. */
export const timeOfVersion = (version: number): number => Math.floor(version / 1_000);
