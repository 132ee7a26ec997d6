/** How every Parquet file of a store is written. */
export const parquetOptions = '(FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2)';
