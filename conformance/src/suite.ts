/** The name of the suite as reports give it. */
export const suiteName = 'tallyboard-conformance';

/** The version of the suite; a test keeps it equal to the package's. */
export const suiteVersion = '0.1.0';
