import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { snippetsOf } from '../model/snippets.js';
import { csvOf } from '../model/tables.js';
import { type Takeable, usePage } from './page.js';
import { savePicture, saveSvg, saveText } from './saving.js';

const fileName = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const Files = ({ what: { title, table, drawing } }: { readonly what: Takeable }) => {
  const { about } = usePage();
  const name = fileName(`${about['organization'] ?? ''} ${title}`);
  return (
    <p class="buttons">
      <button
        type="button"
        onClick={() => saveText(`${name}.csv`, 'text/csv', csvOf(table, about))}
      >
        CSV
      </button>
      {drawing === undefined ? null : (
        <>
          <button type="button" onClick={() => void savePicture(`${name}.png`, drawing)}>
            PNG
          </button>
          <button type="button" onClick={() => saveSvg(`${name}.svg`, drawing)}>
            SVG
          </button>
        </>
      )}
    </p>
  );
};

const Snippets = ({ what, service }: { readonly what: Takeable; readonly service: string }) => {
  const [said, setSaid] = useState('');
  const { now, months } = usePage().calls;
  // Only the chart has a drawing, and only it is by month.
  const call = what.drawing === undefined || months === null ? now : months;
  const copy = (text: string, label: string): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid(`${label} is copied.`),
      () => setSaid('The browser does not allow copying; select the text instead.'),
    );
  };
  return (
    <>
      {snippetsOf(service, { ...call, entries: what.entries }).map(({ label, text }) => (
        <section key={label} data-snippet={label}>
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
    </>
  );
};

/** Takes a part of the page along: as a file, or as the request that asks for it. */
export const TakeDialog = ({
  what,
  how,
  service,
  onClose,
}: {
  readonly what: Takeable;
  readonly how: 'download' | 'api';
  readonly service: string;
  readonly onClose: () => void;
}) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="take-title">
      <header>
        <h2 id="take-title">{how === 'api' ? `${what.title}: the request` : what.title}</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      {how === 'api' ? <Snippets what={what} service={service} /> : <Files what={what} />}
    </dialog>
  );
};
