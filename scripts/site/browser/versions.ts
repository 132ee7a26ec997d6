import { loadScript, up } from './load-script.js';

/** Lets the reader change the version; the front page of one leads to all its pages. */
export const prepareVersions = async (): Promise<void> => {
  const select = document.querySelector<HTMLSelectElement>('[data-versions]');
  await loadScript('assets/versions.js');
  const { own, all } = globalThis.tallyboardVersions ?? { own: '', all: [] };
  // A site of one version has nothing to choose.
  if (select === null || all.length < 2) return;
  select.replaceChildren(...all.map((name) => new Option(name, name, false, name === own)));
  select.parentElement?.removeAttribute('hidden');
  select.addEventListener('change', () => location.assign(`${up}../${select.value}/index.html`));
};
