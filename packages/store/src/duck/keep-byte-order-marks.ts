/**
 * Lets texts of results keep a byte order mark that they begin with. The library decodes each text as
 * if it were a file, and drops the mark; two texts that differ in nothing else would become one, and
 * what is joined by them would count twice. It has no setting for it, but looks its decoder up for
 * every text.
 */
export const keepByteOrderMarks = async (): Promise<void> => {
  const { default: accessors } = await import('@duckdb/node-api/lib/vectors/dataAccessors.js');
  (accessors as { textDecoder: unknown }).textDecoder = exact;
};

const exact = new TextDecoder('utf-8', { ignoreBOM: true });
