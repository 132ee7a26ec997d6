// The built packages: their types come from the sources, as a tree may be checked before it is built.

const built = async (/** @type {string} */ name) =>
  import(new URL(`../../packages/${name}/dist/index.js`, import.meta.url).href);

/** @returns {Promise<typeof import('../../packages/clickhouse/src/index.js')>} */
export const loadClickhouse = () => built('clickhouse');

const entry = async (/** @type {string} */ name) =>
  import(new URL(`../../packages/core/dist/${name}.js`, import.meta.url).href);

/** @returns {Promise<typeof import('../../packages/core/src/vocabulary.js')>} */
export const loadVocabulary = () => entry('vocabulary');

/** @returns {Promise<typeof import('../../packages/core/src/engine.js')>} */
export const loadEngine = () => entry('engine');

/** @returns {Promise<typeof import('../../packages/engines/src/index.js')>} */
export const loadEngines = () => built('engines');

/** @returns {Promise<typeof import('../../packages/store/src/index.js')>} */
export const loadStore = () => built('store');
