import { useEffect, useRef, useState } from 'preact/hooks';
import { snippetsOf } from '../model/snippets.js';
import { csvOf } from '../model/tables.js';
import type { Copyable } from './copying.js';
import { savePicture, saveSvg, saveText } from './saving.js';

const fileName = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Takes one chart along: its request for three tools, its figures, its drawing. */
export const CopyDialog = ({
  what,
  service,
  onClose,
}: {
  readonly what: Copyable;
  readonly service: string;
  readonly onClose: () => void;
}) => {
  const ref = useRef<HTMLDialogElement>(null);
  const [said, setSaid] = useState('');
  useEffect(() => ref.current?.showModal(), []);
  const name = fileName(what.title);
  const copy = (text: string, label: string): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid(`${label} copied.`),
      () => setSaid('The browser does not allow copying; select the text instead.'),
    );
  };
  return (
    <dialog ref={ref} aria-labelledby="copy-title" onClose={onClose}>
      <header>
        <h2 id="copy-title">{what.title}</h2>
        <button type="button" onClick={() => ref.current?.close()}>
          Close
        </button>
      </header>
      <p class="buttons">
        <button
          type="button"
          onClick={() => saveText(`${name}.csv`, 'text/csv', csvOf(what.table))}
        >
          Save CSV
        </button>
        <button type="button" onClick={() => saveSvg(`${name}.svg`, what.drawing)}>
          Save SVG
        </button>
        <button type="button" onClick={() => void savePicture(`${name}.png`, what.drawing)}>
          Save PNG
        </button>
      </p>
      {snippetsOf(service, what.call).map(({ id, label, text }) => (
        <section key={id} data-snippet={id}>
          <header>
            <h3>{label}</h3>
            <button
              type="button"
              class="quiet"
              aria-label={`Copy ${label}`}
              onClick={() => copy(text, label)}
            >
              Copy
            </button>
          </header>
          <pre tabIndex={0}>{text}</pre>
        </section>
      ))}
      <p role="status">{said}</p>
    </dialog>
  );
};
