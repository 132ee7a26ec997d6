import type { Command } from 'commander';

/** `explore`: see explore/explore.ts. */
export const addExplore = (_program: Command, _exit: (code: number) => void): void => undefined;
