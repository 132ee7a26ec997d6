import { up } from './load-script.js';

/** `versions.json` beside the folders of the releases; absent where there is one version only. */
export const prepareVersions = async (): Promise<void> => {
  const select = document.querySelector<HTMLSelectElement>('[data-versions]');
  if (select === null || !location.protocol.startsWith('http')) return;
  // A page of an only version names no others; the file is named by the build that has several.
  if (document.querySelector('meta[name=versions]') === null) return;
  const answer = await fetch(`${up}../versions.json`);
  if (!answer.ok) return;
  const versions = (await answer.json()) as readonly string[];
  const own = select.dataset['version'] ?? '';
  const page = document.documentElement.dataset['url'] ?? 'index.html';
  select.replaceChildren(...versions.map((name) => new Option(name, name, false, name === own)));
  select.parentElement?.removeAttribute('hidden');
  select.addEventListener('change', () => {
    const folder = `${up}../${select.value}/`;
    // The page may be younger than the version: then its front page.
    void fetch(`${folder}${page}`, { method: 'HEAD' }).then(({ ok }) => {
      location.href = ok ? `${folder}${page}${location.hash}` : `${folder}index.html`;
    });
  });
};
