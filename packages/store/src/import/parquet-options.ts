/** How every Parquet file of a store is written. */
export const parquetOptions =
  '(FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, PARQUET_VERSION v2)';
