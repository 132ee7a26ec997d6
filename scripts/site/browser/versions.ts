import { loadScript, up } from './load-script.js';

/** Lets the reader change the version, and stays on the page where the other version has it. */
export const prepareVersions = async (): Promise<void> => {
  const select = document.querySelector<HTMLSelectElement>('[data-versions]');
  if (select === null) return;
  await loadScript('assets/versions.js');
  const { own, all } = globalThis.tallyboardVersions ?? { own: '', all: [] };
  // A site of one version has nothing to choose.
  if (all.length < 2) return;
  const page = document.documentElement.dataset['url'] ?? 'index.html';
  select.replaceChildren(...all.map((name) => new Option(name, name, false, name === own)));
  select.parentElement?.removeAttribute('hidden');
  select.addEventListener('change', () => {
    const folder = `${up}../${select.value}/`;
    // The page may be younger than the version: then its front page.
    void fetch(`${folder}${page}`, { method: 'HEAD' }).then(
      ({ ok }) => location.assign(ok ? `${folder}${page}${location.hash}` : `${folder}index.html`),
      () => location.assign(`${folder}index.html`),
    );
  });
};
