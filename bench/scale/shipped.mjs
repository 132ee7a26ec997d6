// The built packages: their types come from the sources, as a tree may be checked before it is built.

const built = async (/** @type {string} */ name) =>
  import(new URL(`../../packages/${name}/dist/index.js`, import.meta.url).href);

/** @returns {Promise<typeof import('../../packages/clickhouse/src/index.js')>} */
export const loadClickhouse = () => built('clickhouse');

/** @returns {Promise<typeof import('../../packages/core/src/index.js')>} */
export const loadCore = () => built('core');

/** @returns {Promise<typeof import('../../packages/engines/src/index.js')>} */
export const loadEngines = () => built('engines');

/** @returns {Promise<typeof import('../../packages/store/src/index.js')>} */
export const loadStore = () => built('store');
