/** Something that the operator has to put right: bad configuration, exit code 3. */
export class ConfigurationFault extends Error {}

/** Exit codes (see `--help`). */
export const exitCodes = { pass: 0, fail: 1, undecided: 2, configuration: 3, suite: 4 } as const;
